/** docs/readings.md#59: an order that waits for its online payment is paid on delivery instead. */
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
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
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer({
  jobs: true,
  env: { OPEN_ORDERS_UNPROVEN: '2', OPEN_ORDERS_UNPROVEN_VALUE: '100', OPEN_ORDERS_PROVEN_VALUE: '1000' },
});
const { api, db, url } = server;
await offerOnlinePayment(server);

const proofOf = ({ order }: OnlineOrder) => ({ order_number: order.order_number, token: order.view_token });

const payCash = (one: OnlineOrder, more: object = {}) =>
  api('POST', '/orders/payment', {
    token: one.shopper.token,
    body: { ...proofOf(one), payment_method: 'cod', ...more },
  });

const readOrder = async (one: OnlineOrder) =>
  (await api('GET', `/order?${new URLSearchParams(proofOf(one))}`)).body.order;

test('rounds the total to 5 sen, records the change, confirms by mail, and is paid at the door', async () => {
  const address = makeDistinctAddress();
  const one = await placeOnline(server, { price: 10_03, shipping_address: address });
  await payAt((await openPayment(server, one.payment.url)).body.form, 'outcome=fail');
  const { status, body } = await payCash(one);
  expect([status, body]).toEqual([200, { payment: null }]);
  const order = await readOrder(one);
  expect([order.payment_method, order.payment_status, order.held_until, order.cash_allowed]).toEqual([
    'cod',
    'unpaid',
    null,
    false,
  ]);
  const online = Number(one.order.grand_total.replace('.', ''));
  expect(order.totals.grand_total).toBe(((Math.round(online / 5) * 5) / 100).toFixed(2));
  expect(order.totals.rounding).toBe(((Math.round(online / 5) * 5 - online) / 100).toFixed(2));
  expect(order.history.at(-1)).toMatchObject({ status: 'pending', note: 'Paid on delivery instead of online' });
  const mail = await sentTo(url, address.email, ({ subject }) => subject.includes('received'));
  expect(mail.subject).toContain(order.order_number);

  const staff = operator(server);
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${one.order.id}/advance`, { to })).status).toBe(200);
  }
  expect((await readOrder(one)).payment_status).toBe('paid');
});

test('refuses with payment.closed once it is paid, also where only the gateway knows', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  await payAt((await openPayment(server, one.payment.url)).body.form, 'outcome=silent');
  const { status, body } = await payCash(one);
  expect([status, body.code]).toEqual([409, 'payment.closed']);
  expect((await readPayments(server, one.order.id)).order).toEqual(['pending', 'paid']);
});

test('refuses with 503 payment.unchecked while the gateway does not say whether it is paid', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  await payAt((await openPayment(server, one.payment.url)).body.form, 'outcome=silent&enquiry=html');
  const { status, body } = await payCash(one);
  expect([status, body.code]).toEqual([503, 'payment.unchecked']);
  expect((await readOrder(one)).payment_method).toBe('fpx');
});

test('refunds a payment that the gateway reports later', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  await openPayment(server, one.payment.url);
  expect((await payCash(one)).status).toBe(200);
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  const { order, attempts, refunds } = await readPayments(server, one.order.id);
  expect([order, attempts]).toEqual([['pending', 'unpaid'], ['paid_late']]);
  expect(refunds).toMatchObject([{ state: 'requested' }]);
});

test('once canceled, owes what the gateway reports later, and no cash', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  await openPayment(server, one.payment.url);
  expect((await payCash(one)).status).toBe(200);
  const staff = operator(server);
  const { body: request } = await api('POST', '/refunds', { body: { ...proofOf(one), reason: 'Moved' } });
  expect((await staff('POST', `/refunds/${request.id}/approve`, {})).status).toBe(200);
  expect((await readOrder(one)).payment_status).toBe('unpaid');
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  const readRequest = async () =>
    (await api('GET', `/refunds/${request.id}?${new URLSearchParams(proofOf(one))}`)).body;
  const owed = await readRequest();
  expect([owed.refund_status, owed.refund_amount]).toEqual(['due', one.order.grand_total]);
  const [refund] = (await staff('GET', `/orders/${one.order.order_number}/payments`)).body.refunds;
  await staff('POST', `/payments/refunds/${refund.id}/approve`, {});
  await staff('POST', `/payments/refunds/${refund.id}/settle`, { operator_reference: 'R1' });
  const settled = await readRequest();
  expect([settled.refund_status, settled.refund_amount]).toEqual(['refunded', one.order.grand_total]);
  expect((await readOrder(one)).payment_status).toBe('refunded');
});

test('canceled after a late online payment, owes that payment until it is refunded', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  await openPayment(server, one.payment.url);
  expect((await payCash(one)).status).toBe(200);
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  const staff = operator(server);
  const { body: request } = await api('POST', '/refunds', { body: { ...proofOf(one), reason: 'Moved' } });
  expect((await staff('POST', `/refunds/${request.id}/approve`, {})).status).toBe(200);
  const readRequest = async () => {
    const { body } = await api('GET', `/refunds/${request.id}?${new URLSearchParams(proofOf(one))}`);
    return [body.refund_status, body.refund_amount, (await readOrder(one)).payment_status];
  };
  expect(await readRequest()).toEqual(['due', one.order.grand_total, 'refund_due']);
  const { refunds } = (await staff('GET', `/orders/${one.order.order_number}/payments`)).body;
  expect(refunds).toHaveLength(1);
  await staff('POST', `/payments/refunds/${refunds[0].id}/approve`, {});
  await staff('POST', `/payments/refunds/${refunds[0].id}/settle`, { operator_reference: 'R1' });
  expect(await readRequest()).toEqual(['refunded', one.order.grand_total, 'refunded']);
});

test('refuses delivery at the door', async () => {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
  const cart = await shopper.prepare({ payment_method: 'fpx', leave_at_door: true });
  const one: OnlineOrder = { shopper, ...(await shopper.place(cart)).body };
  expect((await readOrder(one)).cash_allowed).toBe(false);
  const { status, body } = await payCash(one);
  expect([status, body.code]).toEqual([422, 'checkout.leave_at_door_cash']);
});

test('needs a proven phone beyond the limits of open orders, as the checkout does', async () => {
  const address = makeDistinctAddress();
  const one = await placeOnline(server, { price: 150_00, shipping_address: address });
  const refusal = await payCash(one);
  const contact_number = `+6${address.contact_number}`;
  expect([refusal.status, refusal.body.code, refusal.body.contact_number]).toEqual([
    422,
    'checkout.prove_phone',
    contact_number,
  ]);
  const before = (await readInbox(url, contact_number)).map(({ code }) => code);
  await api('POST', '/request/otp', { body: { contact_number, purpose: 'order' } });
  const { code } = await sentTo(url, contact_number, (mail) => mail.code !== '' && !before.includes(mail.code));
  const { proof } = (await api('POST', '/verify-otp', { body: { contact_number, purpose: 'order', code } })).body;
  expect((await payCash(one, { phone_proof: proof })).status).toBe(200);
});

test('is for the order’s owner or proof alone', async () => {
  const one = await placeOnline(server, { price: 10_00, shipping_address: makeDistinctAddress() });
  const body = { order_id: one.order.id, payment_method: 'cod' };
  expect((await (await newCustomer(server)).call('POST', '/orders/payment', body)).status).toBe(404);
  expect((await payCash(one, { token: 'x' })).status).toBe(404);
});

test('an unpaid online order beyond the limits of open orders is held for 10 minutes, others for 30', async () => {
  const address = makeDistinctAddress();
  const readHoldMinutes = async (fields: Parameters<typeof placeOnline>[1]) => {
    const order = await readOrder(await placeOnline(server, { price: 10_00, ...fields }));
    return (Date.parse(order.held_until) - Date.parse(order.created_at)) / 60_000;
  };
  const minutes = [];
  for (let i = 0; i < 3; i++) minutes.push(await readHoldMinutes({ shipping_address: address }));
  expect(minutes).toEqual([30, 30, 10]);
  expect(await readHoldMinutes({ shipping_address: makeDistinctAddress() })).toBe(30);
  expect(await readHoldMinutes({ shipping_address: makeDistinctAddress(), price: 150_00 })).toBe(10);
});

test('aliases of one mailbox count as one person for the short hold', async () => {
  const minutes = [];
  for (const alias of ['a', 'b', 'c']) {
    const shipping_address = { ...makeDistinctAddress(), email: `aisyah+${alias}@example.com` };
    const order = await readOrder(await placeOnline(server, { price: 10_00, shipping_address }));
    minutes.push((Date.parse(order.held_until) - Date.parse(order.created_at)) / 60_000);
  }
  expect(minutes).toEqual([30, 30, 10]);
});
