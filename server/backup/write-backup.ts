/** Writes the shop into one file: its database, and the files of its data folder that cannot be made again. */
import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CommandFailed } from '../command-line.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { createPool } from '../db/pool.ts';
import { createByteReader } from './byte-reader.ts';
import { encrypt } from './encryption.ts';
import {
  type BackupManifest,
  COUNTED_TABLES,
  DUMP_FOLDER,
  isFileName,
  MANIFEST_FILE,
  UPLOADS_FOLDER,
} from './manifest.ts';
import { buildLibpqEnvironment, requirePostgresProgram } from './postgres-programs.ts';
import { openServerSession } from './server-session.ts';
import { type TarEntry, writeTar } from './tar.ts';

/** Settings of the backup programs. */
export type BackupSettings = {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Null: unencrypted. */
  key: Buffer | null;
  /** The environment of PostgreSQL's programs. */
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  /** Reports progress. */
  report(line: string): void;
};

/** The signal ends a backup that is being written; its reason is the error. */
type WriterSettings = BackupSettings & { signal: AbortSignal };

type DatabaseFacts = Pick<
  BackupManifest,
  'engine' | 'engine_version' | 'dump_version' | 'database' | 'migration' | 'rows'
>;

type RunningDump = {
  facts: DatabaseFacts;
  /** The SHA-256 of each uploaded picture that the database names. */
  uploads: string[];
  bytes: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/** The dump is divided into entries of this size, since a tar entry begins with its length. */
const PIECE_BYTES = 8 * 1024 * 1024;
const REPORT_EVERY_MS = 5_000;

type RunQuery = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Reads the newest migration and counts rows. Throws `CommandFailed` if the database has no shop. */
export async function readShopFacts(query: RunQuery): Promise<Pick<BackupManifest, 'migration' | 'rows'>> {
  const { rows: tables } = await query(`select to_regclass('public.migrations') is not null as is_shop`);
  if (tables[0]?.is_shop !== true) throw new CommandFailed('The database holds no shop: there is nothing to back up');
  const { rows: newest } = await query('select max(tag) as tag from migrations');
  const counts = COUNTED_TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ');
  const { rows: counted } = await query(`select ${counts}`);
  const rows = Object.fromEntries(Object.entries(counted[0] ?? {}).map(([table, count]) => [table, Number(count)]));
  return { migration: String(newest[0]?.tag), rows };
}

async function readUploads(query: RunQuery): Promise<string[]> {
  const { rows } = await query(`select spec ->> 'sha256' as sha256 from images where spec ->> 'kind' = 'upload'`);
  return rows.map(({ sha256 }) => String(sha256));
}

/** Streams the output of `pg_dump`. The stream throws `CommandFailed` if the program fails. */
async function* runDump(
  path: string,
  args: string[],
  { env, signal }: Pick<WriterSettings, 'env' | 'signal'>,
): AsyncGenerator<Uint8Array> {
  const child = spawn(path, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], signal });
  const errors = text(child.stderr);
  const exit = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  exit.catch(() => {});
  try {
    yield* child.stdout;
    const code = await exit;
    if (code !== 0) throw new CommandFailed(`pg_dump failed: ${(await errors).trim()}`);
  } finally {
    child.kill();
  }
}

