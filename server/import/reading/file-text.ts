/**
 * Reads a file's text in the encodings that spreadsheets write: UTF-8, UTF-16 with a byte order mark, or Windows-1252
 * if no other encoding is possible.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandFailed } from '../../command-line.ts';

/** Thrown if the whole file is unreadable; the message is one line with the reason. */
export class UnreadableFile extends CommandFailed {}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Longest line that is searched for the bytes that are not UTF-8. */
const MAX_LINE_BYTES = 1_000_000;
/** Bytes at the start of a file in which zero bytes reveal UTF-16. */
const START_BYTES = 100;
const MAX_ZERO_BYTES = 20;

const streamChunks = (path: string) => createReadStream(path) as AsyncIterable<Buffer>;

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(START_BYTES);
    const { bytesRead } = await file.read(start, 0, START_BYTES, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

async function isUtf8File(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of streamChunks(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Letters and signs of Western European texts beyond ASCII, as Windows-1252 has them. */
const WESTERN_CHARACTER = /^[\p{Script=Latin}€‘’“”–—…•™®©°½¼¾²³´·×£¡¿«»\u00a0]$/u;

/**
 * Returns whether a file is certainly Windows-1252: each byte beyond ASCII is a Western letter or sign, and nearly all
 * are between ASCII characters. Chinese encodings such as GBK and Big5 have them in pairs.
 */
async function isWindows1252(path: string): Promise<boolean> {
  const decoder = new TextDecoder('windows-1252');
  const isWestern = Array.from({ length: 256 }, (_, byte) =>
    WESTERN_CHARACTER.test(decoder.decode(Uint8Array.of(byte))),
  );
  let singles = 0;
  let pairs = 0;
  let last = 0;
  for await (const chunk of streamChunks(path)) {
    for (const byte of chunk) {
      if (byte >= 0x80) {
        if (isWestern[byte] !== true) return false;
        if (last >= 0x80) pairs += 1;
        else singles += 1;
      }
      last = byte;
    }
  }
  return pairs * 20 <= singles;
}

/** Finds the first line that is not UTF-8. */
async function findBadLine(path: string): Promise<number> {
  let line = 1;
  let carry = Buffer.alloc(0);
  for await (const chunk of streamChunks(path)) {
    let rest = Buffer.concat([carry, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (!isUtf8(rest.subarray(0, end))) return line;
      rest = rest.subarray(end + 1);
      line += 1;
    }
    if (rest.length > MAX_LINE_BYTES) return line;
    carry = rest;
  }
  return line;
}

async function detectEncoding(path: string): Promise<Encoding> {
  const start = await readStart(path);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.filter((byte) => byte === 0).length > MAX_ZERO_BYTES)
    throw new UnreadableFile('The file is not UTF-8 but UTF-16 without a byte order mark; save it as "CSV UTF-8"');
  if (await isUtf8File(path)) return 'utf-8';
  if (await isWindows1252(path)) return 'windows-1252';
  const line = await findBadLine(path);
  throw new UnreadableFile(
    `The file is not UTF-8 (line ${line} is in an old encoding that cannot be identified); save it as "CSV UTF-8"`,
  );
}

const ENCODING_NOTES: Readonly<Record<Exclude<Encoding, 'utf-8'>, string>> = {
  'utf-16le': 'The file is UTF-16 ("Unicode text") and was converted',
  'utf-16be': 'The file is UTF-16 ("Unicode text") and was converted',
  'windows-1252': 'The file is in the old encoding Windows-1252 and was converted; check names with accents',
};

/**
 * Yields a file's text in chunks with `\n` line ends, so that lines are counted right. Notes a conversion. Throws
 * `UnreadableFile`.
 */
export async function* readFileText(path: string, onNote: (note: string) => void): AsyncGenerator<string> {
  try {
    const encoding = await detectEncoding(path);
    if (encoding !== 'utf-8') onNote(ENCODING_NOTES[encoding]);
    const decoder = new TextDecoder(encoding);
    let carry = '';
    for await (const chunk of streamChunks(path)) {
      let text = carry + decoder.decode(chunk, { stream: true });
      // A `\r\n` may be split between two chunks.
      carry = text.endsWith('\r') ? '\r' : '';
      if (carry !== '') text = text.slice(0, -1);
      yield text.replace(/\r\n?/g, '\n');
    }
    yield decoder.decode() + carry.replace('\r', '\n');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new UnreadableFile(`There is no file ${path}`);
    if (code === 'EISDIR' || code === 'EACCES') throw new UnreadableFile(`${path} cannot be read`);
    throw error;
  }
}
