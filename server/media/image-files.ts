/** Finds and writes image files in the data folder; files appear atomically. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImageExtension } from './image-sizes.ts';

/**
 * Returns the path `<dir>/media/<hash>-<width>.<ext>`. Pass parts from `parseImageFile` or our own code, never from a
 * URL directly.
 */
export function imagePath(dir: string, hash: string, width: number, ext: ImageExtension): string {
  return join(dir, 'media', `${hash}-${width}.${ext}`);
}

/** Returns the path `<dir>/uploads/<digest of the original>`. */
export function uploadPath(dir: string, sha256: string): string {
  return join(dir, 'uploads', sha256);
}

/** Returns whether a file exists. */
export async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Writes a temporary file and renames it, so that no reader finds half a file. */
export async function writeFileAtomically(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(beside, bytes);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
