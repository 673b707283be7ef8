/** docs/api.md#staff-api: refunds of orders (docs/readings.md#56). */
import { expect, test } from 'vitest';
import { type MadeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { sentTo } from '../testing/inbox.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, postForm } from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
const staff = operator(server);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const part = await makeProduct(db, { price: 10_00, stock: 100 });
const kettle = await makeProduct(db, { price: 33_33, stock: 100 });
const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });

type StaffRefundedOrder = {
  id: string;
  order_number: string;
  view_token: string;
  grand_total: string;
  items: { id: string }[];
};

/** Places an order of three kettles and two bundles, which is paid at once online, and in cash when it is complete. */
async function placeTestOrder(payment_method: 'fpx' | 'cod', choices: object = {}): Promise<StaffRefundedOrder> {
  const shopper = await newShopper(server);
  await shopper.fill([kettle, 3], [bundle, 2]);
  const cart = await shopper.prepare({ payment_method, shipping_address: makeDistinctAddress(), ...choices });
  const { body } = await shopper.place(cart);
  if (payment_method === 'fpx') {
    const report = makeSignedReport(body.payment.attempt, body.order.grand_total);
    await postForm(`${url}/api/payments/ipay88/notice`, report);
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [body.order.id]);
  }
  return body.order;
}

async function advance({ id }: StaffRefundedOrder, ...statuses: string[]) {
  for (const to of statuses) expect((await staff('POST', `/orders/${id}/advance`, { to })).status).toBe(200);
}
const TO_COMPLETE = ['processing', 'packed', 'delivery', 'complete'];

const refund = ({ order_number }: StaffRefundedOrder, body: object) =>
  staff('POST', `/orders/${order_number}/refund`, body);
const item = (quantity: number, product = kettle) => ({ id: String(product.id), quantity });
const items = (...refunded: object[]) => ({ of: 'items', items: refunded });
const sen = (amount: string) => Math.round(Number(amount) * 100);

async function readShownOrder({ order_number, view_token }: StaffRefundedOrder) {
  return (await api('GET', `/order?${new URLSearchParams({ order_number, token: view_token })}`)).body.order;
}

async function settle(id: string) {
  for (const step of ['approve', 'send', 'settle']) {
    const body = step === 'approve' ? undefined : { operator_reference: 'R-1' };
    expect((await staff('POST', `/payments/refunds/${id}/${step}`, body)).status).toBe(200);
  }
}

async function readStock({ id }: MadeProduct): Promise<number> {
  const { rows } = await db.raw('select quantity from inventory where product_id = $1', [id]);
  return Number(rows[0]?.quantity);
}

test('items of a complete order go back to the sen, one refund after another until the whole', async () => {
  const order = await placeTestOrder('fpx');
  await advance(order, ...TO_COMPLETE);
  const first = await refund(order, items(item(1)));
  expect([first.status, first.body]).toEqual([
    201,
    expect.objectContaining({ amount: '33.33', coins: 0, points: 0, reason: 'items', state: 'requested' }),
  ]);
  const second = await refund(order, { of: 'goodwill', amount: '5.00', comment: 'Late' });
  const third = await refund(order, items(item(2), item(1, bundle)));
  const last = await refund(order, { of: 'whole_order' });
  const amounts = [first, second, third, last].map(({ body }) => sen(body.amount));
  expect(amounts.slice(0, 3)).toEqual([33_33, 5_00, 66_66 + 5_00]);
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(sen(order.grand_total));
  expect((await readShownOrder(order)).payment_status).toBe('refund_due');
  expect((await refund(order, { of: 'whole_order' })).body.code).toBe('refund.nothing');
  for (const { body } of [first, second, third, last]) await settle(body.id);
  const { status, payment_status, payment_refunds } = await readShownOrder(order);
  expect([status, payment_status]).toEqual(['complete', 'refunded']);
  expect(payment_refunds.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('refunded'));
});

test('an order that was paid in cash is refunded by hand, step by step, once it is complete', async () => {
  const order = await placeTestOrder('cod');
  expect((await refund(order, { of: 'whole_order' })).body.code).toBe('order.unpaid');
  await advance(order, ...TO_COMPLETE);
  const { body } = await refund(order, { of: 'whole_order' });
  expect(body).toMatchObject({ amount: order.grand_total, reference: null, state: 'requested' });
  expect((await refund(order, { of: 'goodwill', amount: '0.01', comment: 'More' })).body.code).toBe('refund.too_much');
  await settle(body.id);
  expect(await readShownOrder(order)).toMatchObject({ status: 'complete', payment_status: 'refunded' });
});

