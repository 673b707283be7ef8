/** docs/api.md#staff-api: finding customers, reading a file, notes, and blocks. */
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);
const support = await newStaff(server, ['support']);

const product = await makeProduct(db, { price: 20_00, stock: 50 });

async function placeOrder(customer?: { token: string }, choices: object = {}) {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 1]);
  return shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }));
}

const find = async (query: string): Promise<string[]> =>
  (await support.call('GET', `/customers?${query}`)).body.data.map(({ id }: { id: string }) => id);

test('finds customers by parts of a name, Chinese too, by phone, email and order number', async () => {
  const one = await newCustomer(server, { name: 'Nurul Hudayah' });
  const two = await newCustomer(server, { name: '陈美玲' });
  await db.raw(`update customers set phone = '+60129876543', phone_verified_at = now() where id = $1`, [two.id]);
  const { order } = (await placeOrder(one)).body;
  for (const input of [
    'hudaya',
    'rul hu',
    one.email.slice(0, 11),
    order.order_number,
    order.order_number.toLowerCase(),
  ]) {
    expect([input, (await find(`search=${encodeURIComponent(input)}`)).includes(one.id)]).toEqual([input, true]);
  }
  for (const input of ['美玲', '陈美', '012-987 65', '+60129876543']) {
    expect([input, await find(`search=${encodeURIComponent(input)}`)]).toEqual([input, [two.id]]);
  }
  expect(await find(`search=name:hudayah;email:${one.email}`)).toEqual([one.id]);
  expect(await find(`search=name:hudayah;phone:012-9876543`)).toEqual([]);
  expect(await find(`search=order_number:${order.order_number}`)).toEqual([one.id]);
  const { body } = await support.call('GET', '/customers?limit=1');
  expect(body.total).toBeGreaterThanOrEqual(2);
  expect(body.data).toMatchObject([{ id: two.id, name: '陈美玲', orders: 0, spent: '0.00', block: null }]);
});

