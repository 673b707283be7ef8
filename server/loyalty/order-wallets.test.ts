/** docs/api.md#loyalty: points and coins that orders spend, earn and return. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { cancelUnpaidOrders } from '../orders/payment/cancel-unpaid.ts';
import { type MadeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { makePromotion } from '../testing/make-promotion.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment, openPayment, payAt, postForm } from '../testing/orders/pay-online.ts';
import { newShopper, type ShoppingCustomer } from '../testing/orders/shopper.ts';
import { makeUnpaid } from '../testing/orders/unpaid-order.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { releaseEarnings, takeBackEarned } from './order-wallets.ts';
import { changeWallets } from './wallets/wallets.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, db } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

let product: MadeProduct;
beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  // Keeps the first-order reward out of the balances; `order-rewards.test.ts` tests it.
  await db.raw(`delete from earn_rules where action = 'first_order'`);
  product = await makeProduct(db, { price: 2_000, stock: 100_000 });
});

/** Signs up a customer with points, which expire in 90 days, and coins. */
async function newMemberWith(
  points: number,
  coins: number,
  expires_at: Date | null = later(90),
): Promise<ShoppingCustomer> {
  const customer = await newCustomer(server);
  const source = 'adjustment:start';
  await inTransaction(system(), (ctx) =>
    changeWallets(ctx, customer.id, [
      { do: 'earn', kind: 'point', action: 'adjustment', source, amount: points, expires_at },
      { do: 'earn', kind: 'store_credit', action: 'adjustment', source, amount: coins, expires_at: null },
    ]),
  );
  return { customer, shopper: await newShopper(server, customer) };
}

const readBalances = async ({ customer }: ShoppingCustomer) => {
  const { body } = await customer.call('GET', '/wallet_transactions');
  const { point, store_credit } = body.balances;
  return { points: point.balance, pending: point.pending, coins: store_credit.balance };
};

const listEntries = async ({ customer }: ShoppingCustomer) =>
  (await customer.call('GET', '/wallet_transactions')).body.data.map(
    (entry: { action: string; kind: string; amount: number; state: string }) =>
      `${entry.action} ${entry.kind} ${entry.amount} ${entry.state}`,
  );

/** Fills the cart with pieces of RM20.00 and prepares a checkout. */
async function prepare({ shopper }: ShoppingCustomer, pieces: number, choices: object) {
  await shopper.fill([product, pieces]);
  return shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices });
}

async function place(member: ShoppingCustomer, pieces: number, choices: object) {
  const cart = await prepare(member, pieces, choices);
  const { status, body } = await member.shopper.place(cart);
  expect(status, body.message).toBe(201);
  return body.order;
}

const advance = async (order: { id: string }, times: number) => {
  for (let step = 0; step < times; step++) {
    expect((await staff('POST', `/orders/${order.id}/advance`, {})).status).toBe(200);
  }
};
/** Statuses from pending to complete. */
const TO_COMPLETE = 4;

describe('PUT /checkout with use_points and use_golds', () => {
  test('uses at most what balance and order allow, and stores what was requested', async () => {
    const member = await newMemberWith(5_000, 700);
    const cart = await prepare(member, 2, { use_points: 999_999, use_golds: 500, tip: '1.00' });
    const total = Number(cart.subtotal) + Number(cart.delivery_fee) + Number(cart.bag_fee) + 1;
    const most = Math.floor(total / 2) * 100;
    expect(cart).toMatchObject({ use_points: most, use_golds: 500 });
    expect(cart.point_info).toMatchObject({
      can_use_point: true,
      points_used: most,
      points_redeem_value: `${most / 100}.00`,
      coins_redeem_value: '5.00',
      name: 'Points',
      points_balance: 5_000,
      points_max: most,
      coins_balance: 700,
      coins_max: 700,
      why_not: null,
    });
    expect(Number(cart.grand_total)).toBeCloseTo(total - most / 100 - 5 + Number(cart.rounding), 2);
    const more = await member.shopper.fill([product, 4]);
    expect(more.use_points, 'more of the request fits a larger order').toBeGreaterThan(most);
    const none = (await member.shopper.checkout({ use_points: 0, use_golds: 0 })).body.cart;
    expect(none).toMatchObject({ use_points: 0, use_golds: 0, point_info: { points_redeem_value: '0.00' } });
  });

  test('says why points cannot be used, in the language of the request', async () => {
    const member = await newMemberWith(60, 0);
    const { point_info } = await prepare(member, 2, { use_points: 60 });
    expect(point_info).toMatchObject({
      can_use_point: false,
      points_used: 0,
      why_not: 'You need at least 100 points to use them.',
    });
    const zh = await member.shopper.get('/cart?lang=zh');
    expect(zh.body.point_info).toMatchObject({ name: '积分', why_not: '满 100 积分即可使用。' });
  });

  test('a guest uses none, and reads what a new member would earn', async () => {
    const guest = await newShopper(server);
    await guest.fill([product, 3]);
    const cart = await guest.prepare({ use_points: 500, use_golds: 500 });
    expect(cart).toMatchObject({ use_points: 0, use_golds: 0 });
    expect(cart.point_info).toMatchObject({ earns: 60, why_not: 'Sign in to use your points.', points_max: 0 });
  });

  test.each([{ use_points: -1 }, { use_golds: 1.5 }, { use_points: 'many' }])('422: %j', async (choices) => {
    const member = await newMemberWith(500, 500);
    expect((await member.shopper.checkout(choices)).status).toBe(422);
  });
});

