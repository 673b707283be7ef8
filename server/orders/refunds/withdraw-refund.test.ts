/** docs/readings.md#84: staff withdraw a requested refund before it is approved, and what it gave or took is undone. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { releaseEarnings } from '../../loyalty/order-wallets.ts';
import { checkWallets } from '../../loyalty/wallets/check-wallets.ts';
import { type MadeProduct, makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { staffPayments } from '../../testing/orders/staff-payments.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, app, db } = server;
const { staff, notify, complete, cancel, refund, listRefunds, move, payBack } = staffPayments(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let product: MadeProduct;
let part: MadeProduct;
let bundle: MadeProduct;
let coffees: MadeProduct;
beforeAll(async () => {
  await offerOnlinePayment(server);
  await db.raw('update delivery_slot_templates set capacity = 10000');
  product = await makeProduct(db, { price: 33_33, stock: 100 });
  part = await makeProduct(db, { price: 5_00, stock: 100 });
  bundle = await makeProduct(db, { price: 9_00, parts: [{ product: part, quantity: 2 }] });
  coffees = await makeProduct(db, { type: 'voucher', price: 12_50, stock: 100 });
  for (const issued_for of ['referral', 'first_order']) await makeVoucher(db, { issued_for, is_offered: false });
});

type ReferredOrder = {
  order: { id: string; order_number: string; view_token: string; grand_total: string };
  customer: TestCustomer;
  referrer: TestCustomer;
};

/** Places an order of a friend: three products, a bundle and a voucher product, paid by FPX, coins and points. */
async function placePaid(): Promise<ReferredOrder> {
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const customer = await newCustomer(server, { referral_code: code });
  await fillWallet(server, customer, 'store_credit', 700);
  await fillWallet(server, customer, 'point', 500);
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 3], [bundle, 1], [coffees, 1]);
  const choices = { payment_method: 'fpx', use_golds: 700, use_points: 500, shipping_address: makeDistinctAddress() };
  const { body } = await shopper.place(await shopper.prepare(choices));
  await notify(makeSignedReport(body.payment.attempt, body.order.grand_total));
  return { order: body.order, customer, referrer };
}

/** Makes the points of complete orders available. */
async function release(): Promise<void> {
  now = new Date(now.getTime() + 6 * 86_400_000);
  await releaseEarnings(system());
}

async function placeComplete(): Promise<ReferredOrder> {
  const testOrder = await placePaid();
  await complete(testOrder);
  return testOrder;
}

/** Reads everything that a refund of an order changes, except its own record, the history and the audit. */
async function readFacts({ order, customer, referrer }: ReferredOrder): Promise<unknown> {
  const customers = [customer.id, referrer.id];
  const query = async (sql: string, ...values: (string | string[])[]) => (await db.raw(sql, values)).rows;
  return {
    order: await query('select status, payment_status, delivery_refunded from orders where id = $1', order.id),
    inventory: await query('select id, quantity from inventory where product_id = any ($1::bigint[]) order by id', [
      ...[product, part, coffees].map(({ id }) => String(id)),
    ]),
    taken: await query('select inventory_id, quantity from order_stock where order_id = $1 order by 1', order.id),
    slots: await query(
      `select s.taken from orders o join delivery_slots s
         on s.template_id = o.slot_template_id and s.starts_at = o.slot_starts_at where o.id = $1`,
      order.id,
    ),
    wallets: await query(
      `select customer_id, kind, balance, lots, next_expiry_at from wallets where customer_id = any ($1::uuid[])
       order by customer_id, kind`,
      customers,
    ),
    pending: await query('select amount, state, available_at from pending_earnings where order_id = $1', order.id),
    spend: await query(
      'select sum(amount) as spend from qualifying_spend where customer_id = any ($1::uuid[])',
      customers,
    ),
    tier: await query('select tier_id from memberships where customer_id = any ($1::uuid[]) order by 1', customers),
    vouchers: await query(
      `select id, state, voided_by from own_vouchers where customer_id = any ($1::uuid[]) order by id`,
      customers,
    ),
    referral: await query('select state, void_reason, reward from referrals where friend_id = $1', customer.id),
  };
}

const readShown = async ({ order: { order_number, view_token } }: ReferredOrder) =>
  (await api('GET', `/order?${new URLSearchParams({ order_number, token: view_token })}`)).body.order;

