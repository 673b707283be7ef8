/** docs/api.md#staff-api: deliveries that fail, and the cash that staff record (docs/readings.md#10). */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { sentTo } from '../testing/inbox.ts';
import { makePromotion } from '../testing/make-promotion.ts';
import { fillWallet } from '../testing/make-voucher.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, postForm } from '../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { type TestResponse, testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
const staff = operator(server);
await makePromotion(db, { code: 'DOOR', percent: 10, usage_limit: 100 });

type DeliveredOrder = {
  id: string;
  order_number: string;
  view_token: string;
  grand_total: string;
  delivery: { starts_at: string };
};

let orders = 0;
const emailOf = (number: number) => `door${number}@example.com`;

/** Places an order of two pieces and moves it to `delivery`. */
async function sendOutForDelivery(choices: object = {}, customer?: { token: string }) {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 2]);
  const email = emailOf(++orders);
  const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), customer_email: email, ...choices });
  const { body } = await shopper.place(cart);
  if (body.payment !== null) {
    await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(body.payment.attempt, body.order.grand_total));
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [body.order.id]);
  }
  const order: DeliveredOrder = body.order;
  for (const to of ['processing', 'packed', 'delivery']) {
    expect((await staff('POST', `/orders/${order.id}/advance`, { to })).status).toBe(200);
  }
  return { product, order, email };
}

const fail = ({ id }: DeliveredOrder, body: object): Promise<TestResponse> =>
  staff('POST', `/orders/${id}/fail-delivery`, body);

async function readShownOrder({ order_number, view_token }: DeliveredOrder, lang = 'en') {
  const proof = new URLSearchParams({ order_number, token: view_token, lang });
  return (await api('GET', `/order?${proof}`)).body.order;
}

/** Lists the slots that are offered to the address, with the places left. */
async function listSlots(): Promise<{ id: string; starts_at: string; places_left: number }[]> {
  const { token } = await newShopper(server);
  const { body } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  return body.data[0].slots;
}
const findSlotAt = async (starts_at: string) => (await listSlots()).find((slot) => slot.starts_at === starts_at);

/** Counts the stock, the uses of promotions and the earnings that the order has taken. */
async function countTaken({ id }: DeliveredOrder) {
  const { rows } = await db.raw(
    `select (select coalesce(sum(quantity), 0)::int from order_stock where order_id = $1) as stock,
       (select count(*)::int from promotion_uses where order_id = $1) as uses,
       (select count(*)::int from pending_earnings where order_id = $1 and state <> 'reversed') as earning`,
    [id],
  );
  return rows[0];
}

test('retry: back to packed with the new slot; the old place is free, and the shopper reads why and when', async () => {
  const { product, order, email } = await sendOutForDelivery();
  const other = (await listSlots()).findLast(({ places_left }) => places_left > 0);
  const before = await findSlotAt(order.delivery.starts_at);
  const { status, body } = await fail(order, {
    reason: '  Nobody at home  ',
    outcome: 'retry',
    delivery_slot_id: other?.id,
  });
  expect([status, body.order.status, body.order.payment_status]).toEqual([200, 'packed', 'unpaid']);
  expect(body.order.delivery.starts_at).toBe(other?.starts_at);
  expect(await readStock(db, product)).toBe(8);
  expect((await findSlotAt(order.delivery.starts_at))?.places_left).toBe((before?.places_left ?? 0) + 1);
  expect((await findSlotAt(other?.starts_at ?? ''))?.places_left).toBe((other?.places_left ?? 0) - 1);
  const notes = [
    (await readShownOrder(order)).history.at(-1).note,
    (await readShownOrder(order, 'zh')).history.at(-1).note,
  ];
  expect(notes).toEqual([
    expect.stringMatching(/^New delivery time: .+\. Delivery failed: Nobody at home$/),
    expect.stringMatching(/^新的配送时间：.+。上次配送失败原因：Nobody at home$/),
  ]);
  const mail = await sentTo(url, email, ({ subject }) => /could not deliver/.test(subject));
  expect(mail.text).toContain(notes[0]);

  await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery' });
  await sentTo(url, email, ({ subject, at }) => /is on its way/.test(subject) && at > mail.at);
});

