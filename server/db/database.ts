/**
 * The only way to the database: named statements, each with a schema for its rows. A change runs in one transaction
 * whose handle is passed down; a query on the pool inside an open transaction throws. Statements that lock run in one
 * order (docs/design.md#how-it-stays-small 7), so that no two transactions wait for each other; another order throws,
 * in tests and in production.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { array, type GenericSchema, parse } from 'valibot';
import { isMeasuring, recordStatement } from '../metrics/measurements.ts';
import { isInSpan, runOutsideSpans, traceStatement } from '../tracing/traces.ts';
import { batchPackets, openPipeline, type Pipeline, reportLostWrite } from './pipeline.ts';
import { hasNamedStatements } from './pool.ts';
import { allowSilence, restoreSilenceLimit } from './watch-connection.ts';
import { listenersOf, type WatchedWrite } from './watch-writes.ts';

/** A named SQL text with a schema for its rows. Tests prepare every one on both engines and parse its rows. */
export type Statement<Row> = {
  name: string;
  text: string;
  row: GenericSchema<unknown, Row>;
  /** The watched write that it makes: listeners of `watchWrites` run after its commit. */
  writes?: WatchedWrite;
};

export type StatementOptions = Pick<Statement<unknown>, 'writes'>;

const statementsByName = new Map<string, Statement<unknown>>();

/** Declares a statement. Throws if the name is taken. */
export function statement<Row>(
  name: string,
  row: GenericSchema<unknown, Row>,
  text: string,
  { writes }: StatementOptions = {},
): Statement<Row> {
  if (statementsByName.has(name)) throw new Error(`Two statements are named ${name}`);
  const newStatement = { name, text, row, writes };
  statementsByName.set(name, newStatement);
  return newStatement;
}

/** Lists every declared statement, for the record of a release and the tests that prepare them all. */
export const listDeclaredStatements = (): readonly Statement<unknown>[] => [...statementsByName.values()];

let checksRows = false;

/**
 * Parses the rows of every statement by its schema from now on.
 *
 * @internal For tests; production trusts its own SQL.
 */
export function checkRowsFromNow(): void {
  checksRows = true;
}

