/** docs/running.md: a start waits for a database that comes later, also behind a real PgBouncer. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPgbouncer, startPgbouncer } from '../testing/database/pgbouncer.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { openPostgres } from './open.ts';

const database = await testDatabase();
afterAll(() => database.close());

const isInstalled = findPgbouncer() !== null;
if (!isInstalled) process.stderr.write('PgBouncer is not on this machine: waiting behind it is not tested\n');

/** The address of the test's database on a port on which it is not yet. */
async function makeLateAddress(): Promise<URL> {
  const url = new URL(database.url ?? '');
  url.hostname = '127.0.0.1';
  url.port = String(await findFreePort());
  return url;
}

/** Leads connections to a port to the test's database. */
async function listen({ port }: URL): Promise<void> {
  const url = new URL(database.url ?? '');
  const server = createServer((near) => {
    const far = connect(Number(url.port || 5432), url.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  await once(server.listen(Number(port), '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
}

/** Opens the database through PgBouncer, and collects what a waiting start prints. */
function open(
  url: string,
  { seconds = 60, pooling = 'transaction' }: { seconds?: number; pooling?: 'none' | 'transaction' } = {},
) {
  const lines: string[] = [];
  let reportFirst = () => {};
  const firstLine = new Promise<void>((resolve) => {
    reportFirst = resolve;
  });
  const report = (line: string) => {
    lines.push(line);
    reportFirst();
  };
  return { lines, firstLine, opening: openPostgres('DATABASE_URL', url, { wait: { seconds, report }, pooling }) };
}

describe.runIf(isInstalled)('behind PgBouncer', () => {
  // PgBouncer 1.18 holds a connection until its time-out; with a short one, its own words arrive before ours.
  const lines = ['query_wait_timeout = 2', 'server_login_retry = 1'];

  test('the start waits for a database that comes later', async () => {
    const address = await makeLateAddress();
    const { lines: reported, firstLine, opening } = open(await startPgbouncer(address.href, { lines }));
    await Promise.race([firstLine, opening]);
    expect(reported).toEqual([
      expect.stringMatching(/^Waiting for the database at 127\.0\.0\.1:\d+\/shop: query_wait_timeout$/),
    ]);
    await listen(address);
    const opened = await opening;
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await opened.close();
  });

  test('a database that does not come ends the start within the wait, with the reason', async () => {
    const { lines: reported, opening } = open(await startPgbouncer((await makeLateAddress()).href, { lines }), {
      seconds: 3,
    });
    await expect(opening).rejects.toThrow(
      /^DATABASE_URL: the database at 127\.0\.0\.1:\d+\/shop cannot be reached: query_wait_timeout$/,
    );
    expect(reported.length).toBeGreaterThan(0);
  });

  test('a protocol violation ends it at once: PgBouncer gives all of its errors the same code', async () => {
    const { lines: reported, opening } = open(await startPgbouncer(database.url ?? '', { lines }), { pooling: 'none' });
    await expect(opening).rejects.toThrow(/cannot be reached: unsupported startup parameter: options$/);
    expect(reported).toEqual([]);
  });
});