const sen = (amount: string) => Math.round(Number(amount) * 100);
const items = (quantity: number, restock = false) => ({
  ...{ of: 'items', restock },
  items: [{ id: String(product.id), quantity }],
});
/** A goodwill refund of more than the money that was paid, so that coins and points go back as well. */
const goodwill = ({ order }: ReferredOrder) => ({
  ...{ of: 'goodwill', comment: 'Spoiled' },
  amount: ((sen(order.grand_total) + 900) / 100).toFixed(2),
});

/** Lets the next refund be newer than the last one. */
const waitASecond = () => {
  now = new Date(now.getTime() + 1_000);
};

const withdraw = async (id: string) => {
  const response = await move(id, 'withdraw');
  expect([response.status, response.body.message]).toEqual([200, undefined]);
  return response.body;
};

const REFUNDS: [string, (testOrder: ReferredOrder) => object][] = [
  ['the whole order, restocked', () => ({ of: 'whole_order', restock: true })],
  ['the whole order, its goods lost', () => ({ of: 'whole_order' })],
  ['items', () => items(2)],
  ['items that went back to stock', () => items(1, true)],
  [
    'a bundle and a voucher product',
    () => ({
      ...{ of: 'items', restock: true },
      items: [bundle, coffees].map(({ id }) => ({ id: String(id), quantity: 1 })),
    }),
  ],
  ['goodwill of money, coins and points', goodwill],
];

