/** docs/api.md#promotions: coupons and promotions in carts and orders. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { makePromotion } from '../testing/make-promotion.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);

beforeEach(async () => {
  await db.raw('update promotions set is_active = false');
});

/** Creates a guest with goods for RM50.00 in the cart and a complete checkout. */
async function prepareShopper(choices = {}, customer?: { token: string }) {
  const product = await makeProduct(db, { price: 1_000, stock: 100 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 5]);
  return { product, shopper, cart: await shopper.prepare(choices) };
}

test('PUT /checkout { coupon_code } takes it in any case, prices the cart and names the promotion', async () => {
  await makePromotion(db, { code: 'TEN', name_en: 'Ten percent', name_zh: '九折', percent: 10 });
  const { shopper, cart } = await prepareShopper();
  const { status, body } = await shopper.checkout({ coupon_code: ' ten' });
  expect(status).toBe(200);
  expect(body.cart).toMatchObject({
    coupon_code: 'TEN',
    coupon_note: null,
    coupon_discount: '5.00',
    discount: '0.00',
    subtotal: '45.00',
    promotions: [{ name: 'Ten percent', class: 'order', amount: '5.00', code: 'TEN' }],
    items: [{ discount: '5.00', price_total: '50.00' }],
  });
  expect(Number(body.cart.grand_total)).toBeCloseTo(Number(cart.grand_total) - 5, 2);
  const inChinese = await api('GET', '/cart?lang=zh', { token: shopper.token });
  expect(inChinese.body.promotions[0].name).toBe('九折');
});

test('removing a coupon clears code and discount', async () => {
  await makePromotion(db, { code: 'GONE', percent: 10 });
  const { shopper } = await prepareShopper({ coupon_code: 'GONE' });
  const { body } = await shopper.checkout({ coupon_code: null });
  expect(body.cart).toMatchObject({ coupon_code: null, coupon_discount: '0.00', promotions: [] });
});

test("an unknown, ended, switched-off or used-up code is 422 'Invalid coupon entered'", async () => {
  await makePromotion(db, { code: 'ENDED', percent: 10, ends_at: new Date(Date.now() - 1_000) });
  await makePromotion(db, { code: 'OFF', percent: 10, is_active: false });
  const { shopper } = await prepareShopper();
  for (const coupon_code of ['NEVER', 'ENDED', 'OFF']) {
    const { status, body } = await shopper.checkout({ coupon_code });
    expect([status, body.message, body.errors.coupon_code]).toEqual([
      422,
      'Invalid coupon entered',
      ['Invalid coupon entered'],
    ]);
  }
});

test('a coupon whose conditions are not met says what is missing, in the language of the page', async () => {
  await makePromotion(db, { code: 'SIXTY', percent: 10, min_spend: 6_000 });
  await makePromotion(db, { code: 'SNACKS', percent: 10, min_spend: 9_000, goods_en: 'snacks', goods_zh: '零食' });
  const { shopper } = await prepareShopper();
  expect((await shopper.checkout({ coupon_code: 'SIXTY' })).body.message).toBe(
    'Spend RM10.00 more to use this coupon.',
  );
  const { token } = shopper;
  const body = { coupon_code: 'SNACKS' };
  expect((await api('PUT', '/checkout', { token, body })).body.message).toBe(
    'Spend RM40.00 more on snacks to use this coupon.',
  );
  expect((await api('PUT', '/checkout?lang=zh', { token, body })).body.message).toBe(
    '再买 RM40.00 的零食即可使用此优惠码。',
  );
});

test('a coupon whose condition is lost in the cart stays, without its discount, and says why', async () => {
  await makePromotion(db, { code: 'FIFTY', percent: 10, min_spend: 5_000 });
  const { shopper, product } = await prepareShopper({ coupon_code: 'FIFTY' });
  const cart = await shopper.fill([product, 4]);
  expect(cart).toMatchObject({
    coupon_code: 'FIFTY',
    coupon_note: 'Spend RM10.00 more to use this coupon.',
    coupon_discount: '0.00',
  });
  expect(await shopper.fill([product, 5])).toMatchObject({ coupon_note: null, coupon_discount: '5.00' });
});

test('promotions without a code apply by themselves and reduce what free shipping counts', async () => {
  await makePromotion(db, { code: null, name_en: 'Weekend', benefit: { kind: 'fixed', amount: 4_500 } });
  const { cart } = await prepareShopper();
  expect(cart).toMatchObject({ discount: '45.00', coupon_discount: '0.00', subtotal: '5.00', coupon_code: null });
  expect(cart.free_shipping_info.amount_left).toBe('75.00');
});

test('free delivery waives the fee, and the bar of free shipping agrees', async () => {
  await makePromotion(db, { code: 'SHIP', class: 'delivery', benefit: { kind: 'free_delivery' } });
  const { shopper, cart } = await prepareShopper();
  expect(Number(cart.delivery_fee)).toBeGreaterThan(0);
  const { body } = await shopper.checkout({ coupon_code: 'SHIP' });
  expect(body.cart).toMatchObject({
    delivery_fee: '0.00',
    promotions: [{ class: 'delivery', amount: cart.delivery_fee }],
    free_shipping_info: { eligible_for_free_shipping: true, display_text: "You've got free shipping" },
  });
  expect(Number(body.cart.grand_total)).toBeCloseTo(Number(cart.grand_total) - Number(cart.delivery_fee), 2);
});

