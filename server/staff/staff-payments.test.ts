/** docs/api.md#staff-api: payments and refunds. */
import { expect, test } from 'vitest';
import { sentTo } from '../testing/inbox.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import {
  GATEWAY_KEY,
  makeSignedReport,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  readPayments,
} from '../testing/orders/pay-online.ts';
import { staffPayments } from '../testing/orders/staff-payments.ts';
import { newStaff } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true, env: { IPAY88_ENQUIRIES_A_DAY: '12' } });
const { api, db, url } = server;
await offerOnlinePayment(server);
const { staff, notify, placePaid, cancel, listRefunds, move, payBack } = staffPayments(server);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

/** Pays an order, cancels it and returns its refund. */
async function makeDueRefund(fields: Parameters<typeof placeOnline>[1] = {}) {
  const testOrder = await placePaid(fields);
  await cancel(testOrder);
  const [refund] = await listRefunds(testOrder);
  return { testOrder, refund: refund ?? expect.unreachable() };
}

test('GET /staff/payments/attempts lists attempts, newest first, by order, reference and state', async () => {
  const first = await placePaid();
  const second = await placeOnline(server);
  const { body } = await staff('GET', '/payments/attempts?limit=2');
  expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual([
    second.payment.attempt,
    first.payment.attempt,
  ]);
  expect(body.data[1]).toMatchObject({
    order_number: first.order.order_number,
    payment_method: 'fpx',
    payment_id: '16',
    amount: first.order.grand_total,
    state: 'paid',
    settled_on: null,
  });
  const listAttempts = async (query: string) => (await staff('GET', `/payments/attempts?${query}`)).body;
  expect((await listAttempts(`search=order_number:${first.order.order_number.toLowerCase()}`)).total).toBe(1);
  expect((await listAttempts(`search=reference:${second.payment.attempt}`)).data[0].state).toBe('created');
  expect((await listAttempts('search=state:expired')).total).toBe(0);
  expect((await staff('GET', '/payments/attempts?search=amount:1')).status).toBe(422);
});

test('`unresolved` lists what was sent without a result, and payments that no enquiry has confirmed', async () => {
  const unsentOrder = await placeOnline(server);
  const sentOrder = await placeOnline(server);
  await openPayment(server, sentOrder.payment.url);
  const unconfirmedOrder = await placePaid();
  const { data } = (await staff('GET', '/payments/attempts?unresolved=1')).body;
  const references = data.map(({ reference }: { reference: string }) => reference);
  expect(references).toContain(sentOrder.payment.attempt);
  expect(references).toContain(unconfirmedOrder.payment.attempt);
  expect(references).not.toContain(unsentOrder.payment.attempt);
});

test('POST …/requery enquires with the gateway at once, settles the result, and is audited', async () => {
  const testOrder = await placeOnline(server);
  const { attempt } = testOrder.payment;
  await payAt((await openPayment(server, testOrder.payment.url)).body.form, 'outcome=silent');
  const response = await staff('POST', `/payments/attempts/${attempt}/requery`);
  expect(response.body).toMatchObject({
    result: 'paid',
    attempt: { state: 'paid', is_confirmed: true, last_answer: '00' },
  });
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['pending', 'paid']);
  expect((await staff('POST', `/payments/attempts/${attempt}/requery`)).body.result).toBe('confirmed');
  const audit = (await staff('GET', `/audit?search=${encodeURIComponent(`subject:payment ${attempt}`)}`)).body.data;
  expect(audit.at(-1)).toMatchObject({
    action: 'staff.requery',
    before: { state: 'sent' },
    after: { state: 'paid', result: 'paid' },
  });
});

test('POST …/requery reports a gateway that does not respond, and an unknown payment, and enquires when the day’s enquiries are used up', async () => {
  const testOrder = await placeOnline(server);
  const path = `/payments/attempts/${testOrder.payment.attempt}/requery`;
  await payAt((await openPayment(server, testOrder.payment.url)).body.form, 'outcome=silent&enquiry=down');
  const silent = await staff('POST', path);
  expect([silent.status, silent.body.code]).toEqual([503, 'payment.gateway_silent']);
  const unknown = await staff('POST', '/payments/attempts/KNOWN0TH1NGX/requery');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'payment.not_found']);
  await db.raw('update payment_enquiry_days set sent = 1000000');
  expect((await staff('POST', path)).body.code).toBe('payment.gateway_silent');
  const other = await placeOnline(server);
  await payAt((await openPayment(server, other.payment.url)).body.form, 'outcome=silent');
  const requery = await staff('POST', `/payments/attempts/${other.payment.attempt}/requery`);
  expect([requery.status, requery.body.result]).toEqual([200, 'paid']);
  await db.raw('delete from payment_enquiry_days');
});

