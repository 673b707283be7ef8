/** Reads the first record of a product CSV, and the cells of its rows. */
import { COLUMN_LIST, type ColumnKey, nameOf } from '../columns/product-columns.ts';
import type { RowCells } from '../columns/product-file.ts';
import { createInvalidCell, type FileRow, type HeaderOf, type HeaderRead, readColumns, rowCells } from './row-cells.ts';

export type ProductHeader = HeaderOf<ColumnKey>;

/** The rows of one product. */
export type ProductRows = { header: ProductHeader; rows: FileRow[] };

/** Columns that every product CSV has. */
const REQUIRED_COLUMNS: readonly ColumnKey[] = ['handle', 'title', 'price'];

/** Reads a product CSV's first record. Returns a problem if it is not a product CSV. */
export function readHeader(names: readonly string[]): HeaderRead<ColumnKey> {
  const read = readColumns(
    names,
    COLUMN_LIST.map(([key, column]) => [key, column.names]),
  );
  if ('problem' in read) return read;
  const missing = REQUIRED_COLUMNS.filter((column) => !read.header.has(column)).map((column) => `"${nameOf(column)}"`);
  return missing.length > 0 ? { problem: `The first line has no column ${missing.join(', ')}` } : read;
}

export const createProductCells = (header: ProductHeader, row: FileRow): RowCells => rowCells(header, row, nameOf);

/** Throws an `InvalidCell` with the column's name. */
export function rejectCell(column: ColumnKey, why: string): never {
  throw createInvalidCell(nameOf(column), why);
}
