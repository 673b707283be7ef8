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
  const placed = await placePaid();
  await complete(placed);
  return placed;
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

const REFUNDS: [string, (placed: ReferredOrder) => object][] = [
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
      const placed = await placeComplete();
      if (points !== 'pending points') await release();
      const before = await readFacts(placed);
      for (let round = 0; round < 2; round++) {
        const { status, body } = await refund(placed, request(placed));
        expect([status, body.state]).toEqual([201, 'requested']);
        expect(await readFacts(placed)).not.toEqual(before);
        expect(await withdraw(body.id)).toMatchObject({ id: body.id, state: 'withdrawn' });
        expect(await readFacts(placed)).toEqual(before);
      }
      expect((await checkWallets(system())).wrong).toEqual([]);
    });
  });

  test('points that became available after the refund come back to the balance', async () => {
    const [placed, other] = [await placeComplete(), await placeComplete()];
    const { body } = await refund(placed, { of: 'whole_order' });
    await release();
    await withdraw(body.id);
    const readPoints = async ({ customer }: ReferredOrder) =>
      (await customer.call('GET', '/wallet_transactions')).body.balances.point;
    await release();
    expect(await readPoints(placed)).toEqual(await readPoints(other));
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('an order that was completed while its refund was requested gets what it would have got', async () => {
    const [placed, other] = [await placePaid(), await placePaid()];
    for (const { order } of [placed, other]) {
      await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [order.id]);
      for (const to of ['processing', 'packed', 'delivery']) await staff('POST', `/orders/${order.id}/advance`, { to });
    }
    const { body } = await refund(placed, { of: 'whole_order' });
    for (const { order } of [placed, other]) await staff('POST', `/orders/${order.id}/advance`, { to: 'complete' });
    await withdraw(body.id);
    await release();
    const readState = async ({ customer, referrer }: ReferredOrder) => ({
      balances: (await customer.call('GET', '/wallet_transactions')).body.balances,
      coins: (await referrer.call('GET', '/wallet_transactions')).body.balances.store_credit.balance,
      referral: (await referrer.call('GET', '/referrals')).body.data[0].state,
      spent: (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent,
      vouchers: (await customer.call('GET', '/voucher/activated')).body.data.length,
    });
    expect(await readState(placed)).toEqual(await readState(other));
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('leaves the effects of other refunds; all refunds together still add up to what was paid, to the sen', async () => {
    const placed = await placePaid();
    const { customer } = placed;
    const sumPoints = async () => {
      const { balance, pending } = (await customer.call('GET', '/wallet_transactions')).body.balances.point;
      return balance + pending;
    };
    await complete(placed);
    const first = (await refund(placed, items(2))).body;
    waitASecond();
    const second = (await refund(placed, items(1))).body;
    await withdraw(first.id);
    expect((await listRefunds(placed)).map(({ state }) => state)).toEqual(['withdrawn', 'requested']);
    expect((await readShown(placed)).payment_refunds).toMatchObject([{ id: second.id, state: 'due' }]);
    const rest = [(await refund(placed, items(1))).body, (await refund(placed, items(1))).body];
    expect((await refund(placed, items(1))).body.code).toBe('refund.items');
    const last = (await refund(placed, { of: 'whole_order' })).body;
    const living = [second, ...rest, last];
    expect(living.reduce((sum, { amount }) => sum + sen(amount), 0)).toBe(sen(placed.order.grand_total));
    expect(living.reduce((sum, { coins }) => sum + coins, 0)).toBe(700);
    // The points that it spent are back, and those that it earned are gone.
    expect(await sumPoints()).toBe(500);
    expect((await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent).toBe('0.00');
    for (const { id } of living) await payBack(id);
    expect(await readShown(placed)).toMatchObject({ status: 'complete', payment_status: 'refunded' });
    expect((await checkWallets(system())).wrong).toEqual([]);
  });

  test('a withdrawn request of a failed refund’s money leaves it owed', async () => {
    const placed = await placeComplete();
    const failed = (await refund(placed, items(1))).body;
    await move(failed.id, 'fail');
    const before = await readFacts(placed);
    waitASecond();
    const again = (await move(failed.id, 'request-again')).body;
    await withdraw(again.id);
    expect(await readFacts(placed)).toEqual(before);
    expect(await listRefunds(placed)).toMatchObject([
      { id: failed.id, state: 'failed', replaced_by: null },
      { id: again.id, state: 'withdrawn' },
    ]);
    expect((await readShown(placed)).payment_refunds).toMatchObject([{ id: failed.id, state: 'due' }]);
    expect((await move(failed.id, 'request-again')).status).toBe(201);
  });

  test('writes who and why to the order’s history and the audit, and mails no one', async () => {
    const placed = await placeComplete();
    const { body } = await refund(placed, items(1));
    const support = await newStaff(server, ['support']);
    const withdrawal = { reason: 'The box was found' };
    const mails = async () =>
      (await db.raw(`select from notifications where data ->> 'refund_id' = $1`, [body.id])).rows;
    const before = await mails();
    expect((await support.call('POST', `/payments/refunds/${body.id}/withdraw`, withdrawal)).status).toBe(200);
    expect(await mails()).toHaveLength(before.length);
    const { history } = (await staff('GET', `/orders/${placed.order.id}`)).body.order;
    const note = { payment_status: 'paid', note: 'Refund withdrawn: The box was found' };
    expect(history.at(-1)).toMatchObject({ ...note, changed_by: support.email });
    expect((await readShown(placed)).history.at(-1)).toMatchObject(note);
    const audit = (await staff('GET', '/audit?search=action:staff.withdrawRefund')).body.data;
    expect(audit[0]).toMatchObject({
      ...{ staff_email: support.email, before: { refund: body.id, state: 'requested', amount: sen(body.amount) } },
      after: { state: 'withdrawn', reason: 'The box was found' },
    });
  });

  test('422 without a reason', async () => {
    const { body } = await refund(await placeComplete(), items(1));
    for (const sent of [{}, { reason: '' }]) expect((await move(body.id, 'withdraw', sent)).status).toBe(422);
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
    const placed = await placeComplete();
    const { id } = (await refund(placed, items(1))).body;
    for (const step of ['approve', 'send', 'settle'] as const) {
      expect((await move(id, step)).status).toBe(200);
      const refused = await move(id, 'withdraw');
      expect([refused.status, refused.body.code]).toEqual([409, 'refund.wrong_state']);
    }
    const other = (await refund(placed, items(1))).body;
    await withdraw(other.id);
    for (const step of ['withdraw', 'approve', 'send', 'settle', 'fail', 'request-again'] as const) {
      expect((await move(other.id, step)).body.code).toBe('refund.wrong_state');
    }
    const failed = (await refund(placed, items(1))).body;
    await move(failed.id, 'fail');
    expect((await move(failed.id, 'withdraw')).body.code).toBe('refund.wrong_state');
  });

  test('409 for money that is owed without a decision of staff, and for an order canceled meanwhile', async () => {
    const placed = await placePaid();
    const { id } = (await refund(placed, { of: 'goodwill', amount: '1.00', comment: 'Late' })).body;
    waitASecond();
    await cancel(placed);
    expect((await move(id, 'withdraw')).body.code).toBe('order.wrong_status');
    const [, canceled] = await listRefunds(placed);
    const refused = await move(canceled?.id ?? '', 'withdraw');
    expect([refused.status, refused.body.code]).toEqual([409, 'refund.owed']);
  });

  test('409, and nothing is undone, if returned coins are spent or returned goods sold', async () => {
    const spent = await placeComplete();
    const { id } = (await refund(spent, goodwill(spent))).body;
    const shopper = await newShopper(server, spent.customer);
    await shopper.fill([product, 1]);
    const choices = { payment_method: 'cod', use_golds: 700, shipping_address: makeDistinctAddress() };
    expect((await shopper.place(await shopper.prepare(choices))).status).toBe(201);
    const afterSpending = await readFacts(spent);
    const refused = await move(id, 'withdraw');
    expect([refused.status, refused.body.code]).toEqual([409, 'wallet.too_little_store_credit']);
    expect(await readFacts(spent)).toEqual(afterSpending);

    const sold = await placeComplete();
    const restocked = (await refund(sold, items(1, true))).body;
    const { rows } = await db.raw('select quantity from inventory where product_id = $1', [product.id]);
    await db.raw('update inventory set quantity = 0 where product_id = $1', [product.id]);
    const afterSale = await readFacts(sold);
    const refusedGoods = await move(restocked.id, 'withdraw');
    expect([refusedGoods.status, refusedGoods.body.code]).toEqual([409, 'refund.goods_sold']);
    expect(await readFacts(sold)).toEqual(afterSale);
    await db.raw('update inventory set quantity = $2 where product_id = $1', [product.id, Number(rows[0]?.quantity)]);
    await withdraw(restocked.id);
  });
});
