/** Payments at Touch 'n Go, over the protocol of its stand-in, and what attackers send instead (docs/partners.md#2). */
import { PAYMENT_TIME_MINUTES } from '@shop/core/orders/payment-deadline';
import { MINUTE_MS } from '@shop/core/time';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { cancelUnpaidOrders } from '../orders/payment/cancel-unpaid.ts';
import { enquirePayment } from '../orders/payment/enquire-payments.ts';
import { handleRefundJob } from '../orders/refunds/call-refund.ts';
import { PAYMENT_PROVIDERS } from '../partners/payment-providers.ts';
import { createRefundCalls } from '../partners/tng/refunds.ts';
import { readPublicKeys } from '../partners/tng/settings.ts';
import { isSigned } from '../partners/tng/signature.ts';
import { type OutcomeName, SHEET_OUTCOMES } from '../partners/tng/stand-in-outcomes.ts';
import {
  callInsideTng,
  placeInsideTng,
  sendTngNotice,
  startTng,
  TNG_FIXTURES,
  TNG_NOTICE,
  type TngNotice,
  type TngOrder,
} from '../testing/orders/pay-by-tng.ts';
import { openPayment, readPayments } from '../testing/orders/pay-online.ts';
import { staffPayments } from '../testing/orders/staff-payments.ts';
import { sendRequest, testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const tng = await startTng(() => now);
afterAll(() => tng.close());
const server = await testServer({ clock: () => now, env: tng.env });
const { app, db, url } = server;
const { api } = callInsideTng(server);
const { cancel, listRefunds, move } = staffPayments(server);

const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
const gateway = app.shop.partners.gateways.find(({ code }) => code === 'tng') ?? expect.unreachable();

const placeOrder = () => placeInsideTng(server);
const start = async (one: TngOrder) => (await openPayment({ api }, one.payment.url)).body;
const openSheet = async (one: TngOrder): Promise<string> => (await start(one)).host_call.parameters.paymentUrl;
/** Places an order and opens the app's payment sheet. */
async function placeAndOpen(): Promise<TngOrder & { sheet: string }> {
  const one = await placeOrder();
  return { ...one, sheet: await openSheet(one) };
}

const notify = (one: Parameters<typeof sendTngNotice>[1], notice: TngNotice = {}) =>
  sendTngNotice(url, one, { at: now, ...notice });
const enquire = ({ payment }: TngOrder) => enquirePayment(system(), payment.attempt, 'staff');
const readPayment = async ({ order }: TngOrder) => {
  const { refunds, ...payments } = await readPayments(server, order.id);
  return { ...payments, refunds: refunds.map(({ state }) => state) };
};
const readOrder = async (one: TngOrder) => (await readPayment(one)).order;

const UNPAID = { order: ['pending', 'unpaid'], attempts: ['sent'], refunds: [], timesPaid: 0 };
const PAID_RECORD = { order: ['pending', 'paid'], attempts: ['paid'], refunds: [], timesPaid: 1 };
const ACCEPTED = { result: { resultCode: 'SUCCESS', resultStatus: 'S', resultMessage: 'success' } };
const REFUSED = { result: { resultCode: 'PROCESS_FAIL', resultStatus: 'F', resultMessage: 'The notice is not valid' } };

const readStoredReports = async ({ payment }: TngOrder) =>
  (
    await db.raw(
      `select n.source, n.verdict, n.fields from payment_notices n join payment_attempts a on a.id = n.attempt_id
       where a.reference = $1 order by n.id`,
      [payment.attempt],
    )
  ).rows;

describe('the start of a payment', () => {
  test('"A with redirect through my.tradePay": opens the payment sheet; the same again opens the same one', async () => {
    const one = await placeOrder();
    const body = await start(one);
    const paymentUrl = `${tng.url}/cashier?id=${one.payment.attempt}`;
    expect(body).toEqual({ form: null, redirect: null, host_call: { name: 'tradePay', parameters: { paymentUrl } } });
    expect(await start(one)).toEqual(body);
    expect(await tng.payment(one.payment.attempt)).toMatchObject({
      ...{ status: 'PROCESSING', calls: 2, amount: { currency: 'MYR', value: one.sen } },
      notifyUrl: `${url.replace('127.0.0.1', 'localhost')}/api${TNG_NOTICE}`,
      expiresAt: now.getTime() + PAYMENT_TIME_MINUTES * MINUTE_MS,
    });
    expect(await readPayment(one)).toEqual(UNPAID);
  });

  test.each([
    ['S', 'paid', ['pending', 'paid']],
    ['F', 'failed', ['pending', 'failed']],
    ['U_S', 'pending', ['pending', 'unpaid']],
  ] as const)(
    'with the answer %s, the browser comes back and an enquiry decides: %s',
    async (behaviour, result, order) => {
      const one = await placeOrder();
      await tng.answerNext('pay', behaviour);
      const { redirect } = await start(one);
      const to = await fetch(redirect, { redirect: 'manual' });
      const { pathname, searchParams } = new URL(to.headers.get('location') ?? '');
      expect([to.status, pathname]).toEqual([303, '/checkout/callback']);
      expect([searchParams.get('failed'), searchParams.get('branch')]).toEqual([null, 'tng']);
      const jobs = await db.raw(
        `select from pgboss.job where name = 'payment' and data ->> 'reference' = $1 and data ->> 'cause' = 'report'`,
        [one.payment.attempt],
      );
      expect(jobs.rows.length).toBe(1);
      expect(await enquire(one)).toBe(result);
      expect(await readOrder(one)).toEqual(order);
    },
  );

  test.each(['html', 'unsigned'] as const)('with %s for an answer is a 503, and can be repeated', async (behaviour) => {
    const one = await placeOrder();
    await tng.answerNext('pay', behaviour);
    const { status, body } = await openPayment({ api }, one.payment.url);
    expect([status, body.code]).toEqual([503, 'payment.gateway_silent']);
    expect(await readPayment(one)).toEqual(UNPAID);
    expect((await start(one)).host_call.name).toBe('tradePay');
  });

  test('without an answer in 5 seconds is a 503; it arrived, so the next start opens the same payment', async () => {
    const one = await placeOrder();
    await tng.answerNext('pay', 'timeout');
    expect((await openPayment({ api }, one.payment.url)).status).toBe(503);
    await start(one);
    expect(await tng.payment(one.payment.attempt)).toMatchObject({ calls: 2 });
  });
});

describe('a payment with an unknown result', () => {
  const payAgain = async ({ order }: TngOrder) =>
    (await api('POST', '/orders/payment', { body: { order_number: order.order_number, token: order.view_token } })).body
      .payment;

  test.each([
    ['U_S', 'paid', PAID_RECORD],
    ['U_F', 'failed', { ...UNPAID, order: ['pending', 'failed'], attempts: ['failed'] }],
  ] as const)('%s "is inquired on a schedule and never re-sent under a new id"', async (behaviour, result, after) => {
    const one = await placeOrder();
    await tng.answerNext('pay', behaviour);
    await start(one);
    const { attempt } = one.payment;
    const schedule = await db.raw(
      `select round(extract(epoch from start_after - $2::timestamptz))::int as seconds from pgboss.job
       where name = 'payment' and data ->> 'reference' = $1 order by 1`,
      [attempt, now],
    );
    expect(schedule.rows.map(({ seconds }) => seconds)).toEqual([2, 5, 10, 20, 40]);
    expect(await enquirePayment(system(), attempt, 'schedule')).toBe('pending');
    // The shopper wants to pay again: the same payment, not another one.
    expect((await payAgain(one)).attempt).toBe(attempt);
    expect((await start(one)).redirect).toContain('/api/payments/tng/return?');
    expect((await readPayment(one)).attempts).toEqual(['sent']);
    now = new Date(now.getTime() + 5_000);
    expect(await enquirePayment(system(), attempt, 'schedule')).toBe(result);
    expect(await readPayment(one)).toEqual(after);
  });

  test('that failed is paid under a new id', async () => {
    const one = await placeAndOpen();
    await tng.pay(one.sheet, 'fail');
    await enquire(one);
    now = new Date(now.getTime() + 1_000);
    const again = await payAgain(one);
    expect(again.attempt).not.toBe(one.payment.attempt);
    await tng.pay(await openSheet({ ...one, payment: again }), 'return-only');
    await enquire({ ...one, payment: again });
    expect(await readPayment(one)).toEqual({ ...PAID_RECORD, attempts: ['failed', 'paid'] });
  });

  test.each(['U', 'F'] as const)('stays unknown while the enquiry itself is answered %s', async (behaviour) => {
    const one = await placeAndOpen();
    await tng.pay(one.sheet, 'return-only');
    await tng.answerNext('inquiryPayment', behaviour);
    expect(await enquire(one)).toBe('unknown');
    expect(await readPayment(one)).toEqual(UNPAID);
  });

  test.each(['html', 'unsigned'] as const)('stays unknown while the enquiry is answered by %s', async (behaviour) => {
    const one = await placeAndOpen();
    await tng.pay(one.sheet, 'return-only');
    await tng.answerNext('inquiryPayment', behaviour);
    await expect(enquire(one)).rejects.toThrow('did not answer');
    expect(await readPayment(one)).toEqual(UNPAID);
    expect(await enquire(one)).toBe('paid');
  });

  test('that never arrived is not found', async () => {
    const one = await placeOrder();
    await tng.answerNext('pay', 'html');
    await openPayment({ api }, one.payment.url);
    expect(await enquire(one)).toBe('not_found');
  });

  test('of another amount is not paid', async () => {
    const one = await placeAndOpen();
    await tng.pay(one.sheet, 'return-only');
    const { attempt } = one.payment;
    const answer = await gateway.enquire({ reference: attempt, amount: Number(one.sen) - 1 });
    expect(answer).toMatchObject({ result: 'wrong_amount', text: 'SUCCESS', transaction_id: `T${attempt}` });
  });
});

describe('an order that is canceled before it is paid', () => {
  const approve = async (one: TngOrder): Promise<string> => {
    const { id } = (await listRefunds(one))[0] ?? expect.unreachable();
    await move(id, 'approve');
    return id;
  };

  test('is refunded by the API if the open sheet is paid late', async () => {
    const one = await placeAndOpen();
    await cancel(one);
    expect((await readPayment(one)).order).toEqual(['canceled', 'unpaid']);
    expect(await tng.pay(one.sheet, 'twice')).toEqual({ resultCode: '9000' });
    const paidLate = { order: ['canceled', 'refund_due'], attempts: ['paid_late'], refunds: ['requested'] };
    await expect.poll(() => readPayment(one)).toMatchObject(paidLate);
    expect((await listRefunds(one))[0]).toMatchObject({ reason: 'paid_late', state: 'requested' });
    // The canceled order stays canceled, and the same notice again requests no second refund.
    expect((await notify(one)).body).toEqual(ACCEPTED);
    expect(await readPayment(one)).toMatchObject(paidLate);
    const refund_id = await approve(one);
    await handleRefundJob(system(), { refund_id });
    expect(await readOrder(one)).toEqual(['canceled', 'refunded']);
    expect(await tng.refund(refund_id)).toMatchObject({ calls: 1, amount: { currency: 'MYR', value: one.sen } });
  });

  test('by its expiry has no payment that could still be made; an S that arrives all the same is refunded', async () => {
    const one = await placeAndOpen();
    now = new Date(now.getTime() + PAYMENT_TIME_MINUTES * MINUTE_MS);
    await cancelUnpaidOrders(system());
    expect((await readOrder(one))[0]).toBe('canceled');
    expect(await tng.pay(one.sheet, 'success')).toEqual({ resultCode: '4000' });
    expect((await notify(one)).body).toEqual(ACCEPTED);
    expect(await readPayment(one)).toMatchObject({ order: ['canceled', 'refund_due'], refunds: ['requested'] });
    expect((await listRefunds(one))[0]).toMatchObject({ reason: 'paid_late' });
  });
});

/** Results after the stand-in has sent its notices; null: only an enquiry returns the result. */
const AFTER: Record<OutcomeName, 'paid' | 'failed' | 'pending' | null> = {
  success: 'paid',
  fail: 'failed',
  cancel: 'pending',
  close: 'pending',
  'unknown-paid': null,
  'unknown-failed': null,
  network: null,
  'notice-only': 'paid',
  'return-only': null,
  late: 'paid',
  twice: 'paid',
  reordered: 'paid',
};

describe('outcomes of the payment sheet', () => {
  test.each(Object.keys(AFTER) as OutcomeName[])('%s', async (name) => {
    const one = await placeAndOpen();
    const { resultCode } = await tng.pay(one.sheet, name, 0);
    const outcome = SHEET_OUTCOMES[name];
    expect(resultCode).toBe(outcome.resultCode);
    const countNotices = async () => (await readStoredReports(one)).filter(({ source }) => source === 'notice').length;
    await expect.poll(countNotices).toBe(outcome.notices.length);
    // A notice is stored before it is settled.
    if (AFTER[name] === 'paid') await expect.poll(() => readPayment(one)).toEqual(PAID_RECORD);
    else expect((await readPayment(one)).timesPaid).toBe(0);
    const result = await enquire(one);
    const expectedResult = outcome.status === null ? 'pending' : outcome.status === 'SUCCESS' ? 'paid' : 'failed';
    expect(result).toBe(expectedResult);
    const state = { paid: 'paid', failed: 'failed', pending: 'unpaid' }[expectedResult];
    expect(await readOrder(one)).toEqual(['pending', state]);
  });
});

describe('POST /payments/tng/notify', () => {
  test.each([
    ['1', 'tng-1'],
    ['2', 'tng-2'],
  ] as const)(
    'pays by a notice of key %s, and answers signed in Touch ’n Go’s form, also again',
    async (keyVersion, key) => {
      const one = await placeAndOpen();
      const keys = readPublicKeys(`1:${TNG_FIXTURES}/shop.pub.pem`) ?? expect.unreachable();
      for (let notice = 0; notice < 3; notice++) {
        const { status, headers, text, body } = await notify(one, { keyVersion, key });
        expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json; charset=UTF-8', ACCEPTED]);
        const message = {
          path: `/api${TNG_NOTICE}`,
          clientId: headers.get('client-id') ?? '',
          time: headers.get('response-time') ?? '',
          body: text,
        };
        expect(isSigned(message, headers.get('signature') ?? undefined, keys)).toBe(true);
      }
      expect(await readPayment(one)).toEqual(PAID_RECORD);
    },
  );

  test('stores a notice whole, without fields that say who paid', async () => {
    const one = await placeAndOpen();
    await notify(one, { change: { userId: '2166', customerId: '2166', paymentTime: '2026-11-20T10:00:00+08:00' } });
    const [report] = await readStoredReports(one);
    expect(report).toMatchObject({ source: 'notice', verdict: 'paid', fields: { paymentTime: expect.any(String) } });
    expect(JSON.stringify(report?.fields)).not.toContain('2166"');
  });

  test('answers a failed notice, which changes nothing that was paid', async () => {
    const one = await placeAndOpen();
    const change = { paymentResult: { resultStatus: 'F', resultCode: 'PROCESS_FAIL' } };
    expect((await notify(one, { change })).body).toEqual(ACCEPTED);
    expect((await readPayment(one)).order).toEqual(['pending', 'unpaid']);
    await notify(one);
    expect((await notify(one, { change })).body).toEqual(ACCEPTED);
    expect(await readPayment(one)).toEqual(PAID_RECORD);
  });

  const later = (ms: number) => new Date(now.getTime() + ms);
  const ATTACKS: Record<string, [string | null, () => TngNotice]> = {
    'an unknown key': ['forged', () => ({ keyVersion: '3' })],
    'the other key': ['forged', () => ({ keyVersion: '2', key: 'tng-1' })],
    'our own key': ['forged', () => ({ key: 'shop' })],
    'other bytes': ['forged', () => ({ sent: (body) => body.replace('"SUCCESS"', '"SUCCESS!"') })],
    'the same JSON in other bytes': ['forged', () => ({ sent: (body) => JSON.stringify(JSON.parse(body)) })],
    'a time of five minutes ago': ['forged', () => ({ at: later(-5 * MINUTE_MS - 1) })],
    'a time in more than five minutes': ['forged', () => ({ at: later(5 * MINUTE_MS + 1) })],
    'another amount': ['mismatch', () => ({ change: { paymentAmount: { currency: 'MYR', value: '1' } } })],
    'an amount with a point': ['mismatch', () => ({ change: { paymentAmount: { currency: 'MYR', value: '50.00' } } })],
    'another currency': ['mismatch', () => ({ change: { paymentAmount: { currency: 'SGD', value: '5800' } } })],
    'another merchant': ['mismatch', () => ({ change: { partnerId: '2171020046169999' } })],
    'another client': ['mismatch', () => ({ clientId: '2171020046169999' })],
    'another reference': [null, () => ({ change: { paymentRequestId: `K${'0'.repeat(16)}X` } })],
    'a field of another type': [null, () => ({ change: { paymentAmount: 5_800 } })],
  };

  test.each(Object.entries(ATTACKS))('%s changes nothing, and is answered F', async (_, [verdict, attack]) => {
    const one = await placeAndOpen();
    const { status, body } = await notify(one, attack());
    expect([status, body]).toEqual([400, REFUSED]);
    expect((await readStoredReports(one)).map((report) => report.verdict)).toEqual(verdict === null ? [] : [verdict]);
    expect(await readPayment(one)).toEqual(UNPAID);
  });

  test('a notice of five minutes ago still counts', async () => {
    const one = await placeAndOpen();
    expect((await notify(one, { at: new Date(now.getTime() - 5 * MINUTE_MS) })).body).toEqual(ACCEPTED);
  });

  test.each(['', '[]', 'null', '{', '['.repeat(100_000)])(
    'a body that is no JSON object is answered F: %.10s',
    async (body) => {
      const response = await sendRequest(`${url}/api${TNG_NOTICE}`, 'POST', { body });
      expect([response.status, response.body, response.headers.get('signature')]).toEqual([400, REFUSED, null]);
    },
  );

  test('a notice of one payment does not pay another', async () => {
    const [one, other] = [await placeAndOpen(), await placeAndOpen()];
    const fake = { ...one, payment: { attempt: other.payment.attempt }, sen: String(Number(other.sen) + 1) };
    await notify(fake);
    expect([await readPayment(one), await readPayment(other)]).toEqual([UNPAID, UNPAID]);
  });

  test('is in the API’s document, with its own response', async () => {
    const { body } = await api('GET', '/openapi.json');
    const operation = body.paths[TNG_NOTICE].post;
    expect(operation.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'Client-Id',
      'Request-Time',
      'Signature',
    ]);
    const { schema } = operation.responses[200].content['application/json'];
    expect(schema.properties.result.properties.resultStatus.enum).toEqual(['S', 'F']);
  });
});

