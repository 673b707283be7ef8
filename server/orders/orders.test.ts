import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeProduct, makeProduct, readStock, setStock } from '../testing/catalog/make-product.ts';
import { ADDRESS, type ApiShopper, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

const CHANGED = 'Some product information in your order has been updated, please check your cart and try again.';

const newGuest = () => newShopper(server);

/** Creates a guest who is ready to order one product. */
async function prepareGuest(fields: Parameters<typeof makeProduct>[1] = {}, quantity = 2) {
  const guest = await newGuest();
  const product = await makeProduct(db, fields);
  await guest.fill([product, quantity]);
  return { guest, product, cart: await guest.prepare() };
}

test('POST /orders/checkout with cash on delivery freezes the order in both languages, takes stock and empties the cart', async () => {
  const { guest, product, cart } = await prepareGuest({ name: 'Kaya', name_zh: '咖椰', price: 1_003, stock: 10 });
  const { status, body } = await guest.place(cart);
  expect(status).toBe(201);
  expect(body.payment).toBeNull();
  expect(body.order).toMatchObject({
    order_number: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    status: 'pending',
    payment_status: 'unpaid',
    payment_method: 'cod',
    payment_method_name: 'Cash on delivery',
    // 29.06, rounded to 5 sen.
    grand_total: '29.05',
    totals: {
      items_total: '20.06',
      delivery_fee: '8.00',
      bag_fee: '1.00',
      tip: '0.00',
      rounding: '-0.01',
      discount: '0.00',
    },
    items: [{ id: product.id, name: 'Kaya', quantity: 2, price: '10.03', final_price: '10.03', price_total: '20.06' }],
    delivery: { method: 'Standard delivery', starts_at: expect.any(String), leave_at_door: false },
    shipping_address: { recipient: 'Mei Ling', contact_number: '60123456789' },
    history: [{ status: 'pending', payment_status: 'unpaid', at: expect.any(String), note: null }],
    view_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
  expect(await readStock(db, product)).toBe(8);
  const { order } = body;
  await changeProduct(db, product, { price: 9_999 });
  const response = await api('GET', `/order?order_number=${order.order_number}&token=${order.view_token}&lang=zh`);
  expect(response.body.order.items[0]).toMatchObject({ name: '咖椰', price: '10.03' });
  const after = (await guest.get('/cart')).body;
  expect(after).toMatchObject({
    isEmpty: true,
    version: cart.version + 1,
    delivery_slot_id: null,
    payment_method: 'cod',
  });
  expect(after.shipping_address).toMatchObject({ zip: ADDRESS.zip });
});

test('docs/readings.md#24: lines not flagged stay, under a new version', async () => {
  const guest = await newGuest();
  const [selected, unselected] = [await makeProduct(db), await makeProduct(db)];
  await guest.fill([selected, 1], [unselected, 3]);
  await api('PUT', '/cart', { token: guest.token, body: { items: [{ id: unselected.id, checkout: false }] } });
  const cart = await guest.prepare();
  const { body } = await guest.place(cart);
  expect(body.order.items).toMatchObject([{ id: selected.id }]);
  const rest = (await guest.get('/cart')).body;
  expect(rest).toMatchObject({ items: [{ id: unselected.id, quantity: 3 }], version: cart.version + 1 });
  expect(await readStock(db, unselected)).toBe(100);
});

test('docs/readings.md#24: "a replay answers that order", with the same body, even without an Idempotency-Key', async () => {
  const { guest, product, cart } = await prepareGuest({ stock: 9 });
  const first = await guest.place(cart);
  const replay = await guest.place(cart);
  expect(replay.status).toBe(201);
  expect(replay.body).toEqual(first.body);
  expect(await readStock(db, product)).toBe(7);
});

test('the same Idempotency-Key with another body is a 409; a refusal frees the key (docs/readings.md#25)', async () => {
  const { guest, cart } = await prepareGuest();
  const key = { 'idempotency-key': 'one-click' };
  expect((await guest.place({ ...cart, grand_total: '1.00' }, {}, key)).body.code).toBe('checkout.changed');
  const first = await guest.place(cart, {}, key);
  expect(first.status).toBe(201);
  expect((await guest.place(cart, {}, key)).text).toBe(first.text);
  const other = await guest.place(cart, { shipping_remarks: 'Other' }, key);
  expect([other.status, other.body.code]).toEqual([409, 'request.idempotency']);
});

test('accepts checkout choices with the order', async () => {
  const { guest, cart } = await prepareGuest();
  const { body } = await guest.place(cart, { shipping_remarks: 'Leave it with the guard' });
  expect(body.order.delivery).toMatchObject({ remarks: 'Leave it with the guard', leave_at_door: false });
});

test('refuses to leave an order at the door that is paid in cash, also one chosen earlier', async () => {
  const { guest, cart } = await prepareGuest();
  const message = 'Cash on delivery is paid in person. Turn off “Leave at my door” or choose another payment method.';
  const refusal = { status: 422, body: { code: 'checkout.leave_at_door_cash', errors: { leave_at_door: [message] } } };
  expect(await guest.place(cart, { leave_at_door: true })).toMatchObject(refusal);
  await db.raw(`update carts set choices = choices || '{"leave_at_door": true}' where guest_token_hash = $1`, [
    createHash('sha256').update(guest.token).digest('hex'),
  ]);
  expect(await guest.place(cart)).toMatchObject(refusal);
});

/**
 * Checks one change between display and confirmation: 409 with its line, nothing taken, and the current cart can be
 * confirmed.
 */
async function expectChanged(guest: ApiShopper, cart: { grand_total: string; version: number }, changes: object[]) {
  const before = await db.raw(
    'select (select count(*) from orders) as orders, (select sum(quantity) from inventory) as stock',
  );
  const { status, body } = await guest.place(cart, {}, { 'idempotency-key': `changed ${cart.version}` });
  expect([status, body.code, body.message]).toEqual([409, 'checkout.changed', CHANGED]);
  expect(body.changes).toMatchObject(changes);
  expect(body.changes).toHaveLength(changes.length);
  const after = await db.raw(
    'select (select count(*) from orders) as orders, (select sum(quantity) from inventory) as stock',
  );
  expect(after.rows, 'nothing is taken').toEqual(before.rows);
  expect((await guest.get('/cart')).body).toEqual({ ...body.cart, lines_changed: [] });
  return body.cart;
}

test('docs/api.md#checkout: 409 with the changes line by line, a price', async () => {
  const { guest, product, cart } = await prepareGuest({ price: 590 });
  await changeProduct(db, product, { price: 650 });
  const fresh = await expectChanged(guest, cart, [
    { id: product.id, variation_option_id: null, field: 'price', old: '5.90', new: '6.50' },
  ]);
  expect(fresh.grand_total).toBe('22.00');
  expect((await guest.place(fresh)).body.order.grand_total).toBe('22.00');
});

test('reports prices that changed in opposite directions, though the total is the same', async () => {
  const guest = await newGuest();
  const [up, down] = [await makeProduct(db, { price: 500 }), await makeProduct(db, { price: 700 })];
  await guest.fill([up, 1], [down, 1]);
  const cart = await guest.prepare();
  await changeProduct(db, up, { price: 600 });
  await changeProduct(db, down, { price: 600 });
  const fresh = await expectChanged(guest, cart, [
    { id: up.id, field: 'price' },
    { id: down.id, field: 'price' },
  ]);
  expect(fresh.grand_total).toBe(cart.grand_total);
  expect((await guest.place(fresh)).status).toBe(201);
});

test('docs/api.md#checkout: 409 with the changes line by line, stock, and the shopper confirms what is left', async () => {
  const { guest, product, cart } = await prepareGuest({ stock: 5 }, 4);
  await setStock(db, product, 3);
  const fresh = await expectChanged(guest, cart, [{ id: product.id, field: 'stock', old: 4, new: 3 }]);
  expect(fresh.version).toBe(cart.version + 1);
  expect((await guest.place(fresh)).status).toBe(201);
  expect(await readStock(db, product)).toBe(0);
});

test('docs/api.md#checkout: 409 with the changes line by line, unavailable, max_qty', async () => {
  const guest = await newGuest();
  const [gone, limited] = [await makeProduct(db), await makeProduct(db)];
  await guest.fill([gone, 1], [limited, 6]);
  const cart = await guest.prepare();
  await changeProduct(db, gone, { status: 'archived' });
  await changeProduct(db, limited, { max_sale_qty: 4 });
  const fresh = await expectChanged(guest, cart, [
    { id: gone.id, field: 'unavailable', old: 1, new: 0 },
    { id: limited.id, field: 'max_qty', old: 6, new: 4 },
  ]);
  expect((await guest.place(fresh)).body.order.items).toMatchObject([{ id: limited.id, quantity: 4 }]);
});

test('docs/api.md#checkout: 409 with the changes line by line, a slot whose last place went', async () => {
  const { guest, cart } = await prepareGuest();
  const [template, minute] = cart.delivery_slot_id.split('-');
  await db.raw(
    `insert into delivery_slots (template_id, starts_at, capacity, taken) values ($1, to_timestamp($2), 1, 1)
     on conflict (template_id, starts_at) do update set capacity = delivery_slots.taken`,
    [template, minute * 60],
  );
  const fresh = await expectChanged(guest, cart, [{ field: 'slot', old: cart.delivery_slot_id, new: null }]);
  expect(fresh.delivery_slot_id).toBeNull();
  const again = await guest.prepare();
  expect(again.delivery_slot_id).not.toBe(cart.delivery_slot_id);
  expect((await guest.place(again)).status).toBe(201);
});

test('docs/security.md#c18: refuses a total that the shopper did not see, or another version', async () => {
  const { guest, product, cart } = await prepareGuest();
  await expectChanged(guest, { ...cart, grand_total: '0.01' }, [
    { field: 'total', old: '0.01', new: cart.grand_total },
  ]);
  await guest.fill([product, 1]);
  const { status, body } = await guest.place(cart);
  expect([status, body.code]).toEqual([409, 'checkout.changed']);
  expect((await guest.place(body.cart)).status).toBe(201);
});

test('422: refuses an empty cart, and names the field of a missing choice', async () => {
  const guest = await newGuest();
  const empty = (await guest.get('/cart')).body;
  expect((await guest.place(empty)).body).toMatchObject({ code: 'cart.empty' });
  const product = await makeProduct(db);
  const cart = await guest.fill([product, 1]);
  expect((await guest.place(cart)).body).toMatchObject({
    code: 'address.missing',
    errors: { shipping_address: ['Invalid address, please edit address details to proceed.'] },
  });
  const cartWithAddress = (await guest.checkout({ shipping_address: ADDRESS })).body.cart;
  expect((await guest.place(cartWithAddress)).body.errors).toHaveProperty('shipping_method');
  const { body } = await guest.get('/shippings');
  const cartWithMethod = (await guest.checkout({ shipping_method: body.data[0].id })).body.cart;
  expect((await guest.place(cartWithMethod)).body).toMatchObject({
    code: 'checkout.slot_missing',
    errors: {
      delivery_slot_id: ['Please choose a delivery slot to proceed.'],
      payment_method: ['No Payment Method Found'],
    },
  });
  const cartWithSlot = (await guest.checkout({ delivery_slot_id: body.data[0].slots.at(-1).id })).body.cart;
  expect((await guest.place(cartWithSlot)).body).toMatchObject({
    code: 'checkout.no_payment_method',
    errors: { payment_method: ['No Payment Method Found'] },
  });
  await guest.checkout({ payment_method: 'cod' });
  await api('PUT', '/cart', { token: guest.token, body: { items: [{ id: product.id, checkout: false }] } });
  expect((await guest.place((await guest.get('/cart')).body)).body.code).toBe('cart.empty');
});

test('an order without a delivery time is refused where the method has delivery times, and nothing is taken', async () => {
  const { guest, product } = await prepareGuest();
  const { cart } = (await guest.checkout({ delivery_slot_id: null })).body;
  const { status, body } = await guest.place(cart);
  expect([status, body.code, body.errors]).toEqual([
    422,
    'checkout.slot_missing',
    { delivery_slot_id: ['Please choose a delivery slot to proceed.'] },
  ]);
  expect(await readStock(db, product)).toBe(100);
});

test('a method without delivery times is ordered without one', async () => {
  const { guest } = await prepareGuest();
  const { id } = (await guest.get('/shippings')).body.data.find((each: { class: string }) => each.class === 'bulky');
  await db.raw('delete from delivery_slot_templates where method_id = $1', [id]);
  const { cart } = (await guest.checkout({ shipping_method: id, delivery_slot_id: null })).body;
  expect((await guest.place(cart)).status).toBe(201);
});

test('a stored address whose postcode contradicts its state is priced by the postcode, and refused by the order', async () => {
  const { guest } = await prepareGuest();
  // A cart stored before postcodes were validated.
  await db.raw(
    `update carts set choices = jsonb_set(choices::jsonb, '{shipping_address,zip}', '"88000"')
     where id = (select id from carts order by updated_at desc limit 1)`,
  );
  const { body: cart } = await guest.get('/cart');
  expect([cart.shipping_address.zip, cart.delivery_fee]).toEqual(['88000', '15.00']);
  const { status, body } = await guest.place(cart);
  const message = 'Postcode 88000 is in another state. Please correct the postcode or the state.';
  expect([status, body.code, body.message]).toEqual([422, 'address.zip_state', message]);
  expect(body.errors['shipping_address.state_id']).toEqual([message]);
});

test('a bundle takes its parts; continuous selling goes below zero (docs/readings.md#30)', async () => {
  const part = await makeProduct(db, { stock: 7 });
  const endless = await makeProduct(db, { stock: { quantity: 1, is_continuous_selling: true } });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }, { product: endless }] });
  const guest = await newGuest();
  await guest.fill([bundle, 3], [part, 1]);
  const { status, body } = await guest.place(await guest.prepare());
  expect(status).toBe(201);
  expect([await readStock(db, part), await readStock(db, endless)]).toEqual([0, -2]);
  const { rows } = await db.raw('select quantity from order_stock where order_id = $1 order by quantity', [
    body.order.id,
  ]);
  expect(rows).toEqual([{ quantity: 3 }, { quantity: 7 }]);
});

