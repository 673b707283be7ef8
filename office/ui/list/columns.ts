/** Columns of a list, and its export: a CSV file of all records that match the filters. */
import { downloadCSV, type Exporter } from 'ra-core';
import type { ReactNode } from 'react';

export type Column<Value> = {
  /** The column's heading. */
  label: string;
  show(record: Value): ReactNode;
  /** Returns the cell's text in the export; a column without it is left out. */
  text?(record: Value): string | number;
  /** The field by which the API sorts. */
  sort?: string;
  isNumber?: boolean;
  /** Whether tiles on a phone leave the column out. */
  isWideOnly?: boolean;
};

/** Beginnings of texts that a spreadsheet would run as a formula, also as full-width characters. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;

/** Formats a cell of a CSV file. Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function toCsvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : String(value);
  // Some spreadsheets also split cells at semicolons and tabs, so that texts with them are quoted.
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a CSV file with a byte order mark, by which spreadsheets recognize UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n')}\r\n`;
}

export const createCsvExporter =
  <Value>(columns: readonly Column<Value>[]): Exporter =>
  (records, _, __, resource) => {
    const exportedColumns = columns.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }]));
    const rows = records.map((record) => exportedColumns.map(({ text }) => text(record as Value)));
    downloadCSV(toCsv([exportedColumns.map(({ label }) => label), ...rows]), resource ?? 'list');
  };
