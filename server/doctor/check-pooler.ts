/** Checks whether PgBouncer is between the shop and PostgreSQL, and whether its settings suit the shop. */
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { type Db, database, statement } from '../db/database.ts';
import { createPool, POOL_SIZE, SESSION_SETTINGS } from '../db/pool.ts';
import { MAX_SILENCE_MS } from '../db/watch-connection.ts';
import { type Finding, formatError, reportAction, reportFine } from './check.ts';

type PoolMode = 'session' | 'transaction' | 'statement';

/** Values of the console of PgBouncer; null for those that this version lacks. */
type PoolerSettings = {
  poolMode: string | null;
  maxClients: number | null;
  /** Seconds; 0 is no limit. */
  queryWait: number | null;
};

const readBackend = statement(
  'doctor.backend',
  v.object({ pid: v.number(), settings: v.record(v.string(), v.string()) }),
  `select pg_backend_pid() as pid,
    (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings`,
);

/** Number of times that two connections compare their backends; in transaction mode they soon share one. */
const COMPARED_TIMES = 20;

/** Longest useful `query_wait_timeout`, in seconds: the statement may run after it, before the shop gives up. */
const MAX_QUERY_WAIT = (MAX_SILENCE_MS - Number(SESSION_SETTINGS.statement_timeout)) / 1_000;

/** Runs `work` on a pool of one connection, which sends no settings when it connects. */
async function onPlainPool<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool({ url, pooling: 'transaction' }, 1);
  try {
    return await work(database(pool));
  } finally {
    await pool.end();
  }
}

/**
 * Reads the mode in which backends are shared, and the settings of the compared ones. The mode of PostgreSQL itself is
 * `session`: each connection has a backend of its own.
 */
const readPoolMode = (url: string): Promise<{ mode: PoolMode; backends: readonly Record<string, string>[] }> =>
  onPlainPool(url, (one) =>
    onPlainPool(url, async (other) => {
      const names = [Object.keys(SESSION_SETTINGS)];
      const owners = new Map<number, Db>();
      const backends = new Map<number, Record<string, string>>();
      let isShared = false;
      for (let turn = 0; turn < COMPARED_TIMES && !isShared; turn++) {
        for (const db of [one, other]) {
          const backend = await db.row(readBackend, names);
          if (backend === null) continue;
          isShared ||= (owners.get(backend.pid) ?? db) !== db;
          owners.set(backend.pid, db);
          backends.set(backend.pid, backend.settings);
        }
      }
      // The pool ends below, and the transaction with it.
      const rejectsTransactions = await one.raw('begin').then(
        () => false,
        (error) => formatError(error).includes('statement pooling mode'),
      );
      const mode = rejectsTransactions ? 'statement' : isShared ? 'transaction' : 'session';
      return { mode, backends: [...backends.values()] };
    }),
  );

/** Reads PgBouncer's console; null if there is no PgBouncer, and values of null if it does not let this user in. */
async function readConsole(url: string): Promise<PoolerSettings | null> {
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/pgbouncer';
  try {
    return await onPlainPool(address.href, async (db) => {
      const config = new Map((await db.raw('show config')).rows.map(({ key, value }) => [key, value]));
      const ours = (await db.raw('show databases')).rows.find((row) => row.name === name);
      const readNumber = (key: string) => (config.has(key) ? Number(config.get(key)) : null);
      return {
        poolMode: String(ours?.pool_mode ?? config.get('pool_mode')),
        maxClients: readNumber('max_client_conn'),
        queryWait: readNumber('query_wait_timeout'),
      };
    });
  } catch (error) {
    return /not allowed/.test(formatError(error)) ? { poolMode: null, maxClients: null, queryWait: null } : null;
  }
}

/** Builds the `connect_query` that makes the shop's settings. */
const buildConnectQuery = (): string =>
  Object.entries(SESSION_SETTINGS)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');

