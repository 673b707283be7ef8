import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Db } from './database.ts';
import { statement } from './database.ts';
import { readFromReplica } from './replica.ts';

const readName = statement('test.replica.name', v.object({ name: v.string() }), 'select 1');

/** A server that is at a position in the log, or does not respond. */
type Server = { name: string; position: number | null };

function makeHandle(server: Server): Db {
  const row = async (of: { name: string }) => {
    if (server.position === null) throw new Error('Connection terminated');
    return of.name === readName.name ? { name: server.name } : { position: server.position };
  };
  return { row } as unknown as Db;
}

function startReads() {
  const primary: Server = { name: 'primary', position: 100 };
  const replica: Server = { name: 'replica', position: 100 };
  let now = 0;
  const switches: boolean[] = [];
  const { db, check } = readFromReplica({
    primary: makeHandle(primary),
    replica: makeHandle(replica),
    onSwitch: (isReplica) => switches.push(isReplica),
    elapsedMs: () => now,
  });
  return {
    primary,
    replica,
    switches,
    pass: (ms: number) => (now += ms),
    async read() {
      await check();
      return (await db.row(readName))?.name;
    },
  };
}

test('reads from the replica while it keeps up, and from the primary once it is more than 2 s behind', async () => {
  const { primary, replica, pass, read, switches } = startReads();
  expect(await read()).toBe('replica');
  primary.position = 200;
  expect(await read()).toBe('replica');
  pass(2_000);
  expect(await read()).toBe('replica');
  pass(1);
  expect(await read()).toBe('primary');
  replica.position = 200;
  expect(await read()).toBe('replica');
  expect(switches).toEqual([true, false, true]);
});

test('a quiet shop is no delay, and a replica that follows at a distance is none above it', async () => {
  const { primary, replica, pass, read } = startReads();
  expect(await read()).toBe('replica');
  pass(60_000);
  expect(await read()).toBe('replica');
  for (let step = 0; step < 10; step++) {
    replica.position = primary.position;
    primary.position = (primary.position ?? 0) + 100;
    pass(1_500);
    expect(await read()).toBe('replica');
  }
});

test('returns to the replica only when it has all that the primary has', async () => {
  const { primary, replica, pass, read } = startReads();
  await read();
  primary.position = 200;
  await read();
  pass(3_000);
  expect(await read()).toBe('primary');
  replica.position = 200;
  primary.position = 300;
  expect(await read()).toBe('primary');
  replica.position = 300;
  expect(await read()).toBe('replica');
});

test('reads from the primary while the replica does not respond', async () => {
  const { replica, read } = startReads();
  await read();
  replica.position = null;
  expect(await read()).toBe('primary');
  replica.position = 100;
  expect(await read()).toBe('replica');
});
