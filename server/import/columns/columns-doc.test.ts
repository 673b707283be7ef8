/** docs/import.md lists the columns of the product file. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { updateTables } from './columns-doc.ts';
import { COLUMN_LIST } from './product-columns.ts';

const readDocument = () => readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');

test('docs/import.md is up to date (else run npm run columns)', () => {
  expect(updateTables(readDocument())).toBe(readDocument());
});

test('a changed cell of the page is written again', () => {
  const changedDocument = readDocument().replace('| Handle | `URL handle` |', '| Handle | `Slug` |');
  expect(changedDocument).not.toBe(readDocument());
  expect(updateTables(changedDocument)).toBe(readDocument());
});

test('no two columns have a name in common, and no cell breaks its table', () => {
  const names = COLUMN_LIST.flatMap(([, column]) => [...new Set(column.names.map((name) => name.toLowerCase()))]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const [, { example, meaning, without = '' }] of COLUMN_LIST)
    expect(`${example}${meaning}${without}`).not.toMatch(/[|\n]/);
});
