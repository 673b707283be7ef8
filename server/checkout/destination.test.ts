/** A cart's destination decides its fee, free shipping, methods and slots, from the first postcode on. */
import { expect, test } from 'vitest';
import { publishBundlesOfOlderVersions } from '../catalog/listing/publish-products.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

async function newShopperWithGoods(price: number, quantity = 1) {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { price }), quantity]);
  return shopper;
}

type ShippingMethod = { id: string; class: string; fee: string; is_default: boolean; suits_frozen: boolean };

test('estimates the delivery fee while the destination is unknown, and names the region it holds for', async () => {
  const shopper = await newShopperWithGoods(5_780);
  const { body } = await shopper.get('/cart');
  expect(body).toMatchObject({
    destination: null,
    delivery_fee_known: false,
    delivery_fee: '0.00',
    delivery_fee_from: '8.00',
    grand_total: '58.80',
    estimated_total: '66.80',
    free_shipping_info: { display_text: 'Spend RM22.20 more to get Free Shipping', region: 'Peninsular Malaysia' },
  });
  expect((await shopper.get('/cart?lang=zh')).body.free_shipping_info.region).toBe('西马');
});

test('a postcode given before checkout decides fee, free shipping and methods', async () => {
  const shopper = await newShopperWithGoods(9_780);
  expect((await shopper.get('/cart')).body).toMatchObject({
    delivery_fee_from: '0.00',
    free_shipping_info: { eligible_for_free_shipping: true, region: 'Peninsular Malaysia' },
  });
  const { status, body } = await shopper.checkout({ zip: '88000' });
  expect(status).toBe(200);
  expect(body.cart).toMatchObject({
    destination: { zip: '88000', state_id: 'MY-12', state: 'Sabah', town: 'Kota Kinabalu', source: 'postcode' },
    shipping_address: null,
    delivery_fee_from: '15.00',
    grand_total: '98.80',
    estimated_total: '113.80',
    free_shipping_info: { display_text: 'Spend RM22.20 more to get Free Shipping', region: null },
  });
  expect((await shopper.get('/cart')).body).toEqual(body.cart);
  expect((await shopper.get('/cart?lang=zh')).body.destination.state).toBe('沙巴');
  const shippings: ShippingMethod[] = (await shopper.get('/shippings')).body.data;
  expect(shippings.map((method) => [method.class, method.fee])).toEqual([
    ['standard', '15.00'],
    ['bulky', '35.00'],
  ]);
});

test('a postcode that comes before the first item starts the cart', async () => {
  const shopper = await newShopper(server);
  expect((await shopper.checkout({ zip: '93000' })).body.cart).toMatchObject({
    isEmpty: true,
    destination: { state_id: 'MY-13' },
  });
  expect(await shopper.fill([await makeProduct(db), 1])).toMatchObject({ delivery_fee_from: '15.00' });
});

test('an address replaces the postcode, and null forgets it', async () => {
  const shopper = await newShopperWithGoods(1_000);
  await shopper.checkout({ zip: '88000' });
  const { body } = await shopper.checkout({ shipping_address: ADDRESS });
  expect(body.cart).toMatchObject({
    destination: { zip: '47300', state_id: 'MY-10', state: 'Selangor', source: 'address' },
    delivery_fee_from: '8.00',
  });
  const back = await shopper.checkout({ shipping_address: null });
  expect(back.body.cart.destination).toMatchObject({ zip: '88000', source: 'postcode' });
  expect((await shopper.checkout({ zip: null })).body.cart.destination).toBeNull();
});

test('the fee is final as soon as destination and method are chosen', async () => {
  const shopper = await newShopperWithGoods(1_000);
  await shopper.checkout({ zip: '88000' });
  const [standard, bulky]: ShippingMethod[] = (await shopper.get('/shippings')).body.data;
  const response = await shopper.checkout({ shipping_method: bulky?.id });
  expect(response.body.cart).toMatchObject({
    delivery_fee_known: true,
    delivery_fee: '35.00',
    delivery_fee_from: '35.00',
    grand_total: '46.00',
    estimated_total: '46.00',
  });
  await shopper.checkout({ shipping_method: standard?.id });
  // The estimate before the address equals the total of the order to that place.
  const sabah = { ...ADDRESS, city: 'Kota Kinabalu', zip: '88000', state_id: 'MY-12' };
  expect((await shopper.checkout({ shipping_address: sabah })).body.cart).toMatchObject({
    delivery_fee: '15.00',
    grand_total: '26.00',
    estimated_total: '26.00',
  });
});

