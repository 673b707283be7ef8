/** Restores a backup beside the shop, checks it, and puts it in the shop's place only then. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CommandFailed } from '../command-line.ts';
import { database } from '../db/database.ts';
import { openEmbedded, replaceDatabase } from '../db/embedded/embedded.ts';
import { createPool } from '../db/pool.ts';
import { migrate } from '../db/schema/migrate.ts';
import { writeFileAtomically } from '../media/image-files.ts';
import { type CheckResult, checkShop } from './check-shop.ts';
import { type BackupManifest, DUMP_FOLDER, MANIFEST_FILE } from './manifest.ts';
import { requirePostgresProgram } from './postgres-programs.ts';
import { partOf, readEntries, requireReadable } from './read-backup.ts';
import {
  createScratchDatabase,
  databaseNameOf,
  deriveName,
  dropDatabase,
  fillScratchDatabase,
  openMaintenance,
  readTargetState,
  requireSameRows,
  swapDatabases,
} from './scratch-database.ts';
import { type BackupSettings, readShopFacts } from './write-backup.ts';

/** Formats a moment as a part of names: `20261126t220500z`. */
const stampOf = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+|[-:]/g, '')
    .toLowerCase();

/** Yields the pieces of the dump and stores the files of a backup below `folder`; skips the files if it is null. */
async function* unpackDump(path: string, key: Buffer | null, folder: string | null): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of readEntries(path, key)) {
    if (name === MANIFEST_FILE) continue;
    if (partOf(name) === DUMP_FOLDER) yield bytes;
    else if (folder !== null) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes, { mode: 0o600 });
    }
  }
}

type ManifestPart = BackupManifest['parts'][number];

/** Returns whether a file exists with the content of a part. */
async function hasContent(path: string, { size, sha256 }: ManifestPart): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return false;
  return (
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex') === sha256
  );
}

/**
 * Copies the files of a backup, except the secret, into the data folder. Replaces files with other content, such as a
 * picture that a full disk cut off.
 */
async function copyFiles(from: string, { parts }: BackupManifest, dataDir: string): Promise<void> {
  for (const part of parts) {
    if (part.name === DUMP_FOLDER || part.name === 'secret') continue;
    const to = join(dataDir, part.name);
    if (await hasContent(to, part)) continue;
    // Copies instead of renaming: a folder of the data folder may be on another disk.
    await writeFileAtomically(to, await readFile(join(from, part.name)));
  }
}

/** Restores the secret, which signed the tokens and links that customers have; renames a different current one. */
async function moveSecret(from: string, { parts }: BackupManifest, dataDir: string, stamp: string): Promise<void> {
  if (!parts.some(({ name }) => name === 'secret')) return;
  const secret = join(dataDir, 'secret');
  const isSame = existsSync(secret) && (await readFile(secret)).equals(await readFile(join(from, 'secret')));
  if (isSame) return;
  if (existsSync(secret)) await rename(secret, `${secret}-before-${stamp}`);
  await rename(join(from, 'secret'), secret);
}

type RestoreResult = {
  results: CheckResult[];
  /** The name of the former database or folder, or null. */
  aside: string | null;
};

async function restorePostgres(
  path: string,
  url: string,
  manifest: BackupManifest,
  { overwrite, staging, ...settings }: BackupSettings & { overwrite: boolean; staging: string },
): Promise<RestoreResult> {
  const { dataDir, key, env, now, report } = settings;
  requirePostgresProgram('pg_restore', manifest.dump_version, env);
  const name = databaseNameOf(url);
  const scratch = deriveName(name, `_restoring_${stampOf(now)}`);
  const { client, close } = await openMaintenance(url);
  try {
    const target = await readTargetState(client, url);
    if (target.tables > 0 && !overwrite) {
      throw new CommandFailed(`The database ${name} is not empty: --overwrite puts the backup in its place`);
    }
    if (target.connections > 0) {
      throw new CommandFailed(`${target.connections} other connections are open to ${name}: stop the shop first`);
    }
    await createScratchDatabase(client, scratch, name);
    try {
      report(`Restoring into ${scratch} …`);
      const results = await fillScratchDatabase(url, scratch, {
        manifest,
        dump: unpackDump(path, key, staging),
        env: { ...env },
      });
      await copyFiles(staging, manifest, dataDir);
      const aside = target.exists ? deriveName(name, `_before_${stampOf(now)}`) : null;
      await swapDatabases(client, { name, filled: scratch, aside });
      await moveSecret(staging, manifest, dataDir, stampOf(now));
      if (aside === null || target.tables > 0) return { results, aside };
      await dropDatabase(client, aside);
      return { results, aside: null };
    } finally {
      // If it took the shop's place, no database has this name any more.
      await dropDatabase(client, scratch);
    }
  } finally {
    await close();
  }
}

