/** docs/readings.md#56: what the refund of an order does to points, coins, tier, vouchers and the referrer's reward. */
import { expect, test } from 'vitest';
import { mergeAccounts } from '../account/merge-accounts.ts';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { type MadeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { codeSentTo } from '../testing/inbox.ts';
import { makePromotion } from '../testing/make-promotion.ts';
import { fillWallet, makeVoucher } from '../testing/make-voucher.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment, openPayment, payAt, postForm } from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { releaseEarnings } from './order-wallets.ts';
import { checkWallets } from './wallets/check-wallets.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now, jobs: true });
const { app, db } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
await db.raw('update delivery_slot_templates set capacity = 10000');
await offerOnlinePayment(server);
// Keeps the first-order reward out of the balances; `order-rewards.test.ts` tests it.
await db.raw(`delete from earn_rules where action = 'first_order'`);
const product = await makeProduct(db, { price: 20_00, stock: 10_000 });

type RefundedOrder = { id: string; order_number: string; grand_total: string };

async function place(
  customer: TestCustomer,
  quantity: number,
  choices: object = {},
  ...others: [MadeProduct, number][]
): Promise<RefundedOrder> {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, quantity], ...others);
  const { status, body } = await shopper.place(
    await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }),
  );
  expect([status, body.message]).toEqual([201, undefined]);
  return body.order;
}

