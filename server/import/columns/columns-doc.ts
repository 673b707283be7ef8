/** Writes the tables of columns in docs/import.md from the table of the product file. */
import type { FileColumn } from './column-kinds.ts';
import { COLUMN_LIST } from './product-columns.ts';

const TABLE_HEAD = [
  '| Column | Also read as | Example | What becomes of it | Where it is missing, of a new product |',
  '|---|---|---|---|---|',
];

const quoteNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const describeColumn = ({ names: [name, ...others], example, meaning, without = 'none' }: FileColumn): string =>
  `| ${name} | ${quoteNames(others)} | ${example} | ${meaning} | ${without} |`;

const formatTable = (columns: readonly FileColumn[]): string =>
  [...TABLE_HEAD, ...columns.map(describeColumn)].join('\n');

/** The headings whose first table is generated, each with the filter of its columns. */
const TABLE_FILTERS: Readonly<Record<string, (column: FileColumn) => boolean>> = {
  '## Columns of Shopify': ({ isOurs }) => isOurs !== true,
  '## Our own columns': ({ isOurs }) => isOurs === true,
};

/** Returns the page with its tables of columns replaced by current ones. */
export function updateTables(page: string): string {
  const columns = COLUMN_LIST.map(([, column]) => column);
  return Object.entries(TABLE_FILTERS).reduce((text, [heading, isListed]) => {
    const start = text.indexOf('\n|', text.indexOf(`\n${heading}\n`)) + 1;
    const end = text.indexOf('\n\n', start);
    return text.slice(0, start) + formatTable(columns.filter(isListed)) + text.slice(end);
  }, page);
}
