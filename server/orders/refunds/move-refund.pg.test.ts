/** Races of refunds, on PostgreSQL: each moves once, and together they never exceed what was paid. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  makeSignedReport,
  offerOnlinePayment,
  openPayment,
  placeOnline,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { staffPayments } from '../../testing/orders/staff-payments.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, database } = server;
await offerOnlinePayment(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const { staff, notify, placePaid, complete, cancel, refund, listRefunds, move } = staffPayments(server);

const queryRows = async (sql: string, id: string) => (await db.raw(sql, [id])).rows;

/** Sums in sen of an order's refunds that have not failed, and of what was captured. */
async function readSums(order_id: string) {
  const [sums] = await queryRows(
    `select (select coalesce(sum(amount), 0)::int from payment_attempts where order_id = $1 and captured_at is not null)
       as captured,
       (select coalesce(sum(r.amount), 0)::int from refunds r join payment_attempts a on a.id = r.attempt_id
         where a.order_id = $1 and r.state <> 'failed') as refunds`,
    order_id,
  );
  return { captured: Number(sums?.captured), refunds: Number(sums?.refunds) };
}

const sortStatuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();
const ONE_OF_TEN = [200, ...Array.from({ length: 9 }, () => 409)];

test('ten operators take each step at once: each step is taken once, audited once and mailed once', async () => {
  const testOrder = await placePaid();
  const { order } = testOrder;
  await cancel(testOrder);
  const [dueRefund] = await listRefunds(testOrder);
  const id = dueRefund?.id ?? '';
  for (const step of ['approve', 'send', 'settle'] as const) {
    expect(sortStatuses(await Promise.all(Array.from({ length: 10 }, () => move(id, step))))).toEqual(ONE_OF_TEN);
  }
  const payments = await readPayments(server, order.id);
  expect([payments.order, payments.refunds.map(({ state }) => state)]).toEqual([['canceled', 'refunded'], ['settled']]);
  expect(await queryRows(`select from staff_audit where subject like '%' || $1`, order.order_number)).toHaveLength(4);
  expect(
    await queryRows(
      `select from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
       where j.name = 'mail' and n.data ->> 'refund_id' = $1`,
      id,
    ),
  ).toHaveLength(1);
  expect(
    await queryRows(`select from order_history where order_id = $1 and payment_status = 'refunded'`, order.id),
  ).toHaveLength(1);
});

test('settle and fail at once: one of them counts', async () => {
  for (let round = 0; round < 10; round++) {
    const testOrder = await placePaid();
    await cancel(testOrder);
    const [dueRefund] = await listRefunds(testOrder);
    const id = dueRefund?.id ?? '';
    await move(id, 'approve');
    await move(id, 'send');
    const steps = ['settle', 'fail', 'settle', 'fail'] as const;
    const responses = await Promise.all(steps.map((step) => move(id, step)));
    expect(sortStatuses(responses)).toEqual([200, 409, 409, 409]);
    const [movedRefund] = await listRefunds(testOrder);
    const paymentStatus = movedRefund?.state === 'settled' ? 'refunded' : 'refund_due';
    expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', paymentStatus]);
  }
});

