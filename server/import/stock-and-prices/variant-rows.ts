/** Reads the daily files of stock and prices: one product or option a row, named by its SKU or barcode. */
import { InvalidCell, readBarcode, readSku } from '../columns/cells.ts';
import type { RowProblem } from '../columns/product-values.ts';
import { UnreadableFile } from '../reading/file-text.ts';
import { readCsvFile } from '../reading/read-csv.ts';
import { type CellOf, readColumns, rowCells } from '../reading/row-cells.ts';

/** The columns that name a variant. */
export const CODE_COLUMNS = {
  sku: ['SKU', 'Variant SKU', 'Product SKU'],
  barcode: ['Barcode', 'Variant Barcode', 'EAN', 'UPC', 'GTIN', 'GTIN, UPC, EAN, or ISBN'],
} as const satisfies Record<string, readonly string[]>;

/** The SKU or barcode by which a row names its variant. */
export type VariantCode = { by: 'sku' | 'barcode'; code: string };

export type VariantRow<Values> = VariantCode & { line: number; values: Values };

export type RowsReport = { problem(problem: RowProblem): void; note(text: string): void };

type FileOf<Name extends string> = {
  columns: Readonly<Record<Name, readonly string[]>>;
  /** At least one of these must be there. */
  anyOf: readonly Name[];
};

function readCode(cell: CellOf<'sku' | 'barcode'>): VariantCode {
  const sku = cell.read('sku', readSku);
  if (sku !== null) return { by: 'sku', code: sku };
  const barcode = cell.read('barcode', readBarcode);
  if (barcode === null) throw new InvalidCell('has neither a SKU nor a barcode');
  return { by: 'barcode', code: barcode };
}

/**
 * Reads all rows of a file. Reports rows that cannot be read, and those that repeat an earlier row's variant, and
 * leaves them out. Throws `UnreadableFile`.
 */
export async function readVariantRows<Name extends string, Values>(
  path: string,
  { columns, anyOf }: FileOf<Name>,
  report: RowsReport,
  valuesOf: (cell: CellOf<Name>) => Values,
): Promise<{ rows: VariantRow<Values>[]; count: number }> {
  type Known = Name | keyof typeof CODE_COLUMNS;
  const all = { ...columns, ...CODE_COLUMNS } as Readonly<Record<Known, readonly string[]>>;
  const columnName = (column: Known) => all[column][0] ?? column;
  const records = readCsvFile(path, {
    note: report.note,
    problem: ({ line, reason }) => report.problem({ line, handle: '', reason }),
  });
  const rows: VariantRow<Values>[] = [];
  const lineOf = new Map<string, number>();
  let header: ReadonlyMap<Known, number> | null = null;
  let count = 0;
  for await (const record of records) {
    if (header === null) {
      header = requireColumns(
        readColumns(record.cells, Object.entries(all) as [Known, readonly string[]][]),
        [['sku', 'barcode'], anyOf],
        columnName,
      );
      continue;
    }
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    count += 1;
    const { line } = record;
    const cell = rowCells(header, record, columnName);
    let handle = '';
    try {
      const variantCode = readCode(cell as CellOf<'sku' | 'barcode'>);
      handle = variantCode.code;
      const before = lineOf.get(`${variantCode.by} ${variantCode.code}`);
      if (before !== undefined)
        throw new InvalidCell(`repeats the ${variantCode.by === 'sku' ? 'SKU' : variantCode.by} of line ${before}`);
      lineOf.set(`${variantCode.by} ${variantCode.code}`, line);
      rows.push({ ...variantCode, line, values: valuesOf(cell as CellOf<Name>) });
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      report.problem({ line, handle, ...(error.column && { column: error.column }), reason: error.message });
    }
  }
  return { rows, count };
}

/** Returns the header if it has at least one column of each list. Throws `UnreadableFile` otherwise. */
function requireColumns<Name extends string>(
  read: ReturnType<typeof readColumns<Name>>,
  lists: readonly (readonly Name[])[],
  columnName: (column: Name) => string,
): ReadonlyMap<Name, number> {
  if ('problem' in read) throw new UnreadableFile(read.problem);
  const missing = lists.find((list) => !list.some((column) => read.header.has(column)));
  if (missing === undefined) return read.header;
  throw new UnreadableFile(
    `The first line has no column ${missing.map((column) => `"${columnName(column)}"`).join(' or ')}`,
  );
}
