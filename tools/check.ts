/** `npm run check`: the quick part of "am I done?": format, lint, unused code, types, import rules and unit tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const resolveInPackages = (...path: string[]) => join(ROOT, 'node_modules', ...path);

/** The printed name and the command. */
type Check = readonly [string, string, ...string[]];

const CHECKS: readonly Check[] = [
  ['Format and lint', resolveInPackages('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'],
  ['Unused code', resolveInPackages('knip', 'bin', 'knip.js')],
  [
    'Code that only tests use',
    resolveInPackages('knip', 'bin', 'knip.js'),
    '--production',
    '--include=files,exports,types',
  ],
  ['Types', resolveInPackages('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'],
];

/** Import rules are tests in `tools/`; unit tests are those of core, contract and components. */
const TESTS: Check = [
  'Import rules and unit tests',
  resolveInPackages('vitest', 'vitest.mjs'),
  'run',
  '--project=core',
  '--project=web',
];

const failedChecks: string[] = [];

/** Runs a check. Output of checks that run at the same time is printed when each ends. */
async function run([name, ...args]: Check, stdio: 'inherit' | 'pipe'): Promise<void> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['inherit', stdio, stdio] });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (printed += chunk));
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${printed}${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (status !== 0) failedChecks.push(name);
}

await Promise.all(CHECKS.map((check) => run(check, 'pipe')));
if (!process.argv.includes('--without-tests')) await run(TESTS, 'inherit');
if (failedChecks.length > 0) process.stdout.write(`\nFailed: ${failedChecks.join(', ')}\n`);
process.exit(failedChecks.length === 0 ? 0 : 1);
