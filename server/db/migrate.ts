/** Brings the database to the schema of this version: forward only, once however many processes start together. */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Names the lock that keeps two migrating processes apart. */
const MIGRATION_LOCK = 7_446_207;

/** Runs the migrations that the database has not seen; a second time it does nothing. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // A large table takes longer than a shopper's statement may, and another process may be at it.
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await client.query('reset statement_timeout').catch(() => {});
    await client.query('reset lock_timeout').catch(() => {});
    client.release();
  }
}
