/** Limits on open orders paid on delivery (docs/security.md "Limits"). */
import { mailboxKey } from '@shop/core/identity/mailbox';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { makeDistinctAddress, prepareOrder } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer({
  jobs: true,
  env: {
    TRUST_PROXY: 'true',
    OPEN_ORDERS_UNPROVEN: '2',
    OPEN_ORDERS_UNPROVEN_VALUE: '100',
    OPEN_ORDERS_NETWORK: '3',
    OPEN_ORDERS_NETWORK_VALUE: '1000',
    OPEN_ORDERS_PROVEN: '3',
    OPEN_ORDERS_PROVEN_VALUE: '300',
    OPEN_ORDERS_CUSTOMER: '4',
    OPEN_ORDERS_CUSTOMER_VALUE: '1000',
  },
});
const { api, db, url } = server;

let networks = 0;
/** Returns a network that no other test uses. */
const newNetwork = () => `2001:db8:0:${(++networks).toString(16)}`;

type OrderToSend = { price?: number; phone_proof?: string; from?: string; customer?: { token: string } };

/** Places an order of RM11 of goods, RM20 in total; delivery is free from RM80. */
async function placeOrder(
  address: object,
  { price, phone_proof, from = `${newNetwork()}::1`, customer }: OrderToSend = {},
) {
  const { shopper, cart } = await prepareOrder(server, address, { price, customer });
  const body = phone_proof === undefined ? {} : { phone_proof };
  return shopper.place(cart, body, { 'x-forwarded-for': from });
}

/** Proves a phone as the checkout's dialog does. */
async function provePhone(contact_number: string, purpose = 'order', token?: string): Promise<string> {
  const to = `+6${contact_number}`;
  const before = (await readInbox(url, to)).map(({ code }) => code);
  await api('POST', '/request/otp', { token, body: { contact_number, purpose } });
  const { code } = await sentTo(url, to, (mail) => mail.code !== '' && !before.includes(mail.code));
  const { body } = await api('POST', '/verify-otp', { token, body: { contact_number, purpose, code } });
  return body.proof;
}

const PROVE = 'Please verify your phone number with a code to place this order.';

test.each(['contact_number', 'email', 'street_address'] as const)(
  'a third open order with the same %s needs a proven phone; nothing is taken until then',
  async (shared) => {
    const first = makeDistinctAddress();
    const makeNextAddress = () => ({ ...makeDistinctAddress(), [shared]: first[shared] });
    expect((await placeOrder(first)).status).toBe(201);
    expect((await placeOrder(makeNextAddress())).status).toBe(201);
    const third = makeNextAddress();
    const orders = 'select count(*)::int as orders from orders';
    const before = (await db.raw(orders)).rows;
    const refusal = await placeOrder(third);
    expect([refusal.status, refusal.body]).toEqual([
      422,
      {
        code: 'checkout.prove_phone',
        message: PROVE,
        errors: { phone_proof: [PROVE] },
        contact_number: `+6${third.contact_number}`,
      },
    ]);
    expect((await db.raw(orders)).rows).toEqual(before);
    const phone_proof = await provePhone(third.contact_number);
    expect((await placeOrder(third, { phone_proof })).status).toBe(201);
  },
);

test('other spellings of an address or phone count together', async () => {
  const first = { ...makeDistinctAddress(), street_address: '1-A, Jalan Ejaan' };
  await placeOrder(first);
  await placeOrder({ ...makeDistinctAddress(), street_address: '1A JALAN EJAAN.' });
  expect((await placeOrder({ ...makeDistinctAddress(), street_address: '1 a jalan ejaan' })).body.code).toBe(
    'checkout.prove_phone',
  );
  const phone = makeDistinctAddress();
  await placeOrder(phone);
  await placeOrder({ ...makeDistinctAddress(), contact_number: phone.contact_number.replace(/^0/, '+60 ') });
  const otherSpelling = { ...makeDistinctAddress(), contact_number: phone.contact_number.replace(/^0/, '60') };
  expect((await placeOrder(otherSpelling)).body.code).toBe('checkout.prove_phone');
});

