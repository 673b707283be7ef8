/** docs/readings.md#99: changes above the shop's limits need a second person. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { db } = server;
const owner = operator(server);
const maker = await newStaff(server, ['support', 'finance']);
const checker = await newStaff(server, ['finance']);
const kettle = await makeProduct(db, { price: 33_33, stock: 100 });

async function setLimits(limits: object): Promise<void> {
  await db.raw(
    `insert into settings (key, value) values ('approvals', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(limits)],
  );
}

const adjust = (customer_id: string, amount: number, staff = maker) =>
  staff.call('POST', `/wallets/${customer_id}/adjust`, { kind: 'point', amount, reason: 'Broken eggs' });
const readBalance = async (customer_id: string): Promise<number> =>
  (await owner('GET', `/wallets/${customer_id}`)).body.balances.point.balance;

/** Requests an adjustment of 1,001 points above the limit of RM10. */
async function requestAdjustment(): Promise<{ customer_id: string; id: string }> {
  await setLimits({ wallets_above: 10_00 });
  const customer = await newCustomer(server);
  const { body } = await adjust(customer.id, 1_001);
  return { customer_id: customer.id, id: body.approval.id };
}

test('without limits one person is enough, as before', async () => {
  const customer = await newCustomer(server);
  const { status, body } = await adjust(customer.id, 99_999);
  expect([status, body.approval, body.balances.point.balance]).toEqual([200, null, 99_999]);
});

test('the same Idempotency-Key requests one approval of an adjustment (docs/readings.md#25)', async () => {
  await setLimits({ wallets_above: 10_00 });
  const { id } = await newCustomer(server);
  const request = () =>
    server.api('POST', `/staff/wallets/${id}/adjust`, {
      ...{ token: server.config.operatorToken, headers: { 'idempotency-key': `large ${id}` } },
      body: { kind: 'point', amount: 5_000, reason: 'Broken eggs' },
    });
  const [first, again] = [await request(), await request()];
  expect(first.body.approval).toMatchObject({ state: 'pending', subject: `customer ${id}` });
  expect(again.body).toEqual(first.body);
});

test('an adjustment above the limit waits for a second person, and is made once it is approved', async () => {
  await setLimits({ wallets_above: 10_00 });
  const customer = await newCustomer(server);
  expect((await adjust(customer.id, 1_000)).body).toMatchObject({ approval: null });
  now = new Date(now.getTime() + 24 * 3_600_000 + 1);
  // Sessions end after twelve hours.
  const [first, second] = [await newStaff(server, ['support']), await newStaff(server, ['finance'])];
  const { status, body } = await adjust(customer.id, 1_001, first);
  expect([status, body.balances.point.balance]).toEqual([200, 1_000]);
  expect(body.approval).toMatchObject({
    ...{ kind: 'wallet_adjustment', state: 'pending', subject: `customer ${customer.id}`, value: '10.01' },
    change: { customer_id: customer.id, kind: 'point', amount: 1_001, reason: 'Broken eggs' },
    ...{ requested_by: first.email, decided_by: null, decided_at: null },
  });
  const { data } = (await first.call('GET', '/approvals?search=state:pending')).body;
  expect(data[0]).toEqual(body.approval);
  const approval = await second.call('POST', `/approvals/${body.approval.id}/approve`);
  expect(approval.body.approval).toMatchObject({ state: 'approved', decided_by: second.email });
  expect(await readBalance(customer.id)).toBe(2_001);
  const audit = (await owner('GET', `/audit?subject=customer:${customer.id}`)).body.data;
  expect(audit.slice(0, 4).map(({ action, staff_email }: Record<string, string>) => [action, staff_email])).toEqual([
    ['staff.customer', 'operator'],
    ['staff.approve', second.email],
    ['staff.adjustWallet', second.email],
    ['staff.requestApproval', first.email],
  ]);
  Object.assign(maker, await newStaff(server, ['support', 'finance']));
  Object.assign(checker, await newStaff(server, ['finance']));
});

