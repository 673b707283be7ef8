/** docs/api.md#loyalty: vouchers at the checkout and in orders. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { type MadeProduct, makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { makeVoucher, type VoucherFields } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment, openPayment, payAt, postForm } from '../../testing/orders/pay-online.ts';
import { newShopper, type ShoppingCustomer } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { expireVouchers } from './order-vouchers.ts';

/** A Friday in Kuala Lumpur. */
const FRIDAY = new Date('2026-11-20T02:00:00Z');
let now = FRIDAY;
const server = await testServer({ clock: () => now });
const { app, api, db } = server;
const staff = operator(server);
const DAY_MS = 86_400_000;

let product: MadeProduct;
beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  product = await makeProduct(db, { price: 2_000, stock: 100_000, category: 'coffee-tea' });
  await offerOnlinePayment(server);
});

const newMember = async (): Promise<ShoppingCustomer> => {
  const customer = await newCustomer(server);
  return { customer, shopper: await newShopper(server, customer) };
};

/** Gives a customer a voucher; returns the own voucher's id. */
async function give({ customer }: ShoppingCustomer, fields: VoucherFields = {}): Promise<string> {
  const { status, body } = await customer.call('POST', '/voucher/activated', {
    voucher_id: await makeVoucher(db, fields),
  });
  expect(status, body.message).toBe(201);
  return body.voucher.id;
}

const readOwnVoucher = async ({ customer }: ShoppingCustomer, id: string) =>
  (await customer.call('GET', `/voucher/activated/${id}`)).body;

async function prepare({ shopper }: ShoppingCustomer, pieces: number, choices: object = {}) {
  await shopper.fill([product, pieces]);
  return shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices });
}

async function place(member: ShoppingCustomer, voucher_id: string, choices: object = {}) {
  const { status, body } = await member.shopper.place(await prepare(member, 2, { voucher_id, ...choices }));
  expect(status, body.message).toBe(201);
  return body;
}

const advance = async (order: { id: string }, times: number) => {
  for (let step = 0; step < times; step++) {
    expect((await staff('POST', `/orders/${order.id}/advance`, {})).status).toBe(200);
  }
};
const cancel = (order: { id: string }) => staff('POST', `/orders/${order.id}/cancel`, { comment: 'No stock' });
/** Statuses from pending to complete. */
const TO_COMPLETE = 4;

async function pay(payment: { url: string }): Promise<void> {
  const { body } = await openPayment(server, payment.url);
  const { returns } = await payAt(body.form, 'outcome=success');
  await postForm(`${body.form.fields.ResponseURL}`, returns ?? {});
}