test.each([
  ['email', ['mei@example.com', 'mei+1@example.com', 'MEI+shop@Example.com']],
  ['email', ['mei.ling.tan@gmail.com', 'meilingtan@gmail.com', 'meilingtan+2@googlemail.com']],
  ['street_address', ['7, Jalan Alias 3/1', 'No. 7, Jln Alias 3/1', 'no 7 jln. alias 3/1']],
])('spellings of one person’s %s count together: %j', async (field, [first, second, third]) => {
  expect((await placeOrder({ ...makeDistinctAddress(), [field]: first })).status).toBe(201);
  expect((await placeOrder({ ...makeDistinctAddress(), [field]: second })).status).toBe(201);
  expect((await placeOrder({ ...makeDistinctAddress(), [field]: third })).body.code).toBe('checkout.prove_phone');
});

test('the database finds the mailbox that core finds', async () => {
  const emails = ['+a+b@example.com', '++a@example.com', 'a.b+c@gmail.com', '+a.b@googlemail.com', 'a+b+c@x.y.my'];
  for (const email of emails) expect((await placeOrder({ ...makeDistinctAddress(), email })).status).toBe(201);
  const { rows } = await db.raw(
    'select contact_email, mailbox_key(contact_email) as mailbox from orders where contact_email = any($1)',
    [emails],
  );
  expect(rows).toHaveLength(emails.length);
  for (const { contact_email, mailbox } of rows) expect(mailbox).toBe(mailboxKey(String(contact_email)));
});

test('a value above the limit needs a proven phone, of one order or of all open ones', async () => {
  expect((await placeOrder(makeDistinctAddress(), { price: 9_905 })).body.code).toBe('checkout.prove_phone');
  const address = makeDistinctAddress();
  expect((await placeOrder(address, { price: 4_100 })).status).toBe(201);
  expect((await placeOrder(address, { price: 4_200 })).body.code).toBe('checkout.prove_phone');
  expect((await placeOrder(address, { price: 4_100 })).status).toBe(201);
});

test.each([
  ['delivered', "status = 'complete'"],
  ['canceled', "status = 'canceled'"],
  ['paid', "payment_status = 'paid'"],
  ['two weeks old', "created_at = created_at - interval '14 days'"],
])('an order that is %s is no longer open', async (_, change) => {
  const address = makeDistinctAddress();
  await placeOrder(address);
  await placeOrder(address);
  await db.raw(`update orders set ${change} where contact_email = $1`, [address.email]);
  expect((await placeOrder(address)).status).toBe(201);
});

test('a proof is valid for its phone and purpose, up to the limits of proven phones', async () => {
  const address = makeDistinctAddress();
  const other = await provePhone(makeDistinctAddress().contact_number);
  const ofSignUp = await provePhone(address.contact_number, 'register');
  for (const phone_proof of [other, ofSignUp, 'x', '']) {
    expect((await placeOrder(address, { price: 9_905, phone_proof })).body.code).toBe('checkout.prove_phone');
  }
  const phone_proof = await provePhone(address.contact_number);
  expect((await placeOrder(address, { price: 9_905, phone_proof })).status).toBe(201);
  const { status, body } = await placeOrder(address, { price: 20_500, phone_proof });
  const message =
    'You have reached the limit for orders paid on delivery. Order less, or wait until an open order is delivered.';
  expect([status, body]).toEqual([
    422,
    { code: 'checkout.open_orders', message, errors: { payment_method: [message] } },
  ]);
  expect((await placeOrder(address, { phone_proof })).status).toBe(201);
  expect((await placeOrder(address, { phone_proof })).status).toBe(201);
  expect((await placeOrder(address, { phone_proof })).body.code).toBe('checkout.open_orders');
});

test('a landline cannot be proven: refuses at the phone field and requests a mobile number', async () => {
  const { status, body } = await placeOrder(
    { ...makeDistinctAddress(), contact_number: '03-5550 0100' },
    { price: 9_905 },
  );
  expect([status, body.code]).toEqual([422, 'checkout.mobile_needed']);
  expect(body.errors['shipping_address.contact_number']).toEqual([body.message]);
});