test('several small adjustments of a day count together', async () => {
  await setLimits({ wallets_above: 10_00 });
  const customer = await newCustomer(server);
  expect((await adjust(customer.id, 600)).body.approval).toBeNull();
  expect((await adjust(customer.id, -300)).body.approval).toBeNull();
  expect((await adjust(customer.id, 101)).body.approval.value).toBe('10.01');
  expect(await readBalance(customer.id)).toBe(300);
});

test('two adjustments at once do not pass the limit together', async () => {
  await setLimits({ wallets_above: 10_00 });
  const customer = await newCustomer(server);
  await adjust(customer.id, 1);
  const answers = await Promise.all([adjust(customer.id, 600), adjust(customer.id, 600)]);
  expect(answers.filter(({ body }) => body.approval === null)).toHaveLength(1);
  expect(await readBalance(customer.id)).toBe(601);
});

test('the second person is not the first, whatever their roles; support does not approve', async () => {
  const { customer_id, id } = await requestAdjustment();
  const own = await maker.call('POST', `/approvals/${id}/approve`);
  expect([own.status, own.body.code]).toEqual([409, 'approval.second_person']);
  const support = await newStaff(server, ['support']);
  expect((await support.call('POST', `/approvals/${id}/approve`)).status).toBe(404);
  expect(await readBalance(customer_id)).toBe(0);
  expect((await owner('POST', `/approvals/${id}/approve`)).status).toBe(200);
});

test('approved by several at once, a change is made once; the others see who decided', async () => {
  const { customer_id, id } = await requestAdjustment();
  const other = await newStaff(server, ['owner']);
  const answers = await Promise.all(
    [checker, other, checker, other].map(({ call }) => call('POST', `/approvals/${id}/approve`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await readBalance(customer_id)).toBe(1_001);
  const late = await checker.call('POST', `/approvals/${id}/reject`, {});
  expect([late.status, late.body.code]).toEqual([409, 'approval.decided']);
  expect(late.body.approval).toMatchObject({ id, state: 'approved', value: '10.01' });
});

test('a rejected change is not made; the person who requested it may withdraw it so', async () => {
  const { customer_id, id } = await requestAdjustment();
  const rejection = await maker.call('POST', `/approvals/${id}/reject`, { comment: 'A mistake' });
  expect(rejection.body.approval).toMatchObject({ state: 'rejected', comment: 'A mistake' });
  expect((await checker.call('POST', `/approvals/${id}/approve`)).body.code).toBe('approval.decided');
  expect(await readBalance(customer_id)).toBe(0);
});

test('the checks are made again: a balance that was spent meanwhile refuses the approval, which stays open', async () => {
  await setLimits({});
  const customer = await newCustomer(server);
  await adjust(customer.id, 2_000);
  await setLimits({ wallets_above: 10_00 });
  const { id } = (await adjust(customer.id, -2_000)).body.approval;
  await setLimits({});
  await adjust(customer.id, -1_500);
  await setLimits({ wallets_above: 10_00 });
  const refusal = await checker.call('POST', `/approvals/${id}/approve`);
  expect([refusal.status, refusal.body.code]).toEqual([409, 'wallet.too_little_point']);
  const open = (await maker.call('GET', `/approvals?search=state:pending;subject:customer ${customer.id}`)).body.data;
  expect(open.map((each: { id: string }) => each.id)).toEqual([id]);
  expect(await readBalance(customer.id)).toBe(500);
});

test('a refund above the limit is approved, or settled at once, by another person than the one who requested it', async () => {
  await setLimits({ refunds_above: 30_00 });
  const shopper = await newShopper(server);
  await shopper.fill([kettle, 3]);
  const { order } = (
    await shopper.place(await shopper.prepare({ payment_method: 'cod', shipping_address: makeDistinctAddress() }))
  ).body;
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await owner('POST', `/orders/${order.id}/advance`, { to })).status).toBe(200);
  }
  const refund = async (amount: string) =>
    (await maker.call('POST', `/orders/${order.id}/refund`, { of: 'goodwill', amount, comment: 'Broken' })).body;
  const small = await refund('20.00');
  expect(small).toMatchObject({ requested_by: maker.email, needs_second_person: false });
  const ofOrder = (await maker.call('GET', `/orders/${order.id}/payments`)).body.refunds;
  expect(ofOrder).toMatchObject([{ id: small.id, needs_second_person: false }]);
  expect((await maker.call('POST', `/payments/refunds/${small.id}/approve`)).body.state).toBe('approved');
  // Small refunds of one order count together.
  const large = await refund('10.01');
  expect(large).toMatchObject({ requested_by: maker.email, needs_second_person: true });
  for (const [step, body] of [
    ['approve', undefined],
    ['settle', { operator_reference: 'R-1' }],
  ] as const) {
    const own = await maker.call('POST', `/payments/refunds/${large.id}/${step}`, body);
    expect([own.status, own.body.code]).toEqual([409, 'approval.second_person']);
  }
  const { body } = await checker.call('POST', `/payments/refunds/${large.id}/approve`);
  expect(body).toMatchObject({ state: 'approved', needs_second_person: false });
  expect(
    (await maker.call('POST', `/payments/refunds/${large.id}/send`, { operator_reference: 'R-2' })).body.state,
  ).toBe('sent');
});

