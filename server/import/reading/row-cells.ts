/** Reads the cells of one row by their columns. */
import { BadCell } from './cells.ts';
import { type Column, type Header, nameOf } from './columns.ts';

/** A record and the line on which it starts. */
export type FileRow = { line: number; cells: readonly string[] };

export type Cell = {
  has(column: Column): boolean;
  text(column: Column): string;
  /** Reads a cell; adds the column's name to a `BadCell`. */
  read<T>(column: Column, read: (text: string) => T): T;
  /** Reads a cell; undefined if the file has no such column. */
  ifThere<T>(column: Column, read: (text: string) => T): T | undefined;
};

/** Removes the apostrophe that `guarded` in `export-cells.ts` adds. */
const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

export function cellsOf(header: Header, row: FileRow): Cell {
  const text = (column: Column) => unguarded(row.cells[header.get(column) ?? -1] ?? '');
  const read = <T>(column: Column, reader: (text: string) => T): T => {
    try {
      return reader(text(column));
    } catch (error) {
      if (!(error instanceof BadCell)) throw error;
      const named = new BadCell(`${nameOf(column)} ${error.message}`);
      named.column = nameOf(column);
      throw named;
    }
  };
  const has = (column: Column) => header.has(column);
  return { has, text, read, ifThere: (column, reader) => (has(column) ? read(column, reader) : undefined) };
}

/** Throws a `BadCell` with the column's name. */
export function rejectCell(column: Column, why: string): never {
  const refused = new BadCell(`${nameOf(column)} ${why}`);
  refused.column = nameOf(column);
  throw refused;
}
