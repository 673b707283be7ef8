/**
 * The one way to the database: named statements (`statement`), with the shape of their rows beside them. A change runs
 * in one transaction whose handle is passed down; a query past it, on the pool, throws at once.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { array, type GenericSchema, parse } from 'valibot';
import { watchersOf } from './watch-writes.ts';

/** A named SQL text; tests prepare every one on both engines and parse its rows by `row`. */
export type Statement<Row> = {
  name: string;
  text: string;
  row: GenericSchema<unknown, Row>;
};

const registry = new Map<string, Statement<unknown>>();

/** Declares a statement. Throws where a name is declared twice. */
export function statement<Row>(name: string, row: GenericSchema<unknown, Row>, text: string): Statement<Row> {
  if (registry.has(name)) throw new Error(`Two statements are named ${name}`);
  const declared = { name, text, row };
  registry.set(name, declared);
  return declared;
}

/**
 * Lists every declared statement.
 *
 * @internal For the tests that prepare them all.
 */
export const declaredStatements = (): readonly Statement<unknown>[] => [...registry.values()];

let checksRows = false;

/**
 * Parses the rows of every statement by its schema from now on.
 *
 * @internal For tests; production trusts its own SQL.
 */
export function checkRowsFromNow(): void {
  checksRows = true;
}

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | readonly (string | number | boolean | Date | null)[]
  | object;