describe('refunds', () => {
  /** Pays an order, cancels it, and approves its refund; the stand-in answers the refund call with `behaviour`. */
  async function makeApprovedRefund(behaviour?: Parameters<typeof tng.answerNext>[1]) {
    const one = await placeAndOpen();
    await tng.pay(one.sheet, 'return-only');
    await enquire(one);
    await cancel(one);
    const [refund] = await listRefunds(one);
    const { id } = refund ?? expect.unreachable();
    await move(id, 'approve');
    if (behaviour !== undefined) await tng.answerNext('refund', behaviour);
    return { one, id, run: () => handleRefundJob(system(), { refund_id: id }) };
  }
  const settledAs = (id: string) => ({ state: 'settled', operator_reference: `R${id}` });

  test('"an approved refund is sent and settled without a portal"', async () => {
    const { one, id, run } = await makeApprovedRefund();
    await run();
    expect((await listRefunds(one))[0]).toMatchObject(settledAs(id));
    expect(await readOrder(one)).toEqual(['canceled', 'refunded']);
    await run();
    expect(await tng.refund(id)).toMatchObject({ calls: 1, amount: { currency: 'MYR', value: one.sen } });
  });

  test('with "their own U" are enquired about until they are settled, and sent once', async () => {
    const { one, id, run } = await makeApprovedRefund('U_S');
    await expect(run()).rejects.toThrow('no result');
    await expect(run()).rejects.toThrow('no result');
    expect((await listRefunds(one))[0]).toMatchObject({ state: 'sent' });
    now = new Date(now.getTime() + 5_000);
    await run();
    expect((await listRefunds(one))[0]).toMatchObject(settledAs(id));
    expect(await tng.refund(id)).toMatchObject({ calls: 1 });
  });

  test.each([
    ['F', 0],
    ['U_F', 5_000],
  ] as const)('that are refused (%s) fail with the reason', async (behaviour, wait) => {
    const { one, run } = await makeApprovedRefund(behaviour);
    if (wait > 0) await expect(run()).rejects.toThrow('no result');
    now = new Date(now.getTime() + wait);
    await run();
    expect((await listRefunds(one))[0]).toMatchObject({ state: 'failed', failure: expect.stringMatching(/\w/) });
  });

  test('whose call did not arrive are sent again under the same id', async () => {
    const { one, id, run } = await makeApprovedRefund('html');
    await expect(run()).rejects.toThrow('not signed');
    await run();
    expect((await listRefunds(one))[0]).toMatchObject(settledAs(id));
    expect(await tng.refund(id)).toMatchObject({ calls: 1 });
  });

  test('whose answer was lost are not sent twice', async () => {
    const { one, id, run } = await makeApprovedRefund('unsigned');
    await expect(run()).rejects.toThrow('not signed');
    await run();
    expect((await listRefunds(one))[0]).toMatchObject(settledAs(id));
    expect(await tng.refund(id)).toMatchObject({ calls: 1 });
  });
});

