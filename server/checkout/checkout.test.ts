import { refusals } from '@shop/core/messages/refusals-en';
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, findSlotOfLaterDay, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

const newGuest = () => newShopper(server);

test('PUT /checkout changes the sent choices only, and returns the priced cart', async () => {
  const guest = await newGuest();
  await guest.fill([await makeProduct(db, { price: 1_003 }), 1]);
  const { body: shippings } = await guest.get('/shippings?state_id=MY-10');
  const [method] = shippings.data;
  const address = await guest.checkout({ shipping_address: ADDRESS });
  expect(address.status).toBe(200);
  expect(address.body.cart).toMatchObject({ delivery_fee_known: false, delivery_fee: '0.00', grand_total: '11.03' });
  await guest.checkout({ shipping_method: method.id, delivery_slot_id: findSlotOfLaterDay(method.slots).id });
  await guest.checkout({ shipping_remarks: 'Ring twice', leave_at_door: false, tip: '2.00' });
  const { body } = await guest.checkout({ payment_method: 'cashondelivery', customer_email: ' Mei@Example.com ' });
  expect(body.cart).toMatchObject({
    items_total: '10.03',
    subtotal: '10.03',
    delivery_fee: '8.00',
    delivery_fee_known: true,
    bag_fee: '1.00',
    tip: '2.00',
    // Cash amounts are rounded to 5 sen: RM21.03 becomes RM21.05.
    rounding: '0.02',
    grand_total: '21.05',
    shipping_method: method.id,
    shipping_class_id: 'standard',
    delivery_slot_id: findSlotOfLaterDay(method.slots).id,
    shipping_remarks: 'Ring twice',
    leave_at_door: false,
    payment_method: 'cod',
    customer_email: 'mei@example.com',
    coupon_code: null,
    coupon_discount: '0.00',
    use_points: 0,
    use_golds: 0,
    point_info: { can_use_point: false },
  });
  expect((await guest.get('/cart')).body).toEqual(body.cart);
});

test('docs/spec.md §5 "Normalisation": stores phone and email normalized, and formats the address', async () => {
  const guest = await newGuest();
  const { body } = await guest.checkout({
    shipping_address: { ...ADDRESS, email: ' Mei.Ling @Example.COM', contact_number: '+60 12-345 6789' },
  });
  expect(body.cart.shipping_address).toMatchObject({
    email: 'mei.ling@example.com',
    contact_number: '60123456789',
    state: 'Selangor',
    formatted_address: '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor',
  });
  expect(body.cart).toMatchObject({ ship_to_bill_address: true, billing_address: body.cart.shipping_address });
});

const MISSING_FIELDS: [string, string][] = [
  ['recipient', refusals['address.recipient']],
  ['email', refusals['address.email']],
  ['contact_number', refusals['address.contact_number']],
  ['street_address', refusals['address.street_address']],
  ['city', refusals['address.city']],
  ['zip', refusals['address.zip']],
  ['state_id', refusals['address.state']],
];

test.each(MISSING_FIELDS)('docs/spec.md §5: no %s: %j, "and state is unchanged"', async (field, message) => {
  const guest = await newGuest();
  const before = (await guest.checkout({ shipping_address: ADDRESS })).body.cart;
  const { status, body } = await guest.checkout({ shipping_address: { ...ADDRESS, [field]: ' ' }, tip: '5.00' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    message,
    errors: { shipping_address: [message], [`shipping_address.${field}`]: [message] },
  });
  expect((await guest.get('/cart')).body).toEqual(before);
});

test.each(MISSING_FIELDS)(
  'docs/spec.md §5 "checked in this order": no %s and no later field: %j',
  async (field, message) => {
    const guest = await newGuest();
    const first = MISSING_FIELDS.findIndex(([name]) => name === field);
    const later = MISSING_FIELDS.slice(first + 1).map(([name]) => name);
    // Each later field alone, then all of them; the request names them in the opposite order.
    for (const others of [...later.map((name) => [name]), later]) {
      const missing = Object.fromEntries([field, ...others].map((name) => [name, null]));
      const { body } = await guest.checkout({
        billing_address: Object.fromEntries(Object.entries({ ...ADDRESS, ...missing }).reverse()),
      });
      expect([body.message, body.errors.billing_address]).toEqual([message, [message]]);
    }
  },
);

test('of two incomplete addresses the shipping address is reported first (docs/spec.md §5)', async () => {
  const guest = await newGuest();
  const { body } = await guest.checkout({
    billing_address: { ...ADDRESS, recipient: null },
    shipping_address: { ...ADDRESS, city: null, zip: null },
  });
  expect(body.message).toBe(refusals['address.city']);
});

test('an address without an email takes the checkout’s', async () => {
  const guest = await newGuest();
  const { email: _, ...address } = ADDRESS;
  const { status, body } = await guest.checkout({ customer_email: 'mei@example.com', shipping_address: address });
  expect(status).toBe(200);
  expect(body.cart.shipping_address.email).toBe('mei@example.com');
});

