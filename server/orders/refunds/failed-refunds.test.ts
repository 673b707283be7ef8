/** docs/readings.md#56: the money of a refund that failed is still owed, and goes back once. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { checkWallets } from '../../loyalty/wallets/check-wallets.ts';
import { type MadeProduct, makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { fillWallet } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  makeSignedReport,
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { staffPayments } from '../../testing/orders/staff-payments.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, app, db } = server;
await offerOnlinePayment(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const { staff, notify, placePaid, complete, cancel, refund, listRefunds, move, payBack } = staffPayments(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const sen = (amount: string) => Math.round(Number(amount) * 100);
const items = (product: MadeProduct, quantity: number) => ({
  of: 'items',
  items: [{ id: String(product.id), quantity }],
});

/** Places an order of this product by a new customer or guest, pays it online and completes it. */
async function placeComplete(
  product: MadeProduct,
  quantity: number,
  choices: object = {},
  customer?: { token: string },
) {
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, quantity]);
  const cart = await shopper.prepare({ payment_method: 'fpx', shipping_address: makeDistinctAddress(), ...choices });
  const { body } = await shopper.place(cart);
  await notify(makeSignedReport(body.payment.attempt, body.order.grand_total));
  await complete(body);
  return body as Omit<OnlineOrder, 'shopper'>;
}

/** Reads the refunds that the shopper sees of an order: amount, coins and state of each. */
async function listShownRefunds({ order }: Pick<OnlineOrder, 'order'>): Promise<unknown[]> {
  const proof = new URLSearchParams({ order_number: order.order_number, token: order.view_token });
  const { payment_refunds } = (await api('GET', `/order?${proof}`)).body.order;
  return payment_refunds.map(({ amount, coins, state }: { amount: string; coins: number; state: string }) => [
    ...[amount, coins, state],
  ]);
}

test('a failed refund is still due to the shopper, and takes no further step; requested again, it is due once', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const testOrder = await placeComplete(product, 3);
  const { body: failedRefund } = await refund(testOrder, items(product, 1));
  await move(failedRefund.id, 'fail');
  expect(await listShownRefunds(testOrder)).toEqual([['20.00', 0, 'due']]);
  for (const step of ['approve', 'send', 'settle', 'fail'] as const) {
    expect((await move(failedRefund.id, step)).body.code).toBe('refund.wrong_state');
  }
  const again = await move(failedRefund.id, 'request-again');
  expect([again.status, again.body]).toEqual([
    201,
    expect.objectContaining({ amount: '20.00', state: 'requested', reason: 'items', items: [], replaced_by: null }),
  ]);
  expect(await listRefunds(testOrder)).toEqual([
    expect.objectContaining({ id: failedRefund.id, state: 'failed', replaced_by: again.body.id }),
    expect.objectContaining({ id: again.body.id, state: 'requested' }),
  ]);
  expect(await listShownRefunds(testOrder)).toEqual([['20.00', 0, 'due']]);
  await payBack(again.body.id);
  expect(await listShownRefunds(testOrder)).toEqual([['20.00', 0, 'refunded']]);
  expect((await move(failedRefund.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect((await move(again.body.id, 'request-again')).body.code).toBe('refund.wrong_state');
  const subject = encodeURIComponent(
    `subject:refund of ${testOrder.payment.attempt}, order ${testOrder.order.order_number}`,
  );
  const audit = (await staff('GET', `/audit?search=${subject}`)).body.data;
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'staff.requestRefundAgain', before: { refund: failedRefund.id } }),
  );
});

