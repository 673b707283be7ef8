/** `npm run check`: the quick part of "am I done?": format, lint, unused code, types, import rules and unit tests. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const inPackages = (...path: string[]) => join(ROOT, 'node_modules', ...path);

/** The printed name and the command of each check. */
const CHECKS: readonly [string, string, ...string[]][] = [
  ['Format and lint', inPackages('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'],
  ['Unused code', inPackages('knip', 'bin', 'knip.js')],
  ['Code that only tests use', inPackages('knip', 'bin', 'knip.js'), '--production', '--include=files,exports,types'],
  ['Types', inPackages('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'],
];

/** Import rules are tests in `tools/`; unit tests are those of core, contract and components. */
const TESTS: readonly [string, string, ...string[]] = [
  'Import rules and unit tests',
  inPackages('vitest', 'vitest.mjs'),
  'run',
  '--project=core',
  '--project=web',
];

const checks = process.argv.includes('--without-tests') ? CHECKS : [...CHECKS, TESTS];
const failed: string[] = [];
for (const [name, ...args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);