/** A handle on the pool, or on one open transaction. */
export type Db = {
  rows<Row>(of: Statement<Row>, values?: readonly Value[]): Promise<Row[]>;
  /** The first row, or null. */
  row<Row>(of: Statement<Row>, values?: readonly Value[]): Promise<Row | null>;
  /**
   * Sends a write whose rows nobody reads. In a transaction it is not waited for: what follows is sent behind it, the
   * commit too, and its failure undoes everything.
   */
  write(of: Statement<unknown>, values?: readonly Value[]): Promise<void>;
  /** Runs SQL text of a library (pg-boss) in this handle's transaction. */
  raw(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Runs `work` on one connection, outside a transaction: what it asks for without waiting leaves in one packet. In an
   * open transaction it joins.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Whether this handle is an open transaction. */
  isTransaction: boolean;
  /**
   * Runs `work` in a transaction; in an open one it joins. Serialization failures and deadlocks (40001, 40P01) are
   * tried again up to three times, so `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs `task` once this transaction has committed, never if it is undone; outside a transaction at once. */
  afterCommit(task: () => void): void;
};

type Inside = { transaction: boolean };
const inside = new AsyncLocalStorage<Inside>();

/** Counts statements of everything that runs inside `measure`, beside begin and commit. */
export type Meter = { statements: string[] };
const meters = new AsyncLocalStorage<Meter>();

/** Runs `work` and tells which statements it needed. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const meter: Meter = { statements: [] };
  const result = await meters.run(meter, work);
  return { result, statements: meter.statements };
}

function note(name: string): void {
  meters.getStore()?.statements.push(name);
}

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 4;

/** The database's error code, such as `23505`, where the error came from it. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

type Queryable = pg.Pool | pg.PoolClient;

/** An open transaction: the writes to wait for, the tasks that follow its commit, and what failed so far. */
type Pending = {
  sent: Promise<unknown>[];
  afterCommit: Set<() => void>;
  /** The first error of a statement. PostgreSQL refuses every later statement with 25P02, which names no cause. */
  firstError?: unknown;
  /** The first failed statement among those that were sent without waiting. */
  failedWrite?: { statement: string; error: unknown };
};

type ReportLostWrite = (statement: string, error: unknown) => void;
const lostWriteReporters = new WeakMap<pg.Pool, ReportLostWrite>();

/**
 * Reports every write that was sent without waiting and failed while its transaction threw another error: no caller
 * sees its cause otherwise.
 */
export function reportLostWrites(pool: pg.Pool, report: ReportLostWrite): void {
  lostWriteReporters.set(pool, report);
}

const IN_FAILED_TRANSACTION = '25P02';

/** Whether PostgreSQL ended the connection with this error. */
const endsConnection = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'FATAL';

const corked = new WeakSet<object>();

/**
 * Lets everything that is asked of a connection until the event loop goes on leave in one packet: at each, the kernel
 * wakes the database's process, and that costs more than most of our statements.
 */
function gather({ connection: { stream } }: pg.PoolClient): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/** Statements of libraries with values, by their text: they are prepared once like ours. */
const librarySql = new Map<string, string>();
const MAX_LIBRARY_SQL = 100;

function nameOf(text: string): string | undefined {
  const known = librarySql.get(text);
  if (known !== undefined || librarySql.size >= MAX_LIBRARY_SQL) return known;
  const name = `library.${librarySql.size + 1}`;
  librarySql.set(text, name);
  return name;
}

/** A handle on the pool, or on an open transaction. */
function handle(on: Queryable, pool: pg.Pool, pending: Pending | null): Db {
  const isTransaction = pending !== null;
  const guard = (name: string) => {
    if (!isTransaction && inside.getStore()?.transaction) {
      throw new Error(`${name} was asked of the pool inside an open transaction; pass the transaction's handle down`);
    }
  };
  const ask = async (config: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> => {
    const told = watchersOf(pool, typeof config === 'string' ? { text: config } : config);
    if ('connection' in on) gather(on);
    const sent = typeof config === 'string' ? on.query(config, values) : on.query(config, values);
    const result = await (pending === null ? sent : noteError(pending, sent));
    for (const wrote of told) db.afterCommit(wrote);
    return result;
  };
  const db: Db = {
    isTransaction,
    async rows<Row>(of: Statement<Row>, values: readonly Value[] = []) {
      guard(of.name);
      note(of.name);
      const result = await ask({ name: of.name, text: of.text, values: [...values] });
      return checksRows ? parse(array(of.row), result.rows) : (result.rows as Row[]);
    },
    async row<Row>(of: Statement<Row>, values: readonly Value[] = []) {
      return (await db.rows(of, values))[0] ?? null;
    },
    async write(of, values = []) {
      const written = db.rows(of, values);
      if (pending === null) await written;
      else sendLater(pending, of.name, written);
    },
    async raw(text, values = []) {
      guard('raw');
      note('raw');
      // Without values a text may hold several statements.
      return values.length === 0 ? ask(text) : ask({ name: nameOf(text), text, values: [...values] });
    },
    async together(work) {
      if ('connection' in on) return work(db);
      guard('A connection');
      const client = await on.connect();
      let isBroken = false;
      try {
        return await work(handle(client, pool, null));
      } catch (error) {
        isBroken = endsConnection(error);
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    async transaction(work) {
      if (isTransaction) return work(db);
      if (inside.getStore()?.transaction) throw new Error('A second transaction was begun inside an open one');
      return transact(pool, work);
    },
    afterCommit(task) {
      if (pending === null) task();
      else pending.afterCommit.add(task);
    },
  };
  return db;
}

/** A promise whose failure is met by whoever waits for it later, and is no unhandled one until then. */
function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function noteError<T>(pending: Pending, sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    pending.firstError ??= error;
    throw error;
  }
}

/** Leaves a statement to be waited for before the commit. */
function sendLater(pending: Pending, statement: string, sent: Promise<unknown>): void {
  sent.catch((error) => {
    pending.failedWrite ??= { statement, error };
  });
  pending.sent.push(sent);
}

async function transact<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    const pending: Pending = { sent: [], afterCommit: new Set() };
    let broken: Error | undefined;
    try {
      // Nothing waits for the begin: it leaves with the first statement, as the commit does with the last.
      gather(client);
      sendLater(pending, 'begin', noteError(pending, client.query('begin')));
      const result = await inside.run({ transaction: true }, () => work(handle(client, pool, pending)));
      gather(client);
      const committed = settled(client.query('commit'));
      await Promise.all(pending.sent);
      // A transaction in which something failed is undone, whatever became of the failure.
      if ((await committed).command !== 'COMMIT') throw new Error('The transaction could not be committed');
      for (const task of pending.afterCommit) task();
      return result;
    } catch (error) {
      // Behind the rollback every statement has its outcome.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      const cause = sqlState(error) === IN_FAILED_TRANSACTION ? (pending.firstError ?? error) : error;
      const { failedWrite } = pending;
      if (failedWrite !== undefined && failedWrite.error !== cause) {
        lostWriteReporters.get(pool)?.(failedWrite.statement, failedWrite.error);
      }
      if (attempt >= TRIES || !RETRIED.has(sqlState(cause) ?? '')) throw cause;
    } finally {
      client.release(broken);
    }
    await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
  }
}

/** The database behind a pool. */
export function database(pool: pg.Pool): Db {
  return handle(pool, pool, null);
}

/** An address without a user means whoever runs the process, as psql has it. */
pg.defaults.user ??= userInfo().username;

/** int8 comes as a number: ids and counts of this shop stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Time-outs of every connection: no statement and no wait for a lock may hang (docs/security.md#c8). */
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** How long an idle connection to a server is kept. */
const IDLE_MS = 60_000;

/** A pool on a PostgreSQL server, or of one connection on the embedded one (one backend: named statements would collide). */
export function createPool(connection: { url: string } | { socketFolder: string }, size = 10): pg.Pool {
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
          // Compiling a statement costs seconds where its estimate is high; every one of ours runs in milliseconds.
          // A plan is made once: ours do not get better by their values, and some cost more to plan than to run.
          // A shop's tables lie in memory or on a disk without heads: rows are found by index, not by reading a table whole.
          options: '-c jit=off -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
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
          // The backend outlives its connections: it still knows the statements that an earlier one named.
          onConnect: async (client) => {
            await client.query('discard all');
          },
        });
  // A connection that breaks is replaced, idle or in use: its callers see the error of their own statements. Without
  // these listeners the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A folder holds the socket where it can; on Windows it is the name of a pipe, which `pg` cannot address itself. */
export function embeddedAddress(socketFolder: string): pg.PoolConfig {
  if (!socketFolder.startsWith('\\\\')) return { host: socketFolder };
  return {
    host: 'localhost',
    stream: () => {
      const socket = new Socket();
      const dial = socket.connect.bind(socket);
      socket.connect = () => dial({ path: `${socketFolder}-.s.PGSQL.5432` });
      return socket;
    },
  };
}
