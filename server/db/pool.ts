/** Connection pools, on a PostgreSQL server or on the embedded one. */
import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import pg from 'pg';
import { limitSilence, MAX_SILENCE_MS, requireReplication } from './watch-connection.ts';

/** An address without a user means the process's own user, as in psql. */
pg.defaults.user ??= userInfo().username;

/** Parses int8 as a number: ids and counts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const CONNECT_TIMEOUT_MS = 5_000;

/** Settings of every connection, in PostgreSQL's words. A pooler of transactions has to set them itself. */
export const SESSION_SETTINGS: Readonly<Record<string, string | number>> = {
  // Milliseconds: no statement and no wait for a lock may hang (docs/security.md#c8).
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 30_000,
  // No JIT: compiling costs seconds where the planner overestimates; our statements run in milliseconds.
  jit: 'off',
  // Generic plans: ours do not improve with their values, and some cost more to plan than to run.
  plan_cache_mode: 'force_generic_plan',
  // Index scans wherever there is an index: a plan made while a table is empty stays while the table grows.
  // Tables are in memory or on an SSD, so that index scans are cheap.
  enable_seqscan: 'off',
  random_page_cost: 1.1,
};

const IDLE_MS = 60_000;

/** Time without data after which the system probes whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Maximum connections of a process. */
export const POOL_SIZE = 10;

/** The pooler between the shop and PostgreSQL: none, or one such as PgBouncer in transaction mode. */
export type Pooling = 'none' | 'transaction';

/** Pools whose statements run without names: a pooler sends each transaction to another connection. */
const poolsWithoutNames = new WeakSet<pg.Pool>();

/** Returns whether a connection of the pool remembers named statements. */
export const hasNamedStatements = (pool: pg.Pool): boolean => !poolsWithoutNames.has(pool);

/** The address of a PostgreSQL server. `maxSilenceMs` limits its silence while statements wait. */
export type ServerAddress = { url: string; pooling?: Pooling; maxSilenceMs?: number };

/**
 * Creates a pool on a PostgreSQL server, or of one connection to the embedded one (it has one backend: named statements
 * would collide).
 */
export function createPool(connection: ServerAddress | { socketFolder: string }, size = POOL_SIZE): pg.Pool {
  const isPooled = 'url' in connection && connection.pooling === 'transaction';
  const pool =
    'url' in connection
      ? new pg.Pool({
          connectionString: connection.url,
          max: size,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          idleTimeoutMillis: IDLE_MS,
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
          // A pooler refuses settings of a connection, since it gives the connection to others.
          ...(!isPooled && {
            options: Object.entries(SESSION_SETTINGS)
              .map(([name, value]) => `-c ${name}=${value}`)
              .join(' '),
          }),
          application_name: 'shop',
          pipeline: true,
        })
      : new pg.Pool({
          ...buildEmbeddedAddress(connection.socketFolder),
          database: 'postgres',
          user: 'postgres',
          password: 'postgres',
          max: 1,
          idleTimeoutMillis: 0,
          pipeline: true,
          // The backend outlives its connections and still has their prepared statements.
          onConnect: async (client) => {
            await client.query('discard all');
          },
        });
  if (isPooled) poolsWithoutNames.add(pool);
  // The pool replaces a broken connection; its callers see the errors of their own statements. Without these listeners
  // the process would exit.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if ('socketFolder' in connection) return;
    limitSilence(client, connection.maxSilenceMs ?? MAX_SILENCE_MS);
    requireReplication(client);
  });
  return pool;
}

/**
 * Returns the connection settings of the embedded database's socket. On Windows it is a named pipe, which `pg` cannot
 * address itself.
 */
export function buildEmbeddedAddress(socketFolder: string): pg.PoolConfig {
  if (!socketFolder.startsWith('\\\\')) return { host: socketFolder };
  return {
    host: 'localhost',
    stream: () => {
      const socket = new Socket();
      const connect = socket.connect.bind(socket);
      socket.connect = () => connect({ path: `${socketFolder}-.s.PGSQL.5432` });
      return socket;
    },
  };
}