test('GET /order: "opens with its number plus the email or phone used, or with the unguessable link"', async () => {
  const { guest, cart } = await prepareGuest();
  const { order } = (await guest.place(cart)).body;
  const { view_token, ...rest } = order;
  const number = order.order_number;
  for (const proof of [
    `contact=${ADDRESS.email}`,
    'contact=%20MEI.LING@example.com',
    'contact=012-345%206789',
    'contact=%2B60123456789',
    `token=${view_token}`,
  ]) {
    const { status, body } = await api('GET', `/order?order_number=${number.toLowerCase()}&${proof}`);
    expect([proof, status, body]).toEqual([proof, 200, { order: rest }]);
  }
});

test('404: a wrong contact gets the same response as an unknown number', async () => {
  const { guest, cart } = await prepareGuest();
  const { order } = (await guest.place(cart)).body;
  const unknown = await api('GET', '/order?order_number=00000000&contact=mei.ling@example.com');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'order.not_found']);
  for (const path of [
    '/order?contact=other@example.com',
    '/order?token=x',
    '/order?',
    '/order?contact=',
    '/track-order?contact=x',
  ]) {
    const wrong = await api('GET', `${path}&order_number=${order.order_number}`);
    expect([path, wrong.status, wrong.text]).toEqual([path, 404, unknown.text]);
  }
});

