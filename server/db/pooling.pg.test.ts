/** Tests that the shop uses nothing that a pooler in transaction mode breaks (docs/running.md#many-machines). */
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database/test-database.ts';
import { database, statement } from './database.ts';
import { createPool } from './pool.ts';
import { MigrationsBehindPooler, migrate } from './schema/migrate.ts';

const testedDatabase = await testDatabase();
const pool = createPool({ url: testedDatabase.url ?? '', pooling: 'transaction' }, 1);
afterAll(async () => {
  await pool.end();
  await testedDatabase.close();
});

const countPrepared = statement(
  'test.pooling.countPrepared',
  v.object({ prepared: v.number() }),
  'select count(*) as prepared from pg_prepared_statements',
);
const readSetting = statement(
  'test.pooling.readSetting',
  v.object({ setting: v.string() }),
  "select current_setting('plan_cache_mode') as setting",
);

test('prepares no statement and sets nothing on a connection of a pooler', async () => {
  const poolerDb = database(pool);
  await poolerDb.transaction((tx) => tx.row(countPrepared));
  expect(await poolerDb.row(countPrepared)).toEqual({ prepared: 0 });
  expect(await poolerDb.row(readSetting)).toEqual({ setting: 'auto' });
  expect(await testedDatabase.db.row(readSetting)).toEqual({ setting: 'force_generic_plan' });
});

test('runs no migration through a pooler, and says what to do', async () => {
  await migrate(pool);
  await testedDatabase.db.raw("delete from migrations where tag = '0001_initial'");
  await expect(migrate(pool)).rejects.toThrow(MigrationsBehindPooler);
});
