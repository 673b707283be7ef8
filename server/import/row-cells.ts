/** Reads the cells of one row by their columns. */
import { BadCell } from './cells.ts';
import { type Column, type Header, nameOf } from './columns.ts';

/** One record of the file and the line on which it begins. */
export type FileRow = { line: number; cells: readonly string[] };

/** The cells of one row, by column. */
export type Cell = {
  has(column: Column): boolean;
  text(column: Column): string;
  /** Reads a cell; a `BadCell` gets the column's name. */
  read<T>(column: Column, read: (text: string) => T): T;
  /** As `read`; undefined where the file has no such column. */
  ifThere<T>(column: Column, read: (text: string) => T): T | undefined;
};

/** What a spreadsheet would take for a formula has an apostrophe in front (`guarded` in `export-cells.ts`). */
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

/** A refusal of one column's cell. */
export function rejectCell(column: Column, why: string): never {
  const refused = new BadCell(`${nameOf(column)} ${why}`);
  refused.column = nameOf(column);
  throw refused;
}
