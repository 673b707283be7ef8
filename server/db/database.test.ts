import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { statement } from './database.ts';

const opened = await testDatabase();
const { db } = opened;
afterAll(() => opened.close());

const connection = statement('test.connection', v.object({ pid: v.number() }), 'select pg_backend_pid() as pid');
const setting = statement(
  'test.setting',
  v.object({ value: v.unknown() }),
  'select value from settings where key = $1',
);
const keep = statement(
  'test.keep',
  v.object({}),
  `insert into settings (key, value) values ($1, jsonb_build_object('whole', 12 / $2::integer))`,
);

test('what is asked for together is asked on one connection, and outside a transaction', async () => {
  const [rows, held] = await db.together((one) =>
    Promise.all([one.row(connection), one.together((same) => same.row(connection))]),
  );
  expect(rows).toEqual(held);
  await db.together((one) => one.write(keep, ['test.together', 4]));
  expect(await db.row(setting, ['test.together'])).toEqual({ value: { whole: 3 } });
});

test('inside a transaction nothing is asked past it, alone or together', async () => {
  const alone = db.transaction(() => db.row(connection));
  await expect(alone).rejects.toThrow('inside an open transaction');
  const together = db.transaction(() => db.together((one) => one.row(connection)));
  await expect(together).rejects.toThrow('inside an open transaction');
  expect(await db.transaction((tx) => tx.together(async (same) => same === tx))).toBe(true);
});

test('a write that nobody waits for undoes everything when it fails', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.write(keep, ['test.undone', 4]);
    await tx.write(keep, ['test.wrong', 0]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await db.row(setting, ['test.undone'])).toBeNull();
});
