import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InvalidSetting } from '../config.ts';
import { decrypt, encrypt, readKeyFile, UnreadableBackup } from './encryption.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = randomBytes(32);

async function* streamOf(...chunks: Uint8Array[]) {
  yield* chunks;
}
async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const encryptBytes = (bytes: Uint8Array) => collect(encrypt(streamOf(bytes), KEY));
const decryptBytes = (bytes: Uint8Array, key = KEY) => collect(decrypt(streamOf(bytes), key));

const CHUNK = 65_536;
/** Sizes in bytes of the header, and of the tag of each chunk. */
const HEADER = 40;
const TAG = 16;

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('returns %i bytes as they were', async (size) => {
  const bytes = randomBytes(size);
  expect((await decryptBytes(await encryptBytes(bytes))).equals(bytes)).toBe(true);
});

test('names a wrong key', async () => {
  await expect(decryptBytes(await encryptBytes(Buffer.from('shop')), randomBytes(32))).rejects.toThrow('another key');
});

test('rejects a file that is cut off anywhere, at the end of a chunk too', async () => {
  const bytes = await encryptBytes(randomBytes(2 * CHUNK));
  for (const length of [0, 7, HEADER, HEADER + CHUNK + TAG, bytes.length - 1]) {
    await expect(decryptBytes(bytes.subarray(0, length))).rejects.toThrow(UnreadableBackup);
  }
});

test('rejects changed, exchanged and added bytes', async () => {
  const bytes = await encryptBytes(randomBytes(3 * CHUNK));
  for (const at of [HEADER, HEADER + CHUNK, bytes.length - 1]) {
    const changedBytes = Buffer.from(bytes);
    changedBytes.writeUInt8(changedBytes.readUInt8(at) ^ 1, at);
    await expect(decryptBytes(changedBytes)).rejects.toThrow('damaged');
  }
  const chunk = (number: number) =>
    bytes.subarray(HEADER + number * (CHUNK + TAG), HEADER + (number + 1) * (CHUNK + TAG));
  const exchangedBytes = Buffer.concat([bytes.subarray(0, HEADER), chunk(1), chunk(0), chunk(2)]);
  await expect(decryptBytes(exchangedBytes)).rejects.toThrow('damaged');
  await expect(decryptBytes(Buffer.concat([bytes, Buffer.from('x')]))).rejects.toThrow('damaged');
});

test('encrypts the same bytes differently each time', async () => {
  expect((await encryptBytes(KEY)).equals(await encryptBytes(KEY))).toBe(false);
});

test('reads a key file of 32 bytes, raw or in Base64, and no other', () => {
  const writeKey = (content: string | Buffer) => {
    const path = join(folder, 'key');
    writeFileSync(path, content);
    return path;
  };
  expect(readKeyFile(writeKey(KEY)).equals(KEY)).toBe(true);
  expect(readKeyFile(writeKey(`${KEY.toString('base64')}\n`)).equals(KEY)).toBe(true);
  expect(() => readKeyFile(writeKey('too short'))).toThrow(InvalidSetting);
  expect(() => readKeyFile(join(folder, 'none'))).toThrow('BACKUP_KEY_FILE cannot be read');
});