test.each([
  ['email', 'mei.example.com', 'Please provide valid email address'],
  ['contact_number', '12345', 'Invalid phone'],
  ['zip', '4730', "We can't find postcode 4730. Please check it."],
  ['zip', '47 30', "We can't find postcode 47 30. Please check it."],
  ['zip', '00000', "We can't find postcode 00000. Please check it."],
  ['zip', '47999', "We can't find postcode 47999. Please check it."],
  ['zip', '88000', 'Postcode 88000 is in another state. Please correct the postcode or the state.'],
  ['country', 'SG', 'We deliver within Malaysia only. Please correct the country.'],
  ['state_id', 'MY-12', 'Postcode 47300 is in another state. Please correct the postcode or the state.'],
  ['state_id', 'MY-99', 'Please review state for your address and update to proceed.'],
])('422: an address whose %s is %j', async (field, value, message) => {
  const { status, body } = await (await newGuest()).checkout({ shipping_address: { ...ADDRESS, [field]: value } });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject({ shipping_address: [message] });
});

test.each([
  [{ shipping_method: '999' }, 'shipping_method', 'Please choose a delivery method for your address to proceed.'],
  [{ delivery_slot_id: '1-1' }, 'delivery_slot_id', 'Please choose a delivery method for your address to proceed.'],
  [
    { shipping_method: '1', delivery_slot_id: '1-1' },
    'delivery_slot_id',
    'The delivery slot Thu, 1 Jan, 8:01\u00a0am – 10:01\u00a0am is no longer available. Please choose another one.',
  ],
  [{ payment_method: 'bitcoin' }, 'payment_method', 'No Payment Method Found'],
  [{ coupon_code: 'NOSUCH' }, 'coupon_code', 'Invalid coupon entered'],
  [{ customer_email: 'nobody' }, 'customer_email', 'Please provide valid email address'],
  [{ tip: '500.01' }, 'tip', 'At most RM500.00'],
])('422: %j is refused at its field', async (choices, field, message) => {
  const { status, body } = await (await newGuest()).checkout(choices);
  expect(status).toBe(422);
  expect(body).toMatchObject({ message, errors: { [field]: [message] } });
});

test('refuses unattended delivery with cash on delivery, at the choice that was made last', async () => {
  const guest = await newGuest();
  const message = 'Cash on delivery is paid in person. Turn off “Leave at my door” or choose another payment method.';
  expect((await guest.checkout({ leave_at_door: true })).body.cart.leave_at_door).toBe(true);
  const paymentRefusal = await guest.checkout({ payment_method: 'cod' });
  expect([paymentRefusal.status, paymentRefusal.body.errors]).toEqual([422, { payment_method: [message] }]);
  expect((await guest.checkout({ payment_method: 'cod', leave_at_door: false })).status).toBe(200);
  const doorRefusal = await guest.checkout({ leave_at_door: true });
  expect([doorRefusal.status, doorRefusal.body.errors]).toEqual([422, { leave_at_door: [message] }]);
});

test('an empty coupon clears it; null clears a choice', async () => {
  const guest = await newGuest();
  await guest.fill([await makeProduct(db), 1]);
  await guest.prepare();
  const { status, body } = await guest.checkout({ coupon_code: '', delivery_slot_id: null, payment_method: null });
  expect(status).toBe(200);
  expect(body.cart).toMatchObject({ delivery_slot_id: null, payment_method: null, rounding: '0.00' });
});

test('a new address clears the method and slot that do not serve it', async () => {
  const guest = await newGuest();
  const { body } = await guest.get('/shippings?state_id=MY-10');
  const chilled = body.data[1];
  await guest.checkout({
    shipping_address: ADDRESS,
    shipping_method: chilled.id,
    delivery_slot_id: findSlotOfLaterDay(chilled.slots).id,
  });
  const response = await guest.checkout({ shipping_address: { ...ADDRESS, zip: '93000', state_id: 'MY-13' } });
  expect(response.body.cart).toMatchObject({
    shipping_method: null,
    delivery_slot_id: null,
    delivery_fee_known: false,
  });
});

test('the same choices again do not raise the version', async () => {
  const guest = await newGuest();
  const first = await guest.prepare();
  expect((await guest.prepare()).version).toBe(first.version);
});

test('400, 401: invalid JSON, no token', async () => {
  const guest = await newGuest();
  expect((await api('PUT', '/checkout', { token: guest.token, body: '{' })).status).toBe(400);
  expect((await api('PUT', '/checkout', { body: { tip: '1.00' } })).status).toBe(401);
});

test.each([
  { tip: 2 },
  { tip: '-1.00' },
  { tip: '1e3' },
  { tip: '99999999999' },
  { leave_at_door: 'yes' },
  { shipping_method: 7 },
  { shipping_address: 'home' },
  { shipping_address: { ...ADDRESS, recipient: 'Mei\u0000Ling' } },
  { shipping_address: { ...ADDRESS, recipient: 'M'.repeat(101) } },
  { shipping_remarks: 'x'.repeat(501) },
  { customer_email: ['a@b.my'] },
])('422: %j', async (choices) => {
  expect((await (await newGuest()).checkout(choices)).status).toBe(422);
});
