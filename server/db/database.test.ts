import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database/test-database.ts';
import { statement } from './database.ts';
import { watchWrites } from './watch-writes.ts';

const testedDatabase = await testDatabase();
const { db, pool } = testedDatabase;
afterAll(() => testedDatabase.close());

const connection = statement('test.connection', v.object({ pid: v.number() }), 'select pg_backend_pid() as pid');
const findSetting = statement(
  'test.findSetting',
  v.object({ value: v.unknown() }),
  'select value from settings where key = $1',
);
const insertSetting = statement(
  'test.insertSetting',
  v.object({}),
  `insert into settings (key, value) values ($1, jsonb_build_object('whole', 12 / $2::integer))`,
);

test('onOneConnection runs queries on one connection, without a transaction', async () => {
  const [rows, nested] = await db.onOneConnection((one) =>
    Promise.all([one.row(connection), one.onOneConnection((same) => same.row(connection))]),
  );
  expect(rows).toEqual(nested);
  await db.onOneConnection((one) => one.write(insertSetting, ['test.together', 4]));
  expect(await db.row(findSetting, ['test.together'])).toEqual({ value: { whole: 3 } });
});

test('rejects queries on the pool inside an open transaction', async () => {
  const alone = db.transaction(() => db.row(connection));
  await expect(alone).rejects.toThrow('inside an open transaction');
  const onOneConnection = db.transaction(() => db.onOneConnection((one) => one.row(connection)));
  await expect(onOneConnection).rejects.toThrow('inside an open transaction');
  expect(await db.transaction((tx) => tx.onOneConnection(async (same) => same === tx))).toBe(true);
});

test('a failed write that is not awaited rolls its transaction back', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.write(insertSetting, ['test.undone', 4]);
    await tx.write(insertSetting, ['test.wrong', 0]);
  });
  await expect(transaction).rejects.toThrow('division by zero');
  expect(await db.row(findSetting, ['test.undone'])).toBeNull();
});

test('runs the listeners of a declared write after the commit, and never after a rollback', async () => {
  const endSession = statement('test.endSession', v.object({}), 'select 1 as ended', { writes: 'session_end' });
  let calls = 0;
  const unwatch = watchWrites(pool, 'session_end', () => calls++);
  await db.transaction(async (tx) => {
    await tx.write(endSession);
    expect(calls).toBe(0);
  });
  expect(calls).toBe(1);
  const transaction = db.transaction(async (tx) => {
    await tx.write(endSession);
    throw new Error('undone');
  });
  await expect(transaction).rejects.toThrow('undone');
  expect(calls).toBe(1);
  await db.row(endSession);
  unwatch();
  await db.row(endSession);
  expect(calls).toBe(2);
});
