/**
 * Prepares the benchmark's databases: a shop of a given size, made once for each state of its sources. Measurements
 * write to a clone, which is dropped afterwards.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { seedMany } from '../demo/seed.ts';
import { openPostgres } from '../server/db/open.ts';
import { migrate } from '../server/db/schema/migrate.ts';
import { createJobs } from '../server/jobs/boss.ts';
import { readProcessorTime } from './processes.ts';
import { reportProgress } from './report.ts';

const ROOT = join(import.meta.dirname, '..');

/** Folders whose files decide a shop's rows. */
const SOURCE_FOLDERS = ['server/db/schema/migrations', 'demo', 'server/catalog', 'server/content', 'core/catalog'];

/** The server that holds the databases. */
const SERVER_URL = process.env.BENCH_DATABASE_URL ?? 'postgres://127.0.0.1:5432/postgres';

/** SQL that fills stock and slots, so that a benchmark never sells out. */
export const FILL_STOCK = `
  update inventory set quantity = 1000000000, is_continuous_selling = false;
  update product_listing set in_stock = true;
  update delivery_slot_templates set capacity = 1000000`;

function buildDatabaseUrl(name: string): string {
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` on a new connection without a statement time-out. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists the PostgreSQL processes that serve the shop, one for each of its connections. */
export const listDatabaseProcesses = (url: string): Promise<number[]> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'shop'",
    );
    return rows.map(({ pid }) => pid);
  });

/** Sums the processor time of the PostgreSQL processes that serve the shop, in milliseconds. */
export const readDatabaseTime = async (url: string): Promise<number> =>
  (await listDatabaseProcesses(url)).reduce((sum, pid) => sum + (readProcessorTime(pid) ?? 0), 0);

function hashSources(more = ''): string {
  const hash = createHash('sha256').update(more);
  for (const folder of SOURCE_FOLDERS) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /\.(ts|sql)$/.test(each) && !each.includes('.test.')).sort()) {
      hash.update(name).update(readFileSync(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Analyzes the tables that have rows. Those of carts and orders are empty: PostgreSQL would scan tables that were
 * analyzed while empty whole during the benchmark.
 */
async function analyzeTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) {
    const firstRow = await client.query(`select from ${name} limit 1`);
    if (firstRow.rowCount === 1) await client.query(`vacuum analyze ${name}`);
  }
}

/** Migrates an empty database and fills it with this many products. */
export async function fillShop(url: string, products: number): Promise<void> {
  const database = await openPostgres('BENCH_DATABASE_URL', url);
  await migrate(database.pool);
  const jobs = createJobs({ database, log: console });
  await jobs.start();
  await jobs.stop();
  await seedMany(database.db, products, { now: new Date() });
  await database.close();
  await onDatabase(url, analyzeTables);
}

async function runAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    const startedAt = performance.now();
    await client.query(text);
    reportProgress(
      `  ${text.slice(0, 50).replaceAll('\n', ' ')} …: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
  }
}

/**
 * Returns the URL of a shop with this many products; makes it if it is missing, stale, or `fresh` is set. `more` makes
 * a separate database, whose rows its statements complete.
 */
export async function prepareShop(
  products: number,
  fresh: boolean,
  more?: { name: string; statements: readonly string[] },
): Promise<string> {
  const name = more?.name ?? `bench_${products}`;
  const hash = hashSources(more?.statements.join());
  await onDatabase(SERVER_URL, async (client) => {
    const { rows } = await client.query<{ description: string | null }>(
      `select shobj_description(oid, 'pg_database') as description from pg_database where datname = $1`,
      [name],
    );
    if (!fresh && rows[0]?.description === hash) return;
    reportProgress(`Making a shop of ${products.toLocaleString('en')} products, once`);
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await fillShop(buildDatabaseUrl(name), products);
    if (more !== undefined) await onDatabase(buildDatabaseUrl(name), (client) => runAll(client, more.statements));
    await client.query(`comment on database ${name} is '${hash}'`);
  });
  return buildDatabaseUrl(name);
}

let cloneCount = 0;

/** Runs `work` on a clone with full stock, and drops it. */
export async function onClone<T>(products: number, fresh: boolean, work: (url: string) => Promise<T>): Promise<T> {
  await prepareShop(products, fresh);
  const clone = `bench_run_${process.pid}_${++cloneCount}`;
  await onDatabase(SERVER_URL, (client) =>
    client.query(`create database ${clone} template bench_${products} strategy file_copy`),
  );
  try {
    await onDatabase(buildDatabaseUrl(clone), (client) => client.query(FILL_STOCK));
    return await work(buildDatabaseUrl(clone));
  } finally {
    await onDatabase(SERVER_URL, (client) => client.query(`drop database ${clone} with (force)`));
  }
}

/** Runs `work` on a new, empty database, and drops it. */
export async function onEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_empty_${process.pid}`;
  await onDatabase(SERVER_URL, (client) => client.query(`create database ${name}`));
  try {
    return await work(buildDatabaseUrl(name));
  } finally {
    await onDatabase(SERVER_URL, (client) => client.query(`drop database ${name} with (force)`));
  }
}
