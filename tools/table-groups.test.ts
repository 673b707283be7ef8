/** No statement breaks the rules of docs/running.md#past-one-primary, except those that the page lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import '../server/all-statements.ts';
import { listDeclaredStatements } from '../server/db/database.ts';
import {
  CROSSINGS,
  findCrossing,
  findGroup,
  formatCrossings,
  formatTableGroups,
  listTouchedTables,
  TABLE_GROUPS,
} from './table-groups.ts';

const readDocument = (name: string) => readFileSync(join(import.meta.dirname, '..', 'docs', name), 'utf8');
const schema = readDocument('schema.sql');

/** Tables whose foreign keys lead into another sharded group, or from a sharded group to the one server. */
const CROSSING_KEYS = [
  'alerts -> customers',
  'delivery_stops -> orders',
  'notifications -> campaigns',
  'order_stock -> inventory',
  'shop_news -> orders',
];

/** The number of statements that crossed the groups when the list began; lower it with each that is split. */
const MOST_CROSSINGS = 27;

/** Statements of tests, and of the demo, which fills a shop on one server: another test in this process may load them. */
const IGNORED_NAMES = /^(test|seed)\./;

beforeAll(() => loadModule());

const listTables = (text: string) => {
  const { tables, written } = listTouchedTables(parseSync(text));
  return { tables: [...tables].sort(), written: [...written].sort() };
};

describe('tables of a statement', () => {
  test.each([
    ['select * from orders o join order_lines using (id)', ['order_lines', 'orders'], []],
    [
      'select (select 1 from wallets) from unnest($1::int[]) x where exists (select from carts)',
      ['carts', 'wallets'],
      [],
    ],
    ['with o as (select * from orders) select * from o', ['orders'], []],
    ['with orders as (select * from orders) select * from orders', ['orders'], []],
    ['with recursive c as (select 1 from tags union select 1 from c) select from c', ['tags'], []],
    [
      'with gone as (delete from carts using orders returning 1) insert into tags select from gone',
      ['carts', 'orders', 'tags'],
      ['carts', 'tags'],
    ],
    ['update wallets set a = (select 1 from orders)', ['orders', 'wallets'], ['wallets']],
    ['select from pgboss.job', [], []],
  ])('%s', (text, tables, written) => {
    expect(listTables(text)).toEqual({ tables, written });
  });
});

describe('the rule', () => {
  test.each([
    ['select from orders, inventory', 'touches customer and stock'],
    ['select from inventory, delivery_slots', 'touches counters and stock'],
    ['with a as (insert into staff default values) update carts set a = 1', 'writes central and customer'],
    ['select from orders, products, staff', null],
    ['with a as (insert into staff default values) update brands set a = 1', null],
  ])('%s', (text, crossing) => {
    expect(findCrossing(listTouchedTables(parseSync(text)))).toBe(crossing);
  });
});

test('every table is in one group', () => {
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(/gm)].map(([, name]) => name);
  const groupedTables = Object.values(TABLE_GROUPS).flatMap((group) => group.tables);
  expect(groupedTables.toSorted()).toEqual(tables.toSorted());
});

test('no statement crosses the groups except those of the list, which may only shrink', () => {
  const statements = listDeclaredStatements().filter(({ name }) => !IGNORED_NAMES.test(name));
  expect(statements.length).toBeGreaterThan(500);
  const crossings = statements
    .map(({ name, text }) => ({ name, crossing: findCrossing(listTouchedTables(parseSync(text))) }))
    .filter(({ crossing }) => crossing !== null);
  const listedNames = new Set(CROSSINGS.flatMap((each) => each.statements));
  expect(listedNames.size).toBeLessThanOrEqual(MOST_CROSSINGS);
  const newCrossings = crossings
    .filter(({ name }) => !listedNames.has(name))
    .map(({ name, crossing }) => `${name} ${crossing}`);
  expect(newCrossings, 'split the statement, or read first and write then').toEqual([]);
  const crossingNames = new Set(crossings.map(({ name }) => name));
  expect(
    [...listedNames].filter((name) => !crossingNames.has(name)),
    'remove these from the list',
  ).toEqual([]);
});

test('no foreign key crosses the groups except those of the list', () => {
  const crossingKeys = [...schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\);/gm)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/ REFERENCES (\w+)\(/g)].flatMap(([, target = '']) => {
        const [from, to] = [findGroup(table), findGroup(target)];
        return from === to || to === 'reference' ? [] : [`${table} -> ${target}`];
      }),
  );
  expect(crossingKeys.sort()).toEqual(CROSSING_KEYS);
});

test('the page lists the groups, the statements and the foreign keys', () => {
  const page = readDocument('running.md');
  const readTable = (head: string) => page.slice(page.indexOf(head)).split('\n\n')[0];
  expect(readTable('| Group |')).toBe(formatTableGroups());
  expect(readTable('| Statements |')).toBe(formatCrossings());
  expect(CROSSING_KEYS.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
