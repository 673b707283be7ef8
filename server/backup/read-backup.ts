/** Reads a backup. Everything in it is verified before anything is restored from it. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailed } from '../command-line.ts';
import { decrypt, isEncrypted, UnreadableBackup } from './encryption.ts';
import { type BackupManifest, DUMP_FOLDER, isFileName, MANIFEST_FILE, manifestSchema } from './manifest.ts';
import { isTar, readTar, type TarEntry } from './tar.ts';

const START_BYTES = 512;

/** Reads the first bytes of a file. */
async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns whether a file begins as a backup does. */
export async function looksLikeBackup(path: string): Promise<boolean> {
  const start = await readStart(path);
  return isEncrypted(start) || isTar(start);
}

/** Yields the entries of a backup, decrypted. Throws `UnreadableBackup`. */
export async function* readEntries(path: string, key: Buffer | null): AsyncGenerator<TarEntry> {
  const start = await readStart(path);
  const bytes = createReadStream(path, { highWaterMark: 1024 * 1024 });
  if (isTar(start)) {
    yield* readTar(bytes);
    return;
  }
  if (!isEncrypted(start)) throw new UnreadableBackup('it is not a backup of a shop');
  if (key === null) throw new UnreadableBackup('it is encrypted, and BACKUP_KEY_FILE is not set');
  yield* readTar(decrypt(bytes, key));
}

/** Returns the part of the manifest to which an entry belongs. Throws `UnreadableBackup` for any other name. */
export function partOf(name: string): string {
  if (name.startsWith(`${DUMP_FOLDER}/`)) return DUMP_FOLDER;
  if (isFileName(name)) return name;
  throw new UnreadableBackup(`it holds ${JSON.stringify(name)}, which no backup has`);
}

function parseManifest(bytes: Uint8Array): BackupManifest {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new UnreadableBackup('its manifest is damaged');
  }
  const manifest = v.safeParse(manifestSchema, json);
  if (!manifest.success) throw new UnreadableBackup('its manifest is of another version of the shop, or damaged');
  return manifest.output;
}

async function readManifest(path: string, key: Buffer | null): Promise<BackupManifest> {
  const read = new Map<string, { size: number; hash: Hash }>();
  let manifest: BackupManifest | null = null;
  for await (const { name, bytes } of readEntries(path, key)) {
    if (manifest !== null) throw new UnreadableBackup('it is damaged: something follows its manifest');
    if (name === MANIFEST_FILE) {
      manifest = parseManifest(bytes);
      continue;
    }
    const part = read.get(partOf(name)) ?? { size: 0, hash: createHash('sha256') };
    read.set(partOf(name), { size: part.size + bytes.length, hash: part.hash.update(bytes) });
  }
  if (manifest === null) throw new UnreadableBackup('it is cut off');
  const expected = new Map(manifest.parts.map(({ name, size, sha256 }) => [name, `${size} ${sha256}`]));
  for (const [name, { size, hash }] of read) {
    if (expected.get(name) !== `${size} ${hash.digest('hex')}`) throw new UnreadableBackup(`${name} is damaged`);
  }
  if (expected.size !== read.size) throw new UnreadableBackup('parts of it are missing');
  return manifest;
}

/** Verifies a whole backup and returns its manifest. Throws `CommandFailed` with one line that says what is wrong. */
export async function requireReadable(path: string, key: Buffer | null): Promise<BackupManifest> {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw new CommandFailed(`There is no file ${path}`);
  if (entry.isDirectory()) throw new CommandFailed(`${path} is a folder: name a backup in it`);
  try {
    return await readManifest(path, key);
  } catch (error) {
    if (!(error instanceof UnreadableBackup)) throw error;
    throw new CommandFailed(`${path} cannot be restored: ${error.message}. Nothing was changed.`);
  }
}
