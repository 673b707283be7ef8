/**
 * A process killed with -9 in the middle of a staff refund, of settling it and of withdrawing it: uncommitted changes
 * leave no trace, and the repeated request has its effect once (docs/security.md#c10, docs/readings.md#56).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { releaseEarnings } from '../loyalty/order-wallets.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { type BlockedWrite, killAtWrite } from '../testing/database/kill-at-write.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { fillWallet } from '../testing/make-voucher.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment } from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { staffPayments } from '../testing/orders/staff-payments.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';
import { testServer } from '../testing/test-server.ts';

const database = await testDatabase();
/** Prepares the orders; it shares database and secrets with the process that is killed. */
const server = await testServer({ database });
const { db, app, config } = server;
const { notify, complete, refund } = staffPayments(server);

let shop: ApiProcess;
const start = async () => {
  shop = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
};

beforeAll(async () => {
  await offerOnlinePayment(server);
  await db.raw('update delivery_slot_templates set capacity = 10000');
  await start();
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await database.close();
});

const staff = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.api('POST', `/staff${path}`, { token: config.operatorToken, body, headers });

type PaidProduct = { id: string; order_number: string; product_id: string; customer_id: string };

/** Prepares a complete order, paid by FPX and 300 coins, whose points are available. */
async function placePaid(): Promise<PaidProduct> {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 300);
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 3]);
  const choices = { payment_method: 'fpx', use_golds: 300, shipping_address: makeDistinctAddress() };
  const { order, payment } = (await shopper.place(await shopper.prepare(choices))).body;
  await notify(makeSignedReport(payment.attempt, order.grand_total));
  await complete({ order });
  await db.raw('update pending_earnings set available_at = created_at where order_id = $1', [order.id]);
  await releaseEarnings(makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST));
  return { id: order.id, order_number: order.order_number, product_id: product.id, customer_id: customer.id };
}

/** Lists what a refund changes: itself, payment, stock, wallets, audit and mails. */
async function readFacts({ id, order_number, product_id, customer_id }: PaidProduct): Promise<string[]> {
  const { rows } = await db.raw(
    `select 'refund ' || state as fact from refunds where order_id = $1
     union all select 'payment ' || payment_status from orders where id = $1
     union all select 'stock ' || quantity from inventory where product_id = $2
     union all select action || ' ' || kind || ' ' || amount from wallet_entries
       where customer_id = $3 and action in ('return', 'clawback', 'refund_withdrawn')
     union all select 'audit ' || action from staff_audit where subject like '%' || $4 and action like '%efund%'
     union all select 'mail' from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
         join refunds r on r.id::text = n.data ->> 'refund_id'
       where j.name = 'mail' and r.order_id = $1`,
    [id, product_id, customer_id, order_number],
  );
  return rows.map(({ fact }) => String(fact)).toSorted();
}

const PAID = ['payment paid', 'stock 7'];
/** The order earned 57 points, and 200 as the customer's first one. */
const RETURNED = ['clawback point -57', 'clawback point -200', 'return store_credit 300', 'stock 10'];
const REQUESTED = [
  ...[...RETURNED, 'payment refund_due', 'refund requested'],
  ...['audit staff.refundOrder', 'mail'],
].toSorted();
const SETTLED = [
  ...[...RETURNED, 'payment refunded', 'refund settled'],
  ...['audit staff.refundOrder', 'audit staff.settleRefund', 'mail', 'mail'],
].toSorted();

const WITHDRAWN = [
  ...['clawback point -57', 'clawback point -200', 'return store_credit 300', 'stock 7'],
  ...['refund_withdrawn point 57', 'refund_withdrawn point 200', 'refund_withdrawn store_credit -300'],
  ...['payment paid', 'refund withdrawn', 'audit staff.refundOrder', 'audit staff.withdrawRefund', 'mail'],
].toSorted();

const WHOLE_ORDER = { of: 'whole_order', restock: true };