test('a refund goes requested → approved → sent → settled, the order shows it, and the shopper is notified', async () => {
  const shipping_address = makeDistinctAddress();
  const testOrder = await placePaid({ shipping_address });
  const { order_number, view_token, grand_total } = testOrder.order;
  const proof = { order_number, token: view_token };
  const request = (await api('POST', '/refunds', { body: { ...proof, reason: 'Bought it twice' } })).body;
  const readCancellation = async () => (await api('GET', `/refunds/${request.id}?${new URLSearchParams(proof)}`)).body;
  expect(await readCancellation()).toMatchObject({ refund_status: null, refund_amount: null });
  await staff('POST', `/refunds/${request.id}/approve`, {});
  expect(await readCancellation()).toMatchObject({ refund_status: 'due', refund_amount: grand_total });

  const amount = `RM${Number(grand_total).toLocaleString('en', { minimumFractionDigits: 2 })}`;
  const cancellationMail = await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('cancelled'));
  expect(cancellationMail.text).toContain(`We will refund ${amount}.`);

  const refunds = await listRefunds(testOrder);
  expect(refunds).toHaveLength(1);
  const refund = refunds[0] ?? expect.unreachable();
  expect(refund).toMatchObject({
    order_number,
    reference: testOrder.payment.attempt,
    amount: grand_total,
    reason: 'order_canceled',
    state: 'requested',
  });
  expect((await move(refund.id, 'send', { operator_reference: 'R-1' })).body.code).toBe('refund.wrong_state');
  expect((await move(refund.id, 'approve')).body.state).toBe('approved');
  expect((await move(refund.id, 'send', { operator_reference: '' })).status).toBe(422);
  expect((await move(refund.id, 'send', { operator_reference: 'R-1' })).body).toMatchObject({
    state: 'sent',
    operator_reference: 'R-1',
  });
  expect(await readCancellation()).toMatchObject({ refund_status: 'due' });
  const settlement = await move(refund.id, 'settle', { operator_reference: 'R-1/ok' });
  expect(settlement.body).toMatchObject({ state: 'settled', operator_reference: 'R-1/ok' });
  expect(await readCancellation()).toMatchObject({ refund_status: 'refunded', refund_amount: grand_total });
  expect((await move(refund.id, 'settle', { operator_reference: 'R-2' })).body.code).toBe('refund.wrong_state');

  const subject = encodeURIComponent(`subject:refund of ${testOrder.payment.attempt}, order ${order_number}`);
  const audit = (await staff('GET', `/audit?search=${subject}`)).body.data;
  expect(audit.map(({ action, after }: { action: string; after: { state: string } }) => [action, after.state])).toEqual(
    [
      ['staff.settleRefund', 'settled'],
      ['staff.sendRefund', 'sent'],
      ['staff.approveRefund', 'approved'],
    ],
  );
  const order = (await api('GET', `/order?${new URLSearchParams(proof)}`)).body.order;
  expect([order.status, order.payment_status]).toEqual(['canceled', 'refunded']);
  const mail = await sentTo(url, shipping_address.email, ({ text }) => text.includes('We have refunded'));
  expect(mail.text).toContain(`We have refunded ${amount} for order ${order_number}.`);
});

test('POST …/settle records a refund at once that staff paid back before recording it', async () => {
  const { testOrder, refund } = await makeDueRefund();
  const settlement = await move(refund.id, 'settle', { operator_reference: 'R-9' });
  expect([settlement.status, settlement.body.state, settlement.body.operator_reference]).toEqual([
    200,
    'settled',
    'R-9',
  ]);
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refunded']);
});

