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
  const placed = await placeComplete(product, 3);
  const { body: failed } = await refund(placed, items(product, 1));
  await move(failed.id, 'fail');
  expect(await listShownRefunds(placed)).toEqual([['20.00', 0, 'due']]);
  for (const step of ['approve', 'send', 'settle', 'fail'] as const) {
    expect((await move(failed.id, step)).body.code).toBe('refund.wrong_state');
  }
  const again = await move(failed.id, 'request-again');
  expect([again.status, again.body]).toEqual([
    201,
    expect.objectContaining({ amount: '20.00', state: 'requested', reason: 'items', items: [], replaced_by: null }),
  ]);
  expect(await listRefunds(placed)).toEqual([
    expect.objectContaining({ id: failed.id, state: 'failed', replaced_by: again.body.id }),
    expect.objectContaining({ id: again.body.id, state: 'requested' }),
  ]);
  expect(await listShownRefunds(placed)).toEqual([['20.00', 0, 'due']]);
  await payBack(again.body.id);
  expect(await listShownRefunds(placed)).toEqual([['20.00', 0, 'refunded']]);
  expect((await move(failed.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect((await move(again.body.id, 'request-again')).body.code).toBe('refund.wrong_state');
  const subject = encodeURIComponent(`subject:refund of ${placed.payment.attempt}, order ${placed.order.order_number}`);
  const audit = (await staff('GET', `/audit?search=${subject}`)).body.data;
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'staff.requestRefundAgain', before: { refund: failed.id } }),
  );
});

test('refunds that failed, each requested again, and the rest add up to what was paid, to the sen', async () => {
  const product = await makeProduct(db, { price: 33_33, stock: 10 });
  const placed = await placeComplete(product, 3);
  const [first, second] = [
    (await refund(placed, items(product, 1))).body,
    (await refund(placed, { of: 'goodwill', amount: '0.50', comment: 'Late' })).body,
  ];
  for (const { id } of [first, second]) await move(id, 'fail');
  const again = (await move(first.id, 'request-again')).body;
  await move(again.id, 'fail');
  // The items were refunded already, only their money is missing.
  expect((await refund(placed, items(product, 3))).body.code).toBe('refund.items');
  const rest = (await refund(placed, items(product, 2))).body;
  expect(rest.amount).toBe('66.66');
  const third = (await move(again.id, 'request-again')).body;
  const fourth = (await move(second.id, 'request-again')).body;
  const last = (await refund(placed, { of: 'whole_order' })).body;
  const amounts = [rest, third, fourth, last].map(({ amount }) => sen(amount));
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(sen(placed.order.grand_total));
  expect((await refund(placed, { of: 'whole_order' })).body.code).toBe('refund.nothing');
  const statuses = [];
  for (const { id } of [rest, third, fourth, last]) {
    statuses.push((await readPayments(server, placed.order.id)).order[1]);
    await payBack(id);
  }
  expect(statuses).toEqual(Array(4).fill('refund_due'));
  expect((await readPayments(server, placed.order.id)).order).toEqual(['complete', 'refunded']);
});