test('refunds that failed, each requested again, and the rest add up to what was paid, to the sen', async () => {
  const product = await makeProduct(db, { price: 33_33, stock: 10 });
  const testOrder = await placeComplete(product, 3);
  const [first, second] = [
    (await refund(testOrder, items(product, 1))).body,
    (await refund(testOrder, { of: 'goodwill', amount: '0.50', comment: 'Late' })).body,
  ];
  for (const { id } of [first, second]) await move(id, 'fail');
  const again = (await move(first.id, 'request-again')).body;
  await move(again.id, 'fail');
  // The items were refunded already, only their money is missing.
  expect((await refund(testOrder, items(product, 3))).body.code).toBe('refund.items');
  const rest = (await refund(testOrder, items(product, 2))).body;
  expect(rest.amount).toBe('66.66');
  const third = (await move(again.id, 'request-again')).body;
  const fourth = (await move(second.id, 'request-again')).body;
  const last = (await refund(testOrder, { of: 'whole_order' })).body;
  const amounts = [rest, third, fourth, last].map(({ amount }) => sen(amount));
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(sen(testOrder.order.grand_total));
  expect((await refund(testOrder, { of: 'whole_order' })).body.code).toBe('refund.nothing');
  const statuses = [];
  for (const { id } of [rest, third, fourth, last]) {
    statuses.push((await readPayments(server, testOrder.order.id)).order[1]);
    await payBack(id);
  }
  expect(statuses).toEqual(Array(4).fill('refund_due'));
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['complete', 'refunded']);
});

