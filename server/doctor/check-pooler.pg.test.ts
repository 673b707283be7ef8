/** `npm run doctor` on the way to the database: through a real PgBouncer in each of its modes, and without one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { SESSION_SETTINGS } from '../db/pool.ts';
import { findServerUser } from '../testing/database/own-cluster.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { examineShop } from './doctor.ts';

/** Debian installs PgBouncer in a folder that only root's PATH has. */
const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
const program = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
if (program === undefined) process.stderr.write('PgBouncer is not on this machine: its check is not tested\n');

const folder = mkdtempSync(join(tmpdir(), 'shop-pooler-'));
const database = await testDatabase();
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const CONNECT_QUERY = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

type Options = { connectQuery?: string; lines?: readonly string[] };

/** Starts PgBouncer in front of the test's database with these lines of configuration; returns the URL through it. */
async function startPgbouncer({ connectQuery = CONNECT_QUERY, lines = [] }: Options = {}): Promise<string> {
  const { hostname, port: serverPort, pathname, username, password } = new URL(database.url ?? '');
  const port = await findFreePort();
  const target = [
    `host=${hostname} port=${serverPort || 5432} dbname=${pathname.slice(1)}`,
    ...(username === '' ? [] : [`user=${username}`]),
    ...(password === '' ? [] : [`password=${password}`]),
    ...(connectQuery === '' ? [] : [`connect_query='${connectQuery}'`]),
  ].join(' ');
  const config = join(folder, `${port}.ini`);
  const users = join(folder, 'users');
  writeFileSync(users, '"shop" ""\n');
  writeFileSync(
    config,
    `[databases]\nshop = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = trust\nauth_file = ${users}\nquery_wait_timeout = 5\npool_mode = transaction\n${lines.join('\n')}\n`,
  );
  const user = findServerUser();
  chmodSync(folder, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(config, user.uid, user.gid);
  children.add(spawn(program ?? '', [config], { ...user, stdio: 'ignore' }));
  const url = `postgres://shop@127.0.0.1:${port}/shop`;
  for (let isReady = false; !isReady; await sleep(20)) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
  }
  return url;
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

if (program !== undefined) {
  test('transaction mode with the settings of the shop, with and without its console, for primary and replica', async () => {
    expect(await examine(await startPgbouncer(), POOLED)).toEqual([
      expect.stringMatching(/^ok PgBouncer: transaction mode with the settings of the shop.*limits were not read/),
    ]);
    const url = await startPgbouncer({ lines: READABLE });
    expect(await examine(url, { ...POOLED, DATABASE_REPLICA_URL: url })).toEqual([
      expect.stringMatching(/^ok PgBouncer: transaction mode with the settings of the shop[^;]*$/),
      expect.stringMatching(/^ok PgBouncer of the replica: transaction mode/),
    ]);
  });

  test('a connect_query that is missing, and one that lacks a setting', async () => {
    expect(await examine(await startPgbouncer({ connectQuery: '' }), POOLED)).toEqual([
      expect.stringContaining(`(${Object.keys(SESSION_SETTINGS).join(', ')}): add connect_query='${CONNECT_QUERY}'`),
    ]);
    const connectQuery = CONNECT_QUERY.replace('set jit = off; ', '');
    expect(await examine(await startPgbouncer({ connectQuery }), POOLED)).toEqual([
      expect.stringMatching(/^TO DO PgBouncer: its connections lack settings of the shop \(jit\): add connect_query=/),
    ]);
  });

  test('transaction mode without DATABASE_POOLING', async () => {
    expect(await examine(await startPgbouncer())).toEqual([
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
      const url = await startPgbouncer({ lines: [`pool_mode = ${mode}`, ...lines] });
      expect(await examine(url, POOLED)).toEqual([`TO DO PgBouncer: PgBouncer ${advice}`]);
    }
  });

  test('too few connections for the processes, and a wait that is longer than the shop’s', async () => {
    const lines = [...READABLE, 'max_client_conn = 39', 'query_wait_timeout = 120'];
    expect(await examine(await startPgbouncer({ lines }), POOLED, 3)).toEqual([
      'TO DO PgBouncer: max_client_conn is 39: set at least 40 for 3 processes',
      expect.stringMatching(/^TO DO PgBouncer: query_wait_timeout is 120 s: set it to 5/),
    ]);
  });
}
