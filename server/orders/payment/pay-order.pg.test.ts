/** Races between the reports of payments, on PostgreSQL only: two processes on one database. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  makeSignedReport,
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  postForm,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { enquirePayment } from './enquire-payments.ts';

const HOUR_MS = 3_600_000;

let now = new Date('2026-11-20T02:00:00Z');
const first = await testServer({ clock: () => now });
const gateway = first.app.shop.partners;
const second = await testServer({ clock: () => now, database: first.database });
// Both processes use the same gateway.
second.app.shop.partners = gateway;
const servers = [first, second];
const { db } = first;
await offerOnlinePayment(first);
await db.raw('update delivery_slot_templates set capacity = 10000');

const system = ({ app }: TestServer) =>
  makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const placeOrder = (fields: Parameters<typeof placeOnline>[1] = {}) =>
  placeOnline(first, { shipping_address: makeDistinctAddress(), ...fields });

/** Pays at the gateway, which reports nothing itself; returns the report that it would send. */
async function payUnreported({ payment }: Pick<OnlineOrder, 'payment'>, query = '') {
  const { form } = (await openPayment(first, payment.url)).body;
  const { returns } = await payAt(form, `outcome=return-only${query}`);
  return returns ?? {};
}

const sendNotice = ({ url }: TestServer, fields: Record<string, string>) =>
  postForm(`${url}/api/payments/ipay88/notice`, fields);
const sendReturn = ({ url }: TestServer, fields: Record<string, string>) =>
  postForm(`${url}/api/payments/ipay88/return`, fields);
const sendHint = ({ api }: TestServer, RefNo: string) =>
  api('POST', '/orders/payment/callback/ipay88', { body: { RefNo, Status: '0' } });

/** Reports one payment 50 times from every side, at both processes at once. */
async function reportFromEverySide(attempt: string, fields: Record<string, string>): Promise<void> {
  const reports = Array.from({ length: 10 }, (_, at) => servers[at % 2] ?? first).flatMap((server) => [
    sendNotice(server, fields).then(({ text }) => text),
    sendReturn(server, fields).then(({ status }) => status),
    sendHint(server, attempt).then(({ status }) => status),
    sendNotice(server, fields).then(({ text }) => text),
    enquirePayment(system(server), attempt, 'schedule').then(() => 'enquired'),
  ]);
  const responses = await Promise.all(reports);
  expect(responses).toEqual(Array(10).fill(['RECEIVEOK', 303, 200, 'RECEIVEOK', 'enquired']).flat());
}

async function countConfirmations(order_id: string): Promise<number> {
  const { rows } = await db.raw(
    `select from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.kind = 'order-placed' and n.order_id = $1`,
    [order_id],
  );
  return rows.length;
}

const PAID_ONCE = { order: ['pending', 'paid'], attempts: ['paid'], refunds: [], timesPaid: 1 };

test('50 reports of one payment at once, from notice, return, client and enquiry, pay it exactly once', async () => {
  const one = await placeOrder();
  const fields = await payUnreported(one);
  await reportFromEverySide(one.payment.attempt, fields);
  expect(await readPayments(first, one.order.id)).toEqual(PAID_ONCE);
  expect(await countConfirmations(one.order.id)).toBe(1);
});

test('a payment that was reported is reported 50 times again a day later: nothing changes', async () => {
  const one = await placeOrder();
  const fields = await payUnreported(one);
  expect((await sendNotice(first, fields)).text).toBe('RECEIVEOK');
  now = new Date(now.getTime() + 24 * HOUR_MS);
  await reportFromEverySide(one.payment.attempt, fields);
  expect(await readPayments(first, one.order.id)).toEqual(PAID_ONCE);
  expect(await countConfirmations(one.order.id)).toBe(1);
});

test('two attempts of one order are paid at once: one pays it, the other is refunded', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await placeOrder();
    const { order_number, view_token } = one.order;
    // The enquiry before another attempt does not return the payment yet.
    const fields = await payUnreported(one, '&enquiry=pending');
    now = new Date(now.getTime() + 60_000);
    const body = { order_number, token: view_token };
    const { payment } = (await first.api('POST', '/orders/payment', { body, token: one.shopper.token })).body;
    const again = await payUnreported({ payment });
    await Promise.all([reportFromEverySide(one.payment.attempt, fields), reportFromEverySide(payment.attempt, again)]);
    const amount = Number(one.order.grand_total.replace('.', ''));
    const { attempts, ...rest } = await readPayments(first, one.order.id);
    expect(attempts.toSorted()).toEqual(['paid', 'paid_late']);
    expect(rest).toEqual({
      order: ['pending', 'paid'],
      refunds: [{ reason: 'paid_twice', state: 'requested', amount }],
      timesPaid: 1,
    });
  }
});

test('notices race the expiry of their orders: each is paid, or canceled with a refund due and its stock returned', async () => {
  const product = await makeProduct(db, { stock: 100 });
  const orders: { one: OnlineOrder; fields: Record<string, string> }[] = [];
  for (let order = 0; order < 16; order++) {
    const one = await placeOrder({ product });
    // The enquiry before the expiry does not return the payment yet.
    orders.push({ one, fields: await payUnreported(one, '&enquiry=pending') });
  }
  expect(await readStock(db, product)).toBe(84);
  now = new Date(now.getTime() + 31 * 60_000);
  // The oldest is canceled first and the newest reported first: they meet in the middle.
  const reportAll = async () => {
    for (const [at, { fields }] of orders.toReversed().entries()) await sendNotice(servers[at % 2] ?? first, fields);
  };
  await Promise.all([cancelUnpaidOrders(system(first)), cancelUnpaidOrders(system(second)), reportAll()]);
  let canceledCount = 0;
  for (const { one } of orders) {
    const payments = await readPayments(first, one.order.id);
    if (payments.order[0] === 'canceled') {
      canceledCount++;
      const amount = Number(one.order.grand_total.replace('.', ''));
      expect(payments).toEqual({
        order: ['canceled', 'refund_due'],
        attempts: ['paid_late'],
        refunds: [{ reason: 'paid_late', state: 'requested', amount }],
        timesPaid: 0,
      });
    } else expect(payments).toEqual(PAID_ONCE);
  }
  expect(canceledCount).toBeGreaterThan(0);
  expect(canceledCount).toBeLessThan(orders.length);
  expect(await readStock(db, product)).toBe(84 + canceledCount);
});

test('a notice that arrives while the response with the form is on its way', async () => {
  for (let round = 0; round < 10; round++) {
    const one = await placeOrder();
    const fields = makeSignedReport(one.payment.attempt, one.order.grand_total);
    const [form, noticeResponse] = await Promise.all([openPayment(first, one.payment.url), sendNotice(second, fields)]);
    expect([200, 409]).toContain(form.status);
    expect(noticeResponse.text).toBe('RECEIVEOK');
    expect(await readPayments(first, one.order.id)).toEqual(PAID_ONCE);
  }
});
