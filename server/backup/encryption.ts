/**
 * Encrypts a backup with a key file: AES-256-GCM in chunks, so that any size streams through little memory. Each chunk
 * is authenticated with its number and whether it is the last, so that a changed, moved or missing chunk is detected.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidSetting } from '../config.ts';
import { createByteReader } from './byte-reader.ts';

/** The file's first bytes: format and version. */
const FILE_MARK = Buffer.from('SHOPBAK1');
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;

/** The length of the header: mark, salt, and a value by which a wrong key is detected. */
const HEADER_BYTES = FILE_MARK.length + SALT_BYTES + CHECK_BYTES;

/** A backup that cannot be read; the message is a clause such as "it is cut off". */
export class UnreadableBackup extends Error {}

/** Reads the 32 bytes of a key file, raw or in Base64. Throws `InvalidSetting`. */
export function readKeyFile(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new InvalidSetting('BACKUP_KEY_FILE', `cannot be read: ${path}`);
  }
  if (bytes.length === KEY_BYTES) return bytes;
  const text = bytes.toString('latin1').trim();
  const key = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : bytes;
  if (key.length === KEY_BYTES) return key;
  throw new InvalidSetting('BACKUP_KEY_FILE', 'must hold 32 bytes, raw or in Base64: openssl rand -base64 32');
}

/** Derives the key of one file, and the value by which a wrong key is detected. */
function deriveKeys(key: Buffer, salt: Buffer): { fileKey: Buffer; check: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, 'shop backup', KEY_BYTES + CHECK_BYTES));
  return { fileKey: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) };
}

/**
 * Returns the nonce of a chunk: its number, and 1 for the last. Each file has its own key, so no nonce repeats under a
 * key.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Returns whether a file that begins with these bytes is encrypted. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, FILE_MARK.length).equals(FILE_MARK);

export async function* encrypt(source: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { fileKey, check } = deriveKeys(key, salt);
  yield Buffer.concat([FILE_MARK, salt, check]);
  const reader = createByteReader(source);
  for (let number = 0, isLast = false; !isLast; number++) {
    const chunk = await reader.read(CHUNK_BYTES);
    isLast = await reader.isAtEnd();
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts a stream. Throws `UnreadableBackup` for a wrong key, and for any byte that was changed or is missing. */
export async function* decrypt(source: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const reader = createByteReader(source);
  const header = await reader.read(HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw new UnreadableBackup('it is cut off');
  const salt = header.subarray(FILE_MARK.length, FILE_MARK.length + SALT_BYTES);
  const { fileKey, check } = deriveKeys(key, salt);
  if (!timingSafeEqual(check, header.subarray(FILE_MARK.length + SALT_BYTES))) {
    throw new UnreadableBackup('it was encrypted with another key than that of BACKUP_KEY_FILE');
  }
  for (let number = 0, isLast = false; !isLast; number++) {
    const chunk = await reader.read(CHUNK_BYTES + TAG_BYTES);
    isLast = await reader.isAtEnd();
    if (chunk.length < TAG_BYTES) throw new UnreadableBackup('it is cut off');
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast));
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new UnreadableBackup(isLast ? 'it is cut off or damaged' : 'it is damaged');
    }
  }
}
