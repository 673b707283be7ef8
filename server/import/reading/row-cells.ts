/** Reads the cells of one row by their columns. */
import { InvalidCell } from './cells.ts';
import { type Column, type Header, type HeaderOf, nameOf } from './columns.ts';

/** A record and the line on which it starts. */
export type FileRow = { line: number; cells: readonly string[] };

/** The rows of one product. */
export type Group = { header: Header; rows: FileRow[] };

export type CellOf<Name> = {
  has(column: Name): boolean;
  text(column: Name): string;
  /** Reads a cell; adds the column's name to an `InvalidCell`. */
  read<T>(column: Name, read: (text: string) => T): T;
  /** Reads a cell; undefined if the file has no such column. */
  ifThere<T>(column: Name, read: (text: string) => T): T | undefined;
};
/** The cells of a row of a product CSV. */
export type Cell = CellOf<Column>;

/** Removes the apostrophe that `guarded` in `export-cells.ts` adds. */
const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** Reads a row's cells; `named` is a column's name in messages. */
export function rowCells<Name>(header: HeaderOf<Name>, row: FileRow, named: (column: Name) => string): CellOf<Name> {
  const text = (column: Name) => unguarded(row.cells[header.get(column) ?? -1] ?? '');
  const read = <T>(column: Name, reader: (text: string) => T): T => {
    try {
      return reader(text(column));
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      throw badCell(named(column), error.message);
    }
  };
  const has = (column: Name) => header.has(column);
  return { has, text, read, ifThere: (column, reader) => (has(column) ? read(column, reader) : undefined) };
}

export const cellsOf = (header: Header, row: FileRow): Cell => rowCells(header, row, nameOf);

function badCell(name: string, why: string): InvalidCell {
  const bad = new InvalidCell(`${name} ${why}`);
  bad.column = name;
  return bad;
}

/** Throws an `InvalidCell` with the column's name. */
export function rejectCell(column: Column, why: string): never {
  throw badCell(nameOf(column), why);
}
