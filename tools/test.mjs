/**
 * `npm test`: everything. Formats, lint, import rules and types; unit tests; the server on the embedded database and on
 * PostgreSQL where `TEST_DATABASE_URL` names one (in CI also where 127.0.0.1:5432 answers), with the Redis that
 * `TEST_REDIS_URL` names (in CI also 127.0.0.1:6379); stories in a browser.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
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
const report = join(folder, 'report.json');
const projects = ['core', 'web', 'server-embedded', ...(url === undefined ? [] : ['server-postgres']), 'e2e'];
const status = runNode(
  [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  {
    ...env,
    ...(url !== undefined && { TEST_DATABASE_URL: url }),
    ...(redisUrl !== undefined && { TEST_REDIS_URL: redisUrl }),
  },
);

let passed = 0;
let failed = status === 0 ? 0 : 1;
try {
  const counted = JSON.parse(readFileSync(report, 'utf8'));
  passed = counted.numPassedTests;
  failed = Math.max(failed, counted.numFailedTests + counted.numFailedTestSuites);
} catch {
  process.stderr.write('The tests wrote no report\n');
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed + failedChecks} failed\n`);
if (failedChecks > 0) process.stdout.write('The checks before the tests failed: see above\n');
if (url === undefined) {
  process.stdout.write('PostgreSQL was not tested: set TEST_DATABASE_URL to test races and locks too\n');
}
if (redisUrl === undefined)
  process.stdout.write('Redis was not tested: set TEST_REDIS_URL to test shared limits too\n');
process.exit(failed + failedChecks === 0 ? 0 : 1);
