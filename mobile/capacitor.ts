/** Runs Capacitor's command line in a folder with the shell's configuration. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Returns the environment of `cap`. The pinned Node comes first in the path: plugins' hooks start `node` by name. */
const buildEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(process.platform === 'win32' ? ';' : ':'),
  // Prevents the question about telemetry, and telemetry itself.
  CI: '1',
});

/** Runs `cap` with these arguments; throws with its output if it fails. */
export function runCapacitor(folder: string, args: readonly string[]): string {
  const cli = join(ROOT, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor');
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    env: buildEnvironment(),
    encoding: 'utf8',
    // Without standard input the command cannot prompt.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`cap ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