test('the mail about a refund is in the order’s language', async () => {
  const shipping_address = makeDistinctAddress();
  const { testOrder, refund } = await makeDueRefund({ shipping_address });
  await db.raw(`update orders set lang = 'zh' where id = $1`, [testOrder.order.id]);
  await payBack(refund.id);
  const mail = await sentTo(url, shipping_address.email, ({ text }) => text.includes('退款已完成'));
  expect(mail.text).toContain(`我们已退还订单 ${testOrder.order.order_number} 的 RM`);
});

test('a failed refund records its reason, and stays due', async () => {
  const { testOrder, refund } = await makeDueRefund();
  expect((await move(refund.id, 'fail', { reason: ' ' })).status).toBe(422);
  expect((await move(refund.id, 'fail', { reason: 'The account is closed' })).body).toMatchObject({
    state: 'failed',
    failure: 'The account is closed',
  });
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refund_due']);
});

test('refunds of a payment never exceed what it captured', async () => {
  const { refund } = await makeDueRefund({ price: 50_00 });
  // As if another refund of the same payment were there.
  await db.raw(
    `insert into refunds (id, order_id, attempt_id, amount, reason, state, created_at, updated_at)
     select gen_random_uuid(), order_id, attempt_id, 1, reason, 'requested', now(), now() from refunds where id = $1`,
    [refund.id],
  );
  const refusal = await move(refund.id, 'approve');
  expect([refusal.status, refusal.body.code]).toEqual([409, 'refund.too_much']);
  await move(refund.id, 'fail');
  expect((await move(refund.id, 'request-again')).body.code).toBe('refund.too_much');
});

test('a canceled order refunds the remainder after a partial refund, to the sen', async () => {
  const testOrder = await placePaid({ price: 33_33 });
  await db.raw(
    `insert into refunds (id, order_id, attempt_id, amount, reason, state, operator_reference, created_at, updated_at)
     select gen_random_uuid(), order_id, id, 1001, 'order_canceled', 'settled', 'R-0', now(), now()
     from payment_attempts where order_id = $1`,
    [testOrder.order.id],
  );
  await cancel(testOrder);
  const total = Math.round(Number(testOrder.order.grand_total) * 100);
  const refunds = await listRefunds(testOrder);
  expect(refunds.map(({ amount }) => Math.round(Number(amount) * 100)).sort()).toEqual([1001, total - 1001].sort());
  const open = refunds.find(({ state }) => state === 'requested');
  await payBack(open?.id ?? '');
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refunded']);
});

test('a canceled order that was paid twice is refunded once both payments are back', async () => {
  const testOrder = await placeOnline(server);
  const { order_number, view_token, grand_total } = testOrder.order;
  await openPayment(server, testOrder.payment.url);
  const body = { order_number, token: view_token };
  const again = (await api('POST', '/orders/payment', { token: testOrder.shopper.token, body })).body.payment;
  expect(again.attempt).not.toBe(testOrder.payment.attempt);
  for (const { attempt } of [again, testOrder.payment]) await notify(makeSignedReport(attempt, grand_total));
  await cancel(testOrder);
  const refunds = await listRefunds(testOrder);
  expect(refunds.map(({ reason }) => reason).sort()).toEqual(['order_canceled', 'paid_twice']);
  const statuses: unknown[] = [];
  for (const { id } of refunds) {
    await payBack(id);
    statuses.push((await readPayments(server, testOrder.order.id)).order[1]);
  }
  expect(statuses).toEqual(['refund_due', 'refunded']);
});

test('money that came twice is announced by mail, and refunded without touching the order', async () => {
  const shipping_address = makeDistinctAddress();
  const testOrder = await placeOnline(server, { shipping_address });
  const { order_number, view_token, grand_total } = testOrder.order;
  await openPayment(server, testOrder.payment.url);
  const body = { order_number, token: view_token };
  const again = (await api('POST', '/orders/payment', { token: testOrder.shopper.token, body })).body.payment;
  for (const { attempt } of [again, testOrder.payment]) await notify(makeSignedReport(attempt, grand_total));
  await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('We will refund your payment'));
  const [refund] = await listRefunds(testOrder);
  await payBack(refund?.id ?? '');
  await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('Your refund is paid'));
  expect((await readPayments(server, testOrder.order.id)).order).toEqual(['pending', 'paid']);
});

