import { toE164 } from '@shop/core/identity/phone';
import { expect, test } from 'vitest';
import { NO_REQUEST, publish } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { createProof } from '../identity/contacts/contact-proof.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, type ApiShopper, findSlotOfLaterDay, newShopper } from '../testing/orders/shopper.ts';
import { storeCode } from '../testing/store-code.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';

const server = await testServer();
const { api, app, db } = server;
const ctx = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let sequence = 0;
/** Registers a customer with an email, a phone and a password; `more` overrides them. */
async function newCustomer(more: object = {}, token?: string) {
  sequence++;
  const email = `accountant${sequence}@example.com`;
  const contact_number = `+6018${String(2_000_000 + sequence)}`;
  const password = `correct horse ${sequence}`;
  const body = { name: 'Mei Ling', email, contact_number, password, ...more };
  const response = await api('POST', '/register', { token, body });
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  return { email, contact_number, password, token: response.body.token as string, me: response.body.me };
}
type CustomerFields = Awaited<ReturnType<typeof newCustomer>>;

/** Inserts a member of the stores: a customer record without a password. Returns its id. */
async function newMember(columns: { email?: string; phone?: string; name?: string }): Promise<string> {
  const { rows } = await db.raw(
    `insert into customers (id, name, display_name, email, phone, date_of_birth, lang, referral_code, created_at, updated_at)
     values (gen_random_uuid(), $1, $1, $2, $3, '1990-05-05', 'zh', $4, now(), now()) returning id`,
    [columns.name ?? 'Member', columns.email ?? null, columns.phone ?? null, `MEMBER${sequence++}`],
  );
  return String(rows[0]?.id);
}

/** Orders one unit of a new product, with the contact of an address. */
async function order(shopper: Pick<ApiShopper, 'fill' | 'prepare' | 'place'>, address: object = {}) {
  await shopper.fill([await makeProduct(db), 1]);
  const shipping_address = { ...ADDRESS, ...address };
  const cart = await shopper.prepare({ shipping_address, customer_email: shipping_address.email });
  const { status, body } = await shopper.place(cart);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order as { id: string; order_number: string; view_token: string };
}

const listOrders = async ({ token }: CustomerFields): Promise<string[]> =>
  (await api('GET', '/orders', { token })).body.data.map((each: { order_number: string }) => each.order_number);

const finish = (order_number: string) =>
  db.raw(`update orders set status = 'complete' where order_number = $1`, [order_number]);

test('after a guest order an account needs only a password; it gets the order once the contact is proven', async () => {
  const email = `guest${sequence++}@example.com`;
  const guest = await newShopper(server);
  const guestOrder = await order(guest, { email, contact_number: '018-777 0001' });
  const { order_number } = guestOrder;
  const proof = { order: { order_number, token: guestOrder.view_token } };
  const wrong = await api('POST', '/register', {
    body: { password: 'some password 1', order: { order_number, token: 'x'.repeat(43) } },
  });
  expect(wrong.status).toBe(404);
  const customer = await newCustomer({ name: undefined, email: null, contact_number: null, ...proof }, guest.token);
  expect(customer.me).toMatchObject({ name: 'Mei Ling', email, phone: '60187770001', email_verified: false });
  expect(await listOrders(customer)).toEqual([]);
  // docs/readings.md#47
  expect((await api('GET', '/address', { token: customer.token })).body.data).toMatchObject([
    {
      title: 'Home',
      recipient: 'Mei Ling',
      street_address: ADDRESS.street_address,
      zip: ADDRESS.zip,
      is_default: true,
    },
  ]);
  expect((await api('GET', '/contact', { token: customer.token })).body.data).toMatchObject([
    { title: 'Home', number: '60187770001', is_default: true },
  ]);
  await inTransaction(ctx, (inside) =>
    publish(inside, { type: 'contact.proven', customer_id: customer.me.id, contact: { kind: 'email', value: email } }),
  );
  expect(await listOrders(customer)).toEqual([order_number]);
});

test('a registration with a proven contact gets its orders at once, in every spelling of the contact', async () => {
  const guest = await newShopper(server);
  const contact_number = '018-777 0002';
  const guestOrder = await order(guest, { email: 'somebody-else@example.com', contact_number });
  const contact = { kind: 'phone', value: toE164(contact_number) ?? '' } as const;
  const proof = createProof(ctx, contact);
  const customer = await newCustomer({ email: null, contact_number: '+60187770002', proof }, guest.token);
  expect(customer.me).toMatchObject({ phone_verified: true });
  expect(await listOrders(customer)).toEqual([guestOrder.order_number]);
});

