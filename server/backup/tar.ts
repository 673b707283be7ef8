/** Writes and reads tar streams (POSIX ustar) of small entries, so that `tar -x` opens an unencrypted backup too. */
import { createByteReader } from './byte-reader.ts';
import { UnreadableBackup } from './encryption.ts';

export type TarEntry = { name: string; bytes: Uint8Array };

const BLOCK_BYTES = 512;
/** Maximum size of an entry that is read, since entries are read into memory; no entry that we write is larger. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** Returns the number of bytes between an entry's end and the next block. */
const paddingOf = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

/** Sums the bytes of a header; the checksum's own field counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

function buildHeader({ name, bytes }: TarEntry, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`A name of more than 100 bytes: ${name}`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(Math.floor(at.getTime() / 1_000), 12), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Writes entries as a tar stream. */
export async function* writeTar(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield buildHeader(entry, at);
    yield entry.bytes;
    yield Buffer.alloc(paddingOf(entry.bytes.length));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

/** Returns whether a file that begins with these bytes is a tar stream. */
export const isTar = (start: Buffer): boolean => start.subarray(257, 262).toString('latin1') === 'ustar';

/** Reads the entries of a tar stream. Throws `UnreadableBackup` for a damaged or cut off one. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = createByteReader(source);
  for (;;) {
    const header = await reader.read(BLOCK_BYTES);
    if (header.length < BLOCK_BYTES) throw new UnreadableBackup('it is cut off');
    if (header.every((byte) => byte === 0)) break;
    const number = (from: number, length: number) =>
      Number.parseInt(header.toString('latin1', from, from + length).replace(/[\0 ]+$/, ''), 8);
    const size = number(124, 12);
    if (number(148, 8) !== checksumOf(header) || !(size <= MAX_ENTRY_BYTES))
      throw new UnreadableBackup('it is damaged');
    const bytes = await reader.read(size);
    const rest = await reader.read(paddingOf(size));
    if (bytes.length < size || rest.length < paddingOf(size)) throw new UnreadableBackup('it is cut off');
    const end = header.indexOf(0);
    yield { name: header.toString('utf8', 0, Math.min(end, 100)), bytes };
  }
  const end = await reader.read(BLOCK_BYTES + 1);
  if (end.length !== BLOCK_BYTES || end.some((byte) => byte !== 0))
    throw new UnreadableBackup('it is cut off or damaged');
}
