/**
 * docs/running.md#rules-for-migrations: each rule refuses its violation, and every migration since the release keeps
 * them.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashMigration, readMigrations } from '../server/release/release-record.ts';
import { readRelease } from '../server/testing/released.ts';
import { checkMigration, SMALL_TABLES } from './migration-rules.ts';

const release = readRelease();

test('the migrations of the last release are as they were released', () => {
  const migrations = new Map(readMigrations().map((each) => [each.file, hashMigration(each)]));
  for (const [file, hash] of Object.entries(release.migrations))
    expect([file, migrations.get(file)]).toEqual([file, hash]);
});

test('migrations since the last release keep the rules', () => {
  const newMigrations = readMigrations().filter(({ file }) => release.migrations[file] === undefined);
  expect(
    newMigrations.flatMap(({ file, sql }) =>
      checkMigration(sql, release.version).map((problem) => `${file}: ${problem}`),
    ),
  ).toEqual([]);
});

test.each([
  ['alter table orders drop column lang;', 'drops a column'],
  ['alter table orders\n  drop lang;', 'drops a column'],
  ['drop table carts;', 'drops what'],
  ['drop function probe_write();', 'drops what'],
  ['alter table orders rename column lang to language;', 'renames'],
  ['alter table orders rename to shop_orders;', 'renames'],
  ['alter table orders add column source text not null;', 'without a default'],
  ['alter table orders add column note text, add column source text not null;', 'without a default'],
  ['alter table orders add column token uuid not null default gen_random_uuid();', 'rewrites'],
  ['alter table orders alter column lang set not null;', 'requires a value'],
  ['alter table orders alter lang drop default;', 'drops a default'],
  ['alter table orders alter column tip type bigint;', 'changes a type'],
  ['alter table orders alter column tip set data type bigint;', 'changes a type'],
  ['create index orders_lang on orders (lang);', 'use `concurrently`'],
  ['-- Without a transaction.\ncreate index concurrently orders_lang on orders (lang);', 'it may run again'],
  [
    'drop index concurrently if exists orders_lang;\ncreate index concurrently orders_lang on orders (lang);',
    'only in a file that begins',
  ],
  ['alter table orders add constraint orders_tip check (tip >= 0);', 'not valid'],
  ['alter table orders add foreign key (lang) references states;', 'not valid'],
  ['alter table orders add constraint orders_key unique (lang);', 'using index'],
  ['alter table orders add column token text unique;', 'using index'],
  ['alter table orders add column number bigserial;', 'rewrites'],
  ['alter table orders add column number bigint generated always as identity;', 'rewrites'],
  [
    'alter table orders add constraint orders_tip check (tip >= 0) not valid; alter table orders validate constraint orders_tip;',
    'in the next migration',
  ],
  ['create unique index outlets_phone on outlets (phone);', 'may refuse the version before'],
  ['truncate carts;', 'locks a whole table'],
  // Its marker names a release that does not exist yet.
  ['-- Contract after 99.0.0: lang is unused.\nalter table orders drop column lang;', 'drops a column'],
  ['-- Contract: lang is unused.\nalter table orders drop column lang;', 'drops a column'],
])('refuses %s', (sql, problem) => {
  expect(checkMigration(sql, '0.1.0').join()).toContain(problem);
});

test.each([
  'alter table orders add column source text;',
  "alter table orders add column source text not null default 'web';",
  'alter table orders alter column tip set default 0, drop constraint orders_tip;',
  'alter table orders alter column lang drop not null;',
  'alter table orders add constraint orders_tip check (tip >= 0) not valid;',
  'alter table orders validate constraint orders_tip;',
  'alter table orders add constraint orders_key unique using index orders_key;',
  "create table gifts (id bigint primary key, code text not null unique check (code <> ''));\ncreate index gifts_code on gifts (code);",
  'create index outlets_phone on outlets (phone);',
  '-- Without a transaction.\ndrop index concurrently if exists orders_lang;\ncreate index concurrently orders_lang on orders (lang);',
  '-- Contract after 0.1.0: nothing reads lang since.\nalter table orders drop column lang;',
  "-- drop table carts;\nupdate settings set value = '\"drop table carts; alter table orders drop lang\"' where key = 'x';",
  'create or replace function f() returns int language sql as $$ select 1; drop table carts; $$;',
])('accepts %s', (sql) => {
  expect(checkMigration(sql, '0.1.0')).toEqual([]);
});

test('the small tables exist', () => {
  const schema = readFileSync('docs/schema.sql', 'utf8');
  expect([...SMALL_TABLES].filter((table) => !schema.includes(`CREATE TABLE ${table} (`))).toEqual([]);
});