test('an order freezes coupon, promotions and the share of each line; the next cart has no coupon', async () => {
  await makePromotion(db, { code: 'FREEZE', name_en: 'Ten percent', percent: 10 });
  const { shopper, cart } = await prepareShopper({ coupon_code: 'FREEZE' });
  const { status, body } = await shopper.place(cart);
  expect([status, body.message]).toEqual([201, undefined]);
  expect(body.order).toMatchObject({
    coupon_code: 'FREEZE',
    promotions: [{ name: 'Ten percent', amount: '5.00' }],
    items: [{ discount: '5.00' }],
    totals: { items_total: '50.00', coupon_discount: '5.00' },
  });
  await db.raw(`update promotions set name_en = 'Renamed' where code = 'FREEZE'`);
  const response = await api('GET', `/order?order_number=${body.order.order_number}&token=${body.order.view_token}`);
  expect(response.body.order.promotions[0].name).toBe('Ten percent');
  expect((await shopper.get('/cart')).body.coupon_code).toBeNull();
});

test('usage limits hold in all and per customer, also by phone or email; a canceled order returns its use', async () => {
  await makePromotion(db, { code: 'ONCE', percent: 10, customer_limit: 1 });
  const first = await prepareShopper({ coupon_code: 'ONCE' });
  const response = await first.shopper.place(first.cart);
  expect(response.status).toBe(201);

  const again = await prepareShopper({ coupon_code: 'ONCE', customer_email: 'other@example.com' });
  const refusal = await again.shopper.place(again.cart);
  expect([refusal.status, refusal.body.errors?.coupon_code]).toEqual([422, ['You have already used this coupon.']]);

  await staff('POST', `/orders/${response.body.order.id}/cancel`, { comment: 'Out of stock' });
  expect((await again.shopper.place(again.cart)).status).toBe(201);

  await makePromotion(db, { code: 'LAST', percent: 10, usage_limit: 1 });
  const [one, two] = [await prepareShopper({ coupon_code: 'LAST' }), await prepareShopper({ coupon_code: 'LAST' })];
  expect((await one.shopper.place(one.cart)).status).toBe(201);
  const late = await two.shopper.place(two.cart);
  expect([late.status, late.body.errors.coupon_code]).toEqual([422, ['Invalid coupon entered']]);
  const lateResponse = await (await prepareShopper()).shopper.checkout({ coupon_code: 'LAST' });
  expect(lateResponse.body.message).toBe('Invalid coupon entered');
});

test('reports a used-up limit per customer when the code is entered', async () => {
  await makePromotion(db, { code: 'MINE', percent: 10, customer_limit: 1 });
  const customer = await newCustomer(server);
  const first = await prepareShopper({ coupon_code: 'MINE' }, customer);
  expect((await first.shopper.place(first.cart)).status).toBe(201);
  const { shopper } = await prepareShopper({}, customer);
  expect((await shopper.checkout({ coupon_code: 'MINE' })).body.message).toBe('You have already used this coupon.');
});

test('refuses a coupon for first orders: to a customer at the code, to a guest when the contact is known', async () => {
  await makePromotion(db, { code: 'HELLO', percent: 10, first_order_only: true });
  const customer = await newCustomer(server);
  const shipping_address = { ...ADDRESS, contact_number: '0193334455', email: 'hello@example.com' };
  const first = await prepareShopper({ coupon_code: 'HELLO', shipping_address }, customer);
  expect((await first.shopper.place(first.cart)).status).toBe(201);
  const { shopper } = await prepareShopper({}, customer);
  expect((await shopper.checkout({ coupon_code: 'HELLO' })).body.message).toBe('This coupon is for first orders only.');
  const guest = await prepareShopper({ coupon_code: 'HELLO', shipping_address });
  const refusal = await guest.shopper.place(guest.cart);
  expect([refusal.status, refusal.body.errors?.coupon_code]).toEqual([422, ['This coupon is for first orders only.']]);
});

test('a promotion that ends before the order is placed changes the total: 409, nothing taken', async () => {
  await makePromotion(db, { code: 'BRIEF', percent: 10 });
  const { shopper, cart } = await prepareShopper({ coupon_code: 'BRIEF' });
  await db.raw(`update promotions set ends_at = now() - interval '1 second' where code = 'BRIEF'`);
  const { status, body } = await shopper.place(cart, { expected_discount: cart.coupon_discount });
  expect([status, body.code]).toEqual([409, 'checkout.changed']);
  expect(body.changes).toMatchObject([{ field: 'promo', old: cart.coupon_discount, new: '0.00' }]);
  expect(body.cart.coupon_discount).toBe('0.00');
});

