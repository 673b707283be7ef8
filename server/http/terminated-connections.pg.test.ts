/** docs/security.md#faults: PostgreSQL ends the shop's connections while orders are placed. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { withServer } from '../testing/database/template.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { startApiProcess } from '../testing/processes/start-api-process.ts';
import type { TestResponse } from '../testing/test-server.ts';

const TERMINATIONS = 25;
const SHOPPERS = 6;
const STOCK = 1_000_000;
/** Minimum number of acknowledged orders between two terminations. */
const ORDERS_BETWEEN = 1;
const HEALTHY_WITHIN_MS = 10_000;

const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'shop-terminated-'));
let child: ChildProcess | undefined;
afterAll(async () => {
  child?.kill('SIGKILL');
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Ends the shop's connections that are inside a transaction; returns their number. */
const terminateTransactions = (): Promise<number> =>
  withServer(async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'shop' and xact_start is not null`,
      [new URL(database.url ?? '').pathname.slice(1)],
    );
    return rowCount ?? 0;
  });

test('25 terminations under steady orders: 503 with Retry-After, no acknowledged order lost or doubled, healthy within 10 s', {
  timeout: 120_000,
}, async () => {
  const product = await makeProduct(database.db, { stock: STOCK });
  await database.db.raw('update delivery_slot_templates set capacity = 10000');
  const shop = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  child = shop.child;
  const acknowledgedIds: string[] = [];
  const refusals: TestResponse[] = [];
  let isEnding = false;

  /** Retries on 503, as clients do. */
  async function api(method: string, path: string, options?: object): Promise<TestResponse> {
    for (;;) {
      const response = await shop.api(method, path, options);
      if (response.status !== 503) return response;
      refusals.push(response);
    }
  }

  async function placeOrders(): Promise<void> {
    while (!isEnding) {
      const shopper = await newShopper({ api });
      await shopper.fill([product, 1]);
      const response = await shopper.place(await shopper.prepare());
      expect(response.status, response.text).toBe(201);
      acknowledgedIds.push(response.body.order.id);
    }
  }

  async function terminateOften(): Promise<void> {
    for (let remaining = TERMINATIONS; remaining > 0 && child?.exitCode === null; ) {
      const before = acknowledgedIds.length;
      while (acknowledgedIds.length < before + ORDERS_BETWEEN && child.exitCode === null) await sleep(5);
      if ((await terminateTransactions()) > 0) remaining--;
    }
    isEnding = true;
  }

  await Promise.all([terminateOften(), ...Array.from({ length: SHOPPERS }, placeOrders)]);
  const endedAt = performance.now();
  expect(child?.exitCode, 'the process still runs').toBeNull();
  while ((await shop.api('GET', '/health/ready')).status !== 200) await sleep(50);
  expect(performance.now() - endedAt).toBeLessThan(HEALTHY_WITHIN_MS);

  expect(refusals.length).toBeGreaterThan(0);
  for (const { headers, body } of refusals) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.code).toBe('request.unavailable');
  }
  const orders = await database.db.raw('select id from orders order by id');
  expect(orders.rows.map(({ id }) => id)).toEqual(acknowledgedIds.sort());
  const { rows } = await database.db.raw('select quantity from inventory where product_id = $1', [product.id]);
  expect(rows).toEqual([{ quantity: STOCK - acknowledgedIds.length }]);
});