test('POST /verify-account-merge merges a store member into the account: orders, addresses, favourites, contacts', async () => {
  const customer = await newCustomer({ contact_number: null });
  const phone = '+60187770003';
  const member = await newMember({ phone, name: 'Tan Mei Ling' });
  const guest = await newShopper(server);
  const guestOrder = await order(guest, { contact_number: phone });
  const mine = await makeProduct(db);
  const countFavourites = async () =>
    (await db.raw('select product_id from wishlist where customer_id = $1', [customer.me.id])).rows.length;
  await db.raw(`insert into wishlist values ($1, $3, now()), ($2, $3, now()), ($1, 1, now())`, [
    member,
    customer.me.id,
    Number(mine.id),
  ]);
  await db.raw(
    `insert into addresses (id, customer_id, recipient, email, contact_number, street_address, city, zip, state_id, is_default,
       created_at, updated_at)
     values (gen_random_uuid(), $1, 'Tan', 'tan@example.com', '1', 'x', 'y', '47300', 'MY-10', true, now(), now())`,
    [member],
  );
  const code = await storeCode(server, phone, 'merge', customer.me.id);
  const wrong = await api('POST', '/verify-account-merge', {
    token: customer.token,
    body: { contact: phone, code: '000000' },
  });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'code.invalid']);
  const merge = () => api('POST', '/verify-account-merge', { token: customer.token, body: { contact: phone, code } });
  const all = await Promise.all(Array.from({ length: 4 }, merge));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  expect(all.find(({ status }) => status === 200)?.body).toMatchObject({
    orders: 1,
    me: { id: customer.me.id, phone: phone.slice(1), phone_verified: true, date_of_birth: '1990-05-05' },
  });
  expect(await listOrders(customer)).toEqual([guestOrder.order_number]);
  expect(await countFavourites()).toBe(2);
  const { rows: addresses } = await db.raw('select is_default from addresses where customer_id = $1', [customer.me.id]);
  expect(addresses).toEqual([{ is_default: true }]);
  const { rows } = await db.raw('select from_customer_id, orders from account_merges where into_customer_id = $1', [
    customer.me.id,
  ]);
  expect(rows).toEqual([{ from_customer_id: member, orders: 1 }]);
  const { rows: mergedRows } = await db.raw(
    'select name, phone, email, status, date_of_birth from customers where id = $1',
    [member],
  );
  expect(mergedRows).toEqual([{ name: '', phone: null, email: null, status: 'merged', date_of_birth: null }]);
});

test('merges two accounts: the other can no longer sign in, its cart moves along', async () => {
  const [customer, other] = [await newCustomer({ contact_number: null }), await newCustomer()];
  const product = await makeProduct(db);
  for (const { token } of [customer, other]) {
    await api('PUT', '/cart', { token, body: { items: [{ id: product.id, quantity: 2 }] } });
  }
  const contact = other.contact_number;
  const code = await storeCode(server, contact, 'merge', customer.me.id);
  const { status, body } = await api('POST', '/verify-account-merge', {
    token: customer.token,
    body: { contact, code },
  });
  expect([status, body.me.email]).toEqual([200, customer.email]);
  expect((await api('GET', '/cart', { token: customer.token })).body).toMatchObject({ items_qty: 4, items_count: 1 });
  const signIn = await api('POST', '/token', { body: { login: other.email, password: other.password } });
  expect(signIn.body.code).toBe('auth.wrong');
  const byPhone = await api('POST', '/token', { body: { login: contact, password: customer.password } });
  expect(byPhone.body.me.id).toBe(customer.me.id);
});