test('a whole order whose refund failed is refunded in whole again; its goods go to stock once', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const testOrder = await placeComplete(product, 2);
  const failedRefund = (await refund(testOrder, { of: 'whole_order', restock: true })).body;
  await move(failedRefund.id, 'fail');
  expect(await readStock(db, product)).toBe(10);
  const again = (await refund(testOrder, { of: 'whole_order', restock: true })).body;
  expect([again.amount, again.items]).toEqual([testOrder.order.grand_total, []]);
  expect(await readStock(db, product)).toBe(10);
  expect((await move(failedRefund.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect(await listShownRefunds(testOrder)).toEqual([[testOrder.order.grand_total, 0, 'due']]);
  expect((await refund(testOrder, { of: 'goodwill', amount: '0.01', comment: 'More' })).body.code).toBe(
    'refund.too_much',
  );
  await payBack(again.id);
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['complete', 'refunded']);
});

test('other refunds leave the money of a failed one to the last; what they take of it is no longer due', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const testOrder = await placeComplete(product, 1);
  const total = sen(testOrder.order.grand_total);
  const failedRefund = (await refund(testOrder, items(product, 1))).body;
  await move(failedRefund.id, 'fail');
  const goodwill = (amount: number) =>
    refund(testOrder, { of: 'goodwill', amount: (amount / 100).toFixed(2), comment: 'Late' });
  expect((await goodwill(total - 20_00)).status).toBe(201);
  expect((await listShownRefunds(testOrder)).length).toBe(2);
  expect((await listRefunds(testOrder))[0]?.replaced_by).toBeNull();
  expect((await goodwill(20_01)).body.code).toBe('refund.too_much');
  const replacement = (await goodwill(1)).body;
  expect((await listRefunds(testOrder))[0]?.replaced_by).toBe(replacement.id);
  expect((await move(failedRefund.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect((await goodwill(19_99)).status).toBe(201);
});

test('points and coins go back, and earned points are taken back, once for a refund that fails and is requested again', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const readWallet = async () => {
    const { point, store_credit } = (await customer.call('GET', '/wallet_transactions')).body.balances;
    return { points: point.balance + point.pending, coins: store_credit.balance };
  };
  const readSpend = async () => (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent;
  const start = await readWallet();
  const testOrder = await placeComplete(product, 2, { use_golds: 1_000 }, customer);
  // 30 points for the order, and the reward for a first order.
  expect(await readWallet()).toEqual({ points: start.points + 230, coins: start.coins - 1_000 });
  // More than the money that was paid, so that coins go back as well.
  const amount = ((sen(testOrder.order.grand_total) + 300) / 100).toFixed(2);
  const failedRefund = (await refund(testOrder, { of: 'goodwill', amount, comment: 'Spoiled' })).body;
  const goods = (await refund(testOrder, items(product, 1))).body;
  expect([failedRefund.coins, goods.amount, goods.coins]).toEqual([300, '0.00', 700]);
  const after = { points: start.points, coins: start.coins };
  expect(await readWallet()).toEqual(after);
  expect(await readSpend()).toBe('0.00');
  await move(failedRefund.id, 'fail');
  expect(await listShownRefunds(testOrder)).toEqual([
    [testOrder.order.grand_total, 300, 'due'],
    ['0.00', 700, 'refunded'],
  ]);
  const again = (await move(failedRefund.id, 'request-again')).body;
  expect([again.amount, again.coins]).toEqual([testOrder.order.grand_total, 0]);
  expect(await listShownRefunds(testOrder)).toEqual([
    ['0.00', 300, 'refunded'],
    ['0.00', 700, 'refunded'],
    [testOrder.order.grand_total, 0, 'due'],
  ]);
  await payBack(again.id);
  expect(await readWallet()).toEqual(after);
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['complete', 'refunded']);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('canceling an order requests what failed refunds owe with the rest', async () => {
  const testOrder = await placePaid({ price: 50_00 });
  const failedRefund = (await refund(testOrder, { of: 'goodwill', amount: '10.00', comment: 'Late' })).body;
  await move(failedRefund.id, 'fail');
  await cancel(testOrder);
  const [, cancellationRefund] = await listRefunds(testOrder);
  expect(await listRefunds(testOrder)).toEqual([
    expect.objectContaining({ id: failedRefund.id, replaced_by: cancellationRefund?.id }),
    expect.objectContaining({ reason: 'order_canceled', amount: testOrder.order.grand_total }),
  ]);
  expect(await listShownRefunds(testOrder)).toEqual([[testOrder.order.grand_total, 0, 'due']]);
  expect((await move(failedRefund.id, 'request-again')).body.code).toBe('refund.wrong_state');
});

test('the refund of a canceled order, of a second payment and of cash can be requested again', async () => {
  const testOrder = await placePaid();
  const { order_number, view_token, grand_total } = testOrder.order;
  await openPayment(server, testOrder.payment.url);
  await db.raw(`update payment_attempts set state = 'sent', captured_at = null where reference = $1`, [
    testOrder.payment.attempt,
  ]);
  await db.raw(`update orders set payment_status = 'unpaid' where id = $1`, [testOrder.order.id]);
  const body = { order_number, token: view_token };
  const second = (await api('POST', '/orders/payment', { token: testOrder.shopper.token, body })).body.payment;
  for (const { attempt } of [second, testOrder.payment]) await notify(makeSignedReport(attempt, grand_total));
  await cancel(testOrder);
  const failedRefunds = await listRefunds(testOrder);
  expect(failedRefunds.map(({ reason }) => reason).sort()).toEqual(['order_canceled', 'paid_twice']);
  for (const { id } of failedRefunds) await move(id, 'fail');
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refund_due']);
  for (const { id, amount, reason } of failedRefunds) {
    const again = (await move(id, 'request-again')).body;
    expect([again.amount, again.reason]).toEqual([amount, reason]);
    await payBack(again.id);
  }
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refunded']);

  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const cash = (await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }))).body;
  await complete(cash);
  const unpaid = (await refund(cash, { of: 'whole_order' })).body;
  await move(unpaid.id, 'fail');
  const again = (await move(unpaid.id, 'request-again')).body;
  expect([again.amount, again.reference]).toEqual([cash.order.grand_total, null]);
  expect((await refund(cash, { of: 'goodwill', amount: '0.01', comment: 'More' })).body.code).toBe('refund.too_much');
  await payBack(again.id);
  expect((await readPayments(server, cash.order.id)).order).toEqual(['complete', 'refunded']);
});

test('orders, support and finance request a failed refund again; 401 without a token, 404 for others and unknown ones', async () => {
  const testOrder = await placePaid({ price: 50_00 });
  const failedRefund = (await refund(testOrder, { of: 'goodwill', amount: '10.00', comment: 'Late' })).body;
  await move(failedRefund.id, 'fail');
  const path = `/payments/refunds/${failedRefund.id}/request-again`;
  expect((await api('POST', `/staff${path}`)).status).toBe(401);
  expect((await (await newStaff(server, ['picker'])).call('POST', path)).status).toBe(404);
  expect((await (await newStaff(server, ['support'])).call('POST', path)).status).toBe(201);
  const unknown = await move('01900000-0000-7000-8000-000000000000', 'request-again');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'refund.not_found']);
});