test('cancellation, a late second payment and a repeated notice at once: all money is refunded once, to the sen', async () => {
  for (let round = 0; round < 10; round++) {
    const testOrder = await placeOnline(server, { shipping_address: makeDistinctAddress() });
    const { id, order_number, view_token, grand_total } = testOrder.order;
    await openPayment(server, testOrder.payment.url);
    const body = { order_number, token: view_token };
    const again = (await api('POST', '/orders/payment', { token: testOrder.shopper.token, body })).body.payment;
    const reports = [again, testOrder.payment].map(({ attempt }) => makeSignedReport(attempt, grand_total));
    const responses = await Promise.all([
      ...reports.map(notify),
      ...[cancel(testOrder), cancel(testOrder)],
      ...reports.map(notify),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const { captured, refunds } = await readSums(id);
    expect(captured).toBe(2 * Math.round(Number(grand_total) * 100));
    expect(refunds).toBe(captured);
    expect((await listRefunds(testOrder)).length).toBe(2);
    expect((await readPayments(server, id)).order).toEqual(['canceled', 'refund_due']);
  }
});

test('a failed refund is requested again by two staff while the order is canceled or refunded: its money goes back once', async () => {
  for (let round = 0; round < 10; round++) {
    const testOrder = await placePaid();
    const { body } = await refund(testOrder, { of: 'goodwill', amount: '700.00', comment: 'Race' });
    await move(body.id, 'fail');
    const responses = await Promise.all([
      ...[move(body.id, 'request-again'), move(body.id, 'request-again')],
      ...[refund(testOrder, { of: 'goodwill', amount: '700.00', comment: 'Race' }), cancel(testOrder)],
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    expect(sortStatuses(responses.slice(0, 2))[1]).toBe(409);
    const { captured, refunds } = await readSums(testOrder.order.id);
    expect(refunds).toBe(captured);
    const [failedRefund] = await listRefunds(testOrder);
    expect(failedRefund).toMatchObject({ state: 'failed', replaced_by: expect.any(String) });
    expect((await readPayments(server, testOrder.order.id)).order).toEqual(['canceled', 'refund_due']);
  }
});

test('ten staff refund a complete order at once: never more than was paid, its goods once, the last one ends it', async () => {
  for (let round = 0; round < 5; round++) {
    const testOrder = await placePaid();
    const { order } = testOrder;
    await complete(testOrder);
    const [item] = (await staff('GET', `/orders/${order.id}`)).body.order.items;
    const bodies = [
      ...Array.from({ length: 4 }, () => ({ of: 'whole_order' })),
      ...Array.from({ length: 3 }, () => ({ of: 'items', restock: true, items: [{ id: item.id, quantity: 1 }] })),
      ...Array.from({ length: 3 }, () => ({ of: 'goodwill', amount: '700.00', comment: 'Race' })),
    ];
    const responses = await Promise.all(bodies.map((body) => refund(testOrder, body)));
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const { captured, refunds } = await readSums(order.id);
    expect(refunds).toBeLessThanOrEqual(captured);
    const last = await refund(testOrder, { of: 'whole_order' });
    expect([201, 409]).toContain(last.status);
    expect((await readSums(order.id)).refunds).toBe(captured);
    const [goods] = await queryRows('select sum(goods)::int as refunded from refunds where order_id = $1', order.id);
    expect(goods?.refunded).toBe(1_299_99);
    expect((await readPayments(server, order.id)).order).toEqual(['complete', 'refund_due']);
  }
});

test('of ten operators who withdraw a refund while ten approve it, one wins; its effects are undone once or not at all', async () => {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  for (let round = 0; round < 5; round++) {
    const testOrder = await placePaid({ product });
    await complete(testOrder);
    const before = await readStock(db, product);
    const items = [{ id: String(product.id), quantity: 1 }];
    const { id } = (await refund(testOrder, { of: 'items', items, restock: true })).body;
    const steps = Array.from({ length: 10 }, () => ['withdraw', 'approve'] as const).flat();
    const responses = await Promise.all(steps.map((step) => move(id, step)));
    expect(sortStatuses(responses)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const [only] = await listRefunds(testOrder);
    const isWithdrawn = only?.state === 'withdrawn';
    expect(['withdrawn', 'approved']).toContain(only?.state);
    expect(await readStock(db, product)).toBe(isWithdrawn ? before : before + 1);
    const auditRows = await queryRows(
      `select action from staff_audit where subject like '%' || $1 and action in ('staff.withdrawRefund', 'staff.approveRefund')`,
      testOrder.order.order_number,
    );
    expect(auditRows).toEqual([{ action: isWithdrawn ? 'staff.withdrawRefund' : 'staff.approveRefund' }]);
  }
});

test('a sold voucher that a till uses during its refund stays used, and is not refunded', async () => {
  const coffee = await makeProduct(db, { type: 'voucher', price: 1_250 });
  const shopper = await newShopper(server);
  await shopper.fill([coffee, 1]);
  const choices = { shipping_address: makeDistinctAddress(), payment_method: 'fpx' };
  const { order, payment } = (await shopper.place(await shopper.prepare(choices))).body;
  await notify(makeSignedReport(payment.attempt, order.grand_total));
  const till = await database.pool.connect();
  await till.query('begin');
  await till.query(`update own_vouchers set state = 'used', used_at = now() where issued_by_order = $1`, [order.id]);
  const request = refund({ order }, { comment: 'Sorry', of: 'items', items: [{ id: coffee.id, quantity: 1 }] });
  const countWaiting = async () =>
    (await db.raw(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows
      .length;
  await expect.poll(countWaiting).toBe(1);
  await till.query('commit');
  till.release();
  const { status, body } = await request;
  expect([status, body.code]).toEqual([409, 'refund.items']);
  expect(await queryRows('select state from own_vouchers where issued_by_order = $1', order.id)).toEqual([
    { state: 'used' },
  ]);
  expect(await listRefunds({ order })).toEqual([]);
});
