/**
 * Tests migrations while other connections read and write: how long these wait, and indexes that are built meanwhile.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { migrate } from './migrate.ts';

const database = await testDatabase();
const path = mkdtempSync(join(tmpdir(), 'shop-migrations-'));
const folder = pathToFileURL(`${path}/`);
cpSync(new URL('./migrations/', import.meta.url), folder, { recursive: true });
afterAll(async () => {
  await database.close();
  rmSync(path, { recursive: true, force: true });
});

const add = (name: string, sql: string) => writeFileSync(join(path, name), sql);

test('a migration that waits for a long transaction lets others pass after a second, and runs later', async () => {
  add('9001_column.sql', 'alter table settings add column planted text;');
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select count(*) from settings');
  const migration = migrate(database.pool, folder);
  // Shoppers' reads queue behind the waiting migration; the loop lasts longer than one try of the migration.
  const waits: number[] = [];
  for (const until = performance.now() + 3_500; performance.now() < until; ) {
    const from = performance.now();
    await database.db.raw('select count(*) from settings');
    waits.push(performance.now() - from);
  }
  await reader.query('commit');
  reader.release();
  await migration;
  expect(Math.max(...waits)).toBeGreaterThan(100);
  expect(Math.max(...waits)).toBeLessThan(1_900);
  expect((await database.db.raw('select count(planted)::int as n from settings')).rows).toEqual([{ n: 0 }]);
});

test('an index is built while a transaction writes, by one of the processes that start together', async () => {
  add(
    '9002_index.sql',
    `-- Without a transaction.
     drop index concurrently if exists planted_index;
     create index concurrently planted_index on order_lines (slug);`,
  );
  // An index that an earlier, failed build left behind.
  await database.db.raw('create index planted_index on order_lines (name_en)');
  const writer = await database.pool.connect();
  await writer.query('begin');
  await writer.query(`update order_lines set name_en = name_en where position = 0`);
  const migration = Promise.all([migrate(database.pool, folder), migrate(database.pool, folder)]);
  await database.db.raw(`update order_lines set name_zh = name_zh where position = 1`);
  await writer.query('commit');
  writer.release();
  await migration;
  const { rows } = await database.db.raw(
    `select indisvalid, pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'planted_index'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true, definition: expect.stringContaining('(slug)') }]);
  expect((await database.db.raw(`select tag from migrations where tag like '900%' order by 1`)).rows).toHaveLength(2);
});

test('an index waits in one build for a transaction with an older snapshot, such as a backup', async () => {
  add(
    '9003_snapshot.sql',
    `-- Without a transaction.
     drop index concurrently if exists planted_snapshot;
     create index concurrently planted_snapshot on order_lines (name_zh);`,
  );
  const backup = await database.pool.connect();
  await backup.query('begin isolation level repeatable read');
  await backup.query('select count(*) from settings');
  const migration = migrate(database.pool, folder);
  // Longer than other statements of a migration wait.
  const isWaiting = async () => {
    const { rows } = await database.db.raw(
      `select 1 from pg_stat_activity where state = 'active' and query like 'create index concurrently planted_snapshot%'
         and datname = current_database() and query_start < clock_timestamp() - interval '1.5 s'`,
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  await backup.query('commit');
  backup.release();
  await migration;
  const { rows } = await database.db.raw(
    `select indisvalid from pg_index where indexrelid = 'planted_snapshot'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a migration that PostgreSQL ends for a deadlock with a shopper runs again', async () => {
  const GATE = 9_004;
  // Refers to the orders, then changes them, as an older migration does; waits at the gate for as long as it takes.
  add(
    '9004_lock_upgrade.sql',
    `set local lock_timeout = 0;
     create table planted (order_id uuid references orders (id));
     select pg_advisory_xact_lock(${GATE});
     alter table orders add column planted text;`,
  );
  const countWaiting = async (lock: string) => {
    const { rows } = await database.db.raw(`select count(*)::int as n from pg_locks where not granted and ${lock}`);
    return rows[0]?.n;
  };
  const deadlocks = async () => {
    const { rows } = await database.db.raw(
      'select deadlocks::int as n from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.n;
  };
  const before = await deadlocks();
  const gate = await database.pool.connect();
  const shopper = await database.pool.connect();
  await gate.query(`select pg_advisory_lock(${GATE})`);
  await shopper.query('begin');
  await shopper.query('select count(*) from orders');
  const migration = migrate(database.pool, folder);
  await expect.poll(() => countWaiting(`locktype = 'advisory' and objid = ${GATE}`)).toBe(1);
  const update = shopper.query('update orders set id = id');
  await expect.poll(() => countWaiting(`relation = 'orders'::regclass`)).toBe(1);
  await gate.query(`select pg_advisory_unlock(${GATE})`);
  await update;
  await shopper.query('commit');
  gate.release();
  shopper.release();
  await migration;
  expect((await database.db.raw('select count(planted)::int as n from orders')).rows).toEqual([{ n: 0 }]);
  await expect.poll(async () => Number(await deadlocks()) - Number(before)).toBe(1);
});