function judgeSettings(subject: string, backends: readonly Record<string, string>[]): Finding[] {
  const wrong = Object.entries(SESSION_SETTINGS).filter(([name, value]) =>
    backends.some((settings) => settings[name] !== String(value)),
  );
  if (wrong.length === 0) return [];
  const names = wrong.map(([name]) => name).join(', ');
  return [
    reportAction(
      subject,
      `its connections lack settings of the shop (${names}): add connect_query='${buildConnectQuery()}' to the database in pgbouncer.ini, then RECONNECT in its console`,
    ),
  ];
}

function judgeLimits(subject: string, { maxClients, queryWait }: PoolerSettings, processes: number): Finding[] {
  const needed = (processes + 1) * POOL_SIZE;
  const findings: Finding[] = [];
  if (maxClients !== null && maxClients < needed) {
    findings.push(
      reportAction(subject, `max_client_conn is ${maxClients}: set at least ${needed} for ${processes} processes`),
    );
  }
  if (queryWait !== null && (queryWait === 0 || queryWait > MAX_QUERY_WAIT)) {
    findings.push(
      reportAction(
        subject,
        `query_wait_timeout is ${queryWait} s: set it to 5, so that a request learns within ${MAX_SILENCE_MS / 1_000} s that no connection is free`,
      ),
    );
  }
  return findings;
}

/** Checks one address of the database. */
async function examineAddress(
  { subject, setting, url, isPooled }: { subject: string; setting: string; url: string; isPooled: boolean },
  processes: number,
): Promise<Finding[]> {
  const [{ mode, backends }, settings] = await Promise.all([readPoolMode(url), readConsole(url)]);
  if (mode === 'statement' || settings?.poolMode === 'statement') {
    return [
      reportAction(subject, 'PgBouncer is in statement mode, which has no transactions: set pool_mode = transaction'),
    ];
  }
  const isTransaction = mode === 'transaction' || settings?.poolMode === 'transaction';
  if (!isPooled) {
    return isTransaction
      ? [
          reportAction(
            subject,
            `${setting} leads through a pooler in transaction mode: set DATABASE_POOLING=transaction`,
          ),
        ]
      : [];
  }
  if (!isTransaction) {
    const advice =
      settings === null
        ? `${setting} leads to PostgreSQL itself: remove DATABASE_POOLING, so that the shop prepares its statements`
        : 'PgBouncer is in session mode: set pool_mode = transaction';
    return [reportAction(subject, advice)];
  }
  const problems = [
    ...judgeSettings(subject, backends),
    ...(settings === null ? [] : judgeLimits(subject, settings, processes)),
  ];
  if (problems.length > 0) return problems;
  const isReadable = settings !== null && settings.maxClients !== null;
  const hint = isReadable
    ? ''
    : '; its limits were not read (stats_users in pgbouncer.ini lets the shop’s user read them)';
  return [
    reportFine(subject, `transaction mode with the settings of the shop, which prepares no statements there${hint}`),
  ];
}

/**
 * Checks the way to the database and to its replica, for a number of processes. Finds nothing if no pooler is set or
 * met.
 */
export async function checkPooler(config: Config, processes: number): Promise<Finding[]> {
  const isPooled = config.databasePooling === 'transaction';
  const addresses = [
    { subject: 'PgBouncer', setting: 'DATABASE_URL', url: config.databaseUrl },
    { subject: 'PgBouncer of the replica', setting: 'DATABASE_REPLICA_URL', url: config.databaseReplicaUrl },
  ];
  const findings: Finding[] = [];
  for (const { url, ...address } of addresses) {
    if (url === undefined) continue;
    const examined = await examineAddress({ ...address, url, isPooled }, processes).catch((error) =>
      // The check of the database reports the primary.
      address.setting === 'DATABASE_URL' ? [] : [reportAction('replica', formatError(error))],
    );
    findings.push(...examined);
  }
  return findings;
}
