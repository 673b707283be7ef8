/** docs/security.md "Payments": the shares of the day's enquiries, and orders that wait for an answer. */
import { dayOf } from '@shop/core/time';
import { afterEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import type { JobData } from '../../jobs/jobs.ts';
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
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { confirmPayments, enquirePayment, handleEnquiryJob } from './enquire-payments.ts';
import { computeDailyEnquiries, type EnquiryPurpose } from './enquiry-limits.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({
  clock: () => now,
  env: { TRUST_PROXY: 'true', IPAY88_ENQUIRIES_A_DAY: '20', RATE_LIMIT_ENQUIRIES: '3' },
});
const { api, db, app, url } = server;
await offerOnlinePayment(server);
/** The same shop with more enquiries a day, of which one network may cause a few. */
const roomy = await testServer({
  clock: () => now,
  database: server.database,
  env: { TRUST_PROXY: 'true', IPAY88_ENQUIRIES_A_DAY: '200', RATE_LIMIT_ENQUIRIES: '3' },
});
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

afterEach(async () => {
  await db.raw('delete from payment_enquiry_days');
});

const placeOrder = (shop = server) => placeOnline(shop, { shipping_address: makeDistinctAddress() });

const proofOf = ({ order }: OnlineOrder) => ({ order_number: order.order_number, token: order.view_token });

const [gateway = expect.unreachable()] = app.shop.partners.gateways;

/** Uses up the day's enquiries for a purpose. */
const useUp = (purpose: EnquiryPurpose) =>
  db.raw('insert into payment_enquiry_days (day, purpose, sent) values ($1, $2, $3)', [
    ...[dayOf(now), purpose, computeDailyEnquiries(gateway, purpose)],
  ]);

/** Opens the payment's page and pays with an outcome. */
async function pay({ payment }: OnlineOrder, query: string) {
  return payAt((await openPayment(server, payment.url)).body.form, query);
}

const readPayment = ({ order }: OnlineOrder) => readPayments(server, order.id);

const reportFailure = ({ payment }: OnlineOrder, from: string) =>
  fetch(`${roomy.url}/api/payments/ipay88/notice`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ RefNo: payment.attempt, Status: '0' }),
  });

/** Lists the enquiry jobs that reports caused for a payment. */
async function listReportJobs({ payment }: OnlineOrder): Promise<JobData['payment'][]> {
  const { rows } = await db.raw(
    `select data from pgboss.job where name = 'payment' and data ->> 'reference' = $1 and data ->> 'cause' = 'report'`,
    [payment.attempt],
  );
  return rows.map(({ data }) => data as JobData['payment']);
}

/** Places an order and opens its form, which sends the payment to the gateway. */
async function sendPayment(shop = server): Promise<OnlineOrder> {
  const one = await placeOrder(shop);
  await openPayment(shop, one.payment.url);
  return one;
}

test('unsigned reports cause one enquiry an attempt, and few a network', async () => {
  const sendPaymentThere = () => sendPayment(roomy);
  const [one, ...others] = [
    await sendPaymentThere(),
    await sendPaymentThere(),
    await sendPaymentThere(),
    await sendPaymentThere(),
    await sendPaymentThere(),
  ];
  for (let report = 0; report < 5; report++) await reportFailure(one, `2001:db8:1:1::${report}`);
  expect(await listReportJobs(one)).toHaveLength(1);
  for (const [index, each] of others.entries()) await reportFailure(each, `2001:db8:1:1::${index}`);
  const jobs = await Promise.all(others.map(listReportJobs));
  expect(jobs.flat()).toHaveLength(2);
  const elsewhere = await sendPaymentThere();
  await reportFailure(elsewhere, '203.0.113.9');
  expect(await listReportJobs(elsewhere)).toHaveLength(1);
  // Leaves no order waiting when the next test counts enquiries.
  now = new Date(now.getTime() + 31 * 60_000);
  expect(await cancelUnpaidOrders(system())).toBe(6);
});

