/**
 * Prepares the database from which each test file starts: migrated and seeded once for each state of the sources and
 * day (the demo's deals are today's), stored as a dump for the embedded engine and as a template for PostgreSQL.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@shop/core/time';
import pg from 'pg';
import { seed } from '../../../demo/seed.ts';
import { database } from '../../db/database.ts';
import { openInMemory } from '../../db/embedded/embedded.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { createPool } from '../../db/pool.ts';
import { migrate } from '../../db/schema/migrate.ts';
import { createJobs } from '../../jobs/boss.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache', 'shop-tests');

/** The folders that the template depends on. */
const SOURCES = [
  'server/db',
  'demo',
  'server/catalog',
  'server/content',
  'server/import',
  'server/media',
  'server/shop-folder',
  'server/jobs',
  'core',
];

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Environment variable with the hash, computed once per run: sources edited meanwhile must not change the template's
 * name.
 */
const HASH_VARIABLE = 'SHOP_TEST_TEMPLATE';

/** Hashes the files of these folders and the Malaysian date. */
export function hashSources(folders: readonly string[]): string {
  const hash = createHash('sha256').update(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
  for (const path of folders.flatMap(listFiles)) hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/** Returns the hash of the sources, computed once per run. */
function hashTemplate(): string {
  process.env[HASH_VARIABLE] ??= hashSources(SOURCES);
  return process.env[HASH_VARIABLE];
}

/** Age after which older templates are removed. */
const EXPIRY_MS = DAY_MS;

/** Migrates and seeds an empty database. */
async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database.pool);
  const jobs = createJobs({ database, log: console });
  await jobs.start();
  await jobs.stop();
  await seed(database.db, { now: new Date() });
}

export const dumpPath = (): string => join(CACHE_FOLDER, `${hashTemplate()}.tar`);

/** Makes the embedded engine's dump if it is missing. */
export async function makeDump(): Promise<void> {
  const path = dumpPath();
  if (existsSync(path)) return;
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const file of readdirSync(CACHE_FOLDER).map((name) => join(CACHE_FOLDER, name))) {
    if (Date.now() - statSync(file).mtimeMs > EXPIRY_MS) rmSync(file, { force: true });
  }
  const embedded = await openInMemory(`template ${process.pid}`);
  const pool = createPool({ socketFolder: embedded.socketFolder });
  await fill({ db: database(pool), pool, embedded: true, close: async () => {} });
  await pool.end();
  const dump = await embedded.dump();
  await embedded.close();
  writeFileSync(`${path}.${process.pid}`, dump);
  renameSync(`${path}.${process.pid}`, path);
}

/** Returns the URL of the PostgreSQL for tests: `TEST_DATABASE_URL`, otherwise a local one. */
export const testDatabaseUrl = (): string => process.env.TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432/postgres';

/** Returns the URL of another database on the same server. */
export function databaseUrl(name: string): string {
  const url = new URL(testDatabaseUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export const templateName = (): string => `shop_test_${hashTemplate()}`;

const TEMPLATE_LOCK = 7_446_208;

/** Runs `work` on the server's maintenance database. */
export async function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testDatabaseUrl(), connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes PostgreSQL's template if it is missing, and removes older ones. */
export async function makeTemplate(): Promise<void> {
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query<{ datname: string; made: string | null }>(
      `select datname, shobj_description(oid, 'pg_database') as made from pg_database where datname ~ '^shop_test_[0-9a-f]{16}$'`,
    );
    const name = templateName();
    if (rows.some(({ datname }) => datname === name)) return;
    for (const { datname, made } of rows) {
      const isExpired = Date.now() - Date.parse(made ?? '') > EXPIRY_MS;
      if (isExpired) await client.query(`drop database if exists ${datname}`).catch(() => {});
    }
    const temporaryName = `${name}_new`;
    await client.query(`drop database if exists ${temporaryName}`);
    await client.query(`create database ${temporaryName}`);
    const pool = createPool({ url: databaseUrl(temporaryName) }, 2);
    await fill({ db: database(pool), pool, embedded: false, close: async () => {} });
    await pool.end();
    await client.query(`comment on database ${temporaryName} is '${new Date().toISOString()}'`);
    await client.query(`alter database ${temporaryName} rename to ${name}`);
  });
}
