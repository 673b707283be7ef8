/** Runs the staff's commands in tests as a shopkeeper does, on the data folder of the running shop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestServer } from '../test-server.ts';
import { PROCESS_ENV } from './process-env.ts';

const COMMAND_FOLDER = join(import.meta.dirname, '..', '..', 'staff', 'commands');

export type CommandOutput = { code: number | null; out: string; err: string };

/** Starts one of our programs with these settings alone. */
export function startFile(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; output: Promise<CommandOutput> } {
  const child = spawn(process.execPath, [path, ...args], { env: { ...PROCESS_ENV, ...env } });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => (output.out += text));
  child.stderr.on('data', (text) => (output.err += text));
  return { child, output: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output }))) };
}

/** Runs one of our programs with these settings alone. */
export const runFile = (path: string, args: readonly string[], env: Record<string, string>): Promise<CommandOutput> =>
  startFile(path, args, env).output;

export const runCommand = (
  { config, url }: Pick<TestServer, 'config' | 'url'>,
  name: 'staff' | 'orders' | 'payments' | 'wallets' | 'catalog',
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandOutput> =>
  runFile(join(COMMAND_FOLDER, `${name}-cli.ts`), args, { DATA_DIR: config.dataDir, PORT: new URL(url).port, ...env });