test('used-up enquiries of reports and pages stop neither a confirmation, nor an expiry, nor staff', async () => {
  const reported = await placeOrder();
  for (let flood = 0; flood < 5; flood++) {
    const one = await placeOrder();
    await pay(one, 'outcome=cancel');
    await handleEnquiryJob(system(), { reference: one.payment.attempt, cause: 'report' });
    await api('GET', `/order?order_number=${one.order.order_number}&token=${one.order.view_token}`);
  }
  const { rows } = await db.raw('select purpose, sent from payment_enquiry_days order by purpose');
  expect(rows).toEqual([
    { purpose: 'report', sent: 1 },
    { purpose: 'shopper', sent: 3 },
  ]);
  await postForm(
    `${url}/api/payments/ipay88/notice`,
    makeSignedReport(reported.payment.attempt, reported.order.grand_total),
  );
  const silent = await placeOrder();
  await pay(silent, 'outcome=silent');
  const requery = await staff('POST', `/payments/attempts/${silent.payment.attempt}/requery`);
  expect(requery.body.result).toBe('paid');
  const lost = await placeOrder();
  await pay(lost, 'outcome=silent');
  now = new Date(now.getTime() + 31 * 60_000);
  await cancelUnpaidOrders(system());
  expect((await readPayment(lost)).order).toEqual(['pending', 'paid']);
});

test('captured payments are confirmed whatever the day’s number, and again until they are', async () => {
  const orders = [];
  for (let i = 0; i < 4; i++) orders.push(await placeOrder());
  await db.raw(`insert into payment_enquiry_days (day, purpose, sent) values ('2026-11-20', 'confirm', 1000000)`);
  for (const one of orders) {
    const { returns } = await pay(one, 'outcome=return-only');
    await postForm(`${url}/api/payments/ipay88/notice`, returns ?? {});
  }
  now = new Date(now.getTime() + 11 * 60_000);
  await confirmPayments(system());
  const ids = orders.map(({ order }) => order.id);
  const { rows } = await db.raw('select is_confirmed from payment_attempts where order_id = any($1)', [ids]);
  expect(rows.map(({ is_confirmed }) => is_confirmed)).toEqual([true, true, true, true]);
});

test.each(['down', 'html', 'limited', 'invalid'])(
  'an order whose enquiry answers %s is not canceled, and staff see it',
  async (answer) => {
    const one = await placeOrder();
    await pay(one, `outcome=silent&enquiry=${answer}`);
    now = new Date(now.getTime() + 31 * 60_000);
    await cancelUnpaidOrders(system());
    expect((await readPayment(one)).order).toEqual(['pending', 'unpaid']);
    const list = await staff('GET', `/payments/attempts?unresolved=1&search=order_number:${one.order.order_number}`);
    expect(list.body.data).toMatchObject([{ reference: one.payment.attempt, is_unanswered: true }]);
    expect(list.body.data[0].enquired_at).toBe(now.toISOString());
  },
);

test('an order waits while the enquiries of the day are used up, and is asked about the next day', async () => {
  const [unpaid, paid, never] = [await placeOrder(), await placeOrder(), await placeOrder()];
  await openPayment(server, unpaid.payment.url);
  await pay(paid, 'outcome=silent');
  now = new Date(now.getTime() + 31 * 60_000);
  await useUp('expiry');
  await cancelUnpaidOrders(system());
  // No shopper opened its form, so the gateway gets no enquiry.
  expect((await readPayment(never)).order).toEqual(['canceled', 'unpaid']);
  expect((await readPayment(unpaid)).order).toEqual(['pending', 'unpaid']);
  expect((await readPayment(paid)).order).toEqual(['pending', 'unpaid']);
  now = new Date(now.getTime() + 24 * 3_600_000);
  await cancelUnpaidOrders(system());
  expect((await readPayment(unpaid)).order).toEqual(['canceled', 'unpaid']);
  expect((await readPayment(paid)).order).toEqual(['pending', 'paid']);
});

