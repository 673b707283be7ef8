/** docs/schema.sql shows the tables of the migrations, on both engines. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { describeSchema } from './describe-schema.ts';

const database = await testDatabase();
afterAll(() => database.close());

class Rollback extends Error {}

const readSchemaFile = () => readFileSync(new URL('../../../docs/schema.sql', import.meta.url), 'utf8');

test('docs/schema.sql is up to date (else run npm run schema)', async () => {
  expect(await describeSchema(database.db)).toBe(readSchemaFile());
});

test.each([
  ['a column', 'alter table settings add column extra_column text not null default 1', 'extra_column text DEFAULT'],
  ['a constraint', 'alter table settings add constraint some_check check (key <> value::text)', 'some_check'],
  ['an index', 'create index some_index on settings ((value->1)) where key is not null', 'some_index'],
  [
    'a trigger',
    'create trigger some_trigger before update on settings execute function raise_settings_version()',
    'some_trigger',
  ],
  ['a function', `create function some_function() returns int language sql as 'select 1'`, 'some_function'],
])('shows %s', async (_, sql, expected) => {
  await database.db
    .transaction(async (tx) => {
      await tx.raw(sql);
      expect((await describeSchema(tx)).toLowerCase()).toContain(expected.toLowerCase());
      throw new Rollback();
    })
    .catch((error) => {
      if (!(error instanceof Rollback)) throw error;
    });
});