describe('PUT /checkout with voucher_id', () => {
  test('takes the voucher off after delivery; free shipping stays (docs/readings.md#31)', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { off: 500 });
    const before = await prepare(member, 4);
    const { body } = await member.shopper.checkout({ voucher_id });
    expect(body.cart).toMatchObject({
      voucher_id,
      voucher_discount: '5.00',
      voucher_note: null,
      subtotal: before.subtotal,
      delivery_fee: before.delivery_fee,
      free_shipping_info: before.free_shipping_info,
    });
    expect(Number(body.cart.grand_total)).toBeCloseTo(Number(before.grand_total) - 5, 2);
    const removal = await member.shopper.checkout({ voucher_id: null });
    expect(removal.body.cart).toMatchObject({
      voucher_id: null,
      voucher_discount: '0.00',
      grand_total: before.grand_total,
    });
  });

  test.each<[string, VoucherFields, string, string]>([
    [
      'too little of its goods',
      { min_spend: 5_200, goods_en: 'coffee', goods_zh: '咖啡', categories: '{coffee-tea}' },
      'Spend RM12.00 more on coffee to use this voucher.',
      '再买 RM12.00 的咖啡即可使用此礼券。',
    ],
    ['too little', { min_spend: 4_100 }, 'Spend RM1.00 more to use this voucher.', '再买 RM1.00 即可使用此礼券。'],
    [
      'other goods',
      { categories: '{ice-cream}' },
      'This voucher is not for the items in your cart.',
      '此礼券不适用于购物车里的商品。',
    ],
    ['another day', { weekdays: '{6}' }, 'This voucher is not valid today.', '此礼券今天不能使用。'],
    ['outlets only', { usable: '{store}' }, 'This voucher can only be used in our outlets.', '此礼券只能在分店使用。'],
  ])('422 at voucher_id with the reason: %s', async (_, fields, en, zh) => {
    const member = await newMember();
    const voucher_id = await give(member, fields);
    await prepare(member, 2);
    const refusal = await member.shopper.checkout({ voucher_id });
    expect([refusal.status, refusal.body.errors]).toEqual([422, { voucher_id: [en] }]);
    const chinese = await api('PUT', '/checkout?lang=zh', { token: member.customer.token, body: { voucher_id } });
    expect(chinese.body.errors).toEqual({ voucher_id: [zh] });
    expect((await member.shopper.get('/cart')).body.voucher_id).toBeNull();
  });

  test('422 for another customer’s voucher, an unknown one, and any voucher of a guest', async () => {
    const voucher_id = await give(await newMember());
    const none = { voucher_id: ['Voucher not found.'] };
    const other = await newMember();
    await prepare(other, 1);
    for (const id of [voucher_id, '0192f000-0000-7000-8000-00000000ffff']) {
      const { status, body } = await other.shopper.checkout({ voucher_id: id });
      expect([status, body.errors]).toEqual([422, none]);
    }
    const guest = await newShopper(server);
    expect((await guest.checkout({ voucher_id })).body.errors).toEqual(none);
    expect((await guest.checkout({ voucher_id: 'x' })).status).toBe(422);
  });

  test('an expired voucher is refused', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { valid_days: 1 });
    await prepare(member, 2);
    now = new Date(FRIDAY.getTime() + 2 * DAY_MS);
    const { body } = await member.shopper.checkout({ voucher_id });
    now = FRIDAY;
    expect(body.errors).toEqual({ voucher_id: ['This voucher has expired.'] });
  });

  test('is judged again on each pricing: a cart that no longer fits says why', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { min_spend: 4_000 });
    await prepare(member, 2, { voucher_id });
    const less = await member.shopper.fill([product, 1]);
    expect(less).toMatchObject({
      voucher_id,
      voucher_discount: '0.00',
      voucher_note: 'Spend RM20.00 more to use this voucher.',
    });
    const again = await member.shopper.fill([product, 3]);
    expect(again).toMatchObject({ voucher_discount: '5.00', voucher_note: null });
  });

  test('keeps the terms under which it was bought when its definition changes; its texts follow', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { off: 500, min_spend: 2_000 });
    const { voucher_id: definition } = await readOwnVoucher(member, voucher_id);
    await db.raw(
      `update vouchers set benefit = '{"kind": "fixed", "amount": 100}', min_spend = 90000, usable = '{store}',
         categories = '{ice-cream}', valid_days = 1, name_en = 'Renamed' where id = $1`,
      [definition],
    );
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({
      name: 'Renamed',
      value: 'RM5',
      min_spend: '20.00',
      usable: ['online', 'store'],
      expires_at: null,
    });
    const cart = await prepare(member, 2, { voucher_id });
    expect(cart).toMatchObject({ voucher_discount: '5.00', voucher_note: null });
    const { body } = await member.shopper.place(cart);
    expect(body.order.totals.voucher).toBe('5.00');
    const purchase = await member.customer.call('POST', '/voucher/activated', { voucher_id: definition });
    expect(purchase.body.voucher).toMatchObject({ value: 'RM1', min_spend: '900.00', usable: ['store'] });
  });

  test('for first orders looks at phone and email when the order is placed, as coupons do', async () => {
    const shipping_address = makeDistinctAddress();
    const guest = await newShopper(server);
    await guest.fill([product, 1]);
    expect((await guest.place(await guest.prepare({ shipping_address }))).status).toBe(201);
    for (const contact of [{ email: shipping_address.email }, { contact_number: shipping_address.contact_number }]) {
      const member = await newMember();
      const voucher_id = await give(member, { first_order_only: true });
      const cart = await prepare(member, 2, { voucher_id, shipping_address: { ...makeDistinctAddress(), ...contact } });
      expect(cart.voucher_discount).toBe('5.00');
      const refusal = await member.shopper.place(cart);
      expect([refusal.status, refusal.body.code, refusal.body.errors]).toEqual([
        422,
        'voucher.first_order',
        { voucher_id: ['This voucher is for first orders only.'] },
      ]);
      const { body } = await member.shopper.checkout({ voucher_id: null });
      expect((await member.shopper.place(body.cart)).status).toBe(201);
      expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ status: 'active', locked: false });
    }
  });

  test('combines with one coupon of a class that it allows', async () => {
    await makePromotion(db, { code: 'BESIDE', percent: 10 });
    const member = await newMember();
    const alone = await give(member, { with_coupons: '{delivery}' });
    const beside = await give(member, {
      with_coupons: '{order}',
      benefit: { kind: 'percentage', percent: 50, max_amount: null },
    });
    await prepare(member, 2, { coupon_code: 'BESIDE' });
    const refusal = await member.shopper.checkout({ voucher_id: alone });
    expect(refusal.body.errors).toEqual({
      voucher_id: ['This voucher cannot be used together with your coupon.'],
    });
    const { body } = await member.shopper.checkout({ voucher_id: beside });
    // Half of what the coupon leaves of RM40.00.
    expect(body.cart).toMatchObject({ coupon_discount: '4.00', voucher_discount: '18.00' });
  });

  test('free delivery takes off the fee, and nothing where delivery is free', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { benefit: { kind: 'free_delivery' } });
    const cart = await prepare(member, 1, { voucher_id });
    expect(Number(cart.delivery_fee)).toBeGreaterThan(0);
    expect(cart.voucher_discount).toBe(cart.delivery_fee);
    const many = await member.shopper.fill([product, 20]);
    expect(many).toMatchObject({
      delivery_fee: '0.00',
      voucher_discount: '0.00',
      voucher_note: 'You already have free shipping.',
    });
  });
});

