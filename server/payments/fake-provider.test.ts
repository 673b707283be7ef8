/** A second payment provider beside iPay88: another protocol, through the same attempts, settlement and refunds. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { enquirePayment } from '../orders/payment/enquire-payments.ts';
import { handleRefundJob, resumeRefundCalls } from '../orders/refunds/call-refund.ts';
import { PAYMENT_PROVIDERS } from '../partners/payment-providers.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import {
  createFakeProvider,
  FAKE_CODE,
  type FakeNotice,
  type FakeRefund,
  NOTICE_PATH,
  sendNotice,
} from '../testing/orders/fake-provider.ts';
import {
  makeSignedReport,
  offerOnlinePayment,
  openPayment,
  placeOnline,
  postForm,
  readPayments,
} from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { staffPayments } from '../testing/orders/staff-payments.ts';
import { sendRequest, testServer } from '../testing/test-server.ts';

const now = new Date('2026-11-20T02:00:00Z');
const fake = createFakeProvider();
const server = await testServer({ clock: () => now, paymentProviders: [...PAYMENT_PROVIDERS, fake.provider] });
const { api, app, db, url } = server;
const { cancel, listRefunds, move } = staffPayments(server);
await offerOnlinePayment(server);
await db.raw(`update payment_methods set gateway = $1, channels = $2 where code = 'ewallet'`, [
  FAKE_CODE,
  JSON.stringify([
    { id: 'web', name_en: 'In the browser', name_zh: null },
    { id: 'app', name_en: 'In the app', name_zh: null },
  ]),
]);

const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

type FakePaidOrder = Awaited<ReturnType<typeof placeOrder>>;

/** Places an order of RM50 that is paid at the fake provider. */
async function placeOrder(payment_id = 'web') {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { price: 50_00 }), 1]);
  const cart = await shopper.prepare({ payment_method: 'ewallet', shipping_address: makeDistinctAddress() });
  const { order, payment } = (await shopper.place(cart, { payment_id })).body;
  return { order, payment, sen: String(order.grand_total).replace('.', '') };
}

const placeAndOpen = async (payment_id?: string): Promise<FakePaidOrder> => {
  const one = await placeOrder(payment_id);
  await openPayment(server, one.payment.url);
  return one;
};

const notify = (one: FakePaidOrder, change: object = {}, more: Partial<FakeNotice> = {}) =>
  sendNotice(url, {
    body: { id: one.payment.attempt, amount: one.sen, status: 'S', transaction: 'T-1', ...change },
    at: now,
    ...more,
  });

const readPayment = async (one: FakePaidOrder) => {
  const { order, attempts, refunds, timesPaid } = await readPayments(server, one.order.id);
  return { order, attempts, refunds: refunds.map(({ state }) => state), timesPaid };
};
const UNPAID = { order: ['pending', 'unpaid'], attempts: ['sent'], refunds: [], timesPaid: 0 };
const PAID_RECORD = { order: ['pending', 'paid'], attempts: ['paid'], refunds: [], timesPaid: 1 };

/** Reads the stored reports about a payment. */
const readStoredReports = async (one: FakePaidOrder) =>
  (
    await db.raw(
      `select n.source, n.verdict, n.fields from payment_notices n join payment_attempts a on a.id = n.attempt_id
       where a.reference = $1 order by n.id`,
      [one.payment.attempt],
    )
  ).rows;

const countJobs = async (about: string, value: string) =>
  (await db.raw(`select from pgboss.job where name = 'payment' and data ->> $1 = $2`, [about, value])).rows.length;

test('both gateways are set up, and each method names its own', async () => {
  const gateways = (await api('GET', '/payment_gateways')).body.data.map(({ code }: { code: string }) => code);
  expect(gateways).toEqual(['ipay88', FAKE_CODE]);
  const methods = (await api('GET', '/payment_methods')).body.data;
  const findGateway = (code: string) => methods.find((method: { code: string }) => method.code === code)?.gateway;
  expect(['fpx', 'ewallet', 'cod'].map(findGateway)).toEqual(['ipay88', FAKE_CODE, null]);
});

