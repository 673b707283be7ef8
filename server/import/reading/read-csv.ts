/** Reads a CSV as a stream of records with their lines: any delimiter, any line ends, RFC 4180 quotes. */
import { Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { readFileText, UnreadableFile } from './file-text.ts';
import { findOpenQuote, OPEN_QUOTE } from './open-quote.ts';
import type { FileRow } from './row-cells.ts';

/** Limits a record, so that an unclosed quote cannot swallow the file. */
const MAX_RECORD_LENGTH = 200_000;

/** Receives rows that cannot be read, and notes on the whole file. */
export type ReadReport = { problem(problem: { line: number; reason: string }): void; note(text: string): void };

/** Detects the delimiter: the candidate that is most frequent outside quotes in the first line. */
function detectDelimiter(start: string): ',' | ';' | '\t' {
  const first = start.replace(/"[^"]*"/g, '').split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  if (count(';') > count(',') && count(';') >= count('\t')) return ';';
  return count('\t') > count(',') ? '\t' : ',';
}

/** Reads a text's first chunk ahead; `all` still yields the whole text. */
async function readAhead(text: AsyncIterator<string>): Promise<{ start: string; all: AsyncGenerator<string> }> {
  const first = await text.next();
  const start = first.done ? '' : first.value;
  async function* all() {
    yield start;
    for (let next = await text.next(); !next.done; next = await text.next()) yield next.value;
  }
  return { start, all: all() };
}

/** Describes a record that the parser skipped; `raw` is its text as far as the parser read it. */
function describeSkipped(error: CsvError & { lines?: number }, raw: string, delimiter: string) {
  const line = Number(error.lines ?? 0);
  // The text ends with the quote that the parser did not expect, or with a line end that it has not counted.
  const text = raw.replace(/("|\r?\n)$/, '');
  const openLine = error.code === 'INVALID_OPENING_QUOTE' ? null : findOpenQuote(text, delimiter);
  if (openLine === null) return { line, reason: `is not readable as CSV: ${error.message}` };
  const first = line - (text.split('\n').length - 1);
  return { line: first + openLine - 1, reason: `is not readable as CSV: ${OPEN_QUOTE}` };
}

type ParsedRecord = { record: string[]; info: Info };

/** Yields the records of a file, as `parseCsv` does. */
export const readCsvFile = (path: string, report: ReadReport): AsyncGenerator<FileRow> =>
  parseCsv(readFileText(path, report.note), report);

/**
 * Yields the records of a text in chunks, the column names first. Reports records that are not valid CSV, or that have
 * more or fewer cells than there are columns, and continues. Throws `UnreadableFile`, also for an empty text.
 */
export async function* parseCsv(
  text: AsyncIterable<string>,
  report: Pick<ReadReport, 'problem'>,
): AsyncGenerator<FileRow> {
  const { start, all } = await readAhead(text[Symbol.asyncIterator]());
  const delimiter = detectDelimiter(start);
  const parser = parse({
    delimiter,
    raw: true,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  parser.on('skip', (error: CsvError & { lines?: number }, raw = '') => {
    report.problem(describeSkipped(error, raw, delimiter));
  });
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let width: number | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      // The parser's count is the line on which a record ends.
      const line = info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
      width ??= record.length;
      if (record.length === width) yield { line, cells: record };
      else report.problem({ line, reason: `has ${record.length} cells where the first line has ${width}` });
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('CSV_'))
      throw new UnreadableFile(`The file is not readable as CSV: ${(error as Error).message}`);
    throw error;
  }
  if (width === null) throw new UnreadableFile('The file is empty');
}
