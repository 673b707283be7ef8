/**
 * The rules for migrations (docs/running.md#rules-for-migrations): the previous version and this one run side by side
 * on the tables of this one, and no statement of shoppers waits for a migration for longer than a second.
 */
import { listStatements, WITHOUT_TRANSACTION } from '../server/db/schema/migrate.ts';

/**
 * Tables that stay small in every shop: those of the setup, and those that migrations fill. An index or a check on them
 * is made in milliseconds.
 */
export const SMALL_TABLES = new Set([
  'banners',
  'brands',
  'categories',
  'collections',
  'delivery_methods',
  'delivery_slot_templates',
  'outlets',
  'payment_methods',
  'promotions',
  'settings',
  'staff',
  'staff_sessions',
  'states',
  'static_blocks',
  'till_keys',
  'vouchers',
]);

/** First line of a migration that removes what versions after a past release no longer use. */
const CONTRACT_MARKER = /^-- Contract after (\d+\.\d+\.\d+): \S/;

/** Removes comments and the content of quoted texts, whose words are not SQL. */
const removeTexts = (sql: string): string =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''");

/** Splits the actions of `alter table`, which commas outside of parentheses separate. */
function splitActions(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((each) => each.trim());
}

/** Actions that are refused while the previous version may still run, each with the reason. */
const CONTRACT_ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^drop (?!constraint\b|default\b|not null\b)/, 'drops a column that the version before reads'],
  [/^rename\b/, 'renames what the version before uses'],
  [/^alter (column )?\S+ set not null\b/, 'requires a value that the version before may leave out'],
  [/^alter (column )?\S+ drop default\b/, 'drops a default on which the version before relies'],
  [/^alter (column )?\S+ (set data )?type\b/, 'changes a type, which rewrites the table'],
];

const INDEX_UNDER_LOCK = 'builds an index under a lock: build it concurrently, then add the constraint `using index`';

function checkAction(table: string, action: string): string[] {
  const problems = CONTRACT_ACTIONS.flatMap(([pattern, problem]) => (pattern.test(action) ? [problem] : []));
  if (/^add (column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b)/.test(action)) {
    if (/\bnot null\b/.test(action) && !/\bdefault\b|\bgenerated\b/.test(action))
      problems.push('adds a column that must have a value, without a default: the version before leaves it out');
    if (
      /\bdefault [^,]*\b(now|random|gen_random_uuid|clock_timestamp|nextval)\s*\(/.test(action) &&
      !SMALL_TABLES.has(table)
    )
      problems.push('adds a column whose default differs by row, which rewrites the table');
    if (/\bgenerated always as \(/.test(action) && !SMALL_TABLES.has(table))
      problems.push('adds a computed column, which rewrites the table');
    if (
      /^add (column )?(if not exists )?\S+ (small|big)?serial\b|\bas identity\b/.test(action) &&
      !SMALL_TABLES.has(table)
    )
      problems.push('adds a serial or identity column, which rewrites the table');
    if (/\b(unique|primary key)\b/.test(action) && !SMALL_TABLES.has(table)) problems.push(INDEX_UNDER_LOCK);
  }
  const addsCheck = /^add (constraint \S+ )?(check|foreign key)\b/.test(action);
  if (addsCheck && !/\bnot valid$/.test(action) && !SMALL_TABLES.has(table))
    problems.push(
      'adds a constraint that reads the whole table under its lock: add it `not valid`, and validate it in the next migration',
    );
  if (
    /^add (constraint \S+ )?(unique|primary key)\b/.test(action) &&
    !/\busing index\b/.test(action) &&
    !SMALL_TABLES.has(table)
  )
    problems.push(INDEX_UNDER_LOCK);
  return problems;
}

function checkStatement(sql: string, created: ReadonlySet<string>): string[] {
  const [, altered, actions = ''] = /^alter table (?:if exists |only )*(\S+) ([\s\S]+)$/.exec(sql) ?? [];
  if (altered !== undefined) {
    if (created.has(altered)) return [];
    return splitActions(actions).flatMap((action) =>
      checkAction(altered, action).map((problem) => `${altered}: ${problem}`),
    );
  }
  const [, dropped] =
    /^drop (?:table|view|materialized view|function|type|schema|sequence) (?:if exists )?([^\s(;]+)/.exec(sql) ?? [];
  if (dropped !== undefined) return [`${dropped}: drops what the version before uses`];
  const [, unique, indexed = ''] =
    /^create (unique )?index (?!concurrently)(?:if not exists )?\S+ on (?:only )?([^\s(]+)/.exec(sql) ?? [];
  if (indexed !== '' && !created.has(indexed) && !SMALL_TABLES.has(indexed))
    return [`${indexed}: builds an index while no one can write: use \`concurrently\``];
  if (unique !== undefined && !created.has(indexed))
    return [`${indexed}: a new unique index may refuse the version before`];
  if (/^(truncate|cluster|vacuum|lock|reindex)\b/.test(sql)) return [`${sql.split(' ')[0]} locks a whole table`];
  return [];
}

/** Returns whether the first statement drops the index, if it exists, that the second builds. */
function buildsAfterDrop(drop: string, build: string): boolean {
  const name = /^drop index concurrently if exists (\S+)$/.exec(drop)?.[1];
  return name !== undefined && build.includes(` concurrently ${name} on `);
}

/** Lists the rules that a migration breaks; `released` is the last release. */
export function checkMigration(sql: string, released: string): string[] {
  const [, after] = CONTRACT_MARKER.exec(sql) ?? [];
  const isContract = after !== undefined && compareReleases(after, released) <= 0;
  const statements = listStatements(removeTexts(sql)).map((text) => text.replace(/\s+/g, ' ').toLowerCase());
  const createdTables = new Set(
    statements.flatMap((text) => /^create table (?:if not exists )?([^\s(]+)/.exec(text)?.[1] ?? []),
  );
  const problems = isContract ? [] : statements.flatMap((text) => checkStatement(text, createdTables));
  for (const text of statements) {
    const [, table] = /^alter table (\S+) .*\bvalidate constraint\b/.exec(text) ?? [];
    if (
      table !== undefined &&
      statements.some((each) => each.startsWith(`alter table ${table} `) && / not valid\b/.test(each))
    )
      problems.push(`${table}: validates a constraint under the lock that adds one: do it in the next migration`);
  }
  const isConcurrent = statements.some((text) => /\bindex concurrently\b/.test(text));
  if (isConcurrent && !sql.startsWith(WITHOUT_TRANSACTION))
    problems.push(`an index is built concurrently only in a file that begins with "${WITHOUT_TRANSACTION}"`);
  if (sql.startsWith(WITHOUT_TRANSACTION)) {
    const isRepeatable = statements.every((text, index) => {
      const before = statements[index - 1] ?? '';
      const after = statements[index + 1] ?? '';
      return index % 2 === 0 ? buildsAfterDrop(text, after) : buildsAfterDrop(before, text);
    });
    if (!isRepeatable)
      problems.push(
        'without a transaction a file drops each index before it builds it: it may run again after a failure',
      );
  }
  return problems;
}

/** Compares versions such as 1.10.0 by their numbers. */
function compareReleases(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