test('a payment starts by a call, and the shopper is redirected; the same again starts the same payment', async () => {
  const one = await placeOrder();
  const { attempt } = one.payment;
  expect(one.payment.url).toContain(`/checkout/web-payment?attempt=${attempt}`);
  const start = await openPayment(server, one.payment.url);
  const redirect = `https://wallet.example/cashier/${attempt}`;
  expect([start.status, start.body]).toEqual([200, { form: null, redirect, host_call: null }]);
  await openPayment(server, one.payment.url);
  expect(fake.payments.get(attempt)).toMatchObject({ amount: one.sen, status: 'open', starts: 2 });
  expect(await readPayment(one)).toEqual(UNPAID);
});

test('a payment starts with a call of the host application', async () => {
  const one = await placeOrder('app');
  const { body } = await openPayment(server, one.payment.url);
  const parameters = { paymentUrl: `https://wallet.example/cashier/${one.payment.attempt}` };
  expect(body).toEqual({ form: null, redirect: null, host_call: { name: 'tradePay', parameters } });
});

test('a gateway that does not respond is a 503, and the payment stays sent, since it may have arrived', async () => {
  const one = await placeOrder();
  fake.intercept = () => ({ status: 502 });
  const { status, body } = await openPayment(server, one.payment.url);
  fake.intercept = () => null;
  expect([status, body.code]).toEqual([503, 'payment.gateway_silent']);
  expect(await readPayment(one)).toEqual(UNPAID);
  expect((await openPayment(server, one.payment.url)).status).toBe(200);
});

test.each(['1', '2'])(
  'is paid by a notice with key %s, answered in the gateway’s own form, also again',
  async (keyVersion) => {
    const one = await placeAndOpen();
    for (let i = 0; i < 2; i++) {
      const { status, headers, text } = await notify(one, {}, { keyVersion });
      expect([status, headers.get('content-type'), text]).toEqual([
        200,
        'application/json; charset=utf-8',
        '{"result":"S"}',
      ]);
    }
    expect(await readPayment(one)).toEqual(PAID_RECORD);
  },
);

test('a report is stored whole, without the fields that the gateway lists as secret', async () => {
  const one = await placeAndOpen();
  const long = 'x'.repeat(1_000);
  const source = { cardNumber: '4111111111111111', CARDHOLDER: 'Mei Ling', brand: 'Visa', limits: [1, { long }] };
  await notify(one, { source, acquirer: 'A\0B', cardNumber: '4111' });
  const [report] = await readStoredReports(one);
  expect(report).toEqual({
    ...{ source: 'notice', verdict: 'paid' },
    fields: {
      ...{ id: one.payment.attempt, amount: one.sen, status: 'S', transaction: 'T-1' },
      source: { brand: 'Visa', limits: [1, { long }] },
      acquirer: 'AB',
    },
  });
});

test('a forged report is stored in part', async () => {
  const one = await placeAndOpen();
  const manyFields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, '€'.repeat(500)]));
  await notify(one, { cardNumber: '4111111111111111', ...manyFields }, { keyVersion: '3' });
  const [report] = await readStoredReports(one);
  expect(report).toMatchObject({ verdict: 'forged', fields: { amount: one.sen, field0: '€'.repeat(200) } });
  expect(JSON.stringify(report?.fields).length).toBeLessThan(3_000);
  expect(report?.fields).not.toHaveProperty('cardNumber');
});

const ATTACKS: Record<string, (one: FakePaidOrder) => ReturnType<typeof notify>> = {
  'an unknown key': (one) => notify(one, {}, { keyVersion: '3' }),
  'a notice of six minutes ago': (one) => notify(one, {}, { at: new Date(now.getTime() - 6 * 60_000) }),
  'another amount': (one) => notify(one, { amount: '1' }),
  'a status that does not exist': (one) => notify(one, { status: 'X' }),
  'a field of another type': (one) => notify(one, { amount: Number(one.sen) }),
  'another reference': (one) => notify(one, { id: `K${'0'.repeat(16)}X` }),
};

