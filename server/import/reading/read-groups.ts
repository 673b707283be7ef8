import type { RowProblem } from '../columns/product-values.ts';
import { UnreadableFile } from './file-text.ts';
import { type ProductHeader, type ProductRows, readHeader } from './product-rows.ts';
import { readCsvFile } from './read-csv.ts';
import type { FileRow } from './row-cells.ts';
import { groupWooCommerceRows, isWooCommerce, listIgnoredByWooCommerce } from './woocommerce.ts';

const MAX_ROWS = 2500;

/** Receives bad rows, notes on the whole file, and once the ignored columns. */
type GroupReport = { problem(problem: RowProblem): void; note(text: string): void; ignored(columns: string[]): void };

/**
 * Yields the file's rows, grouped by consecutive handle. Reports rows that cannot be read and continues. Throws
 * `UnreadableFile`.
 */
export async function* readGroups(path: string, report: GroupReport): AsyncGenerator<ProductRows> {
  const records = readCsvFile(path, {
    note: report.note,
    problem: ({ line, reason }) => report.problem({ line, handle: '', reason }),
  });
  let header: ProductHeader | null = null;
  let group: ProductRows | null = null;
  const handleAt = (row: FileRow, of: ProductHeader) => (row.cells[of.get('handle') ?? -1] ?? '').trim();
  for await (const row of records) {
    if (header === null && isWooCommerce(row.cells)) {
      report.note('The file is a WooCommerce export');
      report.ignored(listIgnoredByWooCommerce(row.cells));
      const rows: FileRow[] = [];
      for await (const each of records) rows.push(each);
      yield* groupWooCommerceRows(row.cells, rows, report.problem);
      return;
    }
    if (header === null) {
      const read = readHeader(row.cells);
      if ('problem' in read) throw new UnreadableFile(read.problem);
      header = read.header;
      report.ignored(read.ignored);
      continue;
    }
    const { line } = row;
    const handle = handleAt(row, header);
    if (handle === '') {
      if (row.cells.some((cell) => cell.trim() !== '')) report.problem({ line, handle, reason: 'has no Handle' });
      continue;
    }
    const first: FileRow | undefined = group?.rows[0];
    if (group !== null && first !== undefined && handleAt(first, header) === handle) {
      if (group.rows.length < MAX_ROWS) group.rows.push(row);
      else report.problem({ line, handle, reason: `is beyond the ${MAX_ROWS} rows that one product may have` });
      continue;
    }
    if (group !== null) yield group;
    group = { header, rows: [row] };
  }
  if (group !== null) yield group;
}
