import { DAY_MS } from '@shop/core/time';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { createUnlistedProduct, type MadeProduct } from '../../testing/catalog/make-product.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';
import { removeOldSales, rollUpSales, SALES_WINDOW_DAYS } from './sales-rollup.ts';

// Noon in Kuala Lumpur, after all orders of the demo data.
const noon = new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T12:00:00+08:00`);
let clock = noon;
const server = await testServer({ clock: () => clock });
const { api, app, db } = server;

const ctx = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

async function makeListedProduct(): Promise<MadeProduct> {
  const product = await createUnlistedProduct(db, { price: 9000, stock: 100_000 });
  await publishProducts(db, [Number(product.id)], clock);
  return product;
}

/** Places an order over HTTP and returns its number. */
async function order(...lines: [MadeProduct, number][]): Promise<string> {
  const shopper = await newShopper(server);
  await shopper.fill(...lines);
  const { status, body } = await shopper.place(await shopper.prepare());
  expect(status, JSON.stringify(body)).toBe(201);
  return body.order.order_number;
}

const readCounts = async ({ id }: MadeProduct) => {
  const { rows } = await db.raw(
    `select p.sales_count, p.orders_count, l.sales_count as listed, l.orders_count as listed_orders
     from products p join product_listing l on l.product_id = p.id where p.id = $1`,
    [id],
  );
  const row = rows[0] ?? {};
  expect([row.listed, row.listed_orders]).toEqual([row.sales_count, row.orders_count]);
  return [row.sales_count, row.orders_count];
};

const readChanges = async () => {
  const { rows } = await db.raw(
    'select coalesce(max(id), 0)::int as last, count(*)::int as count from catalog_changes',
  );
  return rows[0] as { last: number; count: number };
};

let looks = 0;
const findFirst = async (path: string) => (await api('GET', `${path}?limit=1&_search=${looks++}`)).body.data[0]?.id;

test('rolling up the demo’s past orders keeps its best sellers', async () => {
  const before = (await db.raw('select id, sales_count, orders_count from products order by id')).rows;
  expect(await rollUpSales(ctx(), 'whole window')).toBe(0);
  expect((await db.raw('select id, sales_count, orders_count from products order by id')).rows).toEqual(before);
});

test('docs/api.md "best seller and popular come from real order counts": an order raises a product once the job has run', async () => {
  const [many, few] = [await makeListedProduct(), await makeListedProduct()];
  await order([many, 4000], [few, 1]);
  for (let i = 0; i < 3; i++) await order([few, 2]);
  expect(await readCounts(many)).toEqual([0, 0]);
  expect(await rollUpSales(ctx())).toBe(2);
  expect([await readCounts(many), await readCounts(few)]).toEqual([
    [4000, 1],
    [7, 4],
  ]);
  expect(await findFirst('/products_best_seller')).toBe(many.id);
  await db.raw('update product_sales set orders = 4000 where product_id = $1', [few.id]);
  // The roll-up corrects counts that something else has overwritten.
  await rollUpSales(ctx());
  expect(await readCounts(few)).toEqual([7, 4]);
});

test('counts every product, however many there are in a batch', async () => {
  const products = [await makeListedProduct(), await makeListedProduct(), await makeListedProduct()];
  for (const product of products) await order([product, 5]);
  expect(await rollUpSales(ctx(), 'yesterday', 2)).toBe(3);
  expect(await Promise.all(products.map(readCounts))).toEqual([
    [5, 1],
    [5, 1],
    [5, 1],
  ]);
  expect(await rollUpSales(ctx(), 'whole window', 1)).toBe(0);
});

test('counts every product of a batch that ran again after a deadlock', async () => {
  const products = [await makeListedProduct(), await makeListedProduct()];
  for (const product of products) await order([product, 5]);
  // Unlike the batch, the sequence is not rolled back.
  await db.raw(
    `create sequence planted_deadlocks;
     create function deadlock_once() returns trigger language plpgsql as $$ begin
       if nextval('planted_deadlocks') = 1 then raise 'planted' using errcode = 'deadlock_detected'; end if;
       return new;
     end $$;
     create trigger deadlock_once after update of sales_count on product_listing for each row
       execute function deadlock_once()`,
  );
  expect(await rollUpSales(ctx())).toBe(2);
  expect(await Promise.all(products.map(readCounts))).toEqual([
    [5, 1],
    [5, 1],
  ]);
  await db.raw('drop trigger deadlock_once on product_listing');
});

test('running it twice changes and records nothing', async () => {
  await order([await makeListedProduct(), 3]);
  await rollUpSales(ctx());
  const [rows, changes] = [(await db.raw('select * from product_sales order by 1, 2')).rows, await readChanges()];
  expect(await rollUpSales(ctx())).toBe(0);
  expect(await rollUpSales(ctx(), 'whole window')).toBe(0);
  expect((await db.raw('select * from product_sales order by 1, 2')).rows).toEqual(rows);
  expect(await readChanges()).toEqual(changes);
});

test('records only products whose counts changed', async () => {
  const product = await makeListedProduct();
  await rollUpSales(ctx());
  await order([product, 5]);
  const { last } = await readChanges();
  await rollUpSales(ctx());
  const { rows } = await db.raw('select product_id, kind from catalog_changes where id > $1', [last]);
  expect(rows).toEqual([{ product_id: Number(product.id), kind: 'content' }]);
});

test('a canceled order does not count, even if canceled later', async () => {
  const product = await makeListedProduct();
  await order([product, 2]);
  const canceledOrder = await order([product, 30]);
  await rollUpSales(ctx());
  expect(await readCounts(product)).toEqual([32, 2]);
  await db.raw("update orders set status = 'canceled', updated_at = $2 where order_number = $1", [
    canceledOrder,
    clock,
  ]);
  await rollUpSales(ctx());
  expect(await readCounts(product)).toEqual([2, 1]);
});

test('docs/readings.md#34: days are those of Kuala Lumpur, whose midnight is 16:00 UTC', async () => {
  const product = await makeListedProduct();
  const midnight = new Date(noon.getTime() + 2 * DAY_MS - 12 * 3_600_000);
  clock = new Date(midnight.getTime() - 1000);
  await order([product, 2]);
  clock = new Date(midnight.getTime() + 1000);
  await order([product, 3]);
  await rollUpSales(ctx());
  const { rows } = await db.raw(
    'select day::text, pieces, orders from product_sales where product_id = $1 order by day',
    [product.id],
  );
  const day = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(rows).toEqual([
    { day: day(new Date(midnight.getTime() - DAY_MS)), pieces: 2, orders: 1 },
    { day: day(midnight), pieces: 3, orders: 1 },
  ]);
});

test('a day counts for thirty days; days older than sixty are removed', async () => {
  clock = new Date(noon.getTime() + 3 * DAY_MS);
  const product = await makeListedProduct();
  await order([product, 6]);
  const rollUpAfter = (days: number) => {
    clock = new Date(noon.getTime() + (3 + days) * DAY_MS);
    return rollUpSales(ctx(), 'whole window');
  };
  await rollUpAfter(SALES_WINDOW_DAYS - 1);
  expect(await readCounts(product)).toEqual([6, 1]);
  await rollUpAfter(SALES_WINDOW_DAYS);
  expect(await readCounts(product)).toEqual([0, 0]);
  const countRemaining = async () =>
    (await db.raw('select pieces from product_sales where product_id = $1', [product.id])).rows.length;
  await removeOldSales(ctx());
  expect(await countRemaining()).toBe(1);
  clock = new Date(noon.getTime() + 100 * DAY_MS);
  await removeOldSales(ctx());
  expect(await countRemaining()).toBe(0);
});

test('best-selling groceries leave snacks and household out', async () => {
  clock = noon;
  const { body } = await api('GET', '/products_best_seller_grocery?limit=100');
  expect(body.total).toBeGreaterThan(20);
  const roots = new Set(body.data.map((product: { categories: { slug: string }[] }) => product.categories[0]?.slug));
  expect(roots.has('snacks') || roots.has('household')).toBe(false);
});