test.each<[string, BlockedWrite]>([
  ['as it is written', { held: 'before', write: 'insert on refunds' }],
  [
    'as the order becomes due for a refund',
    { held: 'before', write: 'insert on order_history', when: `new.payment_status = 'refund_due'` },
  ],
  ['as goods return to stock', { held: 'before', write: 'update on inventory' }],
  ['as coins return', { held: 'before', write: 'insert on wallet_entries', when: `new.action = 'return'` }],
  ['as points are taken back', { held: 'before', write: 'insert on wallet_entries', when: `new.action = 'clawback'` }],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('a refund killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const paidOrder = await placePaid();
  expect(await readFacts(paidOrder)).toEqual(PAID);
  const request = (key: string) => staff(`/orders/${paidOrder.id}/refund`, WHOLE_ORDER, { 'idempotency-key': key });
  await killAtWrite(database, shop.child, write, () => request(paidOrder.id));
  expect(await readFacts(paidOrder)).toEqual(write.held === 'before' ? PAID : REQUESTED);

  await start();
  const [first, second] = [await request(paidOrder.id), await request(paidOrder.id)];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect((await request(`${paidOrder.id} again`)).body.code).toBe('refund.nothing');
  expect(await readFacts(paidOrder)).toEqual(REQUESTED);
  expect((await staff('/wallets/check', {})).body).toEqual({ wallets: expect.any(Number), wrong: [] });
});

test.each<[string, BlockedWrite]>([
  ['as it is written', { held: 'before', write: 'update on refunds', when: `new.state = 'settled'` }],
  [
    'as the order becomes refunded',
    { held: 'before', write: 'insert on order_history', when: `new.payment_status = 'refunded'` },
  ],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('settling a refund killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const paidOrder = await placePaid();
  const { id } = (await refund({ order: paidOrder }, WHOLE_ORDER)).body;
  expect(await readFacts(paidOrder)).toEqual(REQUESTED);
  const settle = () => staff(`/payments/refunds/${id}/settle`, { operator_reference: 'R-1' });
  await killAtWrite(database, shop.child, write, settle);
  expect(await readFacts(paidOrder)).toEqual(write.held === 'before' ? REQUESTED : SETTLED);

  await start();
  if (write.held === 'before') expect((await settle()).status).toBe(200);
  expect((await settle()).body.code).toBe('refund.wrong_state');
  expect(await readFacts(paidOrder)).toEqual(SETTLED);
  expect((await staff('/wallets/check', {})).body).toEqual({ wallets: expect.any(Number), wrong: [] });
});

test.each<[string, BlockedWrite]>([
  ['as it is written', { held: 'before', write: 'update on refunds', when: `new.state = 'withdrawn'` }],
  [
    'as the order is paid again',
    { held: 'before', write: 'insert on order_history', when: `new.payment_status = 'paid'` },
  ],
  ['as the order has its goods again', { held: 'before', write: 'insert on order_stock' }],
  ['as goods leave the stock', { held: 'before', write: 'update on inventory' }],
  ['as spend counts again', { held: 'before', write: 'insert on qualifying_spend' }],
  ['as points come back', { held: 'before', write: 'insert on wallet_entries', when: 'new.amount > 0' }],
  ['as coins are taken', { held: 'before', write: 'insert on wallet_entries', when: 'new.amount < 0' }],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('withdrawing a refund killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const paidOrder = await placePaid();
  const { id } = (await refund({ order: paidOrder }, WHOLE_ORDER)).body;
  expect(await readFacts(paidOrder)).toEqual(REQUESTED);
  const withdraw = () => staff(`/payments/refunds/${id}/withdraw`, { reason: 'The goods were found' });
  await killAtWrite(database, shop.child, write, withdraw);
  expect(await readFacts(paidOrder)).toEqual(write.held === 'before' ? REQUESTED : WITHDRAWN);

  await start();
  if (write.held === 'before') expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).body.code).toBe('refund.wrong_state');
  expect(await readFacts(paidOrder)).toEqual(WITHDRAWN);
  expect((await staff('/wallets/check', {})).body).toEqual({ wallets: expect.any(Number), wrong: [] });
});