describe('an automatic promotion that no longer applies is dropped: 409 with the new total, then the order succeeds', () => {
  type Shopping = Awaited<ReturnType<typeof prepareShopper>>;

  /** Places a cart whose discount of RM5.00 no longer applies, and confirms the new total. */
  async function expectDropped({ shopper, cart }: Shopping): Promise<void> {
    expect(cart).toMatchObject({ discount: '5.00', promotions: [{ code: null }] });
    const refusal = await shopper.place(cart, { expected_discount: '5.00' });
    expect([refusal.status, refusal.body.code]).toEqual([409, 'checkout.changed']);
    expect(refusal.body.changes).toMatchObject([{ field: 'promo', old: '5.00', new: '0.00' }]);
    expect(refusal.body.cart).toMatchObject({ discount: '0.00', promotions: [] });
    expect((await shopper.get('/cart')).body).toMatchObject({ discount: '0.00', promotions: [] });
    const response = await shopper.place(refusal.body.cart);
    expect([response.status, response.body.message]).toEqual([201, undefined]);
    expect(response.body.order).toMatchObject({ promotions: [], totals: { discount: '0.00' } });
  }

  /** Orders with the automatic promotion, as another shopper. */
  async function placeOrderAs(shipping_address: object): Promise<void> {
    const other = await prepareShopper({ shipping_address });
    expect((await other.shopper.place(other.cart)).status).toBe(201);
  }

  test('a limit per customer, used by the same phone in between', async () => {
    await makePromotion(db, { code: null, percent: 10, customer_limit: 1 });
    const shipping_address = makeDistinctAddress();
    const late = await prepareShopper({ shipping_address });
    await placeOrderAs({ ...shipping_address, email: 'someone.else@example.com' });
    await expectDropped(late);
  });

  test('a limit per customer, used by the same email in between', async () => {
    await makePromotion(db, { code: null, percent: 10, customer_limit: 1 });
    const shipping_address = makeDistinctAddress();
    const late = await prepareShopper({ shipping_address });
    await placeOrderAs({ ...makeDistinctAddress(), email: shipping_address.email });
    await expectDropped(late);
  });

  test('a limit in all that others have used up', async () => {
    await makePromotion(db, { code: null, percent: 10, usage_limit: 1 });
    const late = await prepareShopper({ shipping_address: makeDistinctAddress() });
    await placeOrderAs(makeDistinctAddress());
    await expectDropped(late);
  });

  test('a first order, when another order is placed by the same phone in between', async () => {
    await makePromotion(db, { code: null, percent: 10, first_order_only: true });
    const shipping_address = makeDistinctAddress();
    const late = await prepareShopper({ shipping_address }, await newCustomer(server));
    await placeOrderAs(shipping_address);
    await expectDropped(late);
  });

  test('its dates', async () => {
    await makePromotion(db, { code: null, percent: 10 });
    const late = await prepareShopper({ shipping_address: makeDistinctAddress() });
    await db.raw(`update promotions set ends_at = now() - interval '1 second' where is_active`);
    await expectDropped(late);
  });

  test('a shopper who has used it sees it in no cart, and a promotion that it displaced applies instead', async () => {
    await makePromotion(db, { code: null, percent: 10, customer_limit: 1 });
    await makePromotion(db, { code: null, percent: 2 });
    const shipping_address = makeDistinctAddress();
    await placeOrderAs(shipping_address);
    const { cart, shopper, product } = await prepareShopper({ shipping_address });
    expect(cart.discount).toBe('1.00');
    expect((await shopper.fill([product, 4])).discount).toBe('0.80');
    const response = await shopper.place((await shopper.get('/cart')).body);
    expect(response.status).toBe(201);
  });

  test('one that a shopper has used up stands against no coupon of theirs', async () => {
    await makePromotion(db, { code: null, percent: 10, customer_limit: 1 });
    await makePromotion(db, { code: 'FIVE', percent: 5 });
    const shipping_address = makeDistinctAddress();
    await placeOrderAs(shipping_address);
    const { shopper } = await prepareShopper({ shipping_address });
    const { status, body } = await shopper.checkout({ coupon_code: 'FIVE' });
    expect([status, body.message, body.cart?.coupon_discount]).toEqual([200, undefined, '2.50']);
    expect((await shopper.place(body.cart)).status).toBe(201);
  });

  test('beside a coupon that still applies, whose own limit is refused at its field', async () => {
    await makePromotion(db, { code: null, percent: 10, class: 'product', customer_limit: 1, combines_with: ['order'] });
    await makePromotion(db, { code: 'BESIDE', percent: 10, customer_limit: 1, combines_with: ['product'] });
    const shipping_address = makeDistinctAddress();
    await placeOrderAs(shipping_address);
    const { shopper, cart } = await prepareShopper({ shipping_address, coupon_code: 'BESIDE' });
    expect(cart).toMatchObject({ discount: '0.00', coupon_discount: '5.00' });
    expect((await shopper.place(cart)).status).toBe(201);
    const again = await prepareShopper({ shipping_address, coupon_code: 'BESIDE' });
    const refusal = await again.shopper.place(again.cart);
    expect([refusal.status, refusal.body.errors?.coupon_code]).toEqual([422, ['You have already used this coupon.']]);
  });
});
