/** A rush on one product, on PostgreSQL only: the other engine has one connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

/** More orders than the pool has connections. */
const ORDERS = 14;
const ORDERS_AT_ONCE = 4;

const server = await testServer();
const { api, db, database } = server;

/** Counts connections that wait for another's row lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

test('orders that wait for each other leave database connections to browsing shoppers', async () => {
  const product = await makeProduct(db, { stock: ORDERS });
  await db.raw('update delivery_slot_templates set capacity = 10000');
  const ready = [];
  for (let at = 0; at < ORDERS; at++) {
    const shopper = await newShopper(server);
    await shopper.fill([product, 1]);
    ready.push({ shopper, cart: await shopper.prepare() });
  }
  const rival = await database.pool.connect();
  await rival.query('begin');
  await rival.query('select from inventory where product_id = $1 for update', [product.id]);
  const placing = Promise.all(ready.map(({ shopper, cart }) => shopper.place(cart)));
  while ((await countWaiting()) < ORDERS_AT_ONCE) await sleep(10);
  expect((await api('GET', '/cart')).status).toBe(200);
  expect(await countWaiting()).toBeLessThanOrEqual(ORDERS_AT_ONCE);
  await rival.query('rollback');
  rival.release();
  const statuses = (await placing).map((response) => response.status);
  // An order that waited longer than the lock time-out is unavailable.
  for (const status of statuses) expect([201, 503]).toContain(status);
});
