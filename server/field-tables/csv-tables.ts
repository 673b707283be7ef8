/** Reads and writes a list as a table: a CSV file with a column for each field, and one more for a text in Chinese. */
import { existsSync, readFileSync } from 'node:fs';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import * as v from 'valibot';
import { findOpenQuote, OPEN_QUOTE } from '../import/reading/open-quote.ts';
import * as columns from './columns.ts';
import { type Document, isDocument } from './documents.ts';
import type { CheckedDocument } from './fields.ts';
import type { ListPart } from './list-part.ts';
import { decodeText } from './text-file.ts';

type CsvRow = { info: { lines: number }; record: string[] };

/** Lists the entries of a list's fields, each named like its column of the CSV file. */
const listFields = ({ fields }: ListPart) =>
  Object.values(fields).flatMap(({ entries, column }) =>
    Object.entries(entries).map(([name, schema]) => ({ name, schema, isText: column === columns.text })),
  );

function parseRows(content: Buffer, problem: (line: number, reason: string) => void): CsvRow[] | null {
  const text = decodeText(content, problem);
  if (text === null) return null;
  try {
    return parseCsv(text, {
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as CsvRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const openLine = findOpenQuote(text, ',');
    const reason = openLine === null ? error.message : OPEN_QUOTE;
    problem(Number(openLine ?? error.lines ?? 1), reason);
    return null;
  }
}

/** Reports what is wrong in a row, or a remark about it. */
type ReportRow = Readonly<Record<'problem' | 'note', (reason: string) => void>>;

/** Lists the columns that a table may have. */
const listColumns = (part: ListPart) => [
  part.key ?? '',
  ...listFields(part).flatMap(({ name, isText }) => (isText ? [name, `${name}_zh`] : [name])),
];

/** Checks the header and notes columns that are not read. Returns whether the rows can be read by it. */
function checkHeader(part: ListPart, header: readonly string[], { problem, note }: ReportRow): boolean {
  const [first = ''] = header;
  if (header.length === 1 && first.includes(';')) {
    problem('has semicolons between its columns; save it with commas');
    return false;
  }
  const columnNames = listColumns(part);
  for (const [index, name] of header.entries()) {
    if (name === '') continue;
    if (!columnNames.includes(name)) note(`"${name}" is not known here, so it is ignored`);
    else if (header.indexOf(name) < index) problem(`repeats the column "${name}"`);
  }
  return true;
}

/**
 * Checks the cells of a row and reports those that are missing or wrong. Returns the values by name, undefined for the
 * reported ones.
 */
function checkRow(part: ListPart, record: Record<string, string>, problem: (reason: string) => void): CheckedDocument {
  const checked = listFields(part).map(({ name, schema, isText }) => {
    const [cellText, zh] = [record[name] ?? '', record[`${name}_zh`]];
    const input = isText ? { en: cellText, ...(zh && { zh }) } : cellText;
    const { success, output, issues } = v.safeParse(schema, cellText === '' ? undefined : input);
    if (!success) problem(`${name} ${cellText === '' ? 'is missing' : issues[0].message}`);
    return [name, success ? output : undefined];
  });
  return Object.fromEntries(checked);
}

export type ReadTable = { documents: Record<string, CheckedDocument>; lines: Map<string, number> };

/** Reads a table; null without its file, or if it cannot be read. */
export function readTable(
  part: ListPart,
  path: string,
  problem: (line: number, reason: string) => void,
  note: (line: number, reason: string) => void,
): ReadTable | null {
  if (!existsSync(path)) return null;
  const rows = parseRows(readFileSync(path), problem);
  if (rows === null) return null;
  const table: ReadTable = { documents: {}, lines: new Map() };
  const [head, ...entries] = rows;
  if (head === undefined) return table;
  const header = head.record;
  const inHeader = (report: typeof problem) => (reason: string) => report(head.info.lines, reason);
  if (!checkHeader(part, header, { problem: inHeader(problem), note: inHeader(note) })) return null;
  for (const { info, record: cells } of entries) {
    const inRow = (reason: string) => problem(info.lines, reason);
    const record = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
    // Spreadsheets add empty columns at the end; only a value in one is lost.
    const lost = cells.find((cell, index) => cell !== '' && !header[index]);
    if (lost !== undefined) inRow(`has a value in a column without a name: "${lost}"`);
    const key = record[part.key ?? ''] ?? '';
    if (key === '') inRow(`${part.key} is missing`);
    const checked = checkRow(part, record, inRow);
    if (table.lines.has(key)) {
      inRow(`repeats the ${part.key} "${key}"`);
      continue;
    }
    table.documents[key] = checked;
    table.lines.set(key, info.lines);
  }
  return table;
}

const formatCell = (value: unknown): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);

/** Writes a list's documents as a table. */
export function writeTable(part: ListPart, documents: Document): string {
  const fields = listFields(part);
  const rows = Object.entries(documents).map(([key, entry]) => {
    const values = fields.flatMap(({ name, isText }) => {
      const value = (entry as Document)[name] ?? '';
      if (!isText) return [value];
      return isDocument(value) ? [value.en, value.zh] : [value, ''];
    });
    return [key, ...values].map(formatCell);
  });
  return `${[listColumns(part), ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