describe('an order with a voucher', () => {
  test('reserves it, shows it in its totals, and splits it over the lines to the sen', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { off: 500, categories: '{coffee-tea}' });
    const other = await makeProduct(db, { price: 999, category: 'ice-cream', stock: 10 });
    const third = await makeProduct(db, { price: 1_000, category: 'coffee-tea', stock: 10 });
    await member.shopper.fill([other, 1], [third, 1]);
    const { order } = await place(member, voucher_id);
    expect(order.totals.voucher).toBe('5.00');
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({
      status: 'active',
      locked: true,
      order_id: order.id,
    });
    const { rows } = await db.raw(
      'select price_total::int, voucher_discount::int from order_lines where order_id = $1 order by price_total',
      [order.id],
    );
    expect(rows).toEqual([
      { price_total: 999, voucher_discount: 0 },
      { price_total: 1_000, voucher_discount: 100 },
      { price_total: 4_000, voucher_discount: 400 },
    ]);
    expect((await member.shopper.get('/cart')).body.voucher_id).toBeNull();
    await prepare(member, 2);
    const refusal = await member.shopper.checkout({ voucher_id });
    expect(refusal.body.errors).toEqual({ voucher_id: ['Another order uses this voucher.'] });
  });

  test('uses it once cash is collected, and never again', async () => {
    const member = await newMember();
    const voucher_id = await give(member);
    const { order } = await place(member, voucher_id);
    await advance(order, TO_COMPLETE - 1);
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ status: 'active', locked: true });
    await advance(order, 1);
    const usedVoucher = await readOwnVoucher(member, voucher_id);
    expect(usedVoucher).toMatchObject({
      status: 'used',
      locked: false,
      order_id: order.id,
      used_at: FRIDAY.toISOString(),
      why_not: 'This voucher has been used.',
    });
    await prepare(member, 2);
    expect((await member.shopper.checkout({ voucher_id })).body.errors).toEqual({
      voucher_id: ['This voucher has been used.'],
    });
  });

  test('uses the voucher once the order is paid online; canceling releases it once', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { valid_days: 1 });
    const { order, payment } = await place(member, voucher_id, { payment_method: 'fpx' });
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ status: 'active', locked: true });
    await pay(payment);
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ status: 'used', locked: false });
    // It expired in the meantime, so it gets thirty days of grace.
    now = new Date(FRIDAY.getTime() + 5 * DAY_MS);
    expect((await cancel(order)).status).toBe(200);
    const back = await readOwnVoucher(member, voucher_id);
    expect(back).toMatchObject({ status: 'active', locked: false, order_id: null, used_at: null });
    expect(new Date(back.expires_at).getTime()).toBe(now.getTime() + 30 * DAY_MS);
    const second = await place(member, voucher_id);
    expect((await cancel(order)).status).toBe(409);
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ locked: true, order_id: second.order.id });
    now = FRIDAY;
  });

  test('an order of nothing left to pay uses it at once', async () => {
    const member = await newMember();
    const voucher_id = await give(member, { off: 99_999 });
    const delivery = await give(member, { benefit: { kind: 'free_delivery' } });
    await db.raw(`update settings set value = value || '{"enabled": false}' where key = 'bag_fee'`);
    const cart = await prepare(member, 10, { payment_method: 'fpx', voucher_id });
    expect([cart.delivery_fee, cart.voucher_discount, cart.grand_total]).toEqual(['0.00', '200.00', '0.00']);
    const { status, body } = await member.shopper.place(cart);
    expect([status, body.order.payment_status, body.payment]).toEqual([201, 'paid', null]);
    expect(await readOwnVoucher(member, voucher_id)).toMatchObject({ status: 'used' });
    expect(await readOwnVoucher(member, delivery)).toMatchObject({ status: 'active', locked: false });
    await db.raw(`update settings set value = value || '{"enabled": true}' where key = 'bag_fee'`);
  });

  test('409 with the cart where the voucher was used elsewhere after it was shown', async () => {
    const member = await newMember();
    const voucher_id = await give(member);
    const cart = await prepare(member, 2, { voucher_id });
    await db.raw(`update own_vouchers set state = 'used', used_at = now() where id = $1`, [voucher_id]);
    const { status, body } = await member.shopper.place(cart);
    expect([status, body.code]).toEqual([409, 'checkout.changed']);
    expect(body.cart).toMatchObject({ voucher_discount: '0.00', voucher_note: 'This voucher has been used.' });
    const { rows } = await db.raw('select from orders where customer_id = $1', [member.customer.id]);
    expect(rows).toEqual([]);
  });
});

test('the daily job marks what has expired, and nothing that an order reserves', async () => {
  const member = await newMember();
  const [unused, reserved] = [await give(member, { valid_days: 1 }), await give(member, { valid_days: 1 })];
  await place(member, reserved);
  now = new Date(FRIDAY.getTime() + 3 * DAY_MS);
  const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  await expireVouchers(system);
  await expireVouchers(system);
  const { rows } = await db.raw('select state from own_vouchers where id = any($1) order by array_position($1, id)', [
    [unused, reserved],
  ]);
  now = FRIDAY;
  expect(rows.map(({ state }) => state)).toEqual(['expired', 'reserved']);
});