test('cash that comes back with a failed delivery is refunded by another person than the one who typed its amount', async () => {
  await setLimits({ refunds_above: 30_00 });
  const shopper = await newShopper(server);
  await shopper.fill([kettle, 1]);
  const cart = await shopper.prepare({ payment_method: 'cod', shipping_address: makeDistinctAddress() });
  const { order } = (await shopper.place(cart)).body;
  for (const to of ['processing', 'packed', 'delivery']) {
    expect((await owner('POST', `/orders/${order.id}/advance`, { to })).status).toBe(200);
  }
  const failure = { outcome: 'cancel', cash_collected: '5000.00', reason: 'Refused at the door' };
  expect((await maker.call('POST', `/orders/${order.id}/fail-delivery`, failure)).status).toBe(200);
  const [refund] = (await maker.call('GET', `/orders/${order.id}/payments`)).body.refunds;
  expect(refund).toMatchObject({ amount: '5000.00', requested_by: maker.email, needs_second_person: true });
  const own = await maker.call('POST', `/payments/refunds/${refund.id}/approve`);
  expect([own.status, own.body.code]).toEqual([409, 'approval.second_person']);
  expect((await checker.call('POST', `/payments/refunds/${refund.id}/approve`)).body.state).toBe('approved');
});

test('a change on which no one decides in a week expires', async () => {
  const { id } = await requestAdjustment();
  now = new Date(now.getTime() + 7 * 86_400_000);
  const late = await owner('POST', `/approvals/${id}/approve`);
  expect([late.status, late.body.code, late.body.approval.state]).toEqual([409, 'approval.expired', 'expired']);
  const { data } = (await owner('GET', '/approvals?search=state:expired')).body;
  expect(data.map((each: { id: string }) => each.id)).toContain(id);
});

test('the audit of an order has its refunds; filters by staff, action and days', async () => {
  const order = (await owner('GET', '/audit?action=staff.refundOrder')).body.data[0];
  const number = order.subject.replace('order ', '');
  const { body } = await owner('GET', `/audit?subject=order:${number}&staff_email=${order.staff_email}`);
  const actions = body.data.map(({ action }: { action: string }) => action);
  expect(new Set(actions)).toEqual(new Set(['staff.refundOrder', 'staff.approveRefund', 'staff.sendRefund']));
  const { id } = (await owner('GET', `/orders/${number}`)).body.order;
  expect((await owner('GET', `/audit?subject=order:${id}&staff_email=${order.staff_email}`)).body).toEqual(body);
  const day = order.at.slice(0, 10);
  expect((await owner('GET', `/audit?action=staff.refundOrder&from=${day}&to=${day}`)).body.total).toBe(2);
  expect((await owner('GET', '/audit?action=staff.refundOrder&to=2026-11-01')).body.total).toBe(0);
});