/** Lists the tables of the shop in which a row contains the text. */
async function listTablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await db.raw(
    `select table_schema, table_name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const matches: string[] = [];
  for (const { table_schema, table_name } of tables) {
    const { rows } = await db.raw(
      `select count(*)::int as count from "${table_schema}"."${table_name}" t where position($1 in lower(t::text)) > 0`,
      [text.toLowerCase()],
    );
    if (rows[0]?.count !== 0) matches.push(String(table_name));
  }
  return matches;
}

test('POST /me/delete lists open orders and refuses; without any, it removes all personal data and leaves orders for accounting', async () => {
  const name = 'Puteri Unmistakable';
  const STREET = '77, Jalan Unmistakable';
  const provenEmail = `leaver${sequence++}@example.com`;
  const proof = createProof(ctx, { kind: 'email', value: provenEmail });
  const customer = await newCustomer({ name, email: provenEmail, proof });
  const { token, password, contact_number, me } = customer;
  const email = provenEmail;
  const shopper: ApiShopper = { ...(await newShopper(server)), token };
  const mine = { ...ADDRESS, recipient: name, email, contact_number, street_address: STREET };
  const product = await makeProduct(db);
  await api('PUT', '/cart', { token, body: { items: [{ id: product.id, quantity: 1 }] } });
  const { body: shippings } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  const checkout = await api('PUT', '/checkout', {
    token,
    body: {
      shipping_address: mine,
      customer_email: email,
      shipping_method: shippings.data[0].id,
      delivery_slot_id: findSlotOfLaterDay(shippings.data[0].slots).id,
      payment_method: 'cod',
    },
  });
  const { grand_total: expected_total, version: cart_version } = checkout.body.cart;
  const response = await api('POST', '/orders/checkout', {
    token,
    headers: { 'idempotency-key': 'of the one who goes' },
    body: { expected_total, cart_version },
  });
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  const { order_number } = response.body.order;
  await api('POST', '/address', { token, body: mine });
  await api('POST', '/wishlist', { token, body: { product_id: product.id } });
  await api('PUT', '/cart', { token, body: { items: [{ id: product.id, quantity: 1 }] } });
  await api('PUT', '/checkout', { token, body: { shipping_address: mine } });
  await api('POST', '/token', { body: { login: email, password: 'wrong one' } });
  for (const [path, body] of [
    ['/send-email-verify', { email, purpose: 'account' }],
    ['/request/otp', { contact_number, purpose: 'account' }],
    ['/contact-us', { name, email, subject: 'Hello', message: 'Where is it?' }],
  ] as const) {
    expect((await api('POST', path, { token, body })).status).toBeLessThan(300);
  }

  const { body: personalData, headers } = await api('GET', '/me/export', { token });
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(personalData.data).toMatchObject({
    profile: { email, name },
    orders: [{ order_number }],
    addresses: [{ email }],
  });
  expect(JSON.stringify(personalData)).not.toMatch(/argon2|token_hash/);

  const wrong = await api('POST', '/me/delete', { token, body: { password: 'not it' } });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'password.wrong']);
  const refusal = await api('POST', '/me/delete', { token, body: { password } });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'account.open_orders']);
  expect(refusal.body.message).toContain(order_number);
  expect(refusal.body.orders).toEqual([{ id: response.body.order.id, order_number }]);
  await finish(order_number);
  const code = await storeCode(server, contact_number, 'account', customer.me.id);
  expect((await api('POST', '/me/delete', { token, body: { code: '000000' } })).body.code).toBe('code.invalid');
  expect((await api('POST', '/me/delete', { token, body: { code } })).body).toEqual({ success: true });

  for (const text of [email, contact_number.slice(1), name, STREET])
    expect(await listTablesWith(text), text).toEqual([]);
  const { rows: books } = await db.raw(
    `select customer_id, grand_total, shipping_address ->> 'formatted_address' as to,
       billing_address ->> 'formatted_address' as billed,
       (select count(*)::int from order_lines where order_id = orders.id) as lines
     from orders where order_number = $1`,
    [order_number],
  );
  const to = '47300 Petaling Jaya, Selangor';
  expect(books).toEqual([{ customer_id: me.id, grand_total: expect.anything(), to, billed: to, lines: 1 }]);
  const { rows } = await db.raw('select status, password_hash from customers where id = $1', [me.id]);
  expect(rows).toEqual([{ status: 'removed', password_hash: null }]);
  expect((await api('POST', '/token', { body: { login: email, password } })).body.code).toBe('auth.wrong');
  // The contact is free again.
  await newCustomer({ email, contact_number });
  expect(shopper.token).toBe(token);
});

test('removing an account removes idempotent responses to the guest who placed its order', async () => {
  const email = `guest${sequence++}@example.com`;
  const guest = await newShopper(server);
  await guest.fill([await makeProduct(db), 1]);
  const cart = await guest.prepare({ shipping_address: { ...ADDRESS, email }, customer_email: email });
  const response = await guest.place(cart, {}, { 'idempotency-key': 'of a guest' });
  expect(response.status).toBe(201);
  const proof = createProof(ctx, { kind: 'email', value: email });
  const customer = await newCustomer({ email, proof }, guest.token);
  const { order_number } = response.body.order;
  expect(await listOrders(customer)).toEqual([order_number]);
  expect(await listTablesWith(email)).toContain('idempotency_keys');

  await db.raw(`update orders set status = 'canceled', payment_status = 'refund_due' where order_number = $1`, [
    order_number,
  ]);
  const remove = () => api('POST', '/me/delete', { token: customer.token, body: { password: customer.password } });
  // The order's refund is still due.
  expect((await remove()).body.code).toBe('account.open_orders');
  await db.raw(`update orders set payment_status = 'refunded' where order_number = $1`, [order_number]);
  expect((await remove()).body).toEqual({ success: true });
  expect(await listTablesWith(email)).toEqual([]);
});

test('concurrent changes during the removal of an account leave no personal data', async () => {
  const { token, password, email } = await newCustomer();
  await api('PUT', '/cart', { token, body: { items: [{ id: (await makeProduct(db)).id, quantity: 1 }] } });
  const mine = { ...ADDRESS, email };
  const changes = [
    () => api('POST', '/address', { token, body: mine }),
    () => api('PUT', '/checkout', { token, body: { shipping_address: mine, customer_email: email } }),
    () => api('POST', '/token', { body: { login: email, password } }),
  ];
  const remove = () => api('POST', '/me/delete', { token, body: { password } });
  const requests = [...changes, ...changes, remove, ...changes, ...changes].map((each) => each());
  const all = await Promise.all(requests);
  expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  expect(all[2 * changes.length]?.body).toEqual({ success: true });
  expect(await listTablesWith(email)).toEqual([]);
});
