/** Connection pools, on a PostgreSQL server or on the embedded one. */
import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import pg from 'pg';

/** An address without a user means the process's own user, as in psql. */
pg.defaults.user ??= userInfo().username;

/** Parses int8 as a number: ids and counts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Timeouts of every connection: no statement and no wait for a lock may hang (docs/security.md#c8). */
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;

const IDLE_MS = 60_000;

/** Maximum connections of a process. */
export const POOL_SIZE = 10;

/**
 * Creates a pool on a PostgreSQL server, or of one connection to the embedded one (it has one backend: named statements
 * would collide).
 */
export function createPool(connection: { url: string } | { socketFolder: string }, size = POOL_SIZE): pg.Pool {
  const pool =
    'url' in connection
      ? new pg.Pool({
          connectionString: connection.url,
          max: size,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          idleTimeoutMillis: IDLE_MS,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          lock_timeout: LOCK_TIMEOUT_MS,
          idle_in_transaction_session_timeout: 30_000,
          // No JIT: compiling costs seconds where the planner overestimates; our statements run in milliseconds.
          // Generic plans: ours do not improve with their values, and some cost more to plan than to run.
          // Index scans wherever there is an index: a plan made while a table is empty stays while the table grows.
          // Tables are in memory or on an SSD, so that index scans are cheap.
          options: '-c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c random_page_cost=1.1',
          application_name: 'shop',
          pipeline: true,
        })
      : new pg.Pool({
          ...embeddedAddress(connection.socketFolder),
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
  // The pool replaces a broken connection; its callers see the errors of their own statements. Without these listeners
  // the process would exit.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Returns the connection settings of the embedded database's socket. On Windows it is a named pipe, which `pg` cannot
 * address itself.
 */
export function embeddedAddress(socketFolder: string): pg.PoolConfig {
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
