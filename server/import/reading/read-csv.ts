/** Reads a product CSV as a stream: UTF-8 with or without a byte order mark, any line ends, RFC 4180 quotes. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type CsvError, type Info, parse } from 'csv-parse';
import { CommandFailed } from '../../command-line.ts';
import { type Header, readHeader } from './columns.ts';
import type { Problem } from './draft.ts';
import type { FileRow } from './row-cells.ts';

/** The whole file is unreadable; the message is one line with the reason. */
export class UnreadableFile extends CommandFailed {}

/** Limits a record, so that an unclosed quote cannot swallow the file. */
const MAX_RECORD = 200_000;

const MAX_ROWS = 2500;

/** Longest line that is checked for invalid UTF-8. */
const MAX_LINE_BYTES = 1_000_000;

/** Finds the line that is not UTF-8 and guesses its encoding. */
async function notUtf8(path: string): Promise<UnreadableFile> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let held = Buffer.alloc(0);
  const isGood = (bytes: Buffer) => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const advice = 'please save it as "CSV UTF-8"';
  const wrong = () =>
    new UnreadableFile(
      `The file is not UTF-8 (line ${line} looks like Windows-1252 or another old encoding); ${advice}`,
    );
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let rest = Buffer.concat([held, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (!isGood(rest.subarray(0, end))) return wrong();
      rest = rest.subarray(end + 1);
      line += 1;
    }
    if (rest.length > MAX_LINE_BYTES) return wrong();
    held = rest;
  }
  return wrong();
}

/** Yields a file's text in chunks with `\n` line ends, so that lines are counted right. Throws if it is not UTF-8. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held = '';
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (isFirst && isUtf16(chunk)) {
        throw new UnreadableFile('The file is not UTF-8 but UTF-16 ("Unicode text"); please save it as "CSV UTF-8"');
      }
      isFirst = false;
      let text = held + decoder.decode(chunk, { stream: true });
      // A `\r\n` may be split between two chunks.
      held = text.endsWith('\r') ? '\r' : '';
      if (held !== '') text = text.slice(0, -1);
      yield text.replace(/\r\n?/g, '\n');
    }
    yield decoder.decode() + held.replace('\r', '\n');
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof TypeError) throw await notUtf8(path);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new UnreadableFile(`There is no file ${path}`);
    if (code === 'EISDIR' || code === 'EACCES') throw new UnreadableFile(`${path} cannot be read`);
    throw error;
  }
}

/** Recognised by its byte order mark, or by zero bytes between Latin letters. */
function isUtf16(chunk: Buffer): boolean {
  const [first, second] = chunk;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || chunk.subarray(0, 100).filter((byte) => byte === 0).length > 20;
}

/** Detects the delimiter: the candidate that is most frequent outside quotes in the first line. */
function delimiterOf(start: string): ',' | ';' | '\t' {
  const first = start.replace(/"[^"]*"/g, '').split('\n', 1)[0] ?? '';
  const count = (sign: string) => first.split(sign).length;
  if (count(';') > count(',') && count(';') >= count('\t')) return ';';
  return count('\t') > count(',') ? '\t' : ',';
}

/** Splits off a text's first line without losing it. */
async function withStart(text: AsyncGenerator<string>): Promise<{ start: string; all: AsyncGenerator<string> }> {
  const first = await text.next();
  const start = first.done ? '' : first.value;
  async function* all() {
    yield start;
    yield* text;
  }
  return { start, all: all() };
}

export type Group = { header: Header; rows: FileRow[] };

/** Reports bad rows, and once the ignored columns. */
type ReadReport = { problem(problem: Problem): void; ignored(columns: string[]): void };

type Parsed = { record: string[]; info: Info };

/**
 * Yields the file's rows, grouped by consecutive handle. Reports rows that are no valid CSV and continues. Throws
 * `UnreadableFile`.
 */
export async function* readGroups(path: string, report: ReadReport): AsyncGenerator<Group> {
  const { problem: onProblem } = report;
  const { start, all } = await withStart(textOf(path));
  const parser = parse({
    delimiter: delimiterOf(start),
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
  });
  parser.on('skip', (error: CsvError & { lines?: number }) => {
    onProblem({ line: Number(error.lines ?? 0), handle: '', reason: `is not readable as CSV: ${error.message}` });
  });
  const source = Readable.from(all);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);

  let header: Header | null = null;
  let width = 0;
  let group: Group | null = null;
  const handleAt = (row: FileRow, of: Header) => (row.cells[of.get('handle') ?? -1] ?? '').trim();
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // The parser's count is the line on which a record ends.
      const line = info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
      if (header === null) {
        const read = readHeader(record);
        if ('problem' in read) throw new UnreadableFile(read.problem);
        [header, width] = [read.header, record.length];
        report.ignored(read.ignored);
        continue;
      }
      const row: FileRow = { line, cells: record };
      const handle = handleAt(row, header);
      if (record.length !== width) {
        onProblem({ line, handle, reason: `has ${record.length} cells where the first line has ${width}` });
        continue;
      }
      if (handle === '') {
        if (record.some((cell) => cell.trim() !== '')) onProblem({ line, handle, reason: 'has no Handle' });
        continue;
      }
      const first: FileRow | undefined = group?.rows[0];
      if (group !== null && first !== undefined && handleAt(first, header) === handle) {
        if (group.rows.length < MAX_ROWS) group.rows.push(row);
        else onProblem({ line, handle, reason: `is beyond the ${MAX_ROWS} rows that one product may have` });
        continue;
      }
      if (group !== null) yield group;
      group = { header, rows: [row] };
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('CSV_'))
      throw new UnreadableFile(`The file is not readable as CSV: ${(error as Error).message}`);
    throw error;
  }
  if (header === null) throw new UnreadableFile('The file is empty');
  if (group !== null) yield group;
}
