/**
 * docs/running.md#upgrade: the version before and this one on one database under load. Each process is replaced without
 * a failed request, and the version before is put back on the tables of this one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../db/open.ts';
import { databaseUrl, withServer } from '../testing/database/template.ts';
import { WITHOUT_OPEN_ORDER_LIMITS } from '../testing/orders/open-order-settings.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { PROCESS_ENV } from '../testing/processes/process-env.ts';
import { unpackRelease } from '../testing/processes/released-version.ts';
import { readRelease } from '../testing/released.ts';
import { type RequestOptions, sendRequest, type TestResponse } from '../testing/test-server.ts';

const THIS_VERSION = join(import.meta.dirname, '..', '..');

const folder = mkdtempSync(join(tmpdir(), 'shop-upgrade-'));
mkdirSync(join(folder, 'released'));
const release = unpackRelease(join(folder, 'released'));
const BEFORE = release?.root ?? THIS_VERSION;

const name = `shop_upgrade_${process.pid}`;
await withServer((client) => client.query(`create database ${name} template template0`));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await withServer((client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true, force: true });
});

/** Long enough for a busy machine. */
const BUSY = { timeout: 60_000, interval: 100 };

type ServerProcess = { url: string; child: ChildProcess };

/** Processes to which the balancer sends requests, in turn. */
let upstreams: ServerProcess[] = [];
let turn = 0;
const api = (method: string, path: string, options?: RequestOptions): Promise<TestResponse> =>
  sendRequest(`${upstreams[turn++ % upstreams.length]?.url}/api${path}`, method, options);

/** Starts a version and adds it to the balancer once it is ready. */
async function add(root: string): Promise<ServerProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: {
      ...PROCESS_ENV,
      ...WITHOUT_OPEN_ORDER_LIMITS,
      DATABASE_URL: databaseUrl(name),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      METRICS_PORT: String(await findFreePort()),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://shop.example',
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: '100000',
      RATE_LIMIT_TILL: '100000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.push(child);
  const isReady = () =>
    sendRequest(`${url}/api/health/ready`, 'GET').then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(isReady, BUSY).toBe(200);
  const upstream = { url, child };
  upstreams = [...upstreams, upstream];
  return upstream;
}

/** Takes a process out of the balancer and ends it while requests are open, as a service manager does. */
async function remove(upstream: ServerProcess): Promise<void> {
  upstreams = upstreams.filter((each) => each !== upstream);
  const exit = new Promise((resolve) => upstream.child.once('exit', resolve));
  upstream.child.kill('SIGTERM');
  expect(await exit).toBe(0);
}

const PRODUCTS = 3;
const STOCK = 1_000_000;

/** Fills the new shop with what the load needs; the processes publish the products. */
async function fill(): Promise<void> {
  const { pool, close } = await openPostgres('DATABASE_URL', databaseUrl(name));
  await pool.query(`
    insert into images (hash, spec) values ('upgrade', '{}');
    insert into categories (slug, name_en, stage, position, image_hash) values ('food', 'Food', 'pantry', 1, 'upgrade');
    insert into products (slug, type, status, category_id, name_en, title_en, price, weight, image_hash, published_at,
        created_at, updated_at)
      select 'product-' || n, 'simple', 'published', c.id, 'Product ' || n, 'Product ' || n, 2000, 100, 'upgrade',
        now(), now() - interval '1 day', now() - interval '1 day'
      from generate_series(1, ${PRODUCTS}) as n, categories c;
    insert into inventory (product_id, quantity) select id, ${STOCK} from products;
    update delivery_slot_templates set capacity = ${STOCK};
    insert into outlets (code, name_en, street_address, postcode, state_id, latitude, longitude, phone, hours)
      values ('UPGRADE', 'Outlet', '1, Jalan SS2', '47300', 'MY-10', 3.1, 101.6, '03-1234 5678', '{}');`);
  await close();
}

/** What the shop acknowledged, and every request that failed. */
const acknowledgedIds = { orders: new Set<string>(), receipts: new Set<string>() };
const failures: string[] = [];
const counts = { reads: 0 };
let isLoading = true;

