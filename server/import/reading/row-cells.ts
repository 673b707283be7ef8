/** Reads the columns and cells of a file's rows. */
import { InvalidCell, removeGuard } from '../columns/cells.ts';

/** A record and the line on which it starts. */
export type FileRow = { line: number; cells: readonly string[] };

/** Columns of a file → their index in it. */
export type HeaderOf<Name> = ReadonlyMap<Name, number>;

export type HeaderRead<Name> = { header: HeaderOf<Name>; ignored: string[] } | { problem: string };

/** Finds columns by their possible names in a file's first record. Returns a problem if one is there twice. */
export function readColumns<Name extends string>(
  names: readonly string[],
  columns: readonly (readonly [Name, readonly string[]])[],
): HeaderRead<Name> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [place, name] of names.entries()) {
    const key = name.trim().toLowerCase();
    if (places.has(key)) twice.add(key);
    else places.set(key, place);
  }
  const header = new Map<Name, number>();
  for (const [column, spellings] of columns) {
    const keys = spellings.map((spelling) => spelling.toLowerCase());
    const repeated = keys.find((key) => twice.has(key));
    if (repeated !== undefined)
      return { problem: `The column "${names[places.get(repeated) ?? 0]?.trim()}" is there twice` };
    const place = keys.map((key) => places.get(key)).find((each) => each !== undefined);
    if (place !== undefined) header.set(column, place);
  }
  const read = new Set(header.values());
  const ignored = names.filter((name, place) => !read.has(place) && name.trim() !== '').map((name) => name.trim());
  return { header, ignored };
}

export type CellOf<Name> = {
  has(column: Name): boolean;
  text(column: Name): string;
  /** Reads a cell; adds the column's name to an `InvalidCell`. */
  read<T>(column: Name, read: (text: string) => T): T;
  /** Reads a cell; undefined if the file has no such column. */
  ifThere<T>(column: Name, read: (text: string) => T): T | undefined;
};

/** Reads a row's cells; `columnName` returns a column's name for messages. */
export function rowCells<Name>(
  header: HeaderOf<Name>,
  row: FileRow,
  columnName: (column: Name) => string,
): CellOf<Name> {
  const text = (column: Name) => removeGuard(row.cells[header.get(column) ?? -1] ?? '');
  const read = <T>(column: Name, reader: (text: string) => T): T => {
    try {
      return reader(text(column));
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      throw createInvalidCell(columnName(column), error.message);
    }
  };
  const has = (column: Name) => header.has(column);
  return { has, text, read, ifThere: (column, reader) => (has(column) ? read(column, reader) : undefined) };
}

/** Makes an `InvalidCell` with the column's name. */
export function createInvalidCell(name: string, why: string): InvalidCell {
  const bad = new InvalidCell(`${name} ${why}`);
  bad.column = name;
  return bad;
}