export type SqlValue =
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
  rows<Row>(of: Statement<Row>, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row, or null. */
  row<Row>(of: Statement<Row>, values?: readonly SqlValue[]): Promise<Row | null>;
  /**
   * Sends a write without returned rows. In a transaction it is not awaited: later statements and the commit are sent
   * behind it, and its failure rolls everything back.
   */
  write(of: Statement<unknown>, values?: readonly SqlValue[]): Promise<void>;
  /** Runs a library's SQL text (pg-boss) in this handle's transaction. */
  raw(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Runs `work` on one connection without a transaction, so that queries that do not await each other leave in one
   * packet. Joins an open transaction.
   */
  onOneConnection<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Whether this handle is an open transaction. */
  isTransaction: boolean;
  /**
   * Runs `work` in a transaction, or joins the open one. Retries serialization failures and deadlocks (40001, 40P01) up
   * to three times, so `work` must have no effect outside the database.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Lets the statements of this transaction run for any time. Throws outside a transaction. */
  liftTimeLimit(): Promise<void>;
  /** Runs `task` after this transaction commits, never if it rolls back; outside a transaction at once. */
  afterCommit(task: () => void): void;
};

/** True inside the work of an open transaction. */
const openTransaction = new AsyncLocalStorage<boolean>();

const statementCounts = new AsyncLocalStorage<string[]>();

/** Runs `work` and lists the statements that it ran, without begin and commit. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const result = await statementCounts.run(statements, work);
  return { result, statements };
}

const RETRIED_CODES = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/** Returns the database's error code, such as `23505`; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

type Queryable = pg.Pool | pg.PoolClient;

type OpenTransaction = { pipeline: Pipeline; afterCommit: Set<() => void> };

const IN_FAILED_TRANSACTION = '25P02';

/** Returns whether PostgreSQL ended the connection with this error. */
const endsConnection = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'FATAL';

/** Names of libraries' statements with values, by their text, so that each is prepared once. */
const librarySql = new Map<string, string>();
const MAX_LIBRARY_SQL = 100;
const LIBRARY_PREFIX = 'library.';

function nameLibraryStatement(text: string): string | undefined {
  const cachedName = librarySql.get(text);
  if (cachedName !== undefined || librarySql.size >= MAX_LIBRARY_SQL) return cachedName;
  const name = `${LIBRARY_PREFIX}${librarySql.size + 1}`;
  librarySql.set(text, name);
  return name;
}

/** Returns a statement's label in the metrics: its name, or one that all statements of libraries share. */
const statementLabelOf = (config: pg.QueryConfig | string): string =>
  typeof config === 'string' || config.name === undefined || config.name.startsWith(LIBRARY_PREFIX)
    ? 'library'
    : config.name;

/** Records a statement's time, from sending it to its result. */
function measureStatement(label: string, result: Promise<pg.QueryResult>): void {
  const startedAt = performance.now();
  result.then(
    ({ rowCount }) => recordStatement(label, rowCount ?? 0, performance.now() - startedAt),
    () => recordStatement(label, null, performance.now() - startedAt),
  );
}

/** Creates a handle on the pool, on one connection, or on an open transaction. */
function createHandle(on: Queryable, pool: pg.Pool, transaction: OpenTransaction | null): Db {
  const isTransaction = transaction !== null;
  const rejectInsideTransaction = (name: string) => {
    if (!isTransaction && openTransaction.getStore()) {
      throw new Error(`${name} ran on the pool inside an open transaction; pass the transaction's handle down`);
    }
  };
  const query = async (config: pg.QueryConfig | string): Promise<pg.QueryResult> => {
    if ('connection' in on) batchPackets(on.connection.stream);
    const isNamed = typeof config !== 'string' && hasNamedStatements(pool);
    const result =
      typeof config === 'string' ? on.query(config) : on.query(isNamed ? config : { ...config, name: undefined });
    if (isMeasuring()) measureStatement(statementLabelOf(config), result);
    if (isInSpan()) traceStatement(statementLabelOf(config), result, sqlState);
    return transaction === null ? result : transaction.pipeline.track(result);
  };
  const db: Db = {
    isTransaction,
    async rows<Row>(of: Statement<Row>, values: readonly SqlValue[] = []) {
      rejectInsideTransaction(of.name);
      statementCounts.getStore()?.push(of.name);
      const listeners = of.writes === undefined ? [] : listenersOf(pool, of.writes);
      const result = await query({ name: of.name, text: of.text, values: [...values] });
      for (const listener of listeners) db.afterCommit(listener);
      return checksRows ? parse(array(of.row), result.rows) : (result.rows as Row[]);
    },
    async row<Row>(of: Statement<Row>, values: readonly SqlValue[] = []) {
      return (await db.rows(of, values))[0] ?? null;
    },
    async write(of, values = []) {
      const result = db.rows(of, values);
      if (transaction === null) await result;
      else transaction.pipeline.sendLater(of.name, result);
    },
    async raw(text, values = []) {
      rejectInsideTransaction('raw');
      statementCounts.getStore()?.push('raw');
      // A text without values may contain several statements.
      return values.length === 0 ? query(text) : query({ name: nameLibraryStatement(text), text, values: [...values] });
    },
    async onOneConnection(work) {
      if ('connection' in on) return work(db);
      rejectInsideTransaction('onOneConnection');
      const client = await on.connect();
      let isBroken = false;
      try {
        return await work(createHandle(client, pool, null));
      } catch (error) {
        isBroken = endsConnection(error);
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    async transaction(work) {
      if (isTransaction) return work(db);
      if (openTransaction.getStore()) throw new Error('A second transaction was opened inside an open one');
      return runTransaction(pool, work);
    },
    async liftTimeLimit() {
      if (transaction === null || !('connection' in on))
        throw new Error('A time limit was lifted outside a transaction');
      allowSilence(on);
      await query('set local statement_timeout = 0');
    },
    afterCommit(task) {
      if (transaction === null) task();
      else transaction.afterCommit.add(task);
    },
  };
  return db;
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const client = await pool.connect();
    const { stream } = client.connection;
    const pipeline = openPipeline();
    const transaction: OpenTransaction = { pipeline, afterCommit: new Set() };
    let broken: Error | undefined;
    try {
      // `begin` leaves with the first statement, and `commit` with the last.
      batchPackets(stream);
      pipeline.sendLater('begin', pipeline.track(client.query('begin')));
      const result = await openTransaction.run(true, () => work(createHandle(client, pool, transaction)));
      batchPackets(stream);
      const commit = client.query('commit');
      traceStatement('commit', commit, sqlState);
      // Awaited below, after the writes: their errors name the cause.
      commit.catch(() => {});
      await pipeline.settle();
      // PostgreSQL answers ROLLBACK if a statement failed and its error was caught.
      if ((await commit).command !== 'COMMIT') throw new Error('The transaction could not be committed');
      runOutsideSpans(() => {
        for (const task of transaction.afterCommit) task();
      });
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // The rollback's result arrives after those of all statements before it; this waits for their handlers.
      await pipeline.settle().catch(() => {});
      const cause = sqlState(error) === IN_FAILED_TRANSACTION ? (pipeline.firstError() ?? error) : error;
      reportLostWrite(pool, pipeline.lostWrite(cause));
      if (tries >= MAX_TRIES || !RETRIED_CODES.has(sqlState(cause) ?? '')) throw cause;
    } finally {
      restoreSilenceLimit(client);
      client.release(broken);
    }
    await sleep(10 * 2 ** tries * (0.5 + Math.random()));
  }
}

/** Creates a handle on a pool. */
export function database(pool: pg.Pool): Db {
  return createHandle(pool, pool, null);
}

/** Kinds of rows in lock order. One statement locks all rows of a kind, in the order of their ids. */
export const LOCK_ORDER = [
  'idempotency_key',
  'approval',
  'customer',
  'cart',
  'open_orders',
  'order',
  'attempt',
  'stock',
  'slot',
  'coupon',
  'voucher',
  'membership',
  'wallet',
] as const;
export type Lock = (typeof LOCK_ORDER)[number];

/** A statement that locks rows of one kind until its transaction ends. */
export type LockingStatement<Row> = Statement<Row> & { locks: Lock };

/** Declares a statement that locks. */
export function lockingStatement<Row>(
  locks: Lock,
  name: string,
  row: GenericSchema<unknown, Row>,
  text: string,
  options?: StatementOptions,
): LockingStatement<Row> {
  return Object.assign(statement(name, row, text, options), { locks });
}

/** The last lock of each open transaction, as an index into `LOCK_ORDER`. */
const lastLocks = new WeakMap<Db, number>();

/**
 * Runs a statement that locks. Throws outside a transaction, and if the transaction has a lock of the same or a
 * later kind.
 */
export async function lockRows<Row>(tx: Db, of: LockingStatement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
  if (!tx.isTransaction) throw new Error(`${of.name} locks rows and was run outside a transaction`);
  const rank = LOCK_ORDER.indexOf(of.locks);
  const last = lastLocks.get(tx) ?? -1;
  if (rank <= last) throw new Error(`${of.name} locks ${of.locks} after ${LOCK_ORDER[last]}, against the one order`);
  lastLocks.set(tx, rank);
  return tx.rows(of, values);
}