test('sorts by name or by age, all customers and those that are found', async () => {
  const [beta, alpha, gamma] = [
    await newCustomer(server, { name: 'beta Quill' }),
    await newCustomer(server, { name: 'Alpha Quill' }),
    await newCustomer(server, { name: 'Gamma Quill' }),
  ].map(({ id }) => id);
  for (const search of ['', 'search=quill&']) {
    const findSorted = async (query: string) =>
      (await find(`${search}limit=100&${query}`)).filter((id) => [alpha, beta, gamma].includes(id));
    expect(await findSorted('orderBy=name')).toEqual([alpha, beta, gamma]);
    expect(await findSorted('orderBy=name&sortedBy=desc')).toEqual([gamma, beta, alpha]);
    expect(await findSorted('orderBy=created_at')).toEqual([beta, alpha, gamma]);
    expect(await findSorted('orderBy=created_at&sortedBy=desc')).toEqual([gamma, alpha, beta]);
  }
  expect(await find('search=quill&orderBy=name&limit=1&page=2')).toEqual([beta]);
  for (const orderBy of ['spent', 'name;created_at']) {
    const { status, body } = await support.call('GET', `/customers?orderBy=${encodeURIComponent(orderBy)}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['orderBy']]);
  }
});

test('a file has everything about a customer, and the audit has who looked, once for a while', async () => {
  const customer = await newCustomer(server);
  const { order } = (await placeOrder(customer)).body;
  await customer.call('POST', '/address', { ...makeDistinctAddress(), title: 'Home' });
  const note = await support.call('POST', `/customers/${customer.id}/notes`, { text: 'Asks for ripe bananas' });
  expect(note.status).toBe(201);
  for (let look = 0; look < 3; look++) await support.call('GET', `/customers/${customer.id}`);
  const { status, body } = await support.call('GET', `/customers/${customer.id}`);
  expect(status).toBe(200);
  expect(body.customer).toMatchObject({
    email: customer.email,
    orders: 1,
    spent: order.grand_total,
    latest_orders: [{ order_number: order.order_number, status: 'pending' }],
    addresses: [{ title: 'Home' }],
    wallets: { balances: { point: { balance: expect.any(Number) } } },
    vouchers: expect.any(Array),
    notifications: expect.arrayContaining([expect.objectContaining({ kind: 'order-placed' })]),
    notes: [{ text: 'Asks for ripe bananas', by: support.email }],
  });
  const audit = (await staff('GET', `/audit?search=subject:customer ${customer.id}`)).body.data;
  expect(audit.map(({ action, after }: { action: string; after: unknown }) => [action, after])).toEqual([
    ['staff.customer', null],
    ['staff.addCustomerNote', { note: note.body.note.id }],
  ]);
});

test('looking at wallets is audited like opening the file', async () => {
  const customer = await newCustomer(server);
  const finance = await newStaff(server, ['finance']);
  for (const path of [customer.id, customer.email]) {
    expect((await finance.call('GET', `/wallets/${encodeURIComponent(path)}`)).status).toBe(200);
  }
  const audit = (await staff('GET', `/audit?search=subject:customer ${customer.id}`)).body.data;
  expect(audit).toMatchObject([{ action: 'staff.customer', staff_email: finance.email }]);
});

test('a blocked customer is signed out, and cannot sign in or order, also as a guest with a proven contact', async () => {
  const customer = await newCustomer(server);
  const login = { login: customer.email, password: customer.password };
  const response = await support.call('POST', `/customers/${customer.id}/block`, { reason: 'Chargebacks' });
  expect(response.body.customer.block).toMatchObject({ by: support.email, reason: 'Chargebacks' });
  expect((await customer.call('GET', '/me')).status).toBe(403);
  const signIn = await api('POST', '/token', { body: login });
  expect([signIn.status, signIn.body.code]).toEqual([422, 'auth.blocked']);
  expect((await api('POST', '/token', { body: { ...login, password: 'wrong' } })).body.code).toBe('auth.wrong');

  // A contact that was only typed may be a stranger's.
  expect((await placeOrder(undefined, { customer_email: customer.email })).status).toBe(201);
  await db.raw('update customers set email_verified_at = now() where id = $1', [customer.id]);
  const refusal = await placeOrder(undefined, { customer_email: customer.email });
  expect([refusal.status, refusal.body.code]).toEqual([422, 'order.blocked']);

  const unblocking = await support.call('POST', `/customers/${customer.id}/unblock`, { reason: 'Settled' });
  expect(unblocking.body.customer.block).toBeNull();
  expect((await api('POST', '/token', { body: login })).status).toBe(200);
  const audit = (await staff('GET', `/audit?search=subject:customer ${customer.id}`)).body.data;
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    'staff.unblockCustomer',
    'staff.blockCustomer',
  ]);
});

test('roles: pickers and the catalogue see no customers, and only support blocks', async () => {
  const customer = await newCustomer(server);
  for (const role of ['picker', 'catalog'] as const) {
    const { call } = await newStaff(server, [role]);
    expect((await call('GET', '/customers')).status).toBe(404);
    expect((await call('GET', `/customers/${customer.id}`)).status).toBe(404);
  }
  for (const role of ['orders', 'finance'] as const) {
    const { call } = await newStaff(server, [role]);
    expect((await call('GET', `/customers/${customer.id}`)).status).toBe(200);
    expect((await call('POST', `/customers/${customer.id}/block`, { reason: 'No' })).status).toBe(404);
  }
});

test('notes are exported without their authors, and go with the account', async () => {
  const customer = await newCustomer(server);
  await support.call('POST', `/customers/${customer.id}/notes`, { text: 'Gate code 12' });
  const { body } = await customer.call('GET', '/me/export');
  expect(body.data.notes).toMatchObject([{ text: 'Gate code 12' }]);
  expect(JSON.stringify(body)).not.toContain(support.email);
  expect((await customer.call('POST', '/me/delete', { password: customer.password })).status).toBe(200);
  const { rows } = await db.raw('select id from customer_notes where customer_id = $1', [customer.id]);
  expect(rows).toEqual([]);
  expect((await support.call('GET', `/customers/${customer.id}`)).status).toBe(404);
});