test('signing in keeps the guest’s postcode', async () => {
  const shopper = await newShopperWithGoods(1_000);
  await shopper.checkout({ zip: '88000' });
  const body = {
    name: 'Mei Ling',
    email: 'mei.of.sabah@example.com',
    contact_number: '0129876543',
    password: 'right horse 1',
  };
  const { token } = (await api('POST', '/register', { token: shopper.token, body })).body;
  expect((await api('GET', '/cart', { token })).body.destination).toMatchObject({ zip: '88000' });
});

test.each(['99999', '00000', '4730', '47 300', 'abcde'])('422: the postcode %s does not exist', async (zip) => {
  const shopper = await newShopperWithGoods(1_000);
  await shopper.checkout({ zip: '47300' });
  const { status, body } = await shopper.checkout({ zip });
  const message = `We can't find postcode ${zip}. Please check it.`;
  expect([status, body.code, body.message, body.errors]).toEqual([
    422,
    'address.zip_unknown',
    message,
    { zip: [message] },
  ]);
  expect((await shopper.get('/cart')).body.destination.zip).toBe('47300');
});

test('frozen items preselect the chilled method, if one delivers there', async () => {
  const shopper = await newShopper(server);
  const frozen = await makeProduct(db, { price: 1_000, category: 'ice-cream' });
  const listMethods = async (query = '') => {
    const { body } = await api('GET', `/shippings${query}`, { token: shopper.token });
    return body.data.map((method: ShippingMethod) => [method.class, method.suits_frozen, method.is_default]);
  };
  expect(await shopper.fill([await makeProduct(db), 1])).toMatchObject({ has_frozen_items: false });
  expect(await listMethods()).toEqual([
    ['standard', false, true],
    ['chilled', true, false],
    ['bulky', false, false],
  ]);
  const cart = await shopper.fill([frozen, 1]);
  expect(cart).toMatchObject({ has_frozen_items: true, delivery_fee_from: '12.00' });
  expect(await listMethods()).toEqual([
    ['standard', false, false],
    ['chilled', true, true],
    ['bulky', false, false],
  ]);
  expect(await listMethods('?zip=88000')).toEqual([
    ['standard', false, true],
    ['bulky', false, false],
  ]);
  // Only lines selected for checkout count.
  const body = { items: [{ id: frozen.id, checkout: false }] };
  expect((await api('PUT', '/cart', { token: shopper.token, body })).body.cart).toMatchObject({
    has_frozen_items: false,
    delivery_fee_from: '8.00',
  });
});

test('goods that no method to the destination carries are marked, and cannot be ordered there until they are left out', async () => {
  const shopper = await newShopper(server);
  const frozen = await makeProduct(db, { price: 1_000, category: 'ice-cream', name: 'Durian ice' });
  const dry = await makeProduct(db, { price: 1_000 });
  await shopper.fill([frozen, 1], [dry, 1]);
  expect((await shopper.checkout({ zip: '47300' })).body.cart).toMatchObject({
    destination: { not_carried: [] },
    items: [{ undeliverable: false }, { undeliverable: false }],
  });
  const sabah = { ...ADDRESS, zip: '88000', state_id: 'MY-12', city: 'Kota Kinabalu' };
  const { body: methods } = await api('GET', '/shippings?zip=88000', { token: shopper.token });
  expect(methods.data.map((each: { suits_frozen: boolean; carries: string[] }) => each.carries)).toEqual([[], []]);
  const choices = {
    shipping_address: sabah,
    shipping_method: methods.data[0].id,
    delivery_slot_id: methods.data[0].slots.at(-1).id,
    payment_method: 'cod',
  };
  const { cart } = (await shopper.checkout(choices)).body;
  expect(cart.destination.not_carried).toEqual(['frozen-food', 'ice-cream']);
  expect(cart.items.map((item: { id: string; undeliverable: boolean }) => [item.id, item.undeliverable])).toEqual(
    expect.arrayContaining([
      [String(frozen.id), true],
      [String(dry.id), false],
    ]),
  );
  const refusal = await shopper.place(cart);
  expect([refusal.status, refusal.body.code, refusal.body.message]).toEqual([
    422,
    'checkout.not_carried',
    'No delivery to Kota Kinabalu keeps these goods frozen: Durian ice. Leave them out or choose another address.',
  ]);
  expect(Object.keys(refusal.body.errors)).toEqual(['items']);
  const update = { items: [{ id: frozen.id, checkout: false }] };
  const rest = (await api('PUT', '/cart', { token: shopper.token, body: update })).body.cart;
  expect((await shopper.place(rest)).status).toBe(201);
  // A method's own setting decides what it carries, not its class.
  await db.raw(`update delivery_methods set carries = '{frozen}' where code = 'standard'`);
  const { body } = await shopper.checkout({ zip: '88000' });
  expect(body.cart.destination.not_carried).toEqual([]);
  await db.raw(`update delivery_methods set carries = '{}' where code = 'standard'`);
});