test('cancel returns no goods that were refunded as lost', async () => {
  const { product, order } = await sendOutForDelivery({ payment_method: 'fpx' });
  const items = [{ id: String(product.id), variation_option_id: null, quantity: 1 }];
  const refunded = await staff('POST', `/orders/${order.id}/refund`, { of: 'items', items, restock: false });
  expect([refunded.status, await readStock(db, product)]).toEqual([201, 8]);
  expect((await fail(order, { reason: 'Refused', outcome: 'cancel' })).status).toBe(200);
  expect(await readStock(db, product)).toBe(9);
});

test('retry without a slot stays in its slot; only an order in delivery can fail, once', async () => {
  const { order } = await sendOutForDelivery();
  const first = await fail(order, { reason: 'Gate closed', outcome: 'retry' });
  expect(first.body.order).toMatchObject({ status: 'packed', delivery: { starts_at: order.delivery.starts_at } });
  expect(first.body.order.history.at(-1).note).toBe('We will deliver again. Delivery failed: Gate closed');
  for (const outcome of ['retry', 'cancel']) {
    const again = await fail(order, { reason: 'Gate closed', outcome });
    expect([again.status, again.body.code]).toEqual([409, 'order.wrong_status']);
  }
  const audit = await staff('GET', `/audit?search=action:staff.failDelivery;subject:order ${order.order_number}`);
  expect(audit.body.data).toMatchObject([
    { before: { status: 'delivery' }, after: { reason: 'Gate closed', outcome: 'retry', cash_collected: null } },
  ]);
});

test('a slot that is full, closed, unknown or of another method is refused, and nothing changes', async () => {
  const { order } = await sendOutForDelivery();
  const [full, ...others] = (await listSlots()).filter(({ starts_at }) => starts_at !== order.delivery.starts_at);
  await db.raw(
    `insert into delivery_slots (template_id, starts_at, capacity, taken) values ($1, $2, 3, 3)
     on conflict (template_id, starts_at) do update set taken = delivery_slots.capacity`,
    [full?.id.split('-')[0], full?.starts_at],
  );
  const { token } = await newShopper(server);
  const all = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  const foreign = all.body.data[1].slots[0].id;
  const past = others[0]?.id.replace(/-\d+$/, '-28000000');
  for (const delivery_slot_id of [full?.id, foreign, past, 'unknown']) {
    const { status, body } = await fail(order, { reason: 'Lift broken', outcome: 'retry', delivery_slot_id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['delivery_slot_id']]);
  }
  expect(await readShownOrder(order)).toMatchObject({
    status: 'delivery',
    delivery: { starts_at: order.delivery.starts_at },
  });
  expect((await staff('GET', `/orders/${order.id}`)).body.order.cash_collections).toEqual([]);
});

test('cancel: stock, place, coupon, points and coins return, and nothing is earned', async () => {
  const me = await newCustomer(server);
  await fillWallet(server, me, 'point', 1_000);
  await fillWallet(server, me, 'store_credit', 300);
  const { product, order } = await sendOutForDelivery(
    { coupon_code: 'DOOR', use_points: 500, use_golds: 100, customer_email: me.email },
    me,
  );
  expect(await countTaken(order)).toMatchObject({ stock: 2, uses: 1 });
  const before = await findSlotAt(order.delivery.starts_at);
  const { status, body } = await fail(order, { reason: 'Refused at the door', outcome: 'cancel' });
  expect([status, body.order.status, body.order.payment_status]).toEqual([200, 'canceled', 'unpaid']);
  expect(await readStock(db, product)).toBe(10);
  expect((await findSlotAt(order.delivery.starts_at))?.places_left).toBe((before?.places_left ?? 0) + 1);
  expect(await countTaken(order)).toEqual({ stock: 0, uses: 0, earning: 0 });
  const wallet = await me.call('GET', '/wallet_transactions?search=kind:point');
  expect(wallet.body.balances).toMatchObject({
    point: { balance: 1_000, pending: 0 },
    store_credit: { balance: 300, pending: 0 },
  });
  expect((await me.call('GET', '/membership-tiers/wallet-rule-action')).body.current.spent).toBe('0.00');
  const own = (await me.call('GET', `/orders/${order.id}?lang=zh`)).body.order;
  expect(own.history.at(-1)).toMatchObject({ status: 'canceled', note: '配送失败：Refused at the door' });
  const mail = await sentTo(url, me.email, ({ subject }) => /cancelled/.test(subject));
  for (const text of [
    'Delivery failed: Refused at the door',
    '100 coins',
    '500 points',
    'coupon DOOR counts as unused',
  ]) {
    expect(mail.text).toContain(text);
  }
});