test('an order that is paid without any payment, such as one of RM0.00, has nothing to refund', async () => {
  const testOrder = await placeOnline(server);
  await db.raw(`update orders set payment_status = 'paid' where id = $1`, [testOrder.order.id]);
  await cancel(testOrder);
  expect(await readPayments(server, testOrder.order.id)).toMatchObject({ order: ['canceled', 'paid'], refunds: [] });
});

test('401 without a token, 404 for other roles and unknown refunds', async () => {
  const { refund } = await makeDueRefund();
  const picker = await newStaff(server, ['picker']);
  const support = await newStaff(server, ['support']);
  const finance = await newStaff(server, ['finance']);
  const approve = `/payments/refunds/${refund.id}/approve`;
  expect((await api('GET', '/staff/payments/refunds')).status).toBe(401);
  expect((await picker.call('GET', '/payments/refunds')).status).toBe(404);
  expect((await support.call('GET', '/payments/refunds')).status).toBe(200);
  expect((await support.call('POST', approve)).status).toBe(404);
  const approval = await finance.call('POST', approve);
  expect([approval.status, approval.body.state]).toEqual([200, 'approved']);
  const unknown = await staff('POST', `/payments/refunds/${UNKNOWN}/approve`);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'refund.not_found']);
});

test('POST …/reconcile refuses days that do not exist, and a payment that is sent twice', async () => {
  const payment = { line: 2, reference: 'KSTRANGE', amount: '1.00' };
  const send = (from: string, to: string, payments: object[]) =>
    staff('POST', '/payments/reconcile', { from, to, payments });
  const noDay = await send('2026-02-28', '2026-02-31', [payment]);
  expect([noDay.status, Object.keys(noDay.body.errors)]).toEqual([422, ['to']]);
  expect((await send('2026-02-28', '2026-02-28', [payment, { ...payment, line: 3 }])).status).toBe(422);
  expect((await staff('GET', '/payments/attempts?unsettled=1&from=2026-02-31')).status).toBe(422);
  expect((await send('2026-02-28', '2026-02-28', [payment])).body).toEqual({
    matched: 0,
    differs: [{ line: 2, reference: 'KSTRANGE', kind: 'unknown_reference', there: { amount: '1.00' }, here: null }],
    refunds_differ: [],
    problems: [],
  });
});

test('POST …/reconcile takes a settlement file as text/csv, and lists rows that it cannot compare', async () => {
  const [agrees, differs] = [await placePaid(), await placePaid()];
  const send = (csv: string, query = '') =>
    api('POST', `/staff/payments/reconcile${query}`, {
      ...{ token: server.config.operatorToken, body: csv, headers: { 'content-type': 'text/csv' } },
    });
  const csv = [
    'Reference,Amount,Currency',
    `${agrees.payment.attempt},${agrees.order.grand_total},MYR`,
    `${differs.payment.attempt},1.00,MYR`,
    'KSTRANGE,5.00,MYR',
    'KSHORT,"1,00",MYR',
  ].join('\r\n');
  for (let again = 0; again < 2; again++) {
    const { status, body } = await send(csv, '?from=2026-11-20&to=2026-11-20');
    expect([status, body.matched]).toEqual([200, 1]);
    expect(body.differs).toMatchObject([
      { line: 3, reference: differs.payment.attempt, kind: 'amount', there: { amount: '1.00' } },
      { line: 4, reference: 'KSTRANGE', kind: 'unknown_reference', here: null },
    ]);
    expect(body.problems).toEqual([{ line: 5, reason: 'has no readable amount: 1,00' }]);
  }
  const nameless = await send('Name,Total\nA,1.00');
  expect([nameless.status, nameless.body.code]).toEqual([422, 'settlement.unreadable']);
  expect((await send(csv, '?from=2026-02-31')).status).toBe(422);
  const cart = await api('PUT', '/checkout', { body: csv, headers: { 'content-type': 'text/csv' } });
  expect(cart.status).toBe(415);
});

test('responses of the staff API and the audit log contain no key of the gateway', async () => {
  const testOrder = await placePaid();
  const path = `search=order_number:${testOrder.order.order_number}`;
  for (const list of [`/payments/attempts?${path}`, `/payments/refunds?${path}`, '/audit']) {
    expect((await staff('GET', list)).text).not.toContain(`"${GATEWAY_KEY}"`);
  }
});
