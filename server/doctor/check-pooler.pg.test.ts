/** `npm run doctor` on the way to the database: through a real PgBouncer in each of its modes, and without one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SESSION_SETTINGS } from '../db/pool.ts';
import { findPgbouncer, startPgbouncer } from '../testing/database/pgbouncer.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { examineShop } from './doctor.ts';

const isInstalled = findPgbouncer() !== null;
if (!isInstalled) process.stderr.write('PgBouncer is not on this machine: its check is not tested\n');

const folder = mkdtempSync(join(tmpdir(), 'shop-doctor-'));
const database = await testDatabase();
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const CONNECT_QUERY = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

type Options = { connectQuery?: string; lines?: readonly string[] };

/** Starts PgBouncer in front of the test's database with these lines of configuration; returns the URL through it. */
function startPooler({ connectQuery = CONNECT_QUERY, lines = [] }: Options = {}): Promise<string> {
  return startPgbouncer(database.url ?? '', {
    target: connectQuery === '' ? '' : `connect_query='${connectQuery}'`,
    lines,
  });
}

/** Returns the findings about poolers and the replica. */
async function examine(url: string, env: Record<string, string> = {}, processes = 1) {
  const findings = await examineShop({ DATA_DIR: folder, DATABASE_URL: url, ...env }, { processes });
  return findings
    .filter(({ subject }) => /PgBouncer|replica/.test(subject))
    .map(({ subject, needsAction, text }) => `${needsAction ? 'TO DO' : 'ok'} ${subject}: ${text}`);
}

const POOLED = { DATABASE_POOLING: 'transaction' };
const READABLE = ['stats_users = shop'];

test('nothing without a pooler', async () => {
  expect(await examine(database.url ?? '')).toEqual([]);
});

test('DATABASE_POOLING without a pooler', async () => {
  expect(await examine(database.url ?? '', POOLED)).toEqual([
    expect.stringMatching(/^TO DO PgBouncer: DATABASE_URL leads to PostgreSQL itself: remove DATABASE_POOLING/),
  ]);
});

test('a replica that does not respond', async () => {
  const replica = { DATABASE_REPLICA_URL: `postgres://shop@127.0.0.1:${await findFreePort()}/shop` };
  expect(await examine(database.url ?? '', replica)).toEqual([expect.stringMatching(/^TO DO replica: .*ECONNREFUSED/)]);
});

if (isInstalled) {
  test('transaction mode with the settings of the shop, with and without its console, for primary and replica', async () => {
    expect(await examine(await startPooler(), POOLED)).toEqual([
      expect.stringMatching(/^ok PgBouncer: transaction mode with the settings of the shop.*limits were not read/),
    ]);
    const url = await startPooler({ lines: READABLE });
    expect(await examine(url, { ...POOLED, DATABASE_REPLICA_URL: url })).toEqual([
      expect.stringMatching(/^ok PgBouncer: transaction mode with the settings of the shop[^;]*$/),
      expect.stringMatching(/^ok PgBouncer of the replica: transaction mode/),
    ]);
  });

  test('a connect_query that is missing, and one that lacks a setting', async () => {
    expect(await examine(await startPooler({ connectQuery: '' }), POOLED)).toEqual([
      expect.stringContaining(`(${Object.keys(SESSION_SETTINGS).join(', ')}): add connect_query='${CONNECT_QUERY}'`),
    ]);
    const connectQuery = CONNECT_QUERY.replace('set jit = off; ', '');
    expect(await examine(await startPooler({ connectQuery }), POOLED)).toEqual([
      expect.stringMatching(/^TO DO PgBouncer: its connections lack settings of the shop \(jit\): add connect_query=/),
    ]);
  });

  test('transaction mode without DATABASE_POOLING', async () => {
    expect(await examine(await startPooler())).toEqual([
      expect.stringMatching(
        /DATABASE_URL leads through a pooler in transaction mode: set DATABASE_POOLING=transaction$/,
      ),
    ]);
  });

  test.each([
    ['session', 'is in session mode: set pool_mode = transaction'],
    ['statement', 'is in statement mode, which has no transactions: set pool_mode = transaction'],
  ])('%s mode, whether its console is readable or not', async (mode, advice) => {
    for (const lines of [[], READABLE]) {
      const url = await startPooler({ lines: [`pool_mode = ${mode}`, ...lines] });
      expect(await examine(url, POOLED)).toEqual([`TO DO PgBouncer: PgBouncer ${advice}`]);
    }
  });

  test('too few connections for the processes, and a wait that is longer than the shop’s', async () => {
    const lines = [...READABLE, 'max_client_conn = 39', 'query_wait_timeout = 120'];
    expect(await examine(await startPooler({ lines }), POOLED, 3)).toEqual([
      'TO DO PgBouncer: max_client_conn is 39: set at least 40 for 3 processes',
      expect.stringMatching(/^TO DO PgBouncer: query_wait_timeout is 120 s: set it to 5/),
    ]);
  });
}