test('cancel of an order paid online requests its refund; cash is refused for it', async () => {
  const { order, email } = await sendOutForDelivery({ payment_method: 'fpx' });
  const cash = await fail(order, { reason: 'Moved', outcome: 'cancel', cash_collected: '5.00' });
  expect([cash.status, cash.body.code, Object.keys(cash.body.errors)]).toEqual([
    422,
    'order.no_cash',
    ['cash_collected'],
  ]);
  const { body } = await fail(order, { reason: 'Moved', outcome: 'cancel' });
  expect(body.order).toMatchObject({ status: 'canceled', payment_status: 'refund_due' });
  const refunds = (await staff('GET', `/payments/refunds?search=order_number:${order.order_number}`)).body.data;
  expect(refunds).toMatchObject([{ amount: order.grand_total, reason: 'order_canceled', state: 'requested' }]);
  expect((await sentTo(url, email, ({ subject }) => /cancelled/.test(subject))).text).toContain(
    `We will refund RM${order.grand_total}`,
  );
});

test('a reason and an outcome are required', async () => {
  const { order } = await sendOutForDelivery();
  for (const body of [
    { outcome: 'retry' },
    { reason: ' ', outcome: 'retry' },
    { reason: 'x' },
    { reason: 'x', outcome: 'lost' },
  ]) {
    expect((await fail(order, body)).status).toBe(422);
  }
  for (const cash_collected of ['-1.00', 'ten', 10, '1.005']) {
    expect((await fail(order, { reason: 'x', outcome: 'retry', cash_collected })).status).toBe(422);
  }
  expect((await staff('POST', '/orders/NOSUCHNO/fail-delivery', { reason: 'x', outcome: 'retry' })).status).toBe(404);
  expect((await readShownOrder(order)).status).toBe('delivery');
});

test('a retry is for orders and picker, a cancellation for orders and support; others get 404', async () => {
  const { order } = await sendOutForDelivery();
  const [picker, support, finance] = await Promise.all(
    (['picker', 'support', 'finance'] as const).map((role) => newStaff(server, [role])),
  );
  const path = `/orders/${order.id}/fail-delivery`;
  const [retry, cancel] = (['retry', 'cancel'] as const).map((outcome) => ({ reason: 'x', outcome }));
  expect((await picker?.call('POST', path, cancel))?.status).toBe(404);
  expect((await support?.call('POST', path, retry))?.status).toBe(404);
  expect((await finance?.call('POST', path, retry))?.status).toBe(404);
  expect((await picker?.call('GET', '/cash-differences'))?.status).toBe(404);
  expect((await finance?.call('GET', '/cash-differences'))?.status).toBe(200);
  expect((await picker?.call('POST', path, retry))?.body.order.history.at(-1).changed_by).toBe(picker?.email);
});

test('cash other than the total is recorded with who and listed; equal cash is recorded only', async () => {
  const [equal, short] = [(await sendOutForDelivery()).order, (await sendOutForDelivery()).order];
  const completeWithCash = (order: DeliveredOrder, cash_collected: string) =>
    staff('POST', `/orders/${order.id}/advance`, { to: 'complete', cash_collected });
  expect((await completeWithCash(equal, equal.grand_total)).body.order.cash_collections).toMatchObject([
    { outcome: 'complete', cash_collected: equal.grand_total, grand_total: equal.grand_total, recorded_by: 'operator' },
  ]);
  expect((await completeWithCash(short, '1.50')).body.order).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
  });
  const listDifferences = async (order: DeliveredOrder) =>
    (await staff('GET', `/cash-differences?search=order_number:${order.order_number}`)).body;
  expect(await listDifferences(equal)).toMatchObject({ total: 0, data: [] });
  expect(await listDifferences(short)).toMatchObject({
    total: 1,
    data: [
      {
        order_id: short.id,
        order_number: short.order_number,
        outcome: 'complete',
        cash_collected: '1.50',
        grand_total: short.grand_total,
        recorded_by: 'operator',
        at: expect.stringMatching(/Z$/),
      },
    ],
  });
  expect((await staff('GET', '/cash-differences')).body.data[0].order_id).toBe(short.id);
  // No more money goes back than was collected.
  const refund = await staff('POST', `/orders/${short.id}/refund`, { of: 'whole_order' });
  expect(refund.body.amount).toBe('1.50');
});

