/** Backups in a folder, named after their database and moment, such as `shop-2026-11-26T22-05-00Z.backup`. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@shop/core/time';
import { looksLikeBackup } from './read-backup.ts';
import { chooseExpired, type Retention } from './retention.ts';
import { databaseNameOf } from './scratch-database.ts';

const BACKUP_SUFFIX = '.backup';

/** Returns the name of a database in the names of its backups. */
export const backupNameOf = (databaseUrl: string | undefined): string =>
  databaseUrl === undefined ? 'embedded' : databaseNameOf(databaseUrl);

/** Makes a database's name safe for every file system. */
const prefixOf = (database: string): string => database.replace(/[^\w.-]/g, '_');

export function formatDatedName(database: string, at: Date): string {
  const stamp = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return `${prefixOf(database)}-${stamp}${BACKUP_SUFFIX}`;
}

/** Parses the moment of a dated backup of this database; null for any other file. */
function momentOf(name: string, database: string): Date | null {
  const start = `${prefixOf(database)}-`;
  const stamp = name.slice(start.length, -BACKUP_SUFFIX.length);
  if (!name.startsWith(start) || !name.endsWith(BACKUP_SUFFIX)) return null;
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(stamp);
  if (match === null) return null;
  const [, day, hour, minute, second] = match;
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Lists the dated backups of this database by their names. */
async function listDated(folder: string, database: string): Promise<{ name: string; at: Date }[]> {
  return (await readdir(folder)).flatMap((name) => {
    const at = momentOf(name, database);
    return at === null ? [] : [{ name, at }];
  });
}

/**
 * Returns the moment of the newest dated backup of this database in a folder; null without one. Skips files that cannot
 * be read or do not begin as a backup does. Throws if the folder cannot be read.
 */
export async function findNewestMoment(folder: string, database: string): Promise<Date | null> {
  const newestFirst = (await listDated(folder, database)).sort((a, b) => b.at.getTime() - a.at.getTime());
  for (const { name, at } of newestFirst) {
    if (await looksLikeBackup(join(folder, name)).catch(() => false)) return at;
  }
  return null;
}

/** Removes the temporary files, older than a day, that killed backups of this database left behind. */
async function removeUnfinished(folder: string, database: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const backupName = /^\.(.+)\.\d+\.part$/.exec(name)?.[1];
    if (backupName === undefined || momentOf(backupName, database) === null) continue;
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { force: true });
  }
}

/**
 * Removes expired backups of this database, and its temporary files older than a day, from a folder; no other file.
 * Returns the names of the removed backups, and those that cannot be removed, such as another user's, with the reason.
 */
export async function removeExpired(
  folder: string,
  { database, retention, now }: { database: string; retention: Retention; now: Date },
): Promise<{ removed: string[]; refused: string[] }> {
  const dated = await listDated(folder, database);
  const removed: string[] = [];
  const refused: string[] = [];
  for (const { name } of chooseExpired(dated, retention)) {
    try {
      if (!(await looksLikeBackup(join(folder, name)))) continue;
      await rm(join(folder, name), { force: true });
      removed.push(name);
    } catch (error) {
      refused.push(`${name} (${error instanceof Error ? error.message : error})`);
    }
  }
  await removeUnfinished(folder, database, now);
  return { removed, refused };
}
