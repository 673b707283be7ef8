/** docs/security.md#faults: PostgreSQL is stopped at once while orders are placed, and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../db/open.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { createCluster, findServerPrograms, type OwnCluster } from '../testing/database/own-cluster.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';
import type { TestResponse } from '../testing/test-server.ts';

const SHOPPERS = 6;
const STOCK = 1_000_000;
/** Acknowledged orders before the stop, and after the new start. */
const ORDERS = 10;
const DOWN_MS = 1_500;
const HEALTHY_WITHIN_MS = 10_000;
/** Pause before a retry, in milliseconds; shorter than the shop's `Retry-After`, which keeps the test fast. */
const RETRY_MS = 200;

const programs = findServerPrograms();
if (programs === null) process.stderr.write('PostgreSQL’s initdb is not on this machine: its stop is not tested\n');

const dataDir = mkdtempSync(join(tmpdir(), 'shop-stopped-'));
let cluster: OwnCluster | undefined;
let shop: ApiProcess | undefined;
afterAll(async () => {
  shop?.child.kill('SIGKILL');
  await cluster?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(programs === null)(
  'stopped with -m immediate under load: 503 with Retry-After, every acknowledged order there once, healthy within 10 s',
  { timeout: 180_000 },
  async () => {
    const own = await createCluster(programs ?? '');
    cluster = own;
    const before = await openPostgres('DATABASE_URL', own.url);
    const product = await makeProduct(before.db, { stock: STOCK });
    await before.db.raw('update delivery_slot_templates set capacity = 10000');
    await before.close();
    const apiProcess = await startApiProcess({ DATABASE_URL: own.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    shop = apiProcess;

    const acknowledgedIds: string[] = [];
    const refusals: TestResponse[] = [];
    let isEnding = false;

    /** Retries on 503, as clients do. */
    async function api(method: string, path: string, options?: object): Promise<TestResponse> {
      for (;;) {
        const response = await apiProcess.api(method, path, options);
        if (response.status !== 503) return response;
        refusals.push(response);
        await sleep(RETRY_MS);
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

    async function waitForOrders(count: number): Promise<void> {
      const until = acknowledgedIds.length + count;
      while (acknowledgedIds.length < until && apiProcess.child.exitCode === null) await sleep(5);
    }

    async function stopAndStart(): Promise<number> {
      await waitForOrders(ORDERS);
      await own.stopAtOnce();
      await sleep(DOWN_MS);
      await own.start();
      const startedAt = performance.now();
      while ((await apiProcess.api('GET', '/health/ready')).status !== 200) await sleep(50);
      const healthyAfter = performance.now() - startedAt;
      await waitForOrders(ORDERS);
      isEnding = true;
      return healthyAfter;
    }

    const [healthyAfter] = await Promise.all([stopAndStart(), ...Array.from({ length: SHOPPERS }, placeOrders)]);
    expect(apiProcess.child.exitCode, 'the process was not started again').toBeNull();
    expect(healthyAfter).toBeLessThan(HEALTHY_WITHIN_MS);

    expect(refusals.length).toBeGreaterThan(0);
    for (const { headers, body } of refusals) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body.code).toBe('request.unavailable');
    }
    const after = await openPostgres('DATABASE_URL', own.url);
    const orders = await after.db.raw('select id from orders order by id');
    const stock = await after.db.raw('select quantity from inventory where product_id = $1', [product.id]);
    await after.close();
    expect(orders.rows.map(({ id }) => id)).toEqual(acknowledgedIds.sort());
    expect(stock.rows).toEqual([{ quantity: STOCK - acknowledgedIds.length }]);
  },
);