test('cash of a failed delivery is not collected again, and what the next one brings is judged by the sum', async () => {
  const [whole, short] = [(await sendOutForDelivery()).order, (await sendOutForDelivery()).order];
  const readCashToCollect = async () => Number((await staff('GET', '/today')).body.cash.cash_to_collect);
  for (const [order, last] of [
    [whole, '0.00'],
    [short, '-1.00'],
  ] as const) {
    const before = await readCashToCollect();
    await fail(order, { reason: 'Short of cash', outcome: 'retry', cash_collected: '5.00' });
    expect(before - (await readCashToCollect())).toBeCloseTo(5);
    const rest = (Number(order.grand_total) - 5).toFixed(2);
    const sent = await staff('POST', '/delivery/runs', { driver: 'Siti', order_ids: [order.id] });
    const call = (method: string, path: string, body?: object) =>
      api(method, `/delivery-runs/current${path}`, { token: sent.body.token, body });
    expect((await call('GET', '')).body.run.stops).toMatchObject([{ cash_to_collect: rest }]);
    const record = { received_by: 'Tan', cash_collected: (Number(rest) + Number(last)).toFixed(2) };
    expect((await call('POST', `/stops/${order.id}/deliver`, record)).status).toBe(200);
  }
  const listOutcomes = async ({ order_number }: DeliveredOrder) =>
    (await staff('GET', `/cash-differences?search=order_number:${order_number}`)).body.data.map(
      ({ outcome }: { outcome: string }) => outcome,
    );
  expect([await listOutcomes(whole), await listOutcomes(short)]).toEqual([['retry'], ['complete', 'retry']]);
});

test('cash is taken only by a complete order that is paid on delivery', async () => {
  const online = (await sendOutForDelivery({ payment_method: 'fpx' })).order;
  const { order } = await sendOutForDelivery();
  await fail(order, { reason: 'x', outcome: 'retry' });
  const refusals = [
    await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery', cash_collected: '1.00' }),
    await staff('POST', `/orders/${online.id}/advance`, { cash_collected: online.grand_total }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'order.no_cash'],
    [422, 'order.no_cash'],
  ]);
  expect([(await readShownOrder(order)).status, (await readShownOrder(online)).status]).toEqual(['packed', 'delivery']);
});

test('cash of a canceled order is listed and refunded to the sen, that of the first try included', async () => {
  const { order, email } = await sendOutForDelivery();
  await fail(order, { reason: 'Short of cash', outcome: 'retry', cash_collected: '5.00' });
  await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery' });
  const { body } = await fail(order, { reason: 'Changed his mind', outcome: 'cancel', cash_collected: '0.00' });
  expect(body.order).toMatchObject({ status: 'canceled', payment_status: 'refund_due' });
  const differences = (await staff('GET', `/cash-differences?search=order_number:${order.order_number}`)).body.data;
  expect(differences).toMatchObject([
    { outcome: 'cancel', cash_collected: '0.00' },
    { outcome: 'retry', cash_collected: '5.00' },
  ]);
  const mail = await sentTo(url, email, ({ subject }) => /cancelled/.test(subject));
  expect(mail.text).toContain('We will refund RM5.00.');
  expect(mail.text).toContain('You paid in cash');
  const [refund] = (await staff('GET', `/payments/refunds?search=order_number:${order.order_number}`)).body.data;
  expect(refund).toMatchObject({ amount: '5.00', reason: 'order_canceled', reference: null });
  const settlement = await staff('POST', `/payments/refunds/${refund.id}/settle`, { operator_reference: 'CASH-1' });
  expect(settlement.status).toBe(200);
  expect((await readShownOrder(order)).payment_status).toBe('refunded');
});

test('the same Idempotency-Key ends one delivery once', async () => {
  const { order } = await sendOutForDelivery();
  const send = () =>
    api('POST', `/staff/orders/${order.id}/fail-delivery`, {
      token: server.config.operatorToken,
      headers: { 'idempotency-key': 'door-1' },
      body: { reason: 'Nobody', outcome: 'retry', cash_collected: '2.00' },
    });
  const first = await send();
  await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery' });
  expect((await send()).body).toEqual(first.body);
  expect((await staff('GET', `/orders/${order.id}`)).body.order).toMatchObject({
    status: 'delivery',
    cash_collections: [{ cash_collected: '2.00' }],
  });
});
