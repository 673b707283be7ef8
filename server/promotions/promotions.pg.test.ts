/** Races for coupons, on PostgreSQL. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { makePromotion } from '../testing/make-promotion.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;
const staff = operator(server);
await db.raw('update delivery_slot_templates set capacity = 10000');

test('docs/security.md#c6: 50 carts race for a coupon’s last use: one order, 49 refusals, one piece of stock taken', async () => {
  await makePromotion(db, { code: 'LAST', usage_limit: 1 });
  const product = await makeProduct(db, { stock: 100 });
  const ready = [];
  for (let guest = 0; guest < 50; guest++) {
    const shopper = await newShopper(server);
    await shopper.fill([product, 1]);
    ready.push({
      shopper,
      cart: await shopper.prepare({ shipping_address: makeDistinctAddress(), coupon_code: 'LAST' }),
    });
  }
  const responses = await Promise.all(ready.map(({ shopper, cart }) => shopper.place(cart)));
  const orders = responses.filter(({ status }) => status === 201);
  const refusals = responses.filter(({ body }) => body.message === 'Invalid coupon entered');
  expect([orders.length, refusals.length]).toEqual([1, 49]);
  expect(await readStock(db, product)).toBe(99);

  await Promise.all(
    [1, 2, 3].map(() => staff('POST', `/orders/${orders[0]?.body.order.id}/cancel`, { comment: 'Race' })),
  );
  const { rows } = await db.raw(`select used, (select count(*)::int from promotion_uses) as uses
    from promotion_counts c join promotions p on p.id = c.promotion_id where p.code = 'LAST'`);
  expect(rows).toEqual([{ used: 0, uses: 0 }]);
});

test.each([
  ['used once per customer', { code: 'ONCE', customer_limit: 1 }],
  ['for first orders', { code: 'FIRST', first_order_only: true }],
])('ten carts of one phone race for a coupon %s: one order', async (_, promotion) => {
  await makePromotion(db, promotion);
  const product = await makeProduct(db, { stock: 100 });
  const address = makeDistinctAddress();
  const ready = [];
  for (let cart = 0; cart < 10; cart++) {
    const shopper = await newShopper(server);
    await shopper.fill([product, 1]);
    const shipping_address = { ...address, email: `alias${cart}@example.com` };
    ready.push({ shopper, cart: await shopper.prepare({ shipping_address, coupon_code: promotion.code }) });
  }
  const responses = await Promise.all(ready.map(({ shopper, cart }) => shopper.place(cart)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
  expect(await readStock(db, product)).toBe(99);
});

test('twenty carts race for the last use of an automatic promotion: one gets it, the others confirm the new total', async () => {
  await db.raw('update promotions set is_active = false');
  await makePromotion(db, { code: null, usage_limit: 1 });
  const product = await makeProduct(db, { stock: 100, price: 1_000 });
  const ready = [];
  for (let guest = 0; guest < 20; guest++) {
    const shopper = await newShopper(server);
    await shopper.fill([product, 1]);
    ready.push({ shopper, cart: await shopper.prepare({ shipping_address: makeDistinctAddress() }) });
  }
  expect(ready.map(({ cart }) => cart.discount)).toEqual(Array(20).fill('1.00'));
  const responses = await Promise.all(
    ready.map(async ({ shopper, cart }) => ({ shopper, response: await shopper.place(cart) })),
  );
  const late = responses.filter(({ response }) => response.status === 409);
  expect(late.length).toBe(19);
  const confirmations = await Promise.all(late.map(({ shopper, response }) => shopper.place(response.body.cart)));
  expect(confirmations.map(({ status, body }) => [status, body.order?.totals.discount])).toEqual(
    Array(19).fill([201, '0.00']),
  );
});

test('two carts of one person race for an automatic promotion used once per customer: one gets it, the other confirms the new total', async () => {
  await db.raw('update promotions set is_active = false');
  await makePromotion(db, { code: null, customer_limit: 1 });
  const product = await makeProduct(db, { stock: 100, price: 1_000 });
  const shipping_address = makeDistinctAddress();
  const ready = [];
  for (let cart = 0; cart < 2; cart++) {
    const shopper = await newShopper(server);
    await shopper.fill([product, 1]);
    ready.push({ shopper, cart: await shopper.prepare({ shipping_address }) });
  }
  expect(ready.map(({ cart }) => cart.discount)).toEqual(['1.00', '1.00']);
  const responses = await Promise.all(
    ready.map(async ({ shopper, cart }) => ({ shopper, response: await shopper.place(cart) })),
  );
  expect(responses.map(({ response }) => response.status).sort()).toEqual([201, 409]);
  const winner = responses.find(({ response }) => response.status === 201);
  expect(winner?.response.body.order.totals.discount).toBe('1.00');
  const late = responses.find(({ response }) => response.status === 409);
  expect(late?.response.body.code).toBe('checkout.changed');
  const { status, body } = (await late?.shopper.place(late.response.body.cart)) ?? {};
  expect([status, body?.order.totals.discount]).toEqual([201, '0.00']);
  const { rows } = await db.raw(`select count(*)::int as uses from promotion_uses u
    join promotions p on p.id = u.promotion_id where p.is_active`);
  expect(rows).toEqual([{ uses: 1 }]);
});
