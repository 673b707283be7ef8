/**
 * Tests races for one cart, on PostgreSQL only: the embedded engine has one connection, so there is no race to lose.
 */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;

const PARALLEL = 8;

test('changes of one cart at once each read the lines that the one before wrote', async () => {
  const products = await Promise.all(Array.from({ length: PARALLEL }, () => makeProduct(db)));
  const guest = await newShopper(server);
  const responses = await Promise.all(products.map((product) => guest.fill([product, 1])));
  expect(responses.map(({ items_count }) => items_count).sort()).toEqual(products.map((_, index) => index + 1));
  const { items, version } = (await guest.get('/cart')).body;
  expect([items.length, version]).toEqual([PARALLEL, PARALLEL]);
});

test('a price change is reported by one of several calls at once', async () => {
  const product = await makeProduct(db, { price: 2_000 });
  const guest = await newShopper(server);
  await guest.fill([product, 1]);
  await db.raw('update cart_lines set seen_price = 1000 where product_id = $1', [product.id]);
  const responses = await Promise.all(Array.from({ length: PARALLEL }, () => guest.get('/cart')));
  const reports = responses.flatMap(({ body }) => body.lines_changed);
  expect(reports).toMatchObject([{ field: 'price', id: product.id }]);
});
