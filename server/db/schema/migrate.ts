/**
 * Runs the numbered `.sql` files of `migrations/`: forward only, each once, even if several processes start together.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Key of the advisory lock that a migrating transaction holds. */
const MIGRATION_LOCK = 7_446_207;

const SUFFIX = '.sql';

/** The database has migrations that this version lacks, so it is newer. */
export class UnknownMigrations extends Error {
  constructor(tags: readonly string[]) {
    super(`The database was made by another version of the shop (${tags.join(', ')}); start with an empty one`);
    this.name = 'UnknownMigrations';
  }
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The connection may be lost; the migration's error is the one to report.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Lists the missing migrations in their order. Throws `UnknownMigrations`. */
async function findMissing(client: pg.PoolClient): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (tag text primary key, ran_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ tag: string }>('select tag from migrations');
  const done = new Set(rows.map(({ tag }) => tag));
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(SUFFIX));
  const tags = files.map((name) => name.slice(0, -SUFFIX.length)).sort();
  const missing = tags.filter((tag) => !done.has(tag));
  const unknown = [...done].filter((tag) => !tags.includes(tag));
  if (missing.length > 0 && unknown.length > 0) throw new UnknownMigrations(unknown);
  return missing;
}

/** Runs the first missing migration; returns whether more are missing. */
const runNext = (client: pg.PoolClient): Promise<boolean> =>
  inTransaction(client, async () => {
    // Migrating a large table, or waiting for another migrating process, takes longer than a request may.
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
    // A lock of the transaction: behind a pooler the next transaction runs on another connection.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const [next, ...later] = await findMissing(client);
    if (next === undefined) return false;
    await client.query(readFileSync(new URL(`${next}${SUFFIX}`, FOLDER), 'utf8'));
    await client.query('insert into migrations (tag) values ($1)', [next]);
    return later.length > 0;
  });

/** Runs the missing migrations, each in its own transaction. Throws `UnknownMigrations`. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    while (await runNext(client));
  } finally {
    // Migrations may change settings of their connection.
    client.release(true);
  }
}
