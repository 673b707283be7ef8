import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

async function placeOrder(customer: TestCustomer | undefined, fields: Parameters<typeof makeProduct>[1] = {}) {
  now = new Date(now.getTime() + 60_000);
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db, fields), 1]);
  const { status, body } = await shopper.place(await shopper.prepare());
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order;
}

const listNumbers = async (customer: TestCustomer, query = '') =>
  (await customer.call('GET', `/orders${query}`)).body.data.map(
    (order: { order_number: string }) => order.order_number,
  );

test('GET /orders lists the customer’s orders, newest first; GET /orders/{id} returns one', async () => {
  const mine = await newCustomer(server);
  const one = await placeOrder(mine);
  const two = await placeOrder(mine, { name: 'Kaya', name_zh: '咖椰' });
  const { status, headers, body } = await mine.call('GET', '/orders');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ total: 2, current_page: 1, last_page: 1, from: 1, to: 2 });
  const { view_token: _, ...order } = two;
  expect(body.data[0]).toEqual(order);
  expect(body.data[1].order_number).toBe(one.order_number);
  expect((await mine.call('GET', `/orders/${two.id}`)).body).toEqual({ order });
  const { items, shipping_address } = (await mine.call('GET', `/orders/${two.id}?lang=zh`)).body.order;
  expect(items[0].name).toBe('咖椰');
  expect([shipping_address.state, shipping_address.formatted_address]).toEqual([
    '雪兰莪',
    expect.stringContaining('雪兰莪'),
  ]);
});

test('an order of another customer or a guest gets the same 404 as one that does not exist', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const theirs = await placeOrder(other);
  const guests = await placeOrder(undefined);
  const unknown = await mine.call('GET', `/orders/${UNKNOWN}`);
  for (const { id } of [theirs, guests]) {
    const foreign = await mine.call('GET', `/orders/${id}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  }
  expect(await listNumbers(mine)).toEqual([]);
  expect(await listNumbers(mine, `?search=order_number:${theirs.order_number}`)).toEqual([]);
  expect(await listNumbers(other)).toEqual([theirs.order_number]);
  for (const id of ['1', 'me', `${theirs.id}'`, theirs.order_number]) {
    expect((await other.call('GET', `/orders/${encodeURIComponent(id)}`)).status).toBe(404);
  }
});

test('GET /order opens a customer’s own order by id or number; all other orders need a contact or token', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const { view_token, ...order } = await placeOrder(mine);
  const { id, order_number } = order;
  for (const query of [
    `order_id=${id}`,
    `order_number=${order_number.toLowerCase()}`,
    `order_id=${id}&order_number=x`,
  ]) {
    const { status, body } = await mine.call('GET', `/order?${query}`);
    expect([query, status, body]).toEqual([query, 200, { order }]);
  }
  const unknown = await other.call('GET', `/order?order_id=${UNKNOWN}`);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'order.not_found']);
  for (const query of [`order_id=${id}`, `order_number=${order_number}`]) {
    const foreign = await other.call('GET', `/order?${query}`);
    expect([query, foreign.status, foreign.text]).toEqual([query, 404, unknown.text]);
  }
  expect((await other.call('GET', `/order?order_number=${order_number}&token=${view_token}`)).body).toEqual({ order });
  const guest = (await api('GET', '/cart')).body.uuid;
  for (const token of [undefined, guest]) {
    const byNumber = await api('GET', `/order?order_number=${order_number}`, { token });
    expect([byNumber.status, byNumber.text]).toEqual([404, unknown.text]);
    const byId = await api('GET', `/order?order_id=${id}`, { token });
    expect([byId.status, byId.body.errors]).toEqual([422, { order_number: ['This is required'] }]);
  }
});

test('`search` finds orders by number, status, type, payment and product; `orderBy` sorts them (docs/readings.md#9)', async () => {
  const mine = await newCustomer(server);
  const kaya = await placeOrder(mine, { name: 'Kaya 100%', name_zh: '咖椰', price: 900 });
  const milo = await placeOrder(mine, { name: 'Milo_3in1', name_zh: '美禄', price: 5_000 });
  const tea = await placeOrder(mine, { name: 'Teh Tarik', price: 300 });
  await db.raw(`update orders set status = 'complete', payment_status = 'paid' where id = $1`, [kaya.id]);
  const [k, m, t] = [kaya.order_number, milo.order_number, tea.order_number];
  const cases: [string, string[]][] = [
    ['', [t, m, k]],
    ['search=status_slug:complete', [k]],
    ['search=status.slug:pending', [t, m]],
    ['search=status:pending', [t, m]],
    ['search=status.slug:pending,complete&searchFields=status.slug:in', [t, m, k]],
    ['search=status_slug:nonsense', []],
    ['search=payment_status:paid', [k]],
    ['search=type:delivery', [t, m, k]],
    ['search=order_type:delivery', [t, m, k]],
    ['search=order_type:pickup', []],
    ['search=order_type:pickup,delivery&searchFields=order_type:in', [t, m, k]],
    ['search=order_type:delivery;status_slug:complete&searchJoin=and', [k]],
    [`search=order_number:${m.toLowerCase()}`, [m]],
    [`search=${m.slice(0, 6).toLowerCase()}`, [m]],
    ['search=kaya', [k]],
    ['search=咖椰', [k]],
    ['search=complete', [k]],
    ['search=name:milo', [m]],
    ['search=100%25', [k]],
    ['search=_3', [m]],
    ['search=%25%25', []],
    ['search=kaya;milo', [m, k]],
    ['search=kaya;milo&searchJoin=and', []],
    ['search=status_slug:pending;name:teh&searchJoin=and', [t]],
    ['search=status_slug:complete;name:teh', [t, k]],
    ['search=status_slug:pending&keyword=milo', [m]],
    ['keyword=teh', [t]],
    ['orderBy=created_at&sortedBy=asc', [k, m, t]],
    ['orderBy=grand_total&sortedBy=asc', [t, k, m]],
    ['orderBy=grand_total;created_at&sortedBy=desc', [m, k, t]],
    ['limit=1&page=2', [m]],
    ['page=1000000&limit=100', []],
    ['_search=1&searchFields=currency:in', [t, m, k]],
    ['search=\\\\(.*', []],
    ['search=🍜', []],
  ];
  for (const [query, expected] of cases)
    expect([query, await listNumbers(mine, `?${query}`)]).toEqual([query, expected]);
  expect((await mine.call('GET', '/orders?limit=2&page=2')).body).toMatchObject({
    total: 3,
    last_page: 2,
    from: 3,
    to: 3,
  });
  expect((await mine.call('GET', '/orders?page=9')).body).toMatchObject({ total: 3, from: null, to: null, data: [] });
});

test.each([
  ['search=customer_id:1', 'search'],
  ['search=contact_email:a', 'search'],
  ['searchFields=guest_token_hash:like', 'searchFields'],
  ['search=status_slug:p&searchFields=status_slug:between', 'searchFields'],
  ['orderBy=contact_email', 'orderBy'],
  ['orderBy=created_at&sortedBy=up', 'sortedBy'],
  ['limit=101', 'limit'],
  ['page=0', 'page'],
  ['page[]=1', 'page'],
])('GET /orders?%s is a 422 at %s', async (query, field) => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('GET', `/orders?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
