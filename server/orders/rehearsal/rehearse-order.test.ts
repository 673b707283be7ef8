/** The order check: what it finds, and that it leaves no trace (docs/running.md#health). */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { toLoggedError } from '../../http/logged-error.ts';
import { placedOrders, rehearsedOrders } from '../../metrics/measurements.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { checkOrders, rehearseOrder } from './rehearse-order.ts';

const server = await testServer({ env: { ORDER_CHECK_POSTCODE: ADDRESS.zip }, jobs: true });
const { app, db } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

/** Counts the rows of every table, and sums what an order takes. */
async function readShop(): Promise<Record<string, number>> {
  const { rows } = await db.raw(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  // Jobs are in a schema of their own.
  const state: Record<string, number> = {};
  for (const { tablename } of rows) {
    state[String(tablename)] = Number((await db.raw(`select count(*)::int as n from ${tablename}`)).rows[0]?.n);
  }
  const [sums] = (
    await db.raw('select sum(quantity)::int as stock, (select sum(version)::int from carts) as carts from inventory')
  ).rows;
  return { ...state, stock: Number(sums?.stock), cart_versions: Number(sums?.carts) };
}

test('places and cancels an order, and leaves every table, stock and slot as before', async () => {
  // An order of a shopper, so that no table is empty.
  const product = await makeProduct(db, { price: 5_000 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 2]);
  expect((await shopper.place(await shopper.prepare())).status).toBe(201);
  await expect
    .poll(async () => (await db.raw(`select 1 from pgboss.job where state in ('created', 'active')`)).rows)
    .toEqual([]);
  const before = await readShop();
  const orders = placedOrders.list();
  for (let time = 0; time < 3; time++) await rehearseOrder(system(), ADDRESS.zip);
  expect(await readShop()).toEqual(before);
  expect(placedOrders.list()).toEqual(orders);
  expect((await db.raw(`select 1 from pgboss.job where data::text like '%order-check%'`)).rows).toEqual([]);
});

test('counts the outcome, and logs the reason of a failure', async () => {
  const count = (outcome: string) =>
    rehearsedOrders.list().find(({ labels }) => labels.outcome === outcome)?.count ?? 0;
  const log: string[] = [];
  // Formats errors as the shop's log does.
  const error = ({ err }: { err: unknown }) => log.push(toLoggedError(err).message);
  const check = () => checkOrders(system(), ADDRESS.zip, { error });
  const [ok, failed] = [count('ok'), count('failed')];
  await check();
  expect([count('ok') - ok, log]).toEqual([1, []]);
  await db.raw(`create function refuse_order() returns trigger language plpgsql as $$
    begin raise exception 'orders are closed by this test'; end $$`);
  await db.raw('create trigger refuse_order before insert on orders for each row execute function refuse_order()');
  await check();
  await db.raw('drop trigger refuse_order on orders');
  expect(count('failed') - failed).toBe(1);
  expect(log.join()).toContain('orders are closed by this test');
  // A deferred trigger fails at the end of the transaction, as at a commit.
  await db.raw(`create function refuse_late() returns trigger language plpgsql as $$
    begin raise exception 'a constraint of the commit'; end $$`);
  await db.raw(`create constraint trigger refuse_late after insert on orders deferrable initially deferred
    for each row execute function refuse_late()`);
  await check();
  await db.raw('drop trigger refuse_late on orders');
  expect(log.join()).toContain('a constraint of the commit');
  await expect(rehearseOrder(system(), '99999')).rejects.toThrow('There is no postcode 99999');
});

test('runs each minute by the job, where the setting has a postcode', async () => {
  const count = () => rehearsedOrders.list().find(({ labels }) => labels.outcome === 'ok')?.count ?? 0;
  const before = count();
  await db.transaction((tx) => app.shop.jobs.send(tx, 'minutely', {}));
  await expect.poll(count).toBeGreaterThan(before);
});