async function complete({ id }: RefundedOrder): Promise<void> {
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${id}/advance`, { to })).status).toBe(200);
  }
}

async function refund({ id }: RefundedOrder, body: object) {
  const response = await staff('POST', `/orders/${id}/refund`, body);
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  return response.body;
}
const units = (quantity: number) => ({ of: 'items', items: [{ id: product.id, quantity }] });

async function readBalances(customer: TestCustomer) {
  const { point, store_credit } = (await customer.call('GET', '/wallet_transactions')).body.balances;
  return { points: point.balance, pending: point.pending, coins: store_credit.balance };
}

/** Makes the points of complete orders available. */
async function release(): Promise<void> {
  now = new Date(now.getTime() + 6 * 86_400_000);
  await releaseEarnings(system());
}

const readTier = async (customer: TestCustomer) =>
  (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current;

test('partial refunds reverse points in proportion, pending and available ones, the last refund the remainder', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 100);
  const start = await readBalances(customer);
  const order = await place(customer, 3, { use_golds: 100 });
  await complete(order);
  // RM60.00 of goods, less RM1.00 that coins paid.
  expect(await readBalances(customer)).toMatchObject({ pending: 59 });
  await refund(order, units(1));
  expect(await readBalances(customer)).toMatchObject({ pending: 40 });
  await refund(order, { of: 'goodwill', amount: '5.00', comment: 'Late' });
  expect(await readBalances(customer)).toMatchObject({ pending: 40 });
  await release();
  expect(await readBalances(customer)).toMatchObject({ points: start.points + 40, pending: 0 });
  await refund(order, units(1));
  expect(await readBalances(customer)).toMatchObject({ points: start.points + 20 });
  const last = await refund(order, { of: 'whole_order' });
  expect(last.coins).toBe(100);
  expect(await readBalances(customer)).toEqual({ ...start, pending: 0 });
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test.each([
  ['all goods', units(3), 0],
  ['a third of the goods', units(1), 40],
])(
  'a guest’s order that was refunded (%s) before it was claimed earns nothing for them, unless that is withdrawn',
  async (_, of, points) => {
    const customer = await newCustomer(server);
    const guest = await newShopper(server);
    await guest.fill([product, 3]);
    const shipping_address = { ...makeDistinctAddress(), email: customer.email };
    const { order, payment } = (
      await guest.place(
        await guest.prepare({ shipping_address, customer_email: customer.email, payment_method: 'fpx' }),
      )
    ).body;
    const { form } = (await openPayment(server, payment.url)).body;
    const { returns } = await payAt(form, 'outcome=success');
    await postForm(`${form.fields.ResponseURL}`, returns ?? {});
    // As the enquiry after the notice does.
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [order.id]);
    const advance = async (to: string) =>
      expect((await staff('POST', `/orders/${order.id}/advance`, { to })).status).toBe(200);
    for (const to of ['processing', 'packed', 'delivery']) await advance(to);
    const { id } = await refund(order, of);
    await customer.call('POST', '/send-email-verify', { email: customer.email });
    const code = await codeSentTo(server.url, customer.email);
    expect((await customer.call('POST', '/verify-email', { email: customer.email, code })).status).toBe(200);
    await advance('complete');
    expect((await customer.call('GET', `/orders/${order.id}`)).status).toBe(200);
    expect(await readBalances(customer)).toMatchObject({ pending: points });
    const withdrawal = await staff('POST', `/payments/refunds/${id}/withdraw`, { reason: 'Found in the van' });
    expect([withdrawal.status, withdrawal.body.message]).toEqual([200, undefined]);
    expect(await readBalances(customer)).toMatchObject({ pending: 60 });
    expect((await checkWallets(system())).wrong).toEqual([]);
  },
);

test('points become negative where they were spent meanwhile', async () => {
  const customer = await newCustomer(server);
  const { points } = await readBalances(customer);
  const order = await place(customer, 10);
  await complete(order);
  await release();
  const spending = await place(customer, 2, { use_points: 200 });
  expect(await readBalances(customer)).toMatchObject({ points: points + 200 - 200 });
  await refund(order, { of: 'whole_order' });
  expect(await readBalances(customer)).toMatchObject({ points: points - 200 });
  expect(spending.id).not.toBe(order.id);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('money is refunded first, then coins, then points', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 3_000);
  await fillWallet(server, customer, 'point', 500);
  const start = await readBalances(customer);
  const order = await place(customer, 2, { use_golds: 3_000, use_points: 500 });
  await complete(order);
  const money = Math.round(Number(order.grand_total) * 100);
  const first = await refund(order, {
    of: 'goodwill',
    amount: ((money + 1_000) / 100).toFixed(2),
    comment: 'Spoiled',
  });
  expect([first.amount, first.coins, first.points]).toEqual([order.grand_total, 1_000, 0]);
  expect(await readBalances(customer)).toMatchObject({ coins: start.coins - 2_000, points: start.points - 500 });
  // The text names a return, not a cancellation: the order is not canceled.
  const { data } = (await customer.call('GET', '/wallet_transactions?search=action:return')).body;
  expect(data).toMatchObject([{ amount: 1_000, description: `Given back from order ${order.order_number}` }]);
  const second = await refund(order, { of: 'whole_order' });
  expect([second.amount, second.coins, second.points, second.state]).toEqual(['0.00', 2_000, 500, 'settled']);
  expect(await readBalances(customer)).toMatchObject({ coins: start.coins, points: start.points });
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('canceling an order returns the coins and points that earlier refunds did not', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const start = await readBalances(customer);
  const order = await place(customer, 2, { use_golds: 1_000 });
  // As if the order were paid online.
  await db.raw(`update orders set payment_status = 'paid', payment_method = 'fpx' where id = $1`, [order.id]);
  expect(await refund(order, { of: 'goodwill', amount: '4.00', comment: 'Late' })).toMatchObject({ coins: 400 });
  expect(await readBalances(customer)).toMatchObject({ coins: start.coins - 600 });
  await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sold out' });
  expect(await readBalances(customer)).toEqual(start);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('the spend of refunded goods no longer counts towards the tier, before and after completion', async () => {
  const customer = await newCustomer(server);
  const order = await place(customer, 16);
  await complete(order);
  expect(await readTier(customer)).toMatchObject({ tier: { code: 'tunas' }, spent: '320.00' });
  await refund(order, { of: 'goodwill', amount: '50.00', comment: 'Late' });
  expect(await readTier(customer)).toMatchObject({ tier: { code: 'tunas' }, spent: '320.00' });
  await refund(order, units(2));
  expect(await readTier(customer)).toMatchObject({ tier: { code: 'benih' }, spent: '280.00' });
  await refund(order, { of: 'whole_order' });
  expect(await readTier(customer)).toMatchObject({ spent: '0.00' });
});

test('the reward of a friend’s first order is reversed once that order is fully refunded', async () => {
  const voucher = await makeVoucher(db, { issued_for: 'referral', is_offered: false });
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const start = await readBalances(referrer);
  const friend = await newCustomer(server, { referral_code: code });
  const order = await place(friend, 2);
  await complete(order);
  const readState = async () => (await referrer.call('GET', '/referrals')).body.data[0].state;
  const countVouchers = async () => {
    const { data } = (await referrer.call('GET', '/voucher/activated')).body;
    return data.filter(({ voucher_id }: { voucher_id: string }) => voucher_id === voucher).length;
  };
  expect([await readState(), (await readBalances(referrer)).coins, await countVouchers()]).toEqual([
    'rewarded',
    start.coins + 500,
    1,
  ]);
  await refund(order, units(1));
  expect(await readState()).toBe('rewarded');
  await refund(order, { of: 'whole_order' });
  expect([await readState(), (await readBalances(referrer)).coins, await countVouchers()]).toEqual([
    'void',
    start.coins,
    0,
  ]);
  const { data } = (await referrer.call('GET', '/wallet_transactions?search=action:clawback')).body;
  expect(data).toMatchObject([{ description: 'Taken back, your friend’s order was refunded' }]);
  await db.raw('update vouchers set is_active = false where id = $1', [voucher]);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('refunding all items of a friend’s order, delivery left, takes the whole reward of friend and referrer back, once', async () => {
  const vouchers = [
    await makeVoucher(db, { issued_for: 'referral', is_offered: false }),
    await makeVoucher(db, { issued_for: 'first_order', is_offered: false }),
  ];
  await db.raw(
    `insert into earn_rules (key, action, kind, amount, per) values ('first_order', 'first_order', 'point', 200, 'once')`,
  );
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const start = [await readBalances(referrer), await readBalances(friend)];
  const order = await place(friend, 2);
  await complete(order);
  const count = async (customer: TestCustomer) => (await customer.call('GET', '/voucher/activated')).body.data.length;
  expect((await readBalances(referrer)).coins).toBe((start[0]?.coins ?? 0) + 500);
  expect((await readBalances(friend)).points).toBe((start[1]?.points ?? 0) + 200);
  expect([await count(referrer), await count(friend)]).toEqual([2, 1]);
  await refund(order, units(1));
  expect([await count(referrer), await count(friend)]).toEqual([2, 1]);
  await refund(order, units(1));
  const readBothBalances = async () => [await readBalances(referrer), await readBalances(friend)];
  expect(await readBothBalances()).toEqual(start);
  expect([await count(referrer), await count(friend)]).toEqual([0, 0]);
  expect((await referrer.call('GET', '/referrals')).body.data[0].state).toBe('void');
  await refund(order, { of: 'whole_order' });
  expect(await readBothBalances()).toEqual(start);
  await db.raw('update vouchers set is_active = false where id = any ($1)', [vouchers]);
  await db.raw(`delete from earn_rules where action = 'first_order'`);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('goods that were free do not keep the reward once all others are refunded', async () => {
  const gift = await makeProduct(db, { price: 15_00, stock: 100 });
  const code = 'PAIR';
  await makePromotion(db, { code, class: 'product', benefit: { kind: 'buy_x_get_y', buy: 1, get: 1, percent: 100 } });
  const referrer = await newCustomer(server);
  const referral_code = (await referrer.call('GET', '/refer-code')).body.code;
  const friend = await newCustomer(server, { referral_code });
  const order = await place(friend, 1, { coupon_code: code }, [gift, 1]);
  await complete(order);
  const readState = async () => (await referrer.call('GET', '/referrals')).body.data[0].state;
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['rewarded', 500]);
  const { id } = await refund(order, units(1));
  const refusal = await staff('POST', `/orders/${order.id}/refund`, {
    of: 'items',
    items: [{ id: gift.id, quantity: 1 }],
  });
  expect(refusal.body.code).toBe('refund.nothing');
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['void', 0]);
  expect((await staff('POST', `/payments/refunds/${id}/withdraw`, { reason: 'Found' })).status).toBe(200);
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['rewarded', 500]);
  // Goodwill refunds no goods.
  await refund(order, { of: 'goodwill', amount: '1.00', comment: 'Late' });
  expect(await readState()).toBe('rewarded');
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('an order whose goods were all paid by a voucher still has its reward after goodwill', async () => {
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const voucher = { voucher_id: await makeVoucher(db, { off: 20_00 }) };
  const voucher_id = (await friend.call('POST', '/voucher/activated', voucher)).body.voucher.id;
  const order = await place(friend, 1, { voucher_id });
  const { rows } = await db.raw(
    'select price_total - discount - voucher_discount as paid from order_lines where order_id = $1',
    [order.id],
  );
  expect(rows.map(({ paid }) => Number(paid))).toEqual([0]);
  await complete(order);
  await refund(order, { of: 'goodwill', amount: '1.00', comment: 'Late' });
  expect((await referrer.call('GET', '/referrals')).body.data[0].state).toBe('rewarded');
});

test('a reward’s voucher that is in use while a refund takes the reward back is void once it is returned', async () => {
  const usable = '{online,store}';
  const vouchers = [
    await makeVoucher(db, { issued_for: 'referral', is_offered: false, usable }),
    await makeVoucher(db, { issued_for: 'referral', is_offered: false, usable }),
  ];
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const order = await place(friend, 2);
  await complete(order);
  type ListedVoucher = { voucher_id: string; id: string; code: string; status: string; locked: boolean };
  const listVouchers = async (): Promise<ListedVoucher[]> => {
    const { data } = (await referrer.call('GET', '/voucher/activated')).body;
    return data.filter(({ voucher_id }: ListedVoucher) => vouchers.includes(voucher_id));
  };
  const readStates = async () =>
    (await listVouchers()).map(({ status, locked }) => (locked ? 'locked' : status)).sort();
  const till = async (path: string, body: object) => {
    const response = await server.api('POST', `/till/${path}`, { body, headers: { 'x-api-key': 'demo-till' } });
    expect([200, 201], response.body.message).toContain(response.status);
  };
  /** Uses one voucher for an order and the other in an outlet; returns what returns both. */
  const useBoth = async (receipt: string) => {
    const [forOrder, inStore] = await listVouchers();
    const { id } = await place(referrer, 1, { voucher_id: forOrder?.id });
    await till('redeem', { member_id: referrer.id, receipt, voucher_code: inStore?.code });
    return async () => {
      expect((await staff('POST', `/orders/${id}/cancel`, { comment: 'No stock' })).status).toBe(200);
      await till('reverse', { receipt });
    };
  };
  const refundItems = async () => (await refund(order, units(2))).id;
  const withdraw = async (id: string) =>
    expect((await staff('POST', `/payments/refunds/${id}/withdraw`, { reason: 'Found' })).status).toBe(200);

  const returnBoth = await useBoth('V-1');
  const first = await refundItems();
  expect(await readStates()).toEqual(['locked', 'used']);
  await returnBoth();
  expect(await readStates()).toEqual([]);
  await withdraw(first);
  expect(await readStates()).toEqual(['active', 'active']);

  const returnBothAgain = await useBoth('V-2');
  await withdraw(await refundItems());
  expect(await readStates()).toEqual(['locked', 'used']);
  await returnBothAgain();
  expect(await readStates()).toEqual(['active', 'active']);
  await db.raw('update vouchers set is_active = false where id = any ($1)', [vouchers]);
});

test('a reward is taken from the account that the referrer’s was merged into, the friend’s too, and comes back to it', async () => {
  const voucher = await makeVoucher(db, { issued_for: 'referral', is_offered: false });
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const owner = await newCustomer(server);
  const order = await place(friend, 2);
  await complete(order);
  // The friend's account takes over the referrer's email, and the owner's proves it too.
  for (const { id } of [friend, owner]) {
    await mergeAccounts(system(), id, { kind: 'email', value: referrer.email });
  }
  const readReward = async () => {
    const { data } = (await owner.call('GET', '/voucher/activated')).body;
    const vouchers = data.filter(({ voucher_id }: { voucher_id: string }) => voucher_id === voucher);
    const { rows } = await db.raw('select state from referrals where order_id = $1', [order.id]);
    return [rows[0]?.state, (await readBalances(owner)).coins, vouchers.length];
  };
  expect(await readReward()).toEqual(['rewarded', 500, 1]);
  const { id } = await refund(order, units(2));
  expect(await readReward()).toEqual(['void', 0, 0]);
  expect((await staff('POST', `/payments/refunds/${id}/withdraw`, { reason: 'Found' })).status).toBe(200);
  expect(await readReward()).toEqual(['rewarded', 500, 1]);
  await db.raw('update vouchers set is_active = false where id = $1', [voucher]);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('a reward whose rule asks for a minimum comes at it, and is taken back whole below it', async () => {
  await db.raw(`update earn_rules set min_spend = 5000 where action = 'referral'`);
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const readState = async () => (await referrer.call('GET', '/referrals')).body.data[0].state;
  // RM40.00 of goods, less 10%.
  await complete(await place(friend, 2));
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['ordered', 0]);
  const order = await place(friend, 4);
  await complete(order);
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['rewarded', 500]);
  await refund(order, units(1));
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['rewarded', 500]);
  await refund(order, units(1));
  expect([await readState(), (await readBalances(referrer)).coins]).toEqual(['void', 0]);
  await db.raw(`update earn_rules set min_spend = 0 where action = 'referral'`);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('a first-order reward whose rule asks for a minimum comes at it, and is taken back whole below it', async () => {
  await db.raw(
    `insert into earn_rules (key, action, kind, amount, per, min_spend)
     values ('first_order', 'first_order', 'point', 200, 'once', 6000)`,
  );
  const [small, large] = [await newCustomer(server), await newCustomer(server)];
  const smallStart = (await readBalances(small)).points;
  await complete(await place(small, 2));
  expect((await readBalances(small)).points).toBe(smallStart);
  const start = (await readBalances(large)).points;
  const order = await place(large, 4);
  await complete(order);
  expect((await readBalances(large)).points).toBe(start + 200);
  // Leaves RM60.00 of goods, the minimum.
  await refund(order, units(1));
  expect((await readBalances(large)).points).toBe(start + 200);
  await refund(order, units(1));
  expect((await readBalances(large)).points).toBe(start);
  const { data } = (await large.call('GET', '/wallet_transactions?search=action:clawback')).body;
  expect(data).toContainEqual(expect.objectContaining({ amount: -200, order_id: order.id }));
  await db.raw(`delete from earn_rules where action = 'first_order'`);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('an order whose items were refunded before it is complete earns no reward', async () => {
  const referrer = await newCustomer(server);
  const { code } = (await referrer.call('GET', '/refer-code')).body;
  const friend = await newCustomer(server, { referral_code: code });
  const order = await place(friend, 1);
  // As if the order were paid online.
  await db.raw(`update orders set payment_status = 'paid', payment_method = 'fpx' where id = $1`, [order.id]);
  const advance = (to: string) => staff('POST', `/orders/${order.id}/advance`, { to });
  for (const to of ['processing', 'packed', 'delivery']) expect((await advance(to)).status).toBe(200);
  await db.raw(
    `insert into refunds (id, order_id, amount, reason, state, items, goods, created_at, updated_at)
     select gen_random_uuid(), id, 1, 'items', 'requested', '[{"position": 0, "quantity": 1}]',
       (select price_total - discount from order_lines where order_id = orders.id), now(), now() from orders where id = $1`,
    [order.id],
  );
  expect((await advance('complete')).status).toBe(200);
  expect((await readBalances(referrer)).coins).toBe(0);
});
