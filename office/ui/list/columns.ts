/** The columns of a list, and its export: a CSV file of all records that the filters match. */
import { downloadCSV, type Exporter } from 'ra-core';
import type { ReactNode } from 'react';

export type Column<Item> = {
  /** Its heading. */
  label: string;
  show(record: Item): ReactNode;
  /** Its text in the export; a column without one is left out. */
  text?(record: Item): string | number;
  /** The field that the API sorts by. */
  sort?: string;
  isNumber?: boolean;
  /** Left out of the tiles on a phone. */
  isWideOnly?: boolean;
};

/** Texts that a spreadsheet would run, in full width too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Writes a cell of a CSV file. An apostrophe disarms what a spreadsheet would run as a formula. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  // Some spreadsheets separate cells by semicolons or tabs: the rest of a text would be a cell of its own.
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a CSV file with a byte order mark, by which spreadsheets recognize UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

export const csvExporter =
  <Item>(columns: readonly Column<Item>[]): Exporter =>
  (records, _, __, resource) => {
    const exported = columns.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }]));
    const rows = records.map((record) => exported.map(({ text }) => text(record as Item)));
    downloadCSV(toCsv([exported.map(({ label }) => label), ...rows]), resource ?? 'list');
  };
