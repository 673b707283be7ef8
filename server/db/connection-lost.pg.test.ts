/** Tests connections that PostgreSQL ends (docs/security.md#faults); only that engine can end them. */
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { isUnavailable } from '../http/errors.ts';
import { withServer } from '../testing/database/template.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { database, statement } from './database.ts';
import { onLostWrite } from './pipeline.ts';
import { createPool } from './pool.ts';

const testedDatabase = await testDatabase();
const { db, pool } = testedDatabase;
afterAll(() => testedDatabase.close());

const backend = statement('test.lost.backend', v.object({ pid: v.number() }), 'select pg_backend_pid() as pid');
const insertSetting = statement(
  'test.lost.insertSetting',
  v.object({}),
  `insert into settings (key, value) values ($1, jsonb_build_object('whole', 12 / $2::integer))`,
);
const findSetting = statement('test.lost.findSetting', v.object({}), 'select from settings where key = $1');

/** Ends a backend and waits until PostgreSQL no longer lists it. */
async function terminate(pid: number | undefined): Promise<void> {
  await withServer((client) => client.query('select pg_terminate_backend($1, 5000)', [pid]));
}

test('a connection that ends between two statements of a transaction fails only that transaction', async () => {
  const transaction = db.transaction(async (tx) => {
    await terminate((await tx.row(backend))?.pid);
    await tx.row(backend);
  });
  await expect(transaction).rejects.toSatisfy(isUnavailable);
  expect(await db.transaction((tx) => tx.row(backend))).not.toBeNull();
});

test('a connection that ends during a statement of a transaction is not used again', async () => {
  let pid = 0;
  const transaction = db.transaction(async (tx) => {
    pid = (await tx.row(backend))?.pid ?? 0;
    await tx.raw('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)');
  });
  await expect(transaction).rejects.toSatisfy(isUnavailable);
  const rows = await Promise.all(Array.from({ length: 20 }, () => db.row(backend)));
  expect(rows.map((row) => row?.pid)).not.toContain(pid);
});

test('a connection that ends while it is held outside a transaction fails only its caller', async () => {
  const queries = db.onOneConnection(async (one) => {
    await terminate((await one.row(backend))?.pid);
    await one.row(backend);
  });
  await expect(queries).rejects.toSatisfy(isUnavailable);
  expect(await db.onOneConnection((one) => one.row(backend))).not.toBeNull();
});

test('a transaction whose connection ends before the commit leaves nothing behind', async () => {
  const transaction = db.transaction(async (tx) => {
    const pid = (await tx.row(backend))?.pid;
    await tx.write(insertSetting, ['test.lost', 4]);
    await terminate(pid);
  });
  await expect(transaction).rejects.toSatisfy(isUnavailable);
  expect(await db.row(findSetting, ['test.lost'])).toBeNull();
});

test('a server that refuses connections on every address of its name is unavailable', async () => {
  const down = createPool({ url: 'postgres://localhost:1/shop' });
  await expect(database(down).row(backend)).rejects.toSatisfy(isUnavailable);
  await down.end();
});

test('a failed write that no caller awaited is reported with its cause when another error ends its transaction', async () => {
  const reports: unknown[] = [];
  onLostWrite(pool, (statement, error) => reports.push([statement, String(error)]));
  const transaction = db.transaction(async (tx) => {
    await tx.write(insertSetting, ['test.wrong', 0]);
    throw new Error('another');
  });
  await expect(transaction).rejects.toThrow('another');
  expect(reports).toEqual([['test.lost.insertSetting', 'error: division by zero']]);
});

test('a transaction throws the cause of its first failed write, not that it was aborted by one', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.write(insertSetting, ['test.wrong', 0]);
    await tx.row(backend);
  });
  await expect(transaction).rejects.toThrow('division by zero');
});
