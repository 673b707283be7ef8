/** Opens the configured database: a PostgreSQL server, or the embedded one in the data folder. */
import type pg from 'pg';
import { type Db, database } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { createPool } from './pool.ts';

export type OpenDatabase = {
  db: Db;
  pool: pg.Pool;
  embedded: boolean;
  /** Waits for the connections that are in use, then closes. */
  close(): Promise<void>;
};

/** The database cannot be reached or opened; the message is one line with the reason. */
export class DatabaseUnreachable extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'DatabaseUnreachable';
  }
}

/** Names a database without its user and password. */
function whereIs(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

/** Connects to a PostgreSQL server. Throws `DatabaseUnreachable` within seconds. */
export async function openPostgres(setting: string, url: string, size?: number): Promise<OpenDatabase> {
  const pool = createPool({ url }, size);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end().catch(() => {});
    const why =
      error instanceof AggregateError ? error.errors.join('; ') : error instanceof Error ? error.message : error;
    throw new DatabaseUnreachable(`${setting}: the database at ${whereIs(url)} cannot be reached: ${why}`);
  }
  return { db: database(pool), pool, embedded: false, close: () => pool.end() };
}

/** Opens the configured database. Throws `DatabaseUnreachable` or `FolderInUse`. */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
}): Promise<OpenDatabase> {
  if (settings.databaseUrl !== undefined) return openPostgres('DATABASE_URL', settings.databaseUrl);
  const embedded = await openEmbedded(settings.dataDir);
  const pool = createPool({ socketFolder: embedded.socketFolder });
  return {
    db: database(pool),
    pool,
    embedded: true,
    async close() {
      await pool.end();
      await embedded.close();
    },
  };
}
