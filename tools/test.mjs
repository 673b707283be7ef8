/**
 * `npm test`: everything. Formats, lint, import rules and types; unit tests; the server on the embedded database and on
 * PostgreSQL where `TEST_DATABASE_URL` names one (in CI also where 127.0.0.1:5432 answers), with the Redis that
 * `TEST_REDIS_URL` names (in CI also 127.0.0.1:6379); stories in a browser.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { requireBrowser } from './browser.mjs';
import { buildSite, environment, findPinnedNode, installPackages, ROOT } from './ready.mjs';

/** Returns whether a server listens on a local port. */
function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const answer = (yes) => () => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

async function testDatabaseUrl() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  if (process.env.CI && (await isListening(5432))) return `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
  return undefined;
}

async function testRedisUrl() {
  if (process.env.TEST_REDIS_URL) return process.env.TEST_REDIS_URL;
  if (process.env.CI && (await isListening(6379))) return 'redis://127.0.0.1:6379';
  return undefined;
}

const runNode = (args, env) => spawnSync(findPinnedNode(), args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;

installPackages();
const env = { ...environment(), CHROMIUM_PATH: requireBrowser() };
const failedChecks = runNode(['tools/check.ts', '--without-tests'], env) === 0 ? 0 : 1;
buildSite();

const url = await testDatabaseUrl();
const redisUrl = await testRedisUrl();
const folder = mkdtempSync(join(tmpdir(), 'shop-tests-'));
const testEnv = {
  ...env,
  ...(url !== undefined && { TEST_DATABASE_URL: url }),
  ...(redisUrl !== undefined && { TEST_REDIS_URL: redisUrl }),
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

/** Runs projects, printing line by line; returns how many tests passed and failed. */
async function runProjects(names, settings = {}) {
  const report = join(folder, `${names[0]}.json`);
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...names.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...process.argv.slice(2),
  ];
  const child = spawn(findPinnedNode(), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...testEnv, ...settings },
  });
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => process.stdout.write(`${line}\n`));
  const status = await new Promise((resolve) => child.once('close', resolve));
  try {
    const { numPassedTests, numFailedTests, testResults: files } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that could not be loaded, or whose hook failed, has no failed test.
    const brokenFiles = files.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    );
    const failed = numFailedTests + brokenFiles.length;
    return { passed: numPassedTests, failed: Math.max(status === 0 ? 0 : 1, failed) };
  } catch {
    process.stderr.write(`The tests of ${names.join(', ')} wrote no report\n`);
    return { passed: 0, failed: 1 };
  }
}

// Tests of the server wait for half of their time, so that the stories beside them keep the processor busy.
const besideStories = runProjects(['core', 'web', ...(url === undefined ? [] : ['server-postgres'])], {
  BESIDE_STORIES: '1',
});
const results = [await runProjects(['e2e']), await runProjects(['server-embedded']), await besideStories];
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, passed === 0 ? 1 : 0);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed + failedChecks} failed\n`);
if (failedChecks > 0) process.stdout.write('The checks before the tests failed: see above\n');
if (url === undefined) {
  process.stdout.write('PostgreSQL was not tested: set TEST_DATABASE_URL to test races and locks too\n');
}
if (redisUrl === undefined)
  process.stdout.write('Redis was not tested: set TEST_REDIS_URL to test shared limits too\n');
process.exit(failed + failedChecks === 0 ? 0 : 1);