test.each(Object.keys(ATTACKS))('%s changes nothing and is a 400', async (name) => {
  const one = await placeAndOpen();
  expect((await ATTACKS[name]?.(one))?.status).toBe(400);
  const { order, timesPaid } = await readPayment(one);
  expect([order, timesPaid]).toEqual([['pending', 'unpaid'], 0]);
});

test.each(['', '[]', 'null', '{', '['.repeat(100_000)])(
  'a body that is no JSON object is a 400: %.10s',
  async (body) => {
    expect((await sendRequest(`${url}/api${NOTICE_PATH}`, 'POST', { body })).status).toBe(400);
  },
);

test('a gateway’s report counts for its own payments alone', async () => {
  const one = await placeAndOpen();
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  expect(await readPayment(one)).toEqual(UNPAID);
  const other = await placeOnline(server);
  await sendNotice(url, {
    body: {
      id: other.payment.attempt,
      amount: other.order.grand_total.replace('.', ''),
      status: 'S',
      transaction: 'T',
    },
    at: now,
  });
  expect((await readPayments(server, other.order.id)).order).toEqual(['pending', 'unpaid']);
});

test('the shopper comes back without a result, sees no failure, and the payment is enquired about', async () => {
  const one = await placeAndOpen();
  const { attempt } = one.payment;
  const before = await countJobs('reference', attempt);
  const response = await fetch(fake.payments.get(attempt)?.returnUrl ?? '', { redirect: 'manual' });
  const to = new URL(response.headers.get('location') ?? '');
  expect([response.status, to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
    303,
    '/checkout/callback',
    { attempt, order_number: one.order.order_number, token: one.order.view_token },
  ]);
  expect([await readPayment(one), await countJobs('reference', attempt)]).toEqual([UNPAID, before + 1]);
});

test('an enquiry pays the order, gives the transaction, and counts to the gateway’s own day', async () => {
  const one = await placeAndOpen();
  const { attempt } = one.payment;
  expect(await enquirePayment(system(), attempt, 'schedule')).toBe('pending');
  (fake.payments.get(attempt) ?? expect.unreachable()).status = 'S';
  expect(await enquirePayment(system(), attempt, 'schedule')).toBe('paid');
  expect(await readPayment(one)).toEqual(PAID_RECORD);
  const { rows } = await db.raw(
    'select transaction_id, is_confirmed, last_answer from payment_attempts where reference = $1',
    [attempt],
  );
  expect(rows).toEqual([{ transaction_id: `T-${attempt}`, is_confirmed: true, last_answer: 'S' }]);
  expect((await readStoredReports(one)).at(-1)?.fields).toEqual({
    ...{ status: 'S', transaction: `T-${attempt}`, channel: 'balance' },
  });
  const days = await db.raw(`select gateway, sent from payment_enquiry_days where purpose = 'schedule'`);
  expect(days.rows).toEqual([{ gateway: FAKE_CODE, sent: 2 }]);
});

test('an enquiry fails the payment', async () => {
  const one = await placeAndOpen();
  (fake.payments.get(one.payment.attempt) ?? expect.unreachable()).status = 'F';
  expect(await enquirePayment(system(), one.payment.attempt, 'schedule')).toBe('failed');
  expect((await readPayment(one)).order).toEqual(['pending', 'failed']);
});

/** Pays an order, cancels it, and approves its refund. */
async function makeApprovedRefund() {
  const one = await placeAndOpen();
  await notify(one);
  await cancel(one);
  const [refund] = await listRefunds(one);
  const { id } = refund ?? expect.unreachable();
  await move(id, 'approve');
  return { one, id, run: () => handleRefundJob(system(), { refund_id: id }) };
}

const readSentRefund = (id: string): FakeRefund => fake.refunds.get(id) ?? expect.unreachable();