/** Dumps a PostgreSQL database and counts its rows in the same snapshot. */
async function dumpPostgres(url: string, { env, signal }: WriterSettings): Promise<RunningDump> {
  const { client, close } = await openServerSession(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ database: string; version: number; snapshot: string }>(
      `select current_database() as database, current_setting('server_version_num')::int / 10000 as version,
         pg_export_snapshot() as snapshot`,
    );
    const [server] = rows;
    if (server === undefined) throw new Error('PostgreSQL returned no version');
    const program = requirePostgresProgram('pg_dump', server.version, env);
    const shop = await readShopFacts((sql) => client.query(sql));
    const uploads = await readUploads((sql) => client.query(sql));
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s', '--no-password'];
    const bytes = runDump(program.path, [...args, `--snapshot=${server.snapshot}`], {
      env: buildLibpqEnvironment(url, server.database, env),
      signal,
    });
    const engine = { engine: 'postgresql', engine_version: server.version, dump_version: program.version } as const;
    return { facts: { ...engine, database: server.database, ...shop }, uploads, bytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Dumps the embedded database's files, which stay locked until `close`. Throws `FolderInUse` or `CommandFailed`. */
async function dumpEmbedded(dataDir: string): Promise<RunningDump> {
  if (!existsSync(join(dataDir, 'database'))) {
    throw new CommandFailed(`${dataDir} holds no database, and DATABASE_URL is not set: there is nothing to back up`);
  }
  const embedded = await openEmbedded(dataDir);
  try {
    const pool = createPool({ socketFolder: embedded.socketFolder });
    const shop = await readShopFacts((sql) => pool.query(sql));
    const uploads = await readUploads((sql) => pool.query(sql));
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    await pool.end();
    const version = rows[0]?.version ?? 0;
    const bytes = await promisify(gzip)(await embedded.dump());
    const engine = { engine: 'embedded', engine_version: version, dump_version: version } as const;
    return {
      facts: { ...engine, database: 'embedded', ...shop },
      uploads,
      bytes: (async function* () {
        yield bytes;
      })(),
      close: () => embedded.close(),
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

/** Folders of the data folder whose files cannot be made again. */
const FILE_FOLDERS = ['imports', UPLOADS_FOLDER, 'media/originals'];

/** Lists the files of the data folder that cannot be made again. Throws if a folder cannot be read. */
async function listFiles(dataDir: string): Promise<string[]> {
  const listFolder = async (folder: string) => {
    const names = await readdir(join(dataDir, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.sort().map((name) => `${folder}/${name}`);
  };
  const names = ['secret', ...(await Promise.all(FILE_FOLDERS.map(listFolder))).flat()];
  return names.filter((name) => isFileName(name) && existsSync(join(dataDir, name)));
}

/** Throws `CommandFailed` if the data folder is not that of the shop's pictures, or its disk is not there. */
function requireUploads({ uploads }: RunningDump, dataDir: string): void {
  if (uploads.length === 0 || existsSync(join(dataDir, UPLOADS_FOLDER))) return;
  throw new CommandFailed(
    `The shop has ${uploads.length} uploaded pictures, and there is no folder ${join(dataDir, UPLOADS_FOLDER)}: is DATA_DIR right, and its disk mounted?`,
  );
}

/** Returns a line that says how many pictures have no file; null if all have one. */
function describeMissing(uploads: readonly string[], files: readonly string[]): string | null {
  const present = new Set(files);
  const missing = uploads.filter((sha256) => !present.has(`${UPLOADS_FOLDER}/${sha256}`));
  return missing.length === 0
    ? null
    : `Pictures without a file in DATA_DIR/${UPLOADS_FOLDER}: ${missing.length} of ${uploads.length}`;
}

const formatMegabytes = (size: number): string => `${(size / 1_000_000).toFixed(1)} MB`;

/** Yields the entries of a backup; the manifest is the last, since sizes and digests are known then. */
async function* composeEntries(dump: RunningDump, { dataDir, now, report }: BackupSettings): AsyncGenerator<TarEntry> {
  requireUploads(dump, dataDir);
  const parts: BackupManifest['parts'] = [];
  const add = (name: string, size: number, hash: Hash) => parts.push({ name, size, sha256: hash.digest('hex') });

  const reader = createByteReader(dump.bytes);
  const hash = createHash('sha256');
  let size = 0;
  let reportedAt = performance.now();
  for (let piece = 1; !(await reader.isAtEnd()); piece++) {
    const bytes = await reader.read(PIECE_BYTES);
    hash.update(bytes);
    size += bytes.length;
    yield { name: `${DUMP_FOLDER}/${String(piece).padStart(6, '0')}`, bytes };
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    report(`Database: ${formatMegabytes(size)} …`);
    reportedAt = performance.now();
  }
  add(DUMP_FOLDER, size, hash);
  report(`Database: ${formatMegabytes(size)}`);

  // Lists the files after the dump: every upload that the database names is there by then.
  const names = await listFiles(dataDir);
  const missing = describeMissing(dump.uploads, names);
  if (missing !== null) report(missing);
  let total = 0;
  for (const name of names) {
    const bytes = await readFile(join(dataDir, name));
    add(name, bytes.length, createHash('sha256').update(bytes));
    total += bytes.length;
    yield { name, bytes };
  }
  report(`Files: ${names.length}, ${formatMegabytes(total)}`);
  const manifest: BackupManifest = { format: 1, made_at: now.toISOString(), ...dump.facts, parts };
  yield { name: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify(manifest, null, 1)) };
}

/** Flushes a file to the disk. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/** Returns the name of a file while it is written. */
export const unfinishedNameOf = (name: string): string => `.${name}.${process.pid}.part`;

/**
 * Writes a backup under a temporary name and renames it, so that a file of this name is always whole; an earlier one is
 * replaced. Throws `CommandFailed`, `DatabaseUnreachable` or `FolderInUse`.
 */
export async function writeBackup(path: string, settings: WriterSettings): Promise<void> {
  const { databaseUrl, dataDir, key, now, report, signal } = settings;
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) throw new CommandFailed(`The folder ${folder} does not exist`);
  if (key === null) report('BACKUP_KEY_FILE is not set: the backup is not encrypted.');
  const dump = databaseUrl === undefined ? await dumpEmbedded(dataDir) : await dumpPostgres(databaseUrl, settings);
  const unfinished = join(folder, unfinishedNameOf(basename(path)));
  try {
    const tar = writeTar(composeEntries(dump, settings), now);
    const bytes = key === null ? tar : encrypt(tar, key);
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await flushFile(unfinished);
    await rename(unfinished, path);
    report(`${path}: ${formatMegabytes((await stat(path)).size)}`);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await rm(unfinished, { force: true });
    await dump.close();
  }
}