describe('an order with points and coins', () => {
  test('takes them from the wallets, by earliest expiry, and lists them in its totals', async () => {
    const member = await newMemberWith(1_200, 900);
    const order = await place(member, 2, { use_points: 1_000, use_golds: 900 });
    expect(order.totals).toMatchObject({ voucher: '0.00', points: '10.00', coins: '9.00' });
    expect(await readBalances(member)).toMatchObject({ points: 200, coins: 0 });
    expect((await listEntries(member)).filter((entry: string) => entry.startsWith('spend')).toSorted()).toEqual([
      'spend point -1000 available',
      'spend store_credit -900 available',
    ]);
    expect((await member.shopper.get('/cart')).body).toMatchObject({ use_points: 0, use_golds: 0 });
    const tracking = await member.shopper.get(`/track-order?order_number=${order.order_number}&contact=0123456789`);
    expect(tracking.status).toBe(404);
    expect((await staff('GET', `/orders/${order.id}`)).body.order.totals).toEqual(order.totals);
  });

  test('coins may pay everything: an online order is paid at once and earns nothing', async () => {
    await offerOnlinePayment(server);
    const member = await newMemberWith(0, 50_000);
    const order = await place(member, 2, { payment_method: 'fpx', use_golds: 50_000 });
    expect(order).toMatchObject({ grand_total: '0.00', payment_status: 'paid' });
    expect(await readBalances(member)).toMatchObject({ coins: 50_000 - Number(order.totals.coins) * 100, pending: 0 });
    expect((await member.shopper.get('/cart')).body.point_info.earns).toBe(0);
  });

  test('409 checkout.changed with the fresh cart where the balance no longer covers it; nothing is taken', async () => {
    const member = await newMemberWith(0, 900);
    const cart = await prepare(member, 2, { use_golds: 800 });
    await inTransaction(system(), (ctx) =>
      changeWallets(ctx, member.customer.id, [
        { do: 'spend', kind: 'store_credit', action: 'adjustment', source: 'adjustment:other', amount: 600 },
      ]),
    );
    const { status, body } = await member.shopper.place(cart);
    expect([status, body.code]).toEqual([409, 'checkout.changed']);
    expect(body.changes).toMatchObject([{ field: 'total', old: cart.grand_total, new: body.cart.grand_total }]);
    expect(body.cart.use_golds).toBe(300);
    expect(await readBalances(member)).toMatchObject({ coins: 300 });
    expect((await member.shopper.place(body.cart)).status).toBe(201);
    expect(await readBalances(member)).toMatchObject({ coins: 0 });
  });

  test('a canceled order returns the same lots, once; expired ones last for the grace period', async () => {
    const expires_at = later(10);
    const member = await newMemberWith(1_000, 400, expires_at);
    const order = await place(member, 2, { use_points: 1_000, use_golds: 400 });
    expect(await readBalances(member)).toMatchObject({ points: 0, coins: 0 });
    expect((await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sold out' })).status).toBe(200);
    expect((await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sold out' })).status).toBe(409);
    expect(await readBalances(member)).toMatchObject({ points: 1_000, coins: 400 });
    const { body } = await member.customer.call('GET', '/wallet_transactions');
    expect(body.balances.point.next_expiry).toEqual({ amount: 1_000, at: expires_at.toISOString() });

    const again = await place(member, 2, { use_points: 1_000 });
    const before = now;
    now = later(12);
    await staff('POST', `/orders/${again.id}/cancel`, { comment: 'Sold out' });
    const { balances } = (await member.customer.call('GET', '/wallet_transactions')).body;
    expect(balances.point.next_expiry).toEqual({ amount: 1_000, at: later(30).toISOString() });
    now = before;
  });

  test('an unpaid order gives them back when its time is over', async () => {
    const member = await newMemberWith(0, 700);
    const order = await place(member, 2, { use_golds: 700 });
    await makeUnpaid(db, order.id, 31);
    const before = now;
    now = new Date();
    expect(await cancelUnpaidOrders(system())).toBe(1);
    now = before;
    expect(await readBalances(member)).toMatchObject({ coins: 700 });
  });
});

describe('an order earns points', () => {
  test('for goods after discounts, without what points and coins paid, once complete and five days more', async () => {
    const member = await newMemberWith(200, 550);
    const choices = { use_points: 200, use_golds: 550, tip: '5.00' };
    const cart = await prepare(member, 3, choices);
    // RM60.00 of goods less RM2.00 of points and RM5.50 of coins.
    expect(cart.point_info.earns).toBe(52);
    const order = await place(member, 3, choices);
    expect(await readBalances(member), 'cash is paid on delivery').toMatchObject({ pending: 0 });
    await advance(order, TO_COMPLETE);
    expect(await readBalances(member)).toEqual({ points: 0, pending: 52, coins: 0 });
    const [pending] = (await member.customer.call('GET', '/wallet_transactions?search=state:pending')).body.data;
    expect(pending).toMatchObject({
      amount: 52,
      action: 'order',
      basis: '52.50',
      rate: 1,
      order_id: order.id,
      available_at: later(5).toISOString(),
      description: `Earned with order ${order.order_number}`,
    });
    expect(await releaseEarnings(system())).toBe(0);
    const before = now;
    now = later(5);
    expect(await Promise.all([releaseEarnings(system()), releaseEarnings(system())])).toContain(1);
    expect(await releaseEarnings(system())).toBe(0);
    expect(await readBalances(member)).toEqual({ points: 52, pending: 0, coins: 0 });
    const { balances } = (await member.customer.call('GET', '/wallet_transactions')).body;
    // The end of the month in Malaysia, twelve months on.
    expect(balances.point.next_expiry).toEqual({ amount: 52, at: '2027-11-30T16:00:00.000Z' });
    now = before;
  });

  test('nothing for excluded categories, and their share of a discount is theirs', async () => {
    const [excluded, category] = (await db.raw('select slug from categories order by id desc limit 2')).rows.map(
      ({ slug }) => String(slug),
    );
    const other = await makeProduct(db, { price: 2_000, category: excluded ?? '' });
    const earning = await makeProduct(db, { price: 2_000, category: category ?? '' });
    const set = (slugs: string) =>
      db.raw(
        `update settings set value = value || jsonb_build_object('excluded_categories', $1::jsonb) where key = 'loyalty'`,
        [slugs],
      );
    await set(JSON.stringify([excluded]));
    await makePromotion(db, { code: 'TENTH', percent: 10 });
    const member = await newMemberWith(0, 900);
    await member.shopper.fill([earning, 1], [other, 1]);
    const { point_info } = await member.shopper.prepare({ coupon_code: 'TENTH', use_golds: 900 });
    // Half of RM36.00, less half of the RM9.00 that coins pay.
    expect(point_info.earns).toBe(13);
    await set('[]');
  });

  test('an online order from its payment on; its cancellation takes them back', async () => {
    await offerOnlinePayment(server);
    const member = await newMemberWith(0, 0);
    const cart = await prepare(member, 2, { payment_method: 'fpx' });
    const { body } = await member.shopper.place(cart);
    expect(await readBalances(member)).toMatchObject({ pending: 0 });
    const { form } = (await openPayment(server, body.payment.url)).body;
    const { returns } = await payAt(form, 'outcome=return-only');
    await postForm(form.fields.ResponseURL, returns ?? {});
    expect(await readBalances(member)).toMatchObject({ pending: 40 });
    const [pending] = (await member.customer.call('GET', '/wallet_transactions')).body.data;
    expect(pending).toMatchObject({ state: 'pending', available_at: null });
    await staff('POST', `/orders/${body.order.id}/cancel`, { comment: 'Sold out' });
    expect(await readBalances(member)).toMatchObject({ points: 0, pending: 0 });
    expect(await listEntries(member)).toEqual(['order point 40 reversed']);
  });

  test('refunds reverse points in proportion, the last one the remainder, also below zero', async () => {
    const member = await newMemberWith(0, 0);
    const order = await place(member, 3, {});
    await advance(order, TO_COMPLETE);
    const refund = (id: string, before: number, amount: number) =>
      inTransaction(system(), (ctx) => takeBackEarned(ctx, order.id, `refund:${id}`, { total: 6_000, before, amount }));
    await refund('1', 0, 1_999);
    expect(await readBalances(member)).toMatchObject({ pending: 41 });
    const before = now;
    now = later(6);
    await releaseEarnings(system());
    expect(await readBalances(member)).toMatchObject({ points: 41, pending: 0 });
    await inTransaction(system(), (ctx) =>
      changeWallets(ctx, member.customer.id, [
        {
          do: 'spend',
          kind: 'point',
          action: 'voucher',
          source: 'voucher:1',
          amount: 41,
          details: { voucher_en: 'Tea' },
        },
      ]),
    );
    await refund('2', 1_999, 4_001);
    expect(await readBalances(member)).toMatchObject({ points: -41 });
    now = before;
  });
});
