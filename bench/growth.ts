/**
 * Measures what each statement costs in a shop of years: 1,000,000 customers and orders with five lines each, ten
 * million wallet entries and 100,000 products, beside a hundredth of that. The cost is the pages of 8 kB that a
 * statement reads and writes, as PostgreSQL's `auto_explain` counts them: the same in every run, whatever else the
 * machine does. `BENCH_DATABASE_URL` names a server with 20 GB of room where the role is a superuser.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import type pg from 'pg';
import { NO_REQUEST } from '../server/context.ts';
import { listDeclaredStatements } from '../server/db/database.ts';
import { makeContext } from '../server/http/api/call-endpoint.ts';
import { createJobHandlers } from '../server/job-handlers.ts';
import type { Mailer } from '../server/partners/mail/mailer.ts';
import { FILL_STOCK, onDatabase, prepareShop } from './databases.ts';
import { type GrowthSize, listGrowthStatements, makeCustomerName, makeOrderNumber } from './growth-data.ts';
import { type InProcess, openInProcess } from './in-process.ts';
import { OWNER } from './office.ts';
import { makePlainRow, type ReportRow } from './report.ts';
import { makeAddress } from './shoppers.ts';
import { listSimpleProducts } from './statements.ts';

const LARGE_SHOP: GrowthSize = { customers: 1_000_000, orders: 1_000_000, products: 100_000 };
const SMALL_SHOP: GrowthSize = { customers: 10_000, orders: 10_000, products: 1_000 };
const MAX_GROWTH_FACTOR = 1.5;
/** Pages that a statement may cost beyond `MAX_GROWTH_FACTOR`: one more level of an index is a page or two. */
const MAX_EXTRA_PAGES = 4;
/** How often each call runs, each time for another customer. */
const RUNS_PER_CALL = 20;

/** SQL that reports every plan to the connection that ran it, with the pages that it used. */
const explainSql = (name: string) => `
  alter database ${name} set session_preload_libraries = 'auto_explain';
  alter database ${name} set auto_explain.log_min_duration = 0;
  alter database ${name} set auto_explain.log_analyze = on;
  alter database ${name} set auto_explain.log_timing = off;
  alter database ${name} set auto_explain.log_buffers = on;
  alter database ${name} set auto_explain.log_format = json;
  alter database ${name} set client_min_messages = log`;

type StatementPages = { runs: number; pages: number };
type PagesByStatement = Map<string, StatementPages>;
/** The cost of a shop's calls and jobs, and the calls and jobs that failed, such as by the time limit of statements. */
type ShopCost = { pages: PagesByStatement; failures: Set<string> };

const makeCustomerToken = (number: number): string => `c_growth_${String(number).padStart(24, '0')}`;

/** Adds the pages of each plan that a pool's connections report, by statement. */
function countPages(pool: pg.Pool): PagesByStatement {
  const names = new Map(listDeclaredStatements().map(({ name, text }) => [text.trim(), name]));
  const pagesByStatement: PagesByStatement = new Map();
  const watchedClients = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watchedClients.has(client)) return;
    watchedClients.add(client);
    client.on('notice', ({ message }) => {
      const json = /plan:\s*(\{[\s\S]*)$/.exec(message ?? '')?.[1];
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(json);
      const name = names.get(text.trim());
      if (name === undefined) return;
      const statement = pagesByStatement.get(name) ?? { runs: 0, pages: 0 };
      pagesByStatement.set(name, {
        runs: statement.runs + 1,
        pages: statement.pages + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      });
    });
  });
  return pagesByStatement;
}

/** Runs the calls of one shopper and one member of staff, by the number of a run. */
async function runCalls(
  app: InProcess,
  { customers }: GrowthSize,
  products: readonly string[],
  run: number,
  failures: Set<string>,
): Promise<void> {
  // Spread over all customers, the latest included.
  const number = customers - Math.floor((customers * run) / RUNS_PER_CALL);
  const token = makeCustomerToken(number);
  const email = `customer${number}@example.com`;
  const shopper = (name: EndpointName, options: object = {}) => app.call(name, { token, ...options });
  const staff = (name: EndpointName, options: object = {}) =>
    app.call(name, { actor: OWNER, ...options }).catch((error: Error) => failures.add(`${name}: ${error.message}`));

  for (const name of ['identity.me', 'wishlist.list', 'addresses.list', 'notifications.list', 'orders.list'] as const) {
    await shopper(name);
  }
  await shopper('orders.overview');
  await shopper('orders.products');
  await shopper('loyalty.entries', { query: { wallet: 'point' } });
  await shopper('vouchers.own');
  const orders = JSON.parse((await shopper('orders.list')).text);
  await shopper('orders.one', { params: { id: orders.data[0].id } });
  await shopper('cart.update', { body: { items: [{ id: products[run % products.length], quantity: 1 }] } });
  await buyProduct(app, token);

  for (const search of [
    `order_number:${makeOrderNumber(number)}`,
    `contact:${email}`,
    `name:${makeCustomerName(number)}`,
    'status:processing',
  ]) {
    await staff('staff.orders', { query: { search } });
  }
  await staff('staff.orders', { query: { search: makeCustomerName(number) } });
  await staff('staff.orders');
  await staff('staff.order', { params: { id: makeOrderNumber(number) } });
  await staff('staff.audit');
  await staff('staff.cancellations');
  await staff('staff.paymentRefunds');
  await staff('staff.attempts', { query: { unresolved: '1' } });
  await staff('staff.wallets', { params: { customer: email } });
}

