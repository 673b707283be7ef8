/**
 * The replica of docs/running.md#many-machines: a real primary and a real streaming replica; the test moves the clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { createCluster, createReplica, findServerPrograms, type OwnCluster } from '../testing/database/own-cluster.ts';
import { statement } from './database.ts';
import { openPostgres, openReplica } from './open.ts';
import { readFromReplica } from './replica.ts';

const programs = findServerPrograms();
if (programs === null) process.stderr.write('PostgreSQL’s initdb is not on this machine: the replica is not tested\n');

const readRole = statement(
  'test.replica.role',
  v.object({ role: v.string() }),
  "select case when pg_is_in_recovery() then 'replica' else 'primary' end as role",
);

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function startServers() {
  const primary = await createCluster(programs ?? '');
  stops.push(() => primary.remove());
  const replica = await createReplica(programs ?? '', primary);
  stops.push(() => replica.remove());
  return { primary, replica };
}

/** Opens the shop's handles on the servers. */
async function openReads({ primary, replica }: { primary: OwnCluster; replica: OwnCluster }) {
  const lines: string[] = [];
  const handles = {
    primary: await openPostgres('DATABASE_URL', primary.url),
    replica: await openReplica(replica.url, { pooling: 'none', report: (line) => lines.push(line) }),
  };
  stops.push(async () => {
    await handles.replica.close();
    await handles.primary.close();
  });
  let now = 0;
  const switches: boolean[] = [];
  const { db, check } = readFromReplica({
    primary: handles.primary.db,
    replica: handles.replica.db,
    onSwitch: (isReplica) => switches.push(isReplica),
    elapsedMs: () => now,
  });
  return {
    lines,
    switches,
    pass: (ms: number) => (now += ms),
    /** Changes something on the primary. */
    write: () => handles.primary.db.raw("comment on table settings is 'changed'"),
    pause: () => handles.replica.db.raw('select pg_wal_replay_pause()'),
    resume: () => handles.replica.db.raw('select pg_wal_replay_resume()'),
    /** Waits until the replica has all that the primary has now. */
    async catchUp() {
      const { rows } = await handles.primary.db.raw('select pg_current_wal_lsn()::text as position');
      const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_all';
      while ((await handles.replica.db.raw(text, [rows[0]?.position])).rows[0]?.has_all !== true) await sleep(10);
    },
    async read() {
      await check();
      return (await db.row(readRole))?.role;
    },
  };
}

if (programs !== null) {
  const servers = await startServers();

  test('a shop starts without its replica, says so in one line, and reads from it once it is there', async () => {
    const { lines, switches, read, catchUp } = await openReads(servers);
    const { host } = new URL(servers.replica.url);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^DATABASE_REPLICA_URL: the replica at ${host}/postgres cannot be reached: .*; the primary is read`),
      ),
    ]);
    expect(await read()).toBe('primary');
    await servers.replica.start();
    await catchUp();
    expect(await read()).toBe('replica');
    expect(switches).toEqual([true]);
  });

  test('reads from the replica while it keeps up, and from the primary once it is more than 2 s behind', async () => {
    const { lines, write, pause, resume, catchUp, pass, read, switches } = await openReads(servers);
    expect(lines).toEqual([]);
    await catchUp();
    expect(await read()).toBe('replica');
    await pause();
    await write();
    expect(await read()).toBe('replica');
    pass(2_000);
    expect(await read()).toBe('replica');
    pass(1);
    expect(await read()).toBe('primary');
    await resume();
    await catchUp();
    expect(await read()).toBe('replica');
    expect(switches).toEqual([true, false, true]);
  });

  test('a quiet shop is no delay, and a replica that follows at a distance is none above it', async () => {
    const { write, pause, resume, catchUp, pass, read } = await openReads(servers);
    await catchUp();
    expect(await read()).toBe('replica');
    pass(60_000);
    expect(await read()).toBe('replica');
    for (let step = 0; step < 5; step++) {
      await resume();
      await catchUp();
      await pause();
      await write();
      pass(1_500);
      expect(await read()).toBe('replica');
    }
    await resume();
  });

  test('returns to the replica only when it has all that the primary has', async () => {
    const { write, pause, resume, catchUp, pass, read } = await openReads(servers);
    await catchUp();
    await read();
    await pause();
    await write();
    await read();
    pass(3_000);
    expect(await read()).toBe('primary');
    await resume();
    await catchUp();
    await pause();
    await write();
    expect(await read()).toBe('primary');
    await resume();
    await catchUp();
    expect(await read()).toBe('replica');
  });

  test('reads from the primary while the replica does not respond', async () => {
    const { catchUp, read } = await openReads(servers);
    await catchUp();
    expect(await read()).toBe('replica');
    await servers.replica.stopAtOnce();
    expect(await read()).toBe('primary');
    await servers.replica.start();
    await catchUp();
    expect(await read()).toBe('replica');
  });
} else {
  test.skip('needs PostgreSQL’s programs');
}
