/** docs/api.md#staff-api: the day's numbers, each with the list that it counts, and the lists themselves. */
import { paths } from '@shop/contract/api/endpoint';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;
await offerOnlinePayment(server);
const staff = operator(server);
const MINUTE = 60_000;

const product = await makeProduct(db, { price: 20_00, stock: 100 });

async function placeOrder(choices: object = {}, lines = product) {
  const shopper = await newShopper(server);
  await shopper.fill([lines, 1]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }));
  return body.order as { id: string; order_number: string; grand_total: string };
}

const advance = (id: string, to: string) => staff('POST', `/orders/${id}/advance`, { to });
const moveSlot = (id: string, startsIn: number, endsIn: number) =>
  db.raw('update orders set slot_starts_at = $2, slot_ends_at = $3 where id = $1', [
    id,
    new Date(Date.now() + startsIn * MINUTE),
    new Date(Date.now() + endsIn * MINUTE),
  ]);

const readToday = async () => (await staff('GET', '/today')).body;

type LinkedCount = { count: number; list: { endpoint: keyof typeof paths; query: Record<string, string> } };

/** Follows the link of a number, and returns the total of its list. */
async function countListed({ list }: LinkedCount): Promise<number> {
  const path = paths[list.endpoint].replace('GET /staff', '');
  const { status, body } = await staff('GET', `${path}?${new URLSearchParams(list.query)}`);
  expect([list, status]).toEqual([list, 200]);
  return body.total;
}