/** Buys a product in the calls of the site. */
async function buyProduct(app: InProcess, token: string): Promise<void> {
  const address = makeAddress(randomInt(1_000_000));
  const { data: methods } = JSON.parse(
    (await app.call('delivery.shippings', { token, query: { zip: address.zip } })).text,
  );
  const choices = {
    shipping_address: address,
    shipping_method: methods[0].id,
    delivery_slot_id: methods[0].slots.at(-1).id,
    payment_method: 'cod',
  };
  const { cart } = JSON.parse((await app.call('checkout.update', { token, body: choices })).text);
  const body = { ...choices, expected_total: cart.grand_total, cart_version: cart.version };
  await app.call('orders.place', { token, body, idempotencyKey: randomUUID() });
}

/** Runs every job once. */
async function runJobs({ shop, database }: InProcess, failures: Set<string>): Promise<void> {
  const run = (job: string, works: readonly Promise<unknown>[]) =>
    Promise.all(works).catch((error: Error) => failures.add(`${job}: ${error.message}`));
  const system = () => makeContext(shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  const mailer: Mailer = { send: async () => {} };
  const work = createJobHandlers({ system, mailer, log: { error: () => {} }, isDemo: false });
  await run('minutely', work.minutely([{}]));
  await run('hourly', work.hourly([{}]));
  await run('daily', work.daily([{}]));
  const { rows } = await database.pool.query(
    "select distinct data from pgboss.job where name = 'daily' and data ? 'step'",
  );
  for (const { data } of rows) await run(data.step, work.daily([data]));
}

/** Measures the pages of every statement of the calls and jobs in one shop. */
async function measureShop(size: GrowthSize, fresh: boolean): Promise<ShopCost> {
  const name = `bench_growth_${size.customers}`;
  const url = await prepareShop(size.products, fresh, {
    name,
    statements: [FILL_STOCK, ...listGrowthStatements(size)],
  });
  await onDatabase(url, (client) => client.query(explainSql(name)));
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  const app = await openInProcess(url, dataDir);
  const failures = new Set<string>();
  try {
    // The first run rolls up years of sales; later ones do a day's work.
    await runJobs(app, failures);
    const counted = countPages(app.database.pool);
    const ids = (await listSimpleProducts(app)).map(({ id }) => id);
    for (let run = 0; run < RUNS_PER_CALL; run++) await runCalls(app, size, ids, run, failures);
    await runJobs(app, failures);
    return { pages: counted, failures };
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures both shops; lists the statements that cost more in the large one. */
export async function measureGrowth(fresh: boolean): Promise<ReportRow[]> {
  const small = await measureShop(SMALL_SHOP, fresh);
  const large = await measureShop(LARGE_SHOP, fresh);
  const rows: ReportRow[] = [...large.failures].map((what) => ({ what, measured: 'failed', target: '', met: false }));
  const compared = [...large.pages].filter(([name]) => small.pages.has(name));
  rows.push(makePlainRow('Statements compared', String(compared.length)));
  for (const [name, there] of compared.sort()) {
    const smallShopPages = small.pages.get(name) ?? there;
    const [pages, before] = [there.pages / there.runs, smallShopPages.pages / smallShopPages.runs];
    const measured = `${before.toFixed(1)} → ${pages.toFixed(1)} pages`;
    const isMore = pages > before * MAX_GROWTH_FACTOR + MAX_EXTRA_PAGES;
    if (isMore) rows.push({ what: name, measured, target: `≤ ${MAX_GROWTH_FACTOR}×`, met: false });
  }
  return rows;
}