test('a payment that was never sent costs no enquiry', async () => {
  const one = await placeOrder();
  await handleEnquiryJob(system(), { reference: one.payment.attempt });
  expect((await db.raw('select * from payment_enquiry_days')).rows).toEqual([]);
});

const readUsedShares = async () =>
  (await db.raw('select purpose, sent from payment_enquiry_days where sent > 0 order by purpose')).rows;

test('an order takes one enquiry of expiry’s share, however many attempts it has', async () => {
  const one = await sendPayment();
  for (let attempt = 0; attempt < 2; attempt++) {
    const { payment } = (await api('POST', '/orders/payment', { body: proofOf(one) })).body;
    await openPayment(server, payment.url);
  }
  await db.raw('delete from payment_enquiry_days');
  now = new Date(now.getTime() + 31 * 60_000);
  await cancelUnpaidOrders(system());
  expect(await readUsedShares()).toEqual([
    { purpose: 'expiry', sent: 1 },
    { purpose: 'short_expiry', sent: 2 },
  ]);
  expect((await readPayment(one)).order).toEqual(['canceled', 'unpaid']);
});

test('an order that was held for the short time takes its enquiry from short_expiry’s share, not from expiry’s', async () => {
  const one = await sendPayment();
  await db.raw('update orders set hold_minutes = 10 where id = $1', [one.order.id]);
  now = new Date(now.getTime() + 11 * 60_000);
  await useUp('expiry');
  await cancelUnpaidOrders(system());
  expect((await readPayment(one)).order).toEqual(['canceled', 'unpaid']);
  expect(await readUsedShares()).toContainEqual({ purpose: 'short_expiry', sent: 1 });
});

test('an order that goes back to the cart takes nothing from expiry’s share', async () => {
  const one = await sendPayment();
  const response = await api('POST', '/orders/return-to-cart', { token: one.shopper.token, body: proofOf(one) });
  expect(response.status).toBe(200);
  expect(await readUsedShares()).toEqual([{ purpose: 'return', sent: 1 }]);
});

test('an expiry that waits for a shopper’s enquiry beyond its share enquires itself', async () => {
  const one = await placeOrder();
  await pay(one, 'outcome=silent');
  const { attempt } = one.payment;
  await useUp('shopper');
  const results = await Promise.all([
    enquirePayment(system(), attempt, 'shopper'),
    enquirePayment(system(), attempt, 'expiry'),
  ]);
  expect(results).toEqual(['enquiries_used', 'paid']);
});

/** Returns an order to the cart from a network; returns the code of a refusal, if any. */
async function returnFrom(from: string, one: OnlineOrder, shop: typeof server): Promise<string | undefined> {
  const headers = { 'x-forwarded-for': from };
  const { token } = one.shopper;
  return (await shop.api('POST', '/orders/return-to-cart', { token, headers, body: proofOf(one) })).body.code;
}

test('a network returns few orders an hour to the cart', async () => {
  const codes = [];
  for (let i = 0; i < 4; i++) {
    codes.push(await returnFrom('2001:db8:7:1::1', await sendPayment(roomy), roomy));
  }
  expect(codes).toEqual([undefined, undefined, undefined, 'payment.unchecked']);
});

test('a network takes a third of a day’s enquiries of pages and clicks, and of returns, and leaves others theirs', async () => {
  const shop = await testServer({
    clock: () => now,
    database: server.database,
    env: { TRUST_PROXY: 'true', IPAY88_ENQUIRIES_A_DAY: '200' },
  });
  // All of one /48.
  const chooseFlooder = (call: number) => `2001:db8:8:${call}::1`;
  const sentOrder = await sendPayment(shop);
  for (let click = 0; click < 15; click++) {
    await shop.api('POST', '/orders/payment', {
      headers: { 'x-forwarded-for': chooseFlooder(click) },
      body: proofOf(sentOrder),
    });
  }
  // The attempt's first enquiry, and a third of 30.
  expect(await readUsedShares()).toEqual([{ purpose: 'shopper', sent: 11 }]);
  await db.raw('delete from payment_enquiry_days');
  const codes = [];
  for (let i = 0; i < 5; i++) codes.push(await returnFrom(chooseFlooder(i), await sendPayment(shop), shop));
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'payment.unchecked']);
  expect(await returnFrom('203.0.113.20', await sendPayment(shop), shop)).toBeUndefined();
  expect(await readUsedShares()).toEqual([{ purpose: 'return', sent: 5 }]);
});

