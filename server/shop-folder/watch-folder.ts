/** Watches a shop's folder in development. */
import { watch } from 'node:fs';

/** Wait after the last change, because an editor writes a file in several steps. */
const SETTLED_AFTER_MS = 200;

/**
 * Calls `apply` after files of the folder were saved, one call at a time, and passes its errors to `report`. Returns a
 * function that stops watching.
 */
export function watchFolder(folder: string, apply: () => Promise<void>, report: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(apply).catch(report);
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(run, SETTLED_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