/** Answers each call with these fields, as Touch 'n Go would. */
const refundsAnswered = (fields: object) =>
  createRefundCalls(async (_path, _body, schema) => v.parse(schema, fields), '2171020046160001');

describe('a reply about a refund', () => {
  const refund = { id: 'refund-1', amount: 50_00, payment: { reference: 'K1', amount: 50_00, transaction_id: null } };
  const success = { result: { resultStatus: 'S', resultCode: 'SUCCESS' }, refundId: 'R1', refundStatus: 'SUCCESS' };
  const inSen = (value: string, currency = 'MYR') => ({ ...success, refundAmount: { currency, value } });

  test.each(['send', 'enquire'] as const)('to %s counts as settled only with our amount in MYR', async (call) => {
    expect(await refundsAnswered(inSen('5000'))[call](refund)).toEqual({ state: 'settled', operator_reference: 'R1' });
    for (const unknown of [success, { ...success, refundAmount: null }]) {
      expect(await refundsAnswered(unknown)[call](refund)).toEqual({ state: 'pending' });
    }
    for (const other of [inSen('4999'), inSen('50.00'), inSen('5000', 'SGD')]) {
      await expect(refundsAnswered(other)[call](refund)).rejects.toThrow('another amount');
    }
  });
});

describe('the app’s user', () => {
  const identify = (code: string) => gateway.miniProgram?.identify(code);

  test('is identified by a code, once', async () => {
    const code = await tng.consent('216610000000000000001');
    const user = { id: '216610000000000000001', name: 'Lim Mei Ling', phone: '+60123456701', email: null };
    expect(await identify(code)).toEqual(user);
    expect(await identify(code)).toBeNull();
    expect(await identify('x')).toBeNull();
  });

  test('has an email, or neither email nor phone, as they consented', async () => {
    expect(await identify(await tng.consent('216610000000000000002'))).toMatchObject({
      phone: '+60198765432',
      email: 'nurul.tng@example.com',
    });
    expect(await identify(await tng.consent('216610000000000000003'))).toMatchObject({ phone: null, email: null });
  });

  test.each([
    ['applyToken', 'U'],
    ['applyToken', 'html'],
    ['applyToken', 'unsigned'],
    ['inquiryUserInfoByAccessToken', 'U'],
    ['inquiryUserInfoByAccessToken', 'F'],
  ] as const)('is not identified, and the call fails, while %s is answered %s', async (call, behaviour) => {
    const code = await tng.consent('216610000000000000001');
    await tng.answerNext(call, behaviour);
    await expect(identify(code)).rejects.toThrow();
  });
});

test('the row and what it declares: refunds by calls, one attempt at a time, the mini-program of the app', () => {
  expect(PAYMENT_PROVIDERS.map(({ code }) => code)).toEqual(['ipay88', 'tng']);
  expect(gateway).toMatchObject({ formUrls: [], resumesAttempts: true });
  expect(gateway.miniProgram).toMatchObject({
    branch: 'tng',
    bridgeUrl: 'https://appx/web-view.min.js',
    hostOrigin: null,
  });
});