test('an approved refund is sent by a call, enquired about until it has a result, and settled without a portal', async () => {
  const { one, id, run } = await makeApprovedRefund();
  expect(await countJobs('refund_id', id)).toBe(1);
  await expect(run()).rejects.toThrow('no result');
  await expect(run()).rejects.toThrow('no result');
  expect(fake.refunds.get(id)).toEqual({ amount: one.sen, payment: one.payment.attempt, status: 'U', sends: 1 });
  expect((await listRefunds(one))[0]).toMatchObject({ state: 'sent', operator_reference: id });
  readSentRefund(id).status = 'S';
  await run();
  expect((await listRefunds(one))[0]).toMatchObject({ state: 'settled', operator_reference: `R-${id}` });
  expect((await readPayment(one)).order).toEqual(['canceled', 'refunded']);
  await run();
  expect(readSentRefund(id).sends).toBe(1);
});

test('a refund that the gateway refuses fails with its reason, and its money can be requested again', async () => {
  const { one, id, run } = await makeApprovedRefund();
  await expect(run()).rejects.toThrow('no result');
  readSentRefund(id).status = 'F';
  await run();
  expect((await listRefunds(one))[0]).toMatchObject({ state: 'failed', failure: 'The account is closed' });
  const again = await move(id, 'request-again');
  await move(again.body.id, 'approve');
  await expect(handleRefundJob(system(), { refund_id: again.body.id })).rejects.toThrow('no result');
  expect([readSentRefund(id).sends, readSentRefund(again.body.id).sends]).toEqual([1, 1]);
});

test('a refund whose call did not arrive is sent again under the same id', async () => {
  const { id, run } = await makeApprovedRefund();
  fake.intercept = (path) => (path === '/refund' ? { status: 502 } : null);
  await expect(run()).rejects.toThrow('502');
  fake.intercept = () => null;
  await expect(run()).rejects.toThrow('no result');
  expect(readSentRefund(id).sends).toBe(1);
});

test('a refund that staff made in the portal is not sent', async () => {
  const { one, id, run } = await makeApprovedRefund();
  await move(id, 'send');
  await run();
  await move(id, 'settle');
  await run();
  expect([(await listRefunds(one))[0]?.state, fake.refunds.has(id)]).toEqual(['settled', false]);
});

test('the hourly job settles refunds that have a result by now, and none that staff make in a portal', async () => {
  const { one, id, run } = await makeApprovedRefund();
  await expect(run()).rejects.toThrow('no result');
  const { one: waiting, id: waitingId, run: runWaiting } = await makeApprovedRefund();
  await expect(runWaiting()).rejects.toThrow('no result');
  const { one: other, id: byHand } = await makeApprovedRefund();
  await move(byHand, 'send');
  readSentRefund(id).status = 'S';
  await resumeRefundCalls(system());
  const states = await Promise.all([one, waiting, other].map(async (each) => (await listRefunds(each))[0]?.state));
  expect(states).toEqual(['settled', 'sent', 'sent']);
  expect([readSentRefund(waitingId).sends, fake.refunds.has(byHand)]).toEqual([1, false]);
});

test('a refund that cannot be settled fails the hourly job after the others are settled', async () => {
  const [one, other] = [await makeApprovedRefund(), await makeApprovedRefund()];
  for (const { id, run } of [one, other]) {
    await expect(run()).rejects.toThrow('no result');
    readSentRefund(id).status = 'S';
  }
  await db.raw(`create function refuse_settlement() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await db.raw(`create trigger refuse_settlement before update on refunds for each row
    when (new.id = '${one.id}') execute function refuse_settlement()`);
  await expect(resumeRefundCalls(system())).rejects.toMatchObject({
    message: '1 refunds could not be settled',
    errors: [{ message: expect.stringContaining('No space left') }],
  });
  const readStates = () => Promise.all([one, other].map(async (each) => (await listRefunds(each.one))[0]?.state));
  expect(await readStates()).toEqual(['sent', 'settled']);
  await db.raw('drop trigger refuse_settlement on refunds');
  await resumeRefundCalls(system());
  expect(await readStates()).toEqual(['settled', 'settled']);
});
