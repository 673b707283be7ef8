import { expect, test } from 'vitest';
import { publishProducts } from '../catalog/listing/publish-products.ts';
import { changeUnlistedProduct, makeProduct, setStock } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;

async function placeOrder(customer: TestCustomer, ...products: Awaited<ReturnType<typeof makeProduct>>[]) {
  now = new Date(now.getTime() + 60_000);
  const shopper = await newShopper(server, customer);
  await shopper.fill(...products.map((product): Parameters<typeof shopper.fill>[number] => [product, 1]));
  const { status, body } = await shopper.place(await shopper.prepare());
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order as { id: string };
}

test('GET /orders-overview counts the customer’s orders by status, named in the language', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const product = await makeProduct(db);
  const first = await placeOrder(mine, product);
  await placeOrder(mine, product);
  await placeOrder(other, product);
  await db.raw(`update orders set status = 'complete' where id = $1`, [first.id]);
  const { status, headers, body } = await mine.call('GET', '/orders-overview?lang=zh');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body.total).toBe(2);
  expect(body.statuses.map(({ slug, count }: { slug: string; count: number }) => [slug, count])).toEqual([
    ['pending', 1],
    ['processing', 0],
    ['packed', 0],
    ['delivery', 0],
    ['complete', 1],
    ['canceled', 0],
  ]);
  expect(body.statuses[4].name).toBe('已完成');
  expect((await (await newCustomer(server)).call('GET', '/orders-overview')).body.total).toBe(0);
  expect((await api('GET', '/orders-overview')).status).toBe(401);
});

test('GET /orders-products lists what the customer ordered and is still sold, once, the latest order first', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const [kaya, milo, archived, never] = [
    await makeProduct(db, { name: 'Kaya' }),
    await makeProduct(db, { name: 'Milo' }),
    await makeProduct(db),
    await makeProduct(db),
  ];
  await placeOrder(mine, kaya, archived);
  await placeOrder(mine, milo);
  await placeOrder(mine, kaya);
  const canceledOrder = await placeOrder(mine, never);
  await placeOrder(other, never);
  await db.raw(`update orders set status = 'canceled' where id = $1`, [canceledOrder.id]);
  await changeUnlistedProduct(db, archived, { status: 'archived' });
  await publishProducts(db, [Number(archived.id)], now);
  const { status, headers, body } = await mine.call('GET', '/orders-products');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ total: 2, current_page: 1, last_page: 1 });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kaya.id, milo.id]);
  // Includes the fields of product lists that adding to the cart needs.
  expect(body.data[0]).toMatchObject({ name: 'Kaya', out_of_stock: false });
  expect((await mine.call('GET', '/orders-products?search=mil')).body.data).toHaveLength(1);
  // docs/ux.md#rule-17: sold-out products come last.
  await setStock(db, kaya, 0);
  const { data } = (await mine.call('GET', '/orders-products')).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([milo.id, kaya.id]);
  expect((await api('GET', '/orders-products')).status).toBe(401);

  expect((await mine.call('GET', `/orders-products/${milo.id}`)).body).toEqual(body.data[1]);
  for (const [customer, id] of [
    [other, kaya.id],
    [mine, archived.id],
    [mine, never.id],
  ] as const) {
    const refusal = await customer.call('GET', `/orders-products/${id}`);
    expect([refusal.status, refusal.body.code]).toEqual([404, 'request.not_found']);
  }
  expect((await api('GET', `/orders-products/${kaya.id}`)).status).toBe(401);
});

test('GET /order-status lists the statuses of docs/spec.md §3 with their names', async () => {
  const { data } = (await api('GET', '/order-status')).body;
  expect(data.map(({ slug }: { slug: string }) => slug)).toEqual([
    'pending',
    'processing',
    'packed',
    'delivery',
    'complete',
    'canceled',
  ]);
  expect(data[0]).toEqual({ id: 'pending', slug: 'pending', name: 'Pending' });
  expect((await api('GET', '/order-status?lang=zh')).body.data[0].name).toBe('待处理');
});
