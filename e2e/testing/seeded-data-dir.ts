/**
 * The data folder of a shop that was filled with the demo and closed. Filling takes half a minute, copying a moment.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources } from '../../server/testing/database/template.ts';
import { openDatabase } from './embedded-database.ts';
import { openStore } from './store.ts';

const CACHE_FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'shop-e2e');

/** Folders whose files determine the data that a new shop writes at its start. */
const SOURCE_FOLDERS = ['server', 'demo', 'core', 'contract', 'e2e/testing'];

/** Folders of earlier sources are removed after a day. */
const EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Fills the folder once per state of the sources and day, and returns its path. */
export async function prepareSeededDataDir(): Promise<string> {
  const path = join(CACHE_FOLDER, hashSources(SOURCE_FOLDERS));
  if (existsSync(path)) return path;
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const folder of readdirSync(CACHE_FOLDER).map((name) => join(CACHE_FOLDER, name))) {
    if (Date.now() - statSync(folder).mtimeMs > EXPIRY_MS) rmSync(folder, { recursive: true, force: true });
  }
  const temporaryPath = `${path}.${process.pid}`;
  const store = await openStore(temporaryPath);
  // Stories that order at the same time must not take the last places of a slot from each other.
  const database = await openDatabase(temporaryPath);
  await database.query(
    'update delivery_slot_templates set capacity = 10000; update delivery_slots set capacity = 10000',
  );
  await database.end();
  await store.stop();
  // Another run may have filled the folder in the meantime.
  if (existsSync(path)) rmSync(temporaryPath, { recursive: true });
  else renameSync(temporaryPath, path);
  return path;
}