/** Sends a payment again, as after a refused one; returns the status of the response. */
async function sendAgain(one: OnlineOrder, shop: typeof server): Promise<number> {
  const { payment } = (await shop.api('POST', '/orders/payment', { body: proofOf(one) })).body;
  return (await openPayment(shop, payment.url)).status;
}

test('a network’s limits count enquiries, not calls: an order with many attempts takes as many', async () => {
  const one = await sendPayment(roomy);
  for (let attempt = 0; attempt < 3; attempt++) await sendAgain(one, roomy);
  expect(await returnFrom('2001:db8:9:1::1', one, roomy)).toBe('payment.unchecked');
  const few = await sendPayment(roomy);
  for (let attempt = 0; attempt < 2; attempt++) await sendAgain(few, roomy);
  expect(await returnFrom('2001:db8:9:2::1', few, roomy)).toBeUndefined();
});

test('a network sends few payments after the first two of an order, which others need to expire', async () => {
  const shop = await testServer({ clock: () => now, database: server.database, env: { OPEN_ORDERS_NETWORK: '2' } });
  const one = await sendPayment(shop);
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt++) statuses.push(await sendAgain(one, shop));
  expect(statuses).toEqual([200, 200, 200, 429]);
  const next = await placeOrder(shop);
  const nextStatuses = [(await openPayment(shop, next.payment.url)).status, await sendAgain(next, shop)];
  expect(nextStatuses).toEqual([200, 200]);
});

test.each([
  ['shopper', false],
  ['return', false],
  ['report', false],
  ['schedule', true],
  ['short_expiry', true],
  ['expiry', true],
] as const)('staff see a payment whose enquiry for %s was held back: %s', async (purpose, isListed) => {
  const one = await sendPayment();
  await useUp(purpose);
  expect(await enquirePayment(system(), one.payment.attempt, purpose)).toBe('enquiries_used');
  const { body } = await staff('GET', `/payments/attempts?search=order_number:${one.order.order_number}`);
  expect(body.data).toMatchObject([{ is_unanswered: isListed }]);
});

test('an enquiry that was held back is not the attempt’s first: the page’s still counts towards the limit of first ones', async () => {
  await useUp('schedule');
  for (let order = 0; order < 4; order++) {
    const one = await sendPayment(roomy);
    expect(await enquirePayment(system(), one.payment.attempt, 'schedule')).toBe('enquiries_used');
    await roomy.api('GET', `/order?${new URLSearchParams(proofOf(one))}`, {
      headers: { 'x-forwarded-for': '2001:db8:10:1::1' },
    });
  }
  // A network has three further enquiries an hour.
  expect(await readUsedShares()).toContainEqual({ purpose: 'shopper', sent: 4 });
});

test('an order is not paid on delivery while the enquiries of pages are used up', async () => {
  const one = await sendPayment();
  await useUp('shopper');
  const cash = await api('POST', '/orders/payment', { body: { ...proofOf(one), payment_method: 'cod' } });
  expect([cash.status, cash.body.code]).toEqual([503, 'payment.unchecked']);
});

/** Every purpose that a stranger can cause. */
const STRANGERS_PURPOSES = ['expiry', 'short_expiry', 'schedule', 'shopper', 'return', 'report'] as const;

test('30% of the day’s enquiries are left to captured payments and staff, whatever strangers cause', () => {
  const strangers = STRANGERS_PURPOSES.map((purpose) =>
    computeDailyEnquiries({ ...gateway, enquiries: { perDay: 2_000, afterSeconds: [] } }, purpose),
  );
  expect(2_000 - strangers.reduce((sum, count) => sum + count, 0)).toBe(600);
});