test('a whole order whose refund failed is refunded in whole again; its goods go to stock once', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const placed = await placeComplete(product, 2);
  const failed = (await refund(placed, { of: 'whole_order', restock: true })).body;
  await move(failed.id, 'fail');
  expect(await readStock(db, product)).toBe(10);
  const again = (await refund(placed, { of: 'whole_order', restock: true })).body;
  expect([again.amount, again.items]).toEqual([placed.order.grand_total, []]);
  expect(await readStock(db, product)).toBe(10);
  expect((await move(failed.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect(await listShownRefunds(placed)).toEqual([[placed.order.grand_total, 0, 'due']]);
  expect((await refund(placed, { of: 'goodwill', amount: '0.01', comment: 'More' })).body.code).toBe('refund.too_much');
  await payBack(again.id);
  expect((await readPayments(server, placed.order.id)).order).toEqual(['complete', 'refunded']);
});

test('other refunds leave the money of a failed one to the last; what they take of it is no longer due', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const placed = await placeComplete(product, 1);
  const total = sen(placed.order.grand_total);
  const failed = (await refund(placed, items(product, 1))).body;
  await move(failed.id, 'fail');
  const goodwill = (amount: number) =>
    refund(placed, { of: 'goodwill', amount: (amount / 100).toFixed(2), comment: 'Late' });
  expect((await goodwill(total - 20_00)).status).toBe(201);
  expect((await listShownRefunds(placed)).length).toBe(2);
  expect((await listRefunds(placed))[0]?.replaced_by).toBeNull();
  expect((await goodwill(20_01)).body.code).toBe('refund.too_much');
  const taking = (await goodwill(1)).body;
  expect((await listRefunds(placed))[0]?.replaced_by).toBe(taking.id);
  expect((await move(failed.id, 'request-again')).body.code).toBe('refund.wrong_state');
  expect((await goodwill(19_99)).status).toBe(201);
});

test('points and coins go back, and earned points are taken back, once for a refund that fails and is requested again', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const wallet = async () => {
    const { point, store_credit } = (await customer.call('GET', '/wallet_transactions')).body.balances;
    return { points: point.balance + point.pending, coins: store_credit.balance };
  };
  const tier = async () => (await customer.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent;
  const start = await wallet();
  const placed = await placeComplete(product, 2, { use_golds: 1_000 }, customer);
  // 30 for the order, and the reward for the first one.
  expect(await wallet()).toEqual({ points: start.points + 230, coins: start.coins - 1_000 });
  // More than the money that was paid, so that coins go back as well.
  const amount = ((sen(placed.order.grand_total) + 300) / 100).toFixed(2);
  const failed = (await refund(placed, { of: 'goodwill', amount, comment: 'Spoiled' })).body;
  const goods = (await refund(placed, items(product, 1))).body;
  expect([failed.coins, goods.amount, goods.coins]).toEqual([300, '0.00', 700]);
  const after = { points: start.points, coins: start.coins };
  expect(await wallet()).toEqual(after);
  expect(await tier()).toBe('0.00');
  await move(failed.id, 'fail');
  expect(await listShownRefunds(placed)).toEqual([
    [placed.order.grand_total, 300, 'due'],
    ['0.00', 700, 'refunded'],
  ]);
  const again = (await move(failed.id, 'request-again')).body;
  expect([again.amount, again.coins]).toEqual([placed.order.grand_total, 0]);
  expect(await listShownRefunds(placed)).toEqual([
    ['0.00', 300, 'refunded'],
    ['0.00', 700, 'refunded'],
    [placed.order.grand_total, 0, 'due'],
  ]);
  await payBack(again.id);
  expect(await wallet()).toEqual(after);
  expect((await readPayments(server, placed.order.id)).order).toEqual(['complete', 'refunded']);
  expect((await checkWallets(system())).wrong).toEqual([]);
});

test('canceling an order requests what failed refunds owe with the rest', async () => {
  const placed = await placePaid({ price: 50_00 });
  const failed = (await refund(placed, { of: 'goodwill', amount: '10.00', comment: 'Late' })).body;
  await move(failed.id, 'fail');
  await cancel(placed);
  const [, canceled] = await listRefunds(placed);
  expect(await listRefunds(placed)).toEqual([
    expect.objectContaining({ id: failed.id, replaced_by: canceled?.id }),
    expect.objectContaining({ reason: 'order_canceled', amount: placed.order.grand_total }),
  ]);
  expect(await listShownRefunds(placed)).toEqual([[placed.order.grand_total, 0, 'due']]);
  expect((await move(failed.id, 'request-again')).body.code).toBe('refund.wrong_state');
});

test('the refund of a canceled order, of a second payment and of cash can be requested again', async () => {
  const placed = await placePaid();
  const { order_number, view_token, grand_total } = placed.order;
  await openPayment(server, placed.payment.url);
  await db.raw(`update payment_attempts set state = 'sent', captured_at = null where reference = $1`, [
    placed.payment.attempt,
  ]);
  await db.raw(`update orders set payment_status = 'unpaid' where id = $1`, [placed.order.id]);
  const body = { order_number, token: view_token };
  const second = (await api('POST', '/orders/payment', { token: placed.shopper.token, body })).body.payment;
  for (const { attempt } of [second, placed.payment]) await notify(makeSignedReport(attempt, grand_total));
  await cancel(placed);
  const failed = await listRefunds(placed);
  expect(failed.map(({ reason }) => reason).sort()).toEqual(['order_canceled', 'paid_twice']);
  for (const { id } of failed) await move(id, 'fail');
  expect((await readPayments(server, placed.order.id)).order).toEqual(['canceled', 'refund_due']);
  for (const { id, amount, reason } of failed) {
    const again = (await move(id, 'request-again')).body;
    expect([again.amount, again.reason]).toEqual([amount, reason]);
    await payBack(again.id);
  }
  expect((await readPayments(server, placed.order.id)).order).toEqual(['canceled', 'refunded']);

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
  const placed = await placePaid({ price: 50_00 });
  const failed = (await refund(placed, { of: 'goodwill', amount: '10.00', comment: 'Late' })).body;
  await move(failed.id, 'fail');
  const path = `/payments/refunds/${failed.id}/request-again`;
  expect((await api('POST', `/staff${path}`)).status).toBe(401);
  expect((await (await newStaff(server, ['picker'])).call('POST', path)).status).toBe(404);
  expect((await (await newStaff(server, ['support'])).call('POST', path)).status).toBe(201);
  const unknown = await move('01900000-0000-7000-8000-000000000000', 'request-again');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'refund.not_found']);
});
