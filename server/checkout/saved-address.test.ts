import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { db } = server;

const INVALID = 'Invalid address, please edit address details to proceed.';
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

async function newCustomerWithAddresses() {
  const customer = await newCustomer(server);
  const { body: home } = await customer.call('POST', '/address', { ...ADDRESS, title: 'Home' });
  const { body: office } = await customer.call('POST', '/address', {
    ...ADDRESS,
    title: 'Office',
    city: 'Klang',
    zip: '41000',
  });
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db), 1]);
  return { customer, shopper, home, office };
}

/** Returns the fields of a saved address that the checkout returns. */
const toParts = ({ id: _, is_default: __, ...parts }: Record<string, unknown>) => parts;

test('PUT /checkout accepts the ids of saved addresses', async () => {
  const { shopper, home, office } = await newCustomerWithAddresses();
  const { status, body } = await shopper.checkout({
    shipping_address: { id: home.id },
    billing_address: { id: office.id },
    ship_to_bill_address: false,
  });
  expect(status).toBe(200);
  expect(body.cart.shipping_address).toEqual(toParts(home));
  expect(body.cart.billing_address).toEqual(toParts(office));
  // An address from the address book may be sent back whole, with fields that only the book has.
  const whole = await shopper.checkout({ shipping_address: { ...office, recipient: 'Somebody else' } });
  expect(whole.body.cart.shipping_address).toEqual(toParts(office));
});

test('POST /orders/checkout takes them too; the order’s copy does not change with the book', async () => {
  const { customer, shopper, home, office } = await newCustomerWithAddresses();
  const cart = await shopper.prepare({ shipping_address: { id: home.id } });
  const { status, body } = await shopper.place(cart, { shipping_address: { id: office.id } });
  expect([status, body.order?.shipping_address]).toEqual([201, toParts(office)]);
  await customer.call('DELETE', `/address/${office.id}`);
  const { order } = (await customer.call('GET', `/orders/${body.order.id}`)).body;
  expect(order.shipping_address).toEqual(toParts(office));
});

test('a removed address leaves the checkout that chose it; another choice stays', async () => {
  const { customer, shopper, home, office } = await newCustomerWithAddresses();
  const both = { shipping_address: { id: home.id }, billing_address: { id: office.id }, ship_to_bill_address: false };
  const { body } = await shopper.checkout(both);
  await customer.call('DELETE', `/address/${home.id}`);
  const { body: cart } = await shopper.get('/cart');
  expect([cart.shipping_address, cart.billing_address]).toEqual([null, toParts(office)]);
  expect(cart.version).toBe(body.cart.version + 1);
  await customer.call('DELETE', `/address/${office.id}`);
  expect((await shopper.get('/cart')).body.billing_address).toBeNull();
  expect((await shopper.checkout({ leave_at_door: true })).status).toBe(200);
});

test('a typed address stays when an address of the same text is removed', async () => {
  const { customer, shopper, home } = await newCustomerWithAddresses();
  await shopper.checkout({ shipping_address: { id: home.id } });
  await shopper.checkout({ shipping_address: toParts(home) });
  await customer.call('DELETE', `/address/${home.id}`);
  expect((await shopper.get('/cart')).body.shipping_address).toEqual(toParts(home));
});

test('an order without another address is refused once the chosen one was removed', async () => {
  const { customer, shopper, home } = await newCustomerWithAddresses();
  await shopper.prepare({ shipping_address: { id: home.id } });
  await customer.call('DELETE', `/address/${home.id}`);
  const { body: cart } = await shopper.get('/cart');
  const { status, body } = await shopper.place(cart);
  expect([status, body.code]).toEqual([422, 'address.missing']);
});

test('422 at the field, the same for an unknown address, another customer’s, and any id from a guest; nothing changes', async () => {
  const { shopper, home } = await newCustomerWithAddresses();
  await shopper.checkout({ shipping_address: { id: home.id } });
  const { home: theirs } = await newCustomerWithAddresses();
  const guest = await newShopper(server);
  for (const field of ['shipping_address', 'billing_address']) {
    const refusal = await shopper.checkout({ [field]: { id: UNKNOWN } });
    expect([refusal.status, refusal.body.message, refusal.body.errors]).toEqual([422, INVALID, { [field]: [INVALID] }]);
    expect((await shopper.checkout({ [field]: { id: theirs.id, ...ADDRESS } })).text).toBe(refusal.text);
    expect((await guest.checkout({ [field]: { id: theirs.id } })).text).toBe(refusal.text);
  }
  expect((await shopper.get('/cart')).body.shipping_address).toEqual(toParts(home));
  for (const id of ['1', '', null, 7, `${theirs.id}'`]) {
    expect((await shopper.checkout({ shipping_address: { id } })).status).toBe(422);
  }
});

test('an address of the book whose postcode contradicts its state is refused (stored before postcodes were checked)', async () => {
  const { shopper, home } = await newCustomerWithAddresses();
  await db.raw("update addresses set zip = '88000' where id = $1", [home.id]);
  const { status, body } = await shopper.checkout({ shipping_address: { id: home.id } });
  const message = 'Postcode 88000 is in another state. Please correct the postcode or the state.';
  expect([status, body.errors]).toEqual([422, { shipping_address: [message], 'shipping_address.state_id': [message] }]);
});

test.each([
  ['recipient', 'Please review name for your address and update to proceed.'],
  ['email', 'Please review email for your address and update to proceed.'],
  ['contact_number', 'Please review contact details for your address and update to proceed.'],
  ['street_address', 'Please edit your street address to proceed.'],
  ['city', 'Please review city for your address to proceed.'],
  ['zip', 'Please review zip code for your address to proceed.'],
])('refuses the id of a saved address without %s, and saves nothing (docs/spec.md §5)', async (field, message) => {
  const { shopper, home } = await newCustomerWithAddresses();
  await db.raw(`update addresses set ${field} = '' where id = $1`, [home.id]);
  const { status, body } = await shopper.checkout({ shipping_address: { id: home.id } });
  expect([status, body.message, body.errors]).toEqual([
    422,
    message,
    { shipping_address: [message], [`shipping_address.${field}`]: [message] },
  ]);
  expect((await shopper.get('/cart')).body.shipping_address).toBeNull();
});
