/**
 * `/metrics` of a running shop on PostgreSQL: its counts, its labels, and the dashboard and alerts that read its
 * metrics.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { InvalidSetting, readConfig } from '../config.ts';
import { statement } from '../db/database.ts';
import { createBreaker } from '../partners/breaker.ts';
import { offerOnlinePayment, openPayment, placeOnline } from '../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { sendRequest, testServer } from '../testing/test-server.ts';
import { createStateReader } from './shop-state.ts';

const port = await findFreePort();
const shop = await testServer({ env: { METRICS_PORT: String(port), LOG_LEVEL: 'silent' }, jobs: true });
const { url, api, app, db } = shop;

type ParsedSample = { name: string; labels: Record<string, string>; value: number };

const scrape = () => sendRequest(`http://127.0.0.1:${port}/metrics`, 'GET');

const SAMPLE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i;

/** Parses the text format; throws for a line that does not match it. */
function parseMetrics(text: string): ParsedSample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) /.test(line))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not a sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Sums the samples of a metric that have these labels. */
async function sumSamples(name: string, labels: Record<string, string> = {}): Promise<number> {
  const samples = parseMetrics((await scrape()).text).filter(
    (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  );
  return samples.reduce((sum, { value }) => sum + value, 0);
}

/** Returns by how much a metric grows while `work` runs. */
async function measureGrowth(
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await sumSamples(name, labels);
  await work();
  return (await sumSamples(name, labels)) - before;
}

/** Values that no label may contain. */
const PLANTED = {
  recipient: 'Puan Seri Rahsia',
  street_address: '9, Lorong Sulit',
  email: 'planted.person@example.com',
  contact_number: '017-712 3456',
};

async function placeOrder(): Promise<void> {
  const shopper = await newShopper(shop);
  const [product] = (await api('GET', '/products?limit=1&show_available=1&orderBy=price')).body.data;
  await shopper.fill([{ id: product.id, options: [] } as never, Math.max(1, product.min_sale_qty)]);
  const cart = await shopper.prepare({ shipping_address: { ...ADDRESS, ...PLANTED } });
  expect((await shopper.place(cart)).status).toBe(201);
}

const requests = 'http_request_duration_seconds_count';

test('serves Prometheus’ text format on a port of its own', async () => {
  const { status, headers, text } = await scrape();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toContain('# TYPE http_request_duration_seconds histogram');
  expect(await sumSamples('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(await sumSamples('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect((await sendRequest(`http://127.0.0.1:${port}/`, 'GET')).status).toBe(404);
  expect((await sendRequest(`http://127.0.0.1:${port}/metrics`, 'POST')).status).toBe(404);
  expect((await sendRequest(`${url}/metrics`, 'GET')).text).not.toContain('http_request_duration_seconds');
});

test('refuses the shop’s own port, and listens on this machine only unless METRICS_HOST is set', () => {
  const env = { DATA_DIR: shop.config.dataDir, PORT: '3000' };
  expect(readConfig(env).metrics).toBe(null);
  expect(readConfig({ ...env, METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  const open = readConfig({ ...env, METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' });
  expect(open.metrics).toEqual({ port: 9464, host: '0.0.0.0' });
  expect(() => readConfig({ ...env, METRICS_PORT: '3000' })).toThrow(InvalidSetting);
});

test('counts requests by endpoint, method and status, cached ones too', async () => {
  const list = { endpoint: 'catalog.products', method: 'GET', status: '200' };
  const hits = await sumSamples('shop_cache_requests_total', { result: 'hit' });
  expect(
    await measureGrowth(requests, list, async () => {
      for (let call = 0; call < 4; call++) expect((await api('GET', '/products?limit=3')).status).toBe(200);
    }),
  ).toBe(4);
  expect(await sumSamples('shop_cache_requests_total', { result: 'hit' })).toBeGreaterThanOrEqual(hits + 3);
  expect(await sumSamples('shop_cache_requests_total', { result: 'miss' })).toBeGreaterThan(0);
  const unknown = { endpoint: 'other', method: 'GET', status: '404' };
  expect(await measureGrowth(requests, unknown, () => api('GET', '/nothing/here'))).toBe(1);
});

test('a histogram’s buckets are cumulative and end with all requests', async () => {
  await api('GET', '/products?limit=3');
  const samples = parseMetrics((await scrape()).text).filter(
    ({ name, labels }) =>
      name.startsWith('http_request_duration_seconds') &&
      labels.endpoint === 'catalog.products' &&
      labels.status === '200',
  );
  const buckets = samples.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(samples.find(({ labels }) => labels.le === '+Inf')?.value).toBe(
    samples.find(({ name }) => name === requests)?.value,
  );
});

test('counts an order when it is placed, and the mail that follows it', async () => {
  const orders = { payment_method: 'cod', status: 'pending', payment_status: 'unpaid' };
  const mails = await sumSamples('shop_jobs_total', { queue: 'mail', outcome: 'completed' });
  expect(await measureGrowth('shop_orders_total', orders, placeOrder)).toBe(1);
  await expect
    .poll(() => sumSamples('shop_jobs_total', { queue: 'mail', outcome: 'completed' }))
    .toBeGreaterThan(mails);
  expect(await sumSamples(requests, { endpoint: 'orders.place', status: '201' })).toBeGreaterThan(0);
});

test('counts statements by name, with rows, time and errors', async () => {
  const three = statement('test.threeRows', v.object({ n: v.number() }), 'select generate_series(1, 3) as n');
  const wrong = statement('test.divides', v.object({ n: v.number() }), 'select 1 / $1::int as n');
  await db.rows(three);
  await db.rows(three);
  await expect(db.rows(wrong, [0])).rejects.toThrow('division by zero');
  const labels = { statement: three.name };
  expect(await sumSamples('shop_db_statements_total', labels)).toBe(2);
  expect(await sumSamples('shop_db_statement_rows_total', labels)).toBe(6);
  expect(await sumSamples('shop_db_statement_seconds_total', labels)).toBeGreaterThan(0);
  expect(await sumSamples('shop_db_statement_errors_total', labels)).toBe(0);
  expect(await sumSamples('shop_db_statement_errors_total', { statement: wrong.name })).toBe(1);
});

test('reports the pool, the change feed, and the state of queues and payments', async () => {
  expect(await sumSamples('shop_db_pool_connections', { pool: 'main' })).toBeGreaterThan(0);
  expect(await sumSamples('shop_db_pool_connections_max', { pool: 'main' })).toBe(shop.database.pool.options.max);
  expect(await sumSamples('shop_change_feed_delay_seconds')).toBeLessThan(5);
  expect(await sumSamples('shop_state_readable')).toBe(1);
  const samples = parseMetrics((await scrape()).text);
  const queues = samples.filter(({ name }) => name === 'shop_queue_oldest_seconds').map(({ labels }) => labels.queue);
  expect(queues).toEqual(expect.arrayContaining(['mail', 'payment', 'daily']));
  expect(samples.filter(({ name }) => name === 'shop_payments_waiting')).toHaveLength(1);
});

test('a payment waits while its order is unpaid: an earlier attempt of a paid order does not', async () => {
  await offerOnlinePayment(shop);
  const one = await placeOnline(shop);
  await openPayment(shop, one.payment.url);
  const countWaiting = async () => (await createStateReader(db, () => {})())?.payments.unresolved_count;
  await expect.poll(countWaiting).toBe(1);
  await db.raw(`update orders set payment_status = 'paid' where id = $1`, [one.order.id]);
  await expect.poll(countWaiting).toBe(0);
});

test('a job that is retried is as old as its creation, while it waits too; a job for later has no age', async () => {
  await db.raw(
    `insert into pgboss.job (name, data, state, created_on, start_after) values
      ('message', '{}', 'retry', now() - interval '1 hour', now() + interval '1 hour'),
      ('push', '{}', 'created', now() - interval '1 hour', now() + interval '1 hour')`,
  );
  // A reader of its own, since the server's reuses its state for some seconds.
  const readState = createStateReader(db, (error) => {
    throw error;
  });
  const queues = (await readState())?.queues ?? [];
  const ageOf = (queue: string) => queues.find(({ name }) => name === queue)?.oldest_seconds;
  expect(ageOf('message')).toBeGreaterThanOrEqual(3_600);
  expect(ageOf('push')).toBe(0);
  await db.raw("delete from pgboss.job where name in ('message', 'push')");
});

test('reports a partner’s circuit breaker, its calls and their time', async () => {
  const partner = 'A partner of this test';
  const call = createBreaker(partner);
  await call(async () => 'ok');
  for (let failure = 0; failure < 5; failure++) {
    await expect(call(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  }
  await expect(call(async () => 'ok')).rejects.toThrow();
  expect(await sumSamples('shop_partner_breaker_open', { partner })).toBe(1);
  expect(await sumSamples('shop_partner_calls_total', { partner, outcome: 'ok' })).toBe(1);
  expect(await sumSamples('shop_partner_calls_total', { partner, outcome: 'failed' })).toBe(5);
  expect(await sumSamples('shop_partner_calls_total', { partner, outcome: 'rejected' })).toBe(1);
  expect(await sumSamples('shop_partner_seconds_total', { partner })).toBeGreaterThan(0);
});

test('counts payment notices that are refused', async () => {
  const gateway = app.shop.partners.gateways[0];
  const callback = gateway?.callbacks.find(({ reply }) => reply !== null);
  const labels = { gateway: gateway?.code ?? '', source: 'notice', reason: 'unknown_reference' };
  const growth = await measureGrowth('shop_payment_notices_refused_total', labels, () =>
    sendRequest(`${url}/api${callback?.path}`, callback?.method ?? '', {
      body: `RefNo=ABCDEFGH&Amount=1.00&MerchantCode=${encodeURIComponent(PLANTED.email)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  expect(growth).toBe(1);
});

test('reports the daily check of wallets', async () => {
  const before = await sumSamples('shop_wallets_checked_timestamp_seconds');
  await db.transaction((tx) => app.shop.jobs.send(tx, 'daily', { step: 'check wallets' }));
  await expect.poll(() => sumSamples('shop_wallets_checked_timestamp_seconds')).toBeGreaterThan(before);
  expect(await sumSamples('shop_wallets_wrong')).toBe(0);
});

test('no label holds personal data or what a request chose', async () => {
  await placeOrder();
  const { email, contact_number } = PLANTED;
  const token = `c_${'Z'.repeat(43)}`;
  const call = async (from: number) => {
    for (let index = from; index < from + 30; index++) {
      await api('GET', `/products?limit=2&search=${email}-${index}`);
      await api('GET', `/nothing-${index}/${email}`, { token });
      await api('GET', `/products/planted-slug-${index}`);
      await sendRequest(`${url}/planted-page-${index}?token=${token}`, 'GET');
      await api('POST', '/token', { body: { login: contact_number, password: `planted-${index}` } });
      await api('PROPFIND', '/cart').catch(() => {});
    }
  };
  const countSeries = async () => {
    const { text } = await scrape();
    for (const value of [...Object.values(PLANTED), token, 'planted']) {
      // The statements and the partner of this file have no such names.
      expect(text).not.toContain(value);
    }
    return parseMetrics(text).filter(({ name }) => name.startsWith('http_')).length;
  };
  await call(0);
  const series = await countSeries();
  await call(30);
  expect(await countSeries()).toBe(series);
});

const METRIC = /\b(?:http|shop|process|nodejs)_[a-z0-9_]+/g;

/** Lists the metrics that a PromQL expression or a page reads. */
const listMetrics = (text: string): string[] => [...new Set(text.match(METRIC) ?? [])];

function listExpressions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => (key === 'expr' ? [String(child)] : listExpressions(child)));
}

test('every metric of the dashboard and of the alerts exists', async () => {
  const { text } = await scrape();
  const defined = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    defined.add(name);
    if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) defined.add(`${name}_${part}`);
  }
  const dashboard = listExpressions(JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')));
  expect(dashboard.length).toBeGreaterThan(15);
  const section = /^## Watched\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readFileSync('docs/running.md', 'utf8'))?.[1];
  const alerts = listMetrics(section ?? '');
  expect(alerts.length).toBeGreaterThanOrEqual(10);
  const unknown = [...dashboard.flatMap(listMetrics), ...alerts].filter((name) => !defined.has(name));
  expect(unknown).toEqual([]);
});
