/** Races, on PostgreSQL only: the embedded engine has one connection, so they would pass without testing anything. */
import { expect, test } from 'vitest';
import { changeProduct, makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { type ApiShopper, newShopper } from '../../testing/orders/shopper.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;
// Shoppers compete for stock, never for a full slot.
await db.raw('update delivery_slot_templates set capacity = 10000');

type CartBody = TestResponse['body'];

/** Creates many guests, each ready to confirm a cart of these lines. */
async function prepareGuests(count: number, ...lines: Parameters<ApiShopper['fill']>) {
  const prepare = async () => {
    const guest = await newShopper(server);
    await guest.fill(...lines);
    return { guest, cart: await guest.prepare({ shipping_address: makeDistinctAddress() }) };
  };
  const ready: Awaited<ReturnType<typeof prepare>>[] = [];
  // At most as many orders in parallel as the database has connections.
  for (let remaining = count; remaining > 0; remaining -= 10) {
    ready.push(...(await Promise.all(Array.from({ length: Math.min(remaining, 10) }, prepare))));
  }
  return ready;
}

const placeAll = (ready: { guest: ApiShopper; cart: CartBody }[]) =>
  Promise.all(ready.map(({ guest, cart }) => guest.place(cart)));

const filterByStatus = (answers: TestResponse[], status: number) =>
  answers.filter((response) => response.status === status);

test('docs/security.md#c1: 100 carts race for the last unit: one order, stock 0, a reason for the others', async () => {
  const product = await makeProduct(db, { stock: 1 });
  const ready = await prepareGuests(100, [product, 1]);
  const answers = await placeAll(ready);
  expect(filterByStatus(answers, 201)).toHaveLength(1);
  const losers = filterByStatus(answers, 409);
  expect(losers).toHaveLength(99);
  for (const { body } of losers) {
    expect(body.message).toMatch(/^Some product information in your order has been updated/);
    expect(body.changes).toMatchObject([{ id: product.id, field: 'stock', old: 1, new: 0, message: 'Item sold out' }]);
  }
  expect(await readStock(db, product)).toBe(0);
});

test.each([
  ['without a key', {}],
  ['with one Idempotency-Key', { 'idempotency-key': 'fifty clicks' }],
])(
  'docs/security.md#c2: 50 equal calls in parallel %s are one order, one move of stock, one mail',
  async (_, headers) => {
    const product = await makeProduct(db, { stock: 60 });
    const guest = await newShopper(server);
    await guest.fill([product, 1]);
    const cart = await guest.prepare({ shipping_address: makeDistinctAddress() });
    const answers = await Promise.all(Array.from({ length: 50 }, () => guest.place(cart, {}, headers)));
    expect(new Set(answers.map((response) => response.text)).size).toBe(1);
    expect(filterByStatus(answers, 201)).toHaveLength(50);
    expect(await readStock(db, product)).toBe(59);
    const jobs = await db.raw(
      `select count(*)::int from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
       where j.name = 'mail' and n.order_id = $1`,
      [answers[0]?.body.order.id],
    );
    expect(jobs.rows).toEqual([{ count: 1 }]);
  },
);

test('docs/security.md#known-holes-in-other-shops: two lines that share a stock row are checked together', async () => {
  const part = await makeProduct(db, { stock: 30 });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });
  const ready = await prepareGuests(20, [bundle, 1], [part, 1]);
  const answers = await placeAll(ready);
  expect(filterByStatus(answers, 201)).toHaveLength(10);
  expect(filterByStatus(answers, 409)).toHaveLength(10);
  expect(await readStock(db, part)).toBe(0);
});

test('carts that hold the same products in opposite order never deadlock', async () => {
  const [a, b, c] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)];
  const ready = [
    ...(await prepareGuests(15, [a, 1], [b, 1], [c, 1])),
    ...(await prepareGuests(15, [c, 1], [b, 1], [a, 1])),
  ];
  const before = await db.raw('select deadlocks from pg_stat_database where datname = current_database()');
  expect(filterByStatus(await placeAll(ready), 201)).toHaveLength(30);
  expect([await readStock(db, a), await readStock(db, b), await readStock(db, c)]).toEqual([70, 70, 70]);
  const after = await db.raw('select deadlocks from pg_stat_database where datname = current_database()');
  expect(after.rows).toEqual(before.rows);
});

test('docs/security.md#c18: a price that changes while orders are placed is charged as displayed, or refused', async () => {
  const product = await makeProduct(db, { price: 1_000 });
  const ready = await prepareGuests(20, [product, 1]);
  const placing = placeAll(ready);
  await changeProduct(db, product, { price: 1_100 });
  for (const [at, { status, body }] of (await placing).entries()) {
    if (status === 201) expect(body.order.grand_total).toBe(ready[at]?.cart.grand_total);
    else expect([status, body.changes[0].field, body.cart.items_total]).toEqual([409, 'price', '11.00']);
  }
});

test('a product unpublished while orders are placed: each order has it, or is refused with the reason', async () => {
  const product = await makeProduct(db, { stock: 100 });
  const other = await makeProduct(db);
  const ready = await prepareGuests(20, [product, 1], [other, 1]);
  const placing = placeAll(ready);
  await changeProduct(db, product, { status: 'draft' });
  const responses = await placing;
  for (const { status, body } of responses) {
    if (status === 201) expect(body.order.items).toHaveLength(2);
    else {
      expect([status, body.message]).toEqual([
        409,
        expect.stringMatching(/^Some product information in your order has been updated/),
      ]);
      expect(body.changes).toMatchObject([{ id: product.id, field: 'unavailable' }]);
    }
  }
  const orderCount = filterByStatus(responses, 201).length;
  expect([await readStock(db, product), await readStock(db, other)]).toEqual([100 - orderCount, 100 - orderCount]);
  const [late] = await prepareGuests(1, [other, 1]);
  expect((await late?.guest.fill([product, 1]))?.items).toHaveLength(1);
});

test('a slot’s last place goes to one order; the others take no stock', async () => {
  const product = await makeProduct(db);
  const guests = await Promise.all(Array.from({ length: 12 }, () => newShopper(server)));
  const carts: CartBody[] = [];
  for (const guest of guests) {
    await guest.fill([product, 1]);
    carts.push(await guest.prepare());
  }
  const [template, minute] = carts[0].delivery_slot_id.split('-');
  await db.raw(
    `insert into delivery_slots (template_id, starts_at, capacity, taken) values ($1, to_timestamp($2), 1, 0)
     on conflict (template_id, starts_at) do update set capacity = delivery_slots.taken + 1`,
    [template, minute * 60],
  );
  const answers = await Promise.all(guests.map((guest, at) => guest.place(carts[at])));
  expect(filterByStatus(answers, 201)).toHaveLength(1);
  expect(filterByStatus(answers, 409).map(({ body }) => body.changes[0].field)).toEqual(Array(11).fill('slot'));
  expect(await readStock(db, product)).toBe(99);
});

test('a cart that changes while it is ordered: the order has the displayed lines, or is refused', async () => {
  const product = await makeProduct(db);
  for (let round = 0; round < 10; round++) {
    const guest = await newShopper(server);
    await guest.fill([product, 1]);
    const cart = await guest.prepare();
    const [order] = await Promise.all([guest.place(cart), guest.fill([product, 3])]);
    if (order.status === 201) expect(order.body.order.items).toMatchObject([{ quantity: 1 }]);
    else expect([order.status, order.body.cart.items[0].quantity]).toEqual([409, 3]);
  }
});
