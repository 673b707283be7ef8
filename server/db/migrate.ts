/** Brings the database to the schema of this version: forward only, once however many processes start together. */
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import * as v from 'valibot';

const FOLDER = new URL('./migrations/', import.meta.url);

/** drizzle-kit's list of what it generated, in order. */
const journal = v.object({ entries: v.array(v.object({ tag: v.string() })) });

/** What drizzle-kit writes between two statements. */
const BETWEEN = '--> statement-breakpoint';

/** Names the lock that keeps two migrating processes apart. */
const MIGRATION_LOCK = 7_446_207;

const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

async function run(client: pg.PoolClient, tag: string): Promise<void> {
  await client.query('begin');
  try {
    for (const text of read(`${tag}.sql`).split(BETWEEN)) await client.query(text);
    await client.query('insert into migrations (tag) values ($1)', [tag]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function runMissing(client: pg.PoolClient): Promise<void> {
  await client.query(
    'create table if not exists migrations (tag text primary key, ran_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ tag: string }>('select tag from migrations');
  const done = new Set(rows.map(({ tag }) => tag));
  const { entries } = v.parse(journal, JSON.parse(read('meta/_journal.json')));
  for (const { tag } of entries) if (!done.has(tag)) await run(client, tag);
}

/** Runs the migrations that the database has not seen, each whole or not at all; a second time it does nothing. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // A large table takes longer than a shopper's statement may, and another process may be at it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await runMissing(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => {});
    client.release();
  }
}