test('a bundle with frozen items is frozen itself, and is listed only in its own categories', async () => {
  const shopper = await newShopper(server);
  const frozen = await makeProduct(db, { price: 1_000, category: 'ice-cream' });
  const parts = [{ product: frozen }, { product: await makeProduct(db, { price: 1_000 }) }];
  const bundle = await makeProduct(db, { price: 1_500, category: 'rice-noodles', name: 'Laksa box', parts });
  const { body: product } = await api('GET', `/products/${bundle.id}`);
  expect(product.categories.map(({ slug }: { slug: string }) => slug)).toEqual(['pantry', 'rice-noodles', 'ice-cream']);
  expect(product.breadcrumbs).toHaveLength(2);
  const { rows } = await db.raw(
    `select c.slug from product_listing l join categories c on c.id = any (l.category_ids)
     where l.product_id = $1 order by c.parent_id nulls first`,
    [bundle.id],
  );
  expect(rows.map(({ slug }) => slug)).toEqual(['pantry', 'rice-noodles']);

  expect(await shopper.fill([bundle, 1])).toMatchObject({ has_frozen_items: true });
  // The version before published it during an upgrade: within an hour this version publishes it again.
  await db.raw(`update product_listing set doc = (doc::jsonb - 'frozen_parts')::json where product_id = $1`, [
    bundle.id,
  ]);
  expect((await shopper.get('/cart')).body).toMatchObject({ has_frozen_items: false });
  expect(await publishBundlesOfOlderVersions({ db, now: new Date() })).toBeGreaterThan(0);
  expect((await shopper.get('/cart')).body).toMatchObject({ has_frozen_items: true });
  expect(await publishBundlesOfOlderVersions({ db, now: new Date() })).toBe(0);
  const sabah = { ...ADDRESS, zip: '88000', state_id: 'MY-12', city: 'Kota Kinabalu' };
  const { body: methods } = await api('GET', '/shippings?zip=88000', { token: shopper.token });
  const [{ id: shipping_method, slots }] = methods.data;
  const delivery_slot_id = slots.at(-1).id;
  const choices = { shipping_address: sabah, shipping_method, delivery_slot_id, payment_method: 'cod' };
  const { cart } = (await shopper.checkout(choices)).body;
  expect(cart.items).toMatchObject([{ undeliverable: true }]);
  const refusal = await shopper.place(cart);
  expect([refusal.status, refusal.body.code]).toEqual([422, 'checkout.not_carried']);
});

test('a voucher for frozen goods can be ordered everywhere', async () => {
  const shopper = await newShopper(server);
  const { body } = await api('GET', '/products/kampung-cream-cone-voucher');
  expect(body.categories.map(({ slug }: { slug: string }) => slug)).toContain('ice-cream');
  await shopper.fill([{ ...(await makeProduct(db, {})), id: body.id }, 1]);
  const { cart } = (await shopper.checkout({ zip: '88000' })).body;
  expect(cart).toMatchObject({ has_frozen_items: false, items: [{ undeliverable: false }] });
});
