/** Opens the configured database: a PostgreSQL server, or the embedded one in the data folder. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Db, database } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { createPool, type Pooling } from './pool.ts';

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

/** Formats the address of a database without its user and password. */
function describeAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'localhost' : host}${pathname}`;
}

/**
 * Codes of errors after which a retry may succeed: no connection, an unknown name, a server that is starting or
 * stopping, or has no free connection.
 */
const RETRYABLE_CODES = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P|53300)/;
/**
 * Messages of such errors of the client, which have no code, and of PgBouncer, which reports every error as a protocol
 * violation (08P01).
 */
const RETRYABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded|query_wait_timeout|pgbouncer cannot connect|client_login_timeout|connect failed|server conn crashed|no more connections allowed|sorry, too many clients|remaining connection slots|the database system is )|server_login_retry/;

const RETRY_MS = 1_000;

/** The time for which a database that does not respond yet is retried, and the reporter of each retry. */
export type DatabaseWait = { seconds: number; report(line: string): void };

const NO_WAIT: DatabaseWait = { seconds: 0, report: () => {} };

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return RETRYABLE_CODES.test('code' in error ? String(error.code) : '') || RETRYABLE_MESSAGES.test(error.message);
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Connects to a PostgreSQL server. While it does not respond yet, retries every second and reports it. Throws
 * `DatabaseUnreachable` within seconds of the wait's end, and at once for any other reason, such as a wrong password.
 */
export async function openPostgres(
  setting: string,
  url: string,
  { wait = NO_WAIT, pooling = 'none' }: { wait?: DatabaseWait; pooling?: Pooling } = {},
): Promise<OpenDatabase> {
  const until = performance.now() + wait.seconds * 1_000;
  for (;;) {
    const pool = createPool({ url, pooling });
    try {
      await pool.query('select 1');
      return { db: database(pool), pool, embedded: false, close: () => pool.end() };
    } catch (error) {
      await pool.end().catch(() => {});
      if (!isRetryable(error) || performance.now() >= until) {
        throw new DatabaseUnreachable(
          `${setting}: the database at ${describeAddress(url)} cannot be reached: ${describeError(error)}`,
        );
      }
      wait.report(`Waiting for the database at ${describeAddress(url)}: ${describeError(error)}`);
      await sleep(RETRY_MS);
    }
  }
}

/**
 * Opens the read replica. A shop starts without it: if it does not respond now, reports that in one line, and
 * `readFromReplica` uses it once it does.
 */
export async function openReplica(
  url: string,
  { pooling, report }: { pooling: Pooling; report(line: string): void },
): Promise<OpenDatabase> {
  const pool = createPool({ url, pooling });
  await pool.query('select 1').catch((error) => {
    const reason = `the replica at ${describeAddress(url)} cannot be reached: ${describeError(error)}`;
    report(`DATABASE_REPLICA_URL: ${reason}; the primary is read until it can`);
  });
  return { db: database(pool), pool, embedded: false, close: () => pool.end() };
}

/** Opens the configured database. Throws `DatabaseUnreachable` or `FolderInUse`. */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  databasePooling: Pooling;
  dataDir: string;
  wait?: DatabaseWait;
}): Promise<OpenDatabase> {
  const { databaseUrl, databasePooling: pooling, wait } = settings;
  if (databaseUrl !== undefined) return openPostgres('DATABASE_URL', databaseUrl, { wait, pooling });
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