/** Restores the embedded database's files into a folder of their own and checks them. */
async function fillEmbedded(folder: string, manifest: BackupManifest, dump: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  for await (const piece of dump) pieces.push(piece);
  const files = new Uint8Array(await promisify(gunzip)(Buffer.concat(pieces)));
  const embedded = await openEmbedded(folder, files);
  const pool = createPool({ socketFolder: embedded.socketFolder });
  try {
    const { rows } = await readShopFacts((sql) => pool.query(sql));
    requireSameRows(manifest, rows);
    await migrate(pool);
    return await checkShop(database(pool));
  } finally {
    await pool.end();
    await embedded.close();
  }
}

async function restoreEmbedded(
  path: string,
  manifest: BackupManifest,
  { overwrite, staging, dataDir, key, now, report }: BackupSettings & { overwrite: boolean; staging: string },
): Promise<RestoreResult> {
  const current = join(dataDir, 'database');
  if (existsSync(current) && !overwrite) {
    throw new CommandFailed(`${current} holds a database: --overwrite puts the backup in its place`);
  }
  report(`Restoring into ${staging} …`);
  const results = await fillEmbedded(staging, manifest, unpackDump(path, key, staging));
  await copyFiles(staging, manifest, dataDir);
  const aside = existsSync(current) ? `${current}-before-${stampOf(now)}` : null;
  await replaceDatabase(dataDir, join(staging, 'database'), aside);
  await moveSecret(staging, manifest, dataDir, stampOf(now));
  return { results, aside };
}

function requireEngine(path: string, { engine }: BackupManifest, databaseUrl: string | undefined): void {
  if (engine === 'postgresql' && databaseUrl === undefined) {
    throw new CommandFailed(`${path} is a backup of PostgreSQL: set DATABASE_URL to the database to restore`);
  }
  if (engine === 'embedded' && databaseUrl !== undefined) {
    throw new CommandFailed(`${path} is a backup of the embedded database: it restores without DATABASE_URL only`);
  }
}

/**
 * Restores a backup into the database and the data folder of the settings. The shop does not change until the backup is
 * restored beside it and checked. Returns the checks, and where the former shop is.
 */
export async function restoreBackup(
  path: string,
  settings: BackupSettings & { overwrite: boolean },
): Promise<RestoreResult & { manifest: BackupManifest }> {
  const { databaseUrl, dataDir, key } = settings;
  const manifest = await requireReadable(path, key);
  requireEngine(path, manifest, databaseUrl);
  await mkdir(dataDir, { recursive: true });
  const staging = await mkdtemp(join(dataDir, '.restoring-'));
  try {
    const result =
      databaseUrl === undefined
        ? await restoreEmbedded(path, manifest, { ...settings, staging })
        : await restorePostgres(path, databaseUrl, manifest, { ...settings, staging });
    return { ...result, manifest };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Restores a backup into a temporary database, checks it there and removes it. */
export async function verifyBackup(
  path: string,
  settings: BackupSettings,
): Promise<{ results: CheckResult[]; manifest: BackupManifest }> {
  const { databaseUrl, dataDir, key, env, now, report } = settings;
  const manifest = await requireReadable(path, key);
  requireEngine(path, manifest, databaseUrl);
  if (databaseUrl === undefined) {
    await mkdir(dataDir, { recursive: true });
    const staging = await mkdtemp(join(dataDir, '.restoring-'));
    try {
      return { results: await fillEmbedded(staging, manifest, unpackDump(path, key, null)), manifest };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
  const name = databaseNameOf(databaseUrl);
  const scratch = deriveName(name, `_verifying_${stampOf(now)}`);
  const { client, close } = await openMaintenance(databaseUrl);
  try {
    await createScratchDatabase(client, scratch, name);
    try {
      report(`Restoring into ${scratch} …`);
      const dump = unpackDump(path, key, null);
      return {
        results: await fillScratchDatabase(databaseUrl, scratch, { manifest, dump, env: { ...env } }),
        manifest,
      };
    } finally {
      await dropDatabase(client, scratch);
    }
  } finally {
    await close();
  }
}
