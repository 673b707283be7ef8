/**
 * Runs the numbered `.sql` files of `migrations/`: forward only, each once, even if several processes start together,
 * and while others serve shoppers (docs/running.md#rules-for-migrations).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hasNamedStatements } from '../pool.ts';
import { allowSilence } from '../watch-connection.ts';

const MIGRATION_FOLDER = new URL('./migrations/', import.meta.url);

/** Key of the advisory lock of a migrating process. */
const MIGRATION_LOCK = 7_446_207;

const MIGRATION_SUFFIX = '.sql';

/** The database has migrations that this version lacks, so it is newer. */
export class UnknownMigrations extends Error {
  constructor(tags: readonly string[]) {
    super(`The database was made by another version of the shop (${tags.join(', ')}); start with an empty one`);
    this.name = 'UnknownMigrations';
  }
}

/**
 * Maximum wait of a migration in a transaction for a lock. Shoppers' statements queue behind it, so it gives up, lets
 * them pass and tries again.
 */
const LOCK_WAIT_MS = 1_000;
const LOCK_TRIES = 120;
const BETWEEN_TRIES_MS = 500;

/** `lock_not_available`, and `deadlock_detected`: PostgreSQL may end the migration or the shopper's transaction. */
const LOCKED_CODES = new Set<unknown>(['55P03', '40P01']);

/** First line of a migration that builds an index while the table is written to, which no transaction can. */
export const WITHOUT_TRANSACTION = '-- Without a transaction.';

/** Separates the statements of such a migration, which each run by themselves. */
export const listStatements = (sql: string): string[] =>
  sql
    .split(/;\s*$/m)
    .map((text) => text.replace(/^\s*--.*$/gm, '').trim())
    .filter((text) => text !== '');

/** Migrations are missing, and the database is behind a pooler, whose connections hold no lock between transactions. */
export class MigrationsBehindPooler extends Error {
  constructor(count: number) {
    super(
      `DATABASE_POOLING: ${count} migrations are missing; run them first by a start with DATABASE_URL at PostgreSQL itself and DATABASE_POOLING=none`,
    );
    this.name = 'MigrationsBehindPooler';
  }
}

const limitLockWait = (client: pg.PoolClient) => client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);

/** Runs statements again while another transaction has a lock that they need, and after a deadlock with it. */
async function retryLocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!LOCKED_CODES.has(code) || tries >= LOCK_TRIES) throw error;
    }
    await sleep(BETWEEN_TRIES_MS);
  }
}

async function runInTransaction(client: pg.PoolClient, sql: string, record: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await record();
    await client.query('commit');
  } catch (error) {
    // The connection may be lost; the migration's error is the one to report.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Builds each index of a migration without a transaction. It is a pair of statements: the first drops what a failed
 * build left. Both wait for older transactions, such as a backup, without a limit: no read or write queues behind them.
 */
async function buildIndexes(client: pg.PoolClient, sql: string): Promise<void> {
  const statements = listStatements(sql);
  await client.query('set lock_timeout = 0');
  for (let at = 0; at < statements.length; at += 2) {
    await retryLocked(async () => {
      for (const text of statements.slice(at, at + 2)) await client.query(text);
    });
  }
  await limitLockWait(client);
}

async function runMigration(client: pg.PoolClient, folder: URL, tag: string): Promise<void> {
  const sql = readFileSync(new URL(`${tag}${MIGRATION_SUFFIX}`, folder), 'utf8');
  const record = () => client.query('insert into migrations (tag) values ($1)', [tag]);
  if (sql.startsWith(WITHOUT_TRANSACTION)) {
    await buildIndexes(client, sql);
    await record();
  } else {
    await retryLocked(() => runInTransaction(client, sql, record));
  }
}

/**
 * Waits until no other process migrates. Polls the lock, since a statement that waited for it would hold a snapshot,
 * and building an index waits for those.
 */
async function lockMigrations(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.is_ours === true) return;
    await sleep(BETWEEN_TRIES_MS / 5);
  }
}

/** Lists the missing migrations in their order. Throws `UnknownMigrations`. */
async function listMissing(client: pg.PoolClient, folder: URL): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (tag text primary key, ran_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ tag: string }>('select tag from migrations');
  const ranTags = new Set(rows.map(({ tag }) => tag));
  const files = readdirSync(folder).filter((name) => name.endsWith(MIGRATION_SUFFIX));
  const tags = files.map((name) => name.slice(0, -MIGRATION_SUFFIX.length)).sort();
  const missing = tags.filter((tag) => !ranTags.has(tag));
  const unknown = [...ranTags].filter((tag) => !tags.includes(tag));
  if (missing.length > 0 && unknown.length > 0) throw new UnknownMigrations(unknown);
  return missing;
}

/**
 * Runs the missing migrations, each in its own transaction; tests have a folder of their own. Throws
 * `UnknownMigrations`.
 */
export async function migrate(pool: pg.Pool, folder = MIGRATION_FOLDER): Promise<void> {
  const client = await pool.connect();
  try {
    if (!hasNamedStatements(pool)) {
      const missing = await listMissing(client, folder);
      if (missing.length > 0) throw new MigrationsBehindPooler(missing.length);
      return;
    }
    // Migrating a large table takes longer than a request may.
    allowSilence(client);
    await client.query('set statement_timeout = 0');
    await limitLockWait(client);
    await lockMigrations(client);
    for (const tag of await listMissing(client, folder)) await runMigration(client, folder, tag);
  } finally {
    // Closes the connection, which releases the lock.
    client.release(true);
  }
}
