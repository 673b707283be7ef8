/** Reads pictures from a folder or a ZIP next to the product file (docs/import.md#pictures-from-a-folder-or-zip). */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { MAX_PICTURE_BYTES } from '@shop/contract/common-schemas';
import { type Entry, open, type ZipFile } from 'yauzl';
import { UnreadableFile } from '../reading/file-text.ts';

export type ImageSource = {
  /** Paths within the folder or ZIP. */
  paths: readonly string[];
  /** Reads a picture. Throws the reason if it is too large. */
  read(path: string): Promise<Buffer>;
  close(): void;
};

const IMAGE_NAME = /\.(jpe?g|png|webp|avif|gif)$/i;

/** Returns whether a file is a picture, except those that macOS adds to an archive. */
const isImage = (path: string): boolean => IMAGE_NAME.test(path) && !/(^|\/)(\._|__MACOSX\/)/.test(path);

const MAX_SIZE_REASON = `is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB`;

function openFolder(folder: string): ImageSource {
  const entries: Dirent[] = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return {
    paths: paths.filter(isImage).sort(),
    async read(path) {
      if (statSync(path).size > MAX_PICTURE_BYTES) throw new Error(MAX_SIZE_REASON);
      return readFile(path);
    },
    close() {},
  };
}

const openZipFile = promisify<string, { lazyEntries: boolean; autoClose: boolean }, ZipFile>(open);

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (isImage(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

async function openZip(path: string): Promise<ImageSource> {
  const zip = await openZipFile(path, { lazyEntries: true, autoClose: false });
  const entries = await listEntries(zip);
  const openStream = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  return {
    paths: [...entries.keys()].sort(),
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error('is not in the ZIP');
      // yauzl checks that the content is as large as the entry says.
      if (entry.uncompressedSize > MAX_PICTURE_BYTES) throw new Error(MAX_SIZE_REASON);
      const parts: Buffer[] = [];
      for await (const part of await openStream(entry)) parts.push(Buffer.from(part));
      return Buffer.concat(parts);
    },
    close: () => zip.close(),
  };
}

/** Opens a folder or a ZIP. Throws `UnreadableFile`. */
export async function openImageSource(path: string): Promise<ImageSource> {
  try {
    if (statSync(path).isDirectory()) return openFolder(path);
    return await openZip(path);
  } catch (error) {
    throw new UnreadableFile(
      `--images ${basename(path)} cannot be read: ${error instanceof Error ? error.message : 'it is neither a folder nor a ZIP'}`,
    );
  }
}
