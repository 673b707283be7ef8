import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { migrate, UnknownMigrations } from './migrate.ts';

const database = await testDatabase();
afterAll(() => database.close());

const listTags = async () =>
  (await database.db.raw('select tag from migrations order by tag')).rows.map(({ tag }) => tag);

test('runs nothing on a database that is up to date', async () => {
  const before = await listTags();
  await migrate(database.pool);
  expect(await listTags()).toEqual(before);
});

test('refuses a database that was made by other migrations, without a change', async () => {
  await database.db.raw(`update migrations set tag = '0000_earlier' where tag = '0001_initial'`);
  await expect(migrate(database.pool)).rejects.toThrow(UnknownMigrations);
  await expect(migrate(database.pool)).rejects.toThrow('0000_earlier');
  expect(await listTags()).toContain('0000_earlier');
  expect(await listTags()).not.toContain('0001_initial');
});

test('accepts later migrations of a newer version, so that a release can be rolled back', async () => {
  await database.db.raw(`update migrations set tag = '0001_initial' where tag = '0000_earlier'`);
  await database.db.raw(`insert into migrations (tag) values ('9999_later')`);
  await migrate(database.pool);
  expect(await listTags()).toContain('9999_later');
});