test('returns refunded goods to stock only if staff choose so; a bundle returns as its parts', async () => {
  const order = await placeTestOrder('fpx');
  await advance(order, ...TO_COMPLETE);
  const [kettles, parts] = [await readStock(kettle), await readStock(part)];
  await refund(order, items(item(1)));
  expect([await readStock(kettle), await readStock(part)]).toEqual([kettles, parts]);
  await refund(order, { ...items(item(1), item(1, bundle)), restock: true });
  expect([await readStock(kettle), await readStock(part)]).toEqual([kettles + 1, parts + 2]);
});

test('a canceled order refunds what earlier refunds left, and is not refunded again', async () => {
  const order = await placeTestOrder('fpx');
  expect((await refund(order, { of: 'whole_order' })).body.code).toBe('refund.cancel_instead');
  const { body } = await refund(order, { ...items(item(1)), comment: 'Out of stock' });
  await staff('POST', `/orders/${order.id}/cancel`, { comment: 'Sold out' });
  const refunds = (await staff('GET', `/payments/refunds?search=order_number:${order.order_number}`)).body.data;
  expect(refunds.map(({ reason }: { reason: string }) => reason)).toEqual(['items', 'order_canceled']);
  expect(refunds.reduce((sum: number, { amount }: { amount: string }) => sum + sen(amount), 0)).toBe(
    sen(order.grand_total),
  );
  expect(body.comment).toBe('Out of stock');
  expect((await refund(order, items(item(1)))).body.code).toBe('order.wrong_status');
});

test('an order on its way can be refunded in whole, and still be completed', async () => {
  const order = await placeTestOrder('fpx');
  await advance(order, 'processing', 'packed', 'delivery');
  expect((await refund(order, { of: 'whole_order' })).body.amount).toBe(order.grand_total);
  await advance(order, 'complete');
  expect(await readShownOrder(order)).toMatchObject({ status: 'complete', payment_status: 'refund_due' });
});

test('the same request sent twice is one refund; another body under its key is refused', async () => {
  const order = await placeTestOrder('fpx');
  const send = (amount: string) =>
    api('POST', `/staff/orders/${order.id}/refund`, {
      token: server.config.operatorToken,
      headers: { 'idempotency-key': 'refund 1' },
      body: { of: 'goodwill', amount, comment: 'Late' },
    });
  const [first, again] = [await send('3.00'), await send('3.00')];
  expect([first.status, again.body.id]).toEqual([201, first.body.id]);
  expect((await send('4.00')).body.code).toBe('request.idempotency');
  expect((await readShownOrder(order)).payment_refunds).toHaveLength(1);
});

test('the shopper is mailed the refunded amounts, and the change is audited', async () => {
  const shipping_address = makeDistinctAddress();
  const order = await placeTestOrder('fpx', { shipping_address });
  const { body } = await refund(order, items(item(2)));
  const mail = await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('We will refund'));
  expect(mail.text).toContain(`We will refund RM66.66 for order ${order.order_number}.`);
  const subject = encodeURIComponent(`subject:order ${order.order_number}`);
  const [entry] = (await staff('GET', `/audit?search=${subject}`)).body.data;
  expect(entry).toMatchObject({
    action: 'staff.refundOrder',
    after: { refund: body.id, amount: 66_66, of: 'items', restock: false },
  });
});

test.each<[string, object, number, string | undefined]>([
  ['more units than were ordered', items(item(4)), 409, 'refund.items'],
  ['another product', items(item(1, part)), 409, 'refund.items'],
  ['more than was paid', { of: 'goodwill', amount: '99999.00', comment: 'Late' }, 409, 'refund.too_much'],
  ['nothing', { of: 'goodwill', amount: '0.00', comment: 'Late' }, 409, 'refund.nothing'],
  ['goodwill without a reason', { of: 'goodwill', amount: '1.00' }, 422, undefined],
  ['an item twice', items(item(1), item(1)), 422, undefined],
  ['no items', items(), 422, undefined],
])('refuses %s', async (_, body, status, code) => {
  const response = await refund(await placeTestOrder('fpx'), body);
  expect(response.status).toBe(status);
  if (code !== undefined) expect(response.body.code).toBe(code);
});

test('401 without a token, 404 for other roles and unknown orders', async () => {
  const order = await placeTestOrder('fpx');
  const path = `/orders/${order.id}/refund`;
  const body = { of: 'goodwill', amount: '1.00', comment: 'Late' };
  const picker = await newStaff(server, ['picker']);
  const support = await newStaff(server, ['support']);
  expect((await api('POST', `/staff${path}`, { body })).status).toBe(401);
  expect((await picker.call('POST', path, body)).status).toBe(404);
  expect((await support.call('POST', path, body)).status).toBe(201);
  const unknown = await staff('POST', `/orders/${UNKNOWN}/refund`, body);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'order.not_found']);
});