describe('POST /staff/payments/refunds/{id}/withdraw', () => {
  describe.each(['pending points', 'points that are available'])('with %s', (points) => {
    test.each(REFUNDS)('undoes exactly the refund of %s, also a second time', async (_, request) => {
      const testOrder = await placeComplete();
      if (points !== 'pending points') await release();
      const before = await readFacts(testOrder);
      for (let round = 0; round < 2; round++) {
        const { status, body } = await refund(testOrder, request(testOrder));
        expect([status, body.state]).toEqual([201, 'requested']);
        expect(await readFacts(testOrder)).not.toEqual(before);
        expect(await withdraw(body.id)).toMatchObject({ id: body.id, state: 'withdrawn' });
        expect(await readFacts(testOrder)).toEqual(before);
      }
      expect((await checkWallets(system())).wrong).toEqual([]);
    });
  });

  test('points that became available after the refund come back to the balance', async () => {
    const [testOrder, other] = [await placeComplete(), await placeComplete()];
    const { body } = await refund(testOrder, { of: 'whole_order' });
    await release();
    await withdraw(body.id);
    const readPoints = async ({ customer }: ReferredOrder) =>
      (await customer.call('GET', '/wallet_transactions')).body.balances.point;
    await release();
    expect(await readPoints(testOrder)).toEqual(await readPoints(other));
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('an order that was completed while its refund was requested gets what it would have got', async () => {
    const [testOrder, other] = [await placePaid(), await placePaid()];
    for (const { order } of [testOrder, other]) {
      await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [order.id]);
      for (const to of ['processing', 'packed', 'delivery']) await staff('POST', `/orders/${order.id}/advance`, { to });
    }
    const { body } = await refund(testOrder, { of: 'whole_order' });
    for (const { order } of [testOrder, other]) await staff('POST', `/orders/${order.id}/advance`, { to: 'complete' });
    await withdraw(body.id);
    await release();
    const readState = async ({ customer, referrer }: ReferredOrder) => ({
      balances: (await customer.call('GET', '/wallet_transactions')).body.balances,
      coins: (await referrer.call('GET', '/wallet_transactions')).body.balances.store_credit.balance,
      referral: (await referrer.call('GET', '/referrals')).body.data[0].state,
      spent: (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent,
      vouchers: (await customer.call('GET', '/voucher/activated')).body.data.length,
    });
    expect(await readState(testOrder)).toEqual(await readState(other));
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('leaves the effects of other refunds; all refunds together still add up to what was paid, to the sen', async () => {
    const testOrder = await placePaid();
    const { customer } = testOrder;
    const sumPoints = async () => {
      const { balance, pending } = (await customer.call('GET', '/wallet_transactions')).body.balances.point;
      return balance + pending;
    };
    await complete(testOrder);
    const first = (await refund(testOrder, items(2))).body;
    waitASecond();
    const second = (await refund(testOrder, items(1))).body;
    await withdraw(first.id);
    expect((await listRefunds(testOrder)).map(({ state }) => state)).toEqual(['withdrawn', 'requested']);
    expect((await readShown(testOrder)).payment_refunds).toMatchObject([{ id: second.id, state: 'due' }]);
    const rest = [(await refund(testOrder, items(1))).body, (await refund(testOrder, items(1))).body];
    expect((await refund(testOrder, items(1))).body.code).toBe('refund.items');
    const last = (await refund(testOrder, { of: 'whole_order' })).body;
    const standingRefunds = [second, ...rest, last];
    expect(standingRefunds.reduce((sum, { amount }) => sum + sen(amount), 0)).toBe(sen(testOrder.order.grand_total));
    expect(standingRefunds.reduce((sum, { coins }) => sum + coins, 0)).toBe(700);
    // The points that the order spent are back, and those that it earned are gone.
    expect(await sumPoints()).toBe(500);
    expect((await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent).toBe('0.00');
    for (const { id } of standingRefunds) await payBack(id);
    expect(await readShown(testOrder)).toMatchObject({ status: 'complete', payment_status: 'refunded' });
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('a withdrawn request of a failed refund’s money leaves it owed', async () => {
    const testOrder = await placeComplete();
    const failedRefund = (await refund(testOrder, items(1))).body;
    await move(failedRefund.id, 'fail');
    const before = await readFacts(testOrder);
    waitASecond();
    const again = (await move(failedRefund.id, 'request-again')).body;
    await withdraw(again.id);
    expect(await readFacts(testOrder)).toEqual(before);
    expect(await listRefunds(testOrder)).toMatchObject([
      { id: failedRefund.id, state: 'failed', replaced_by: null },
      { id: again.id, state: 'withdrawn' },
    ]);
    expect((await readShown(testOrder)).payment_refunds).toMatchObject([{ id: failedRefund.id, state: 'due' }]);
    expect((await move(failedRefund.id, 'request-again')).status).toBe(201);
  });

  test('writes who and why to the order’s history and the audit, and mails no one', async () => {
    const testOrder = await placeComplete();
    const { body } = await refund(testOrder, items(1));
    const support = await newStaff(server, ['support']);
    const withdrawal = { reason: 'The box was found' };
    const listMails = async () =>
      (await db.raw(`select from notifications where data ->> 'refund_id' = $1`, [body.id])).rows;
    const before = await listMails();
    expect((await support.call('POST', `/payments/refunds/${body.id}/withdraw`, withdrawal)).status).toBe(200);
    expect(await listMails()).toHaveLength(before.length);
    const { history } = (await staff('GET', `/orders/${testOrder.order.id}`)).body.order;
    const note = { payment_status: 'paid', note: 'Refund withdrawn: The box was found' };
    expect(history.at(-1)).toMatchObject({ ...note, changed_by: support.email });
    expect((await readShown(testOrder)).history.at(-1)).toMatchObject(note);
    const audit = (await staff('GET', '/audit?search=action:staff.withdrawRefund')).body.data;
    expect(audit[0]).toMatchObject({
      ...{ staff_email: support.email, before: { refund: body.id, state: 'requested', amount: sen(body.amount) } },
      after: { state: 'withdrawn', reason: 'The box was found' },
    });
  });

  test('422 without a reason', async () => {
    const { body } = await refund(await placeComplete(), items(1));
    for (const input of [{}, { reason: '' }]) expect((await move(body.id, 'withdraw', input)).status).toBe(422);
  });

  test('404 for other roles and unknown refunds', async () => {
    const { body } = await refund(await placeComplete(), items(1));
    const picker = await newStaff(server, ['picker']);
    const withdrawal = { reason: 'Mine' };
    expect((await picker.call('POST', `/payments/refunds/${body.id}/withdraw`, withdrawal)).status).toBe(404);
    const unknown = await move('01900000-0000-7000-8000-000000000000', 'withdraw');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'refund.not_found']);
  });

  test('409 once it is approved, sent, settled, failed or withdrawn', async () => {
    const testOrder = await placeComplete();
    const { id } = (await refund(testOrder, items(1))).body;
    for (const step of ['approve', 'send', 'settle'] as const) {
      expect((await move(id, step)).status).toBe(200);
      const refusal = await move(id, 'withdraw');
      expect([refusal.status, refusal.body.code]).toEqual([409, 'refund.wrong_state']);
    }
    const other = (await refund(testOrder, items(1))).body;
    await withdraw(other.id);
    for (const step of ['withdraw', 'approve', 'send', 'settle', 'fail', 'request-again'] as const) {
      expect((await move(other.id, step)).body.code).toBe('refund.wrong_state');
    }
    const failedRefund = (await refund(testOrder, items(1))).body;
    await move(failedRefund.id, 'fail');
    expect((await move(failedRefund.id, 'withdraw')).body.code).toBe('refund.wrong_state');
  });

  test('409 for money that is owed without a decision of staff, and for an order canceled meanwhile', async () => {
    const testOrder = await placePaid();
    const { id } = (await refund(testOrder, { of: 'goodwill', amount: '1.00', comment: 'Late' })).body;
    waitASecond();
    await cancel(testOrder);
    expect((await move(id, 'withdraw')).body.code).toBe('order.wrong_status');
    const [, cancellationRefund] = await listRefunds(testOrder);
    const refusal = await move(cancellationRefund?.id ?? '', 'withdraw');
    expect([refusal.status, refusal.body.code]).toEqual([409, 'refund.owed']);
  });

  test('refunded before packing: goods that stayed out of the bags are owed, a voucher and an approved refund are not', async () => {
    const testOrder = await placePaid();
    const refundOne = async ({ id }: MadeProduct) =>
      (await refund(testOrder, { of: 'items', items: [{ id, quantity: 1 }], comment: 'By phone' })).body.id;
    const [goods, approved, voucher] = [await refundOne(product), await refundOne(product), await refundOne(coffees)];
    await move(approved, 'approve');
    waitASecond();
    await complete(testOrder);
    expect((await move(goods, 'withdraw')).body.code).toBe('refund.owed');
    expect((await move(approved, 'withdraw')).body.code).toBe('refund.wrong_state');
    expect((await move(voucher, 'withdraw')).body).toMatchObject({ id: voucher, state: 'withdrawn' });
  });

  test('goods that were refunded before their order was canceled: 409 order.wrong_status', async () => {
    const testOrder = await placePaid();
    const { id } = (await refund(testOrder, items(1))).body;
    waitASecond();
    await cancel(testOrder);
    expect((await move(id, 'withdraw')).body.code).toBe('order.wrong_status');
  });

  test('409, and nothing is undone, if returned coins are spent or returned goods sold', async () => {
    const orderWithSpentCoins = await placeComplete();
    const { id } = (await refund(orderWithSpentCoins, goodwill(orderWithSpentCoins))).body;
    const shopper = await newShopper(server, orderWithSpentCoins.customer);
    await shopper.fill([product, 1]);
    const choices = { payment_method: 'cod', use_golds: 700, shipping_address: makeDistinctAddress() };
    expect((await shopper.place(await shopper.prepare(choices))).status).toBe(201);
    const afterSpending = await readFacts(orderWithSpentCoins);
    const refusal = await move(id, 'withdraw');
    expect([refusal.status, refusal.body.code]).toEqual([409, 'wallet.too_little_store_credit']);
    expect(await readFacts(orderWithSpentCoins)).toEqual(afterSpending);

    const orderWithSoldGoods = await placeComplete();
    const refundWithRestock = (await refund(orderWithSoldGoods, items(1, true))).body;
    const { rows } = await db.raw('select quantity from inventory where product_id = $1', [product.id]);
    await db.raw('update inventory set quantity = 0 where product_id = $1', [product.id]);
    const afterSale = await readFacts(orderWithSoldGoods);
    const goodsRefusal = await move(refundWithRestock.id, 'withdraw');
    expect([goodsRefusal.status, goodsRefusal.body.code]).toEqual([409, 'refund.goods_sold']);
    expect(await readFacts(orderWithSoldGoods)).toEqual(afterSale);
    await db.raw('update inventory set quantity = $2 where product_id = $1', [product.id, Number(rows[0]?.quantity)]);
    await withdraw(refundWithRestock.id);
  });
});
