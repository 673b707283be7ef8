/** Reads the project's own files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** `path` is relative to the root, with slashes. */
export type TextFile = { path: string; text: string };

/** Ignored folders: by name, or by path from the root. */
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'android', 'ios', 'public', './data']);

/** Reads every file that `isWanted`, except those of hidden, installed, built and generated folders. */
export function readFiles(root: string, isWanted: (path: string) => boolean): TextFile[] {
  const files: TextFile[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        const isLeftOut =
          IGNORED_FOLDERS.has(entry.name) || IGNORED_FOLDERS.has(`./${path}`) || entry.name.startsWith('.');
        if (!isLeftOut) walk(path);
      } else if (isWanted(path)) files.push({ path, text: readFileSync(join(root, path), 'utf8') });
    }
  };
  walk('.');
  return files;
}