/** Repeats a shopper's steps until the load ends; notes any failure with the step. */
async function repeat(step: string, work: () => Promise<void>): Promise<void> {
  while (isLoading) {
    await work().catch((error: Error) => failures.push(`${step}: ${error.message} ${error.cause ?? ''}`));
  }
}

function require2xx({ status, text }: TestResponse): void {
  if (status < 200 || status > 299) throw new Error(`${status} ${text.slice(0, 200)}`);
}

async function placeOrder(product: { id: string; options: string[] }): Promise<void> {
  const shopper = await newShopper({ api });
  await shopper.fill([product, 1]);
  const response = await shopper.place(await shopper.prepare());
  require2xx(response);
  acknowledgedIds.orders.add(response.body.order.order_number);
}

async function readPages(): Promise<void> {
  for (const path of ['/products?limit=2', '/settings', '/products/product-1', '/cart'])
    require2xx(await api('GET', path));
  counts.reads++;
}

async function award(member_id: string): Promise<void> {
  const receipt = `R-${acknowledgedIds.receipts.size}`;
  require2xx(
    await api('POST', '/till/award', {
      headers: { 'x-api-key': 'demo-till' },
      body: { member_id, receipt, amount: '10.00' },
    }),
  );
  acknowledgedIds.receipts.add(receipt);
}

const source =
  release === null ? 'this version, since no history has the release' : `${readRelease().version} from the history`;

test(`upgrades and goes back under load without a failed request (before: ${source})`, {
  timeout: 240_000,
}, async () => {
  const old = [await add(BEFORE)];
  await fill();
  old.push(await add(BEFORE));
  // Both processes list the products.
  const countListed = async () => (await api('GET', '/products')).body.data?.length;
  await expect.poll(async () => [await countListed(), await countListed()], BUSY).toEqual([PRODUCTS, PRODUCTS]);
  const [product] = (await api('GET', '/products')).body.data;
  const member = await api('POST', '/register', {
    body: {
      name: 'Mei Ling',
      email: 'mei@example.com',
      contact_number: '0123456789',
      password: 'correct horse battery',
    },
  });
  require2xx(member);
  const load = [
    repeat('order', () => placeOrder({ id: product.id, options: [] })),
    repeat('order', () => placeOrder({ id: product.id, options: [] })),
    repeat('read', readPages),
    repeat('till', () => award(member.body.me.id)),
  ];
  const countOrders = () => acknowledgedIds.orders.size;
  const expectNewOrders = async () => {
    const before = countOrders();
    await expect.poll(countOrders, BUSY).toBeGreaterThan(before);
  };
  // Each phase serves orders: old, mixed, new, mixed, old.
  await expectNewOrders();
  const current: ServerProcess[] = [];
  for (const upstream of old) {
    current.push(await add(THIS_VERSION));
    await expectNewOrders();
    await remove(upstream);
    await expectNewOrders();
  }
  const back = await add(BEFORE);
  await expectNewOrders();
  for (const upstream of current) await remove(upstream);
  await expectNewOrders();
  isLoading = false;
  await Promise.all(load);
  expect(failures).toEqual([]);
  expect(counts.reads).toBeGreaterThan(10);

  // Every acknowledged order exists once, and stock has fallen by the ordered units.
  const { pool, close } = await openPostgres('DATABASE_URL', databaseUrl(name));
  const { rows } = await pool.query('select order_number from orders order by 1');
  expect(rows.map(({ order_number }) => order_number)).toEqual([...acknowledgedIds.orders].sort());
  const [{ left, receipts, tags }] = (
    await pool.query(`select (select sum(quantity)::int from inventory) as left,
      (select count(*)::int from till_receipts) as receipts, (select count(*)::int from migrations) as tags`)
  ).rows;
  expect([left, receipts]).toEqual([PRODUCTS * STOCK - acknowledgedIds.orders.size, acknowledgedIds.receipts.size]);
  expect(tags).toBeGreaterThanOrEqual(Object.keys(readRelease().migrations).length);
  await close();
  await remove(back);
});