test('an order is late from the start of its slot until it is packed, then from the end (docs/readings.md#97)', async () => {
  const [early, unpacked, packed, out, unpaid] = [
    await placeOrder(),
    await placeOrder(),
    await placeOrder(),
    await placeOrder(),
    await placeOrder({ payment_method: 'fpx' }),
  ];
  for (const to of ['processing', 'packed']) await advance(packed.id, to);
  for (const to of ['processing', 'packed', 'delivery']) await advance(out.id, to);
  await advance(unpacked.id, 'processing');
  await moveSlot(early.id, 5, 65);
  await moveSlot(unpacked.id, -5, 55);
  await moveSlot(packed.id, -5, 55);
  await moveSlot(out.id, -125, -5);
  await moveSlot(unpaid.id, -125, -5);
  const { orders } = await readToday();
  expect(orders.late.count).toBe(2);
  expect(orders.latest.map(({ id }: { id: string }) => id).toSorted()).toEqual([out.id, unpacked.id].toSorted());
  const { body } = await staff('GET', '/orders?late=1');
  expect(body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([out.id, unpacked.id].toSorted());
  await moveSlot(packed.id, -65, -1);
  expect((await readToday()).orders.late.count).toBe(3);
});

test('every number is the total of the list that it names', async () => {
  const order = await placeOrder();
  await placeOrder({ payment_method: 'fpx' });
  await db.raw(
    `update orders set created_at = now() - interval '25 minutes' where status = 'pending' and payment_status = 'unpaid'
       and payment_method = 'fpx'`,
  );
  await db.raw(
    `insert into order_cancellations (id, order_id, state, reason, requested_at)
     values ('00000000-0000-7000-8000-000000000001', $1, 'requested', 'Ordered twice', now())`,
    [order.id],
  );
  await db.raw(
    `insert into search_misses (keyword, lang, count, last_at) values ('oat milk', 'en', 9, now()), ('old', 'en', 99, '2020-01-01')`,
  );
  await db.raw(
    `update notification_deliveries set state = 'failed', reason = '550 no such user', finished_at = now()
     where channel = 'email' and notification_id = (select id from notifications where order_id = $1 limit 1)`,
    [order.id],
  );
  const little = await makeProduct(db, { price: 5_00, stock: 6 });
  await db.raw(`update products set sales_count = 420 where id = $1`, [little.id]);
  const today = await readToday();
  const numbers: LinkedCount[] = [
    ...['to_pick', 'picking', 'packed', 'out', 'late'].map((name) => today.orders[name]),
    ...['unpaid', 'cancellations', 'refunds', 'searches'].map((name) => today[name]),
    today.stock.low,
    today.stock.negative,
    ...today.failed,
    ...today.approvals,
    { ...today.cash, count: today.cash.orders },
  ];
  for (const each of numbers) expect([each.list, each.count]).toEqual([each.list, await countListed(each)]);
  expect(today.unpaid.count).toBeGreaterThanOrEqual(1);
  expect(today.cancellations).toMatchObject({ count: 1, oldest_at: expect.any(String) });
  expect(today.searches).toMatchObject({ count: 1, keywords: [{ keyword: 'oat milk', times: 9 }] });
  expect(today.failed).toMatchObject([{ channel: 'email', count: 1 }]);
  expect(today.stock.lowest.length).toBeLessThanOrEqual(10);
  const stock = (await staff('GET', '/stock?limit=100')).body.data;
  const low = stock.find(({ product_id }: { product_id: string }) => product_id === String(little.id));
  expect(low).toMatchObject({ quantity: 6, usual_per_day: 14 });
});

test('slots of the day have their capacity, and orders by status with a list each', async () => {
  const order = await placeOrder();
  const { delivery } = (await staff('GET', `/orders/${order.id}`)).body.order;
  // Moves the order's slot to today.
  await db.raw(
    `update orders set slot_starts_at = t.at, slot_ends_at = t.at + (slot_ends_at - slot_starts_at)
     from (select (now() at time zone 'Asia/Kuala_Lumpur')::date::timestamp at time zone 'Asia/Kuala_Lumpur'
       + (($2::timestamptz at time zone 'Asia/Kuala_Lumpur')::time - time '00:00') as at) t where id = $1`,
    [order.id, delivery.starts_at],
  );
  const { slots } = await readToday();
  const mine = slots.find((slot: { orders: LinkedCount[] }) => slot.orders.length > 0);
  expect(mine).toMatchObject({ method: { name: expect.any(String) }, capacity: expect.any(Number) });
  const pending = mine.orders.find(({ status }: { status: string }) => status === 'pending');
  expect([pending.count, await countListed(pending)]).toEqual([1, 1]);
  expect(await countListed(mine.late)).toBe(mine.late.count);
});

test('staff see the parts of their roles: a picker sees no refunds and no sales', async () => {
  const listParts = async (role: 'picker' | 'catalog' | 'finance' | 'support') => {
    const { call } = await newStaff(server, [role]);
    const { body } = await call('GET', '/today');
    return Object.keys(body)
      .filter((name) => body[name] !== null)
      .toSorted();
  };
  expect(await listParts('picker')).toEqual(['at', 'cash', 'day', 'orders', 'slots', 'stock']);
  expect(await listParts('catalog')).toEqual(['approvals', 'at', 'day', 'searches', 'stock']);
  expect(await listParts('support')).toEqual([
    ...['at', 'cancellations', 'cash', 'day', 'failed', 'orders', 'refunds', 'slots', 'unpaid'],
  ]);
  expect(await listParts('finance')).toEqual(expect.arrayContaining(['approvals', 'sales']));
});

test('changes that wait for a second person count for those who may approve them, not for who requested them (docs/readings.md#99)', async () => {
  await db.raw(
    `insert into settings (key, value) values ('approvals', '{"wallets_above": 100, "prices_above": 5}')
     on conflict (key) do update set value = excluded.value`,
  );
  const [catalog, finance, support] = [
    await newStaff(server, ['catalog']),
    await newStaff(server, ['finance']),
    await newStaff(server, ['support']),
  ];
  const { rows } = await db.raw('select slug from products where id = $1', [product.id]);
  const { prices } = (await catalog.call('GET', `/prices?code=${rows[0]?.slug}`)).body;
  const raise = { version: prices.version, reason: 'Supplier', goods: [{ price: '30.00' }] };
  const priceChange = await catalog.call('PUT', `/products/${product.id}/prices`, raise);
  expect(priceChange.body.approval).toMatchObject({ state: 'pending' });
  const customer = await newCustomer(server);
  const gift = { kind: 'point', amount: 5_000, reason: 'Broken eggs' };
  const adjustment = await support.call('POST', `/wallets/${customer.id}/adjust`, gift);
  expect(adjustment.body.approval).toMatchObject({ state: 'pending' });
  const counts = async ({ call }: typeof catalog) => {
    const { approvals } = (await call('GET', '/today')).body;
    return approvals?.map(({ kind, count }: { kind: string; count: number }) => [kind, count]) ?? null;
  };
  expect(await counts(catalog)).toEqual([]);
  expect(await counts(support)).toBeNull();
  const both = [
    ['price_change', 1],
    ['wallet_adjustment', 1],
  ];
  expect(await counts(finance)).toEqual(both);
  expect(await counts(await newStaff(server, ['catalog']))).toEqual([['price_change', 1]]);
  const { approvals } = await readToday();
  expect(await Promise.all(approvals.map(countListed))).toEqual([1, 1]);
  expect(approvals[0].oldest_at).toBe(priceChange.body.approval.requested_at);
  expect((await catalog.call('GET', '/approvals?to_approve=1')).body.total).toBe(0);
  expect((await support.call('GET', '/approvals?to_approve=1')).body.total).toBe(0);
  expect((await support.call('GET', '/approvals')).body.total).toBe(1);

  expect((await finance.call('POST', `/approvals/${priceChange.body.approval.id}/approve`)).status).toBe(200);
  expect(await counts(finance)).toEqual([['wallet_adjustment', 1]]);
  // After seven days no one can approve it any more.
  await db.raw(`update staff_approvals set expires_at = now() - interval '1 second' where state = 'pending'`);
  expect(await counts(finance)).toEqual([]);
});

test('what was ordered today leads to the orders that it sums', async () => {
  const { today } = (await staff('GET', '/today')).body.sales;
  const query = new URLSearchParams({ ...today.list.query, limit: '100' });
  const { body } = await staff('GET', `/orders?${query}`);
  const sum = body.data.reduce(
    (total: number, { grand_total }: { grand_total: string }) => total + Number(grand_total),
    0,
  );
  expect(body.total).toBe(today.orders);
  expect(today.orders).toBeGreaterThan(0);
  expect(sum).toBeCloseTo(Number(today.amount), 5);
});

test('orders are found by item, by ids, and by parts of names, of the customer too', async () => {
  const milk = await makeProduct(db, { price: 8_00, stock: 10 });
  await db.raw(`update products set name_en = 'Lembu Lane Fresh Milk', sku = 'MILK-1' where id = $1`, [milk.id]);
  const order = await placeOrder({}, milk);
  const customer = await newCustomer(server, { name: 'Thanaletchumi' });
  await db.raw('update orders set customer_id = $2 where id = $1', [order.id, customer.id]);
  const find = async (query: string): Promise<string[]> =>
    (await staff('GET', `/orders?${query}`)).body.data.map(({ id }: { id: string }) => id);
  for (const search of [
    'item:fresh milk',
    'item:milk-1',
    'lembu lane',
    'naletch',
    'name:naletch',
    order.order_number,
  ]) {
    expect([search, await find(`search=${search}`)]).toEqual([search, [order.id]]);
  }
  expect(await find('search=item:fresh milk;status:packed')).toEqual([]);
  expect(await find('search=item:fresh milk&orderBy=slot&sortedBy=desc')).toEqual([order.id]);
  expect(await find(`ids=${order.id}`)).toEqual([order.id]);
  expect((await staff('GET', '/orders?ids=7')).status).toBe(422);
  // Staff look for orders that are on their way or have just arrived.
  await db.raw(
    `with moved as (select '01000000-0000-7000-8000-000000000001'::uuid as id)
     insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', moved.id,
       'order_number', 'OLDMILK1', 'cart_version', -1))).* from orders o, moved where o.id = $1`,
    [order.id],
  );
  await db.raw(
    `insert into order_lines select (jsonb_populate_record(null::order_lines, to_jsonb(l)
       || '{"order_id": "01000000-0000-7000-8000-000000000001"}')).* from order_lines l where order_id = $1`,
    [order.id],
  );
  expect(await find('search=item:fresh milk')).toEqual([order.id]);
});
