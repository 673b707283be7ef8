/** Limits on open orders paid on delivery (docs/security.md "Limits"). */
import { expect, test } from 'vitest';
import { newCustomer } from '../../testing/customer.ts';
import { inboxOf, sentTo } from '../../testing/inbox.ts';
import { distinctAddress, readyOrder } from '../../testing/orders/distinct-buyer.ts';
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
/** A network that no other test uses. */
const aNetwork = () => `2001:db8:0:${(++networks).toString(16)}`;

type Sent = { price?: number; phone_proof?: string; from?: string; customer?: { token: string } };

/** Places an order of RM11 of goods, RM20 in total; delivery is free from RM80. */
async function order(address: object, { price, phone_proof, from = `${aNetwork()}::1`, customer }: Sent = {}) {
  const { shopper, cart } = await readyOrder(server, address, { price, customer });
  const body = phone_proof === undefined ? {} : { phone_proof };
  return shopper.place(cart, body, { 'x-forwarded-for': from });
}

/** Proves a phone as the checkout's dialog does. */
async function provePhone(contact_number: string, purpose = 'order', token?: string): Promise<string> {
  const to = `+6${contact_number}`;
  const before = (await inboxOf(url, to)).map(({ code }) => code);
  await api('POST', '/request/otp', { token, body: { contact_number, purpose } });
  const { code } = await sentTo(url, to, (sent) => sent.code !== '' && !before.includes(sent.code));
  const { body } = await api('POST', '/verify-otp', { token, body: { contact_number, purpose, code } });
  return body.proof;
}

const PROVE = 'Please verify your phone number with a code to place this order.';

test.each(['contact_number', 'email', 'street_address'] as const)(
  'a third open order with the same %s needs a proven phone; nothing is taken until then',
  async (shared) => {
    const first = distinctAddress();
    const next = () => ({ ...distinctAddress(), [shared]: first[shared] });
    expect((await order(first)).status).toBe(201);
    expect((await order(next())).status).toBe(201);
    const third = next();
    const orders = 'select count(*)::int as orders from orders';
    const before = (await db.raw(orders)).rows;
    const refused = await order(third);
    expect([refused.status, refused.body]).toEqual([
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
    expect((await order(third, { phone_proof })).status).toBe(201);
  },
);

test('other spellings of an address or phone count together', async () => {
  const first = { ...distinctAddress(), street_address: '1-A, Jalan Ejaan' };
  await order(first);
  await order({ ...distinctAddress(), street_address: '1A JALAN EJAAN.' });
  expect((await order({ ...distinctAddress(), street_address: '1 a jalan ejaan' })).body.code).toBe(
    'checkout.prove_phone',
  );
  const phone = distinctAddress();
  await order(phone);
  await order({ ...distinctAddress(), contact_number: phone.contact_number.replace(/^0/, '+60 ') });
  const spelled = { ...distinctAddress(), contact_number: phone.contact_number.replace(/^0/, '60') };
  expect((await order(spelled)).body.code).toBe('checkout.prove_phone');
});

test('a value above the limit needs a proven phone, of one order or of all open ones', async () => {
  expect((await order(distinctAddress(), { price: 9_905 })).body.code).toBe('checkout.prove_phone');
  const address = distinctAddress();
  expect((await order(address, { price: 4_100 })).status).toBe(201);
  expect((await order(address, { price: 4_200 })).body.code).toBe('checkout.prove_phone');
  expect((await order(address, { price: 4_100 })).status).toBe(201);
});

test.each([
  ['delivered', "status = 'complete'"],
  ['canceled', "status = 'canceled'"],
  ['paid', "payment_status = 'paid'"],
  ['two weeks old', "created_at = created_at - interval '14 days'"],
])('an order that is %s is no longer open', async (_, change) => {
  const address = distinctAddress();
  await order(address);
  await order(address);
  await db.raw(`update orders set ${change} where contact_email = $1`, [address.email]);
  expect((await order(address)).status).toBe(201);
});

test('a proof is valid for its phone and purpose, up to the limits of proven phones', async () => {
  const address = distinctAddress();
  const other = await provePhone(distinctAddress().contact_number);
  const ofSignUp = await provePhone(address.contact_number, 'register');
  for (const phone_proof of [other, ofSignUp, 'x', '']) {
    expect((await order(address, { price: 9_905, phone_proof })).body.code).toBe('checkout.prove_phone');
  }
  const phone_proof = await provePhone(address.contact_number);
  expect((await order(address, { price: 9_905, phone_proof })).status).toBe(201);
  const { status, body } = await order(address, { price: 20_500, phone_proof });
  const message =
    'You have reached the limit for orders paid on delivery. Order less, or wait until an open order is delivered.';
  expect([status, body]).toEqual([
    422,
    { code: 'checkout.open_orders', message, errors: { payment_method: [message] } },
  ]);
  expect((await order(address, { phone_proof })).status).toBe(201);
  expect((await order(address, { phone_proof })).status).toBe(201);
  expect((await order(address, { phone_proof })).body.code).toBe('checkout.open_orders');
});

test('a landline cannot be proven: refuses at the phone field and requests a mobile number', async () => {
  const { status, body } = await order({ ...distinctAddress(), contact_number: '03-5550 0100' }, { price: 9_905 });
  expect([status, body.code]).toEqual([422, 'checkout.mobile_needed']);
  expect(body.errors['shipping_address.contact_number']).toEqual([body.message]);
});

test('many orders from one network require a proof, counted by IPv6 /64; orders store no IP address', async () => {
  const network = aNetwork();
  for (const host of ['::1', '::2', '::3']) {
    expect((await order(distinctAddress(), { from: `${network}${host}` })).status).toBe(201);
  }
  const fourth = distinctAddress();
  expect((await order(fourth, { from: `${network}::4` })).body.code).toBe('checkout.prove_phone');
  expect((await order(distinctAddress(), { from: `${aNetwork()}::1` })).status).toBe(201);
  const phone_proof = await provePhone(fourth.contact_number);
  expect((await order(fourth, { from: `${network}::4`, phone_proof })).status).toBe(201);
  const { rows } = await db.raw('select to_jsonb(o)::text as stored from orders o where contact_email = $1', [
    fourth.email,
  ]);
  expect(rows[0]?.stored).not.toContain(network);
});

test('a customer with a proven phone has limits of their own, which orders of others do not use up', async () => {
  const customer = await newCustomer(server);
  const address = distinctAddress();
  for (let at = 0; at < 2; at++) expect((await order(address)).status).toBe(201);
  expect((await order(address, { customer })).body.code).toBe('checkout.prove_phone');
  // A phone proven for an order is proven for the account only if it was the account's phone.
  await provePhone(address.contact_number, 'order', customer.token);
  const { me } = (await customer.call('GET', '/me')).body;
  expect([me.phone_verified, me.phone]).not.toContain(`+6${address.contact_number}`);
  await provePhone(distinctAddress().contact_number, 'profile', customer.token);
  for (let at = 0; at < 4; at++) expect((await order(address, { customer })).status).toBe(201);
  expect((await order(address, { customer })).body.code).toBe('checkout.open_orders');
});