test('many orders from one network require a proof, counted by IPv6 /64; orders store no IP address', async () => {
  const network = newNetwork();
  for (const host of ['::1', '::2', '::3']) {
    expect((await placeOrder(makeDistinctAddress(), { from: `${network}${host}` })).status).toBe(201);
  }
  const fourth = makeDistinctAddress();
  expect((await placeOrder(fourth, { from: `${network}::4` })).body.code).toBe('checkout.prove_phone');
  expect((await placeOrder(makeDistinctAddress(), { from: `${newNetwork()}::1` })).status).toBe(201);
  const phone_proof = await provePhone(fourth.contact_number);
  expect((await placeOrder(fourth, { from: `${network}::4`, phone_proof })).status).toBe(201);
  const { rows } = await db.raw('select to_jsonb(o)::text as stored from orders o where contact_email = $1', [
    fourth.email,
  ]);
  expect(rows[0]?.stored).not.toContain(network);
});

test('a customer with a proven phone has limits of their own, which orders of others do not use up', async () => {
  const customer = await newCustomer(server);
  const address = makeDistinctAddress();
  for (let at = 0; at < 2; at++) expect((await placeOrder(address)).status).toBe(201);
  expect((await placeOrder(address, { customer })).body.code).toBe('checkout.prove_phone');
  // A phone proven for an order is proven for the account only if it was the account's phone.
  await provePhone(address.contact_number, 'order', customer.token);
  const { me } = (await customer.call('GET', '/me')).body;
  expect([me.phone_verified, me.phone]).not.toContain(`+6${address.contact_number}`);
  await provePhone(makeDistinctAddress().contact_number, 'profile', customer.token);
  for (let at = 0; at < 4; at++) expect((await placeOrder(address, { customer })).status).toBe(201);
  expect((await placeOrder(address, { customer })).body.code).toBe('checkout.open_orders');
});

test('online orders of a network that went back to the cart count for the short hold; its payments are limited', async () => {
  await offerOnlinePayment(server);
  const from = `${newNetwork()}::1`;
  const headers = { 'x-forwarded-for': from };
  const placeOnlineOrder = async () => {
    const shopper = await newShopper({ api });
    await shopper.fill([await makeProduct(db, { price: 1_100, stock: 10 }), 1]);
    const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), payment_method: 'fpx' });
    const { order, payment } = (await shopper.place(cart, {}, headers)).body;
    return { shopper, order, payment, proof: { order_number: order.order_number, token: order.view_token } };
  };
  const holds = [];
  const forms = [];
  for (let i = 0; i < 7; i++) {
    const { shopper, order, payment, proof } = await placeOnlineOrder();
    holds.push((Date.parse(order.held_until) - Date.parse(order.created_at)) / 60_000);
    const query = new URL(payment.url).searchParams;
    const form = await api('POST', `/orders/payment/${query.get('attempt')}/form`, {
      headers,
      body: { token: query.get('token') },
    });
    forms.push(form.status);
    await api('POST', '/orders/return-to-cart', { token: shopper.token, headers, body: proof });
  }
  expect(holds).toEqual([30, 30, 30, 10, 10, 10, 10]);
  expect(forms).toEqual([200, 200, 200, 200, 200, 200, 429]);
});

test('online orders of one customer count together for the short hold', async () => {
  await offerOnlinePayment(server);
  const customer = await newCustomer(server);
  await provePhone(makeDistinctAddress().contact_number, 'profile', customer.token);
  const shopper = await newShopper(server, customer);
  const holds = [];
  for (let i = 0; i < 5; i++) {
    await shopper.fill([await makeProduct(db, { price: 1_100, stock: 10 }), 1]);
    const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), payment_method: 'fpx' });
    const { order } = (await shopper.place(cart, {}, { 'x-forwarded-for': `${newNetwork()}::1` })).body;
    holds.push((Date.parse(order.held_until) - Date.parse(order.created_at)) / 60_000);
  }
  expect(holds).toEqual([30, 30, 30, 30, 10]);
});