test('captured payments and staff beyond their reserve take nothing from the others', async () => {
  const [waiting, paid] = [await sendPayment(), await placeOrder()];
  await pay(paid, 'outcome=silent');
  for (const purpose of ['confirm', 'staff']) {
    const used = [dayOf(now), purpose, 1_000_000];
    await db.raw('insert into payment_enquiry_days (day, purpose, sent) values ($1, $2, $3)', used);
  }
  expect(await enquirePayment(system(), waiting.payment.attempt, 'expiry')).not.toBe('enquiries_used');
  const requery = await staff('POST', `/payments/attempts/${paid.payment.attempt}/requery`);
  expect(requery.body.result).toBe('paid');
});

test('an enquiry that is repeated with a comma in the amount counts as two', async () => {
  const one = await placeOrder();
  await pay(one, 'outcome=silent&enquiry=comma');
  expect(await enquirePayment(system(), one.payment.attempt, 'schedule')).toBe('paid');
  expect(await readUsedShares()).toEqual([{ purpose: 'schedule', sent: 2 }]);
});

test('a captured payment that the gateway denies costs at most 20 enquiries in its first day, then few', async () => {
  const denied = await placeOrder();
  const { returns } = await pay(denied, 'outcome=return-only&enquiry=Record%20not%20found');
  await postForm(`${url}/api/payments/ipay88/notice`, returns ?? {});
  const countEnquiries = async () => {
    const { rows } = await db.raw(`select sum(sent)::int as sent from payment_enquiry_days where purpose = 'confirm'`);
    return rows[0]?.sent as number;
  };
  const enquireFor = async (hours: number) => {
    const earlier = await countEnquiries();
    for (let minute = 0; minute < 60 * hours; minute += 5) {
      now = new Date(now.getTime() + 5 * 60_000);
      await confirmPayments(system());
    }
    return (await countEnquiries()) - earlier;
  };
  const [first, second] = [await enquireFor(24), await enquireFor(24)];
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThanOrEqual(20);
  expect(second).toBeLessThanOrEqual(3);
});

test('an overdue order without a clear answer is enquired about at most 20 times in its first day, all counted', async () => {
  const ctx = () => makeContext(roomy.app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  now = new Date(now.getTime() + 31 * 60_000);
  await cancelUnpaidOrders(ctx());
  await db.raw('delete from payment_enquiry_days');
  const one = await placeOrder(roomy);
  await payAt((await openPayment(roomy, one.payment.url)).body.form, 'outcome=silent&enquiry=limited');
  now = new Date(now.getTime() + 30 * 60_000);
  const enquiredAfter: number[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    await cancelUnpaidOrders(ctx());
    const { rows } = await db.raw('select enquired_at from payment_attempts where order_id = $1', [one.order.id]);
    if (String(rows[0]?.enquired_at) === String(now)) enquiredAfter.push(minute);
    now = new Date(now.getTime() + 5 * 60_000);
  }
  expect(enquiredAfter.slice(0, 5)).toEqual([0, 10, 20, 30, 40]);
  expect(enquiredAfter.length).toBeGreaterThan(10);
  expect(enquiredAfter.length).toBeLessThanOrEqual(20);
  const { rows } = await db.raw('select sum(sent)::int as sent from payment_enquiry_days');
  expect(rows).toEqual([{ sent: enquiredAfter.length }]);
});

test('an overdue order that waited for the day’s enquiries is canceled at the next minute once there are some', async () => {
  const one = await sendPayment();
  now = new Date(now.getTime() + 31 * 60_000);
  await useUp('expiry');
  await cancelUnpaidOrders(system());
  await db.raw('delete from payment_enquiry_days');
  now = new Date(now.getTime() + 60_000);
  await cancelUnpaidOrders(system());
  expect((await readPayment(one)).order).toEqual(['canceled', 'unpaid']);
});