test('GET /track-order returns the timeline by number and phone, without personal data', async () => {
  const { guest, cart } = await prepareGuest();
  const { order } = (await guest.place(cart, { shipping_remarks: 'Behind the shrine' })).body;
  const { status, body, text } = await api('GET', `/track-order?order_number=${order.order_number}&contact=0123456789`);
  expect(status).toBe(200);
  expect(body.order).toMatchObject({ status: 'pending', payment_status: 'unpaid', history: [{ status: 'pending' }] });
  for (const personal of ['Mei Ling', 'example.com', '60123456789', 'SS2', 'shrine', order.view_token]) {
    expect(text).not.toContain(personal);
  }
});

test('400, 401: invalid JSON, no token', async () => {
  const { guest, cart } = await prepareGuest();
  expect((await api('POST', '/orders/checkout', { token: guest.token, body: '{' })).status).toBe(400);
  const body = { expected_total: cart.grand_total, cart_version: cart.version };
  expect((await api('POST', '/orders/checkout', { body })).status).toBe(401);
});

test.each([
  {},
  { expected_total: '1.00' },
  { cart_version: 1 },
  { expected_total: 1, cart_version: 1 },
  { expected_total: '1.005', cart_version: 1 },
  { expected_total: '-1.00', cart_version: 1 },
  { expected_total: 'NaN', cart_version: 1 },
  { expected_total: '1.00', cart_version: '1' },
  { expected_total: '1.00', cart_version: 1.5 },
  { expected_total: '1.00', cart_version: -1 },
  { expected_total: '1.00', cart_version: 2_147_483_648 },
])('422: %j', async (body) => {
  const { token } = await newGuest();
  expect((await api('POST', '/orders/checkout', { token, body })).status).toBe(422);
});
