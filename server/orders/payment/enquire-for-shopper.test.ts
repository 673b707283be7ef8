/** docs/readings.md#10: a shopper who has paid cannot pay again, although neither notice nor return arrived. */
import { describe, expect, test } from 'vitest';
import { startStandIn } from '../../partners/stand-in.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
await offerOnlinePayment(server);

const proofOf = ({ order }: OnlineOrder) => ({ order_number: order.order_number, token: order.view_token });

/** Places an order and pays it; neither notice nor return arrives. */
async function paySilently(query = 'outcome=silent', shop = server): Promise<OnlineOrder> {
  const one = await placeOnline(shop, { shipping_address: makeDistinctAddress() });
  await payAt((await openPayment(shop, one.payment.url)).body.form, query);
  return one;
}

describe('an order that was paid without a report', () => {
  test('is shown as paid by GET /order, /track-order and /orders/{id}', async () => {
    const [byToken, tracked] = [await paySilently(), await paySilently()];
    const response = await api('GET', `/order?${new URLSearchParams(proofOf(byToken))}`);
    expect(response.body.order.payment_status).toBe('paid');
    const { order_number } = tracked.order;
    const { rows } = await db.raw('select contact_email from orders where order_number = $1', [order_number]);
    const contact = String(rows[0]?.contact_email);
    const track = await api('GET', `/track-order?${new URLSearchParams({ order_number, contact })}`);
    expect(track.body.order.payment_status).toBe('paid');

    const customer = await newCustomer(server);
    const shopper = await newShopper(server, customer);
    await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
    const { order, payment } = (await shopper.place(await shopper.prepare({ payment_method: 'fpx' }))).body;
    await payAt((await openPayment(server, payment.url)).body.form, 'outcome=silent');
    expect((await customer.call('GET', `/orders/${order.id}`)).body.order.payment_status).toBe('paid');
  });

  test('is not paid again: 409 payment.closed, with an idempotency key too', async () => {
    for (const headers of [{}, { 'idempotency-key': 'pays-again' }] as Record<string, string>[]) {
      const one = await paySilently();
      const body = proofOf(one);
      const again = await api('POST', '/orders/payment', { token: one.shopper.token, body, headers });
      expect([again.status, again.body.code]).toEqual([409, 'payment.closed']);
      expect((await readPayments(server, one.order.id)).order).toEqual(['pending', 'paid']);
    }
  });

  test('the form of its payment answers 409 payment.closed with the order’s status', async () => {
    const one = await paySilently();
    const again = await openPayment(server, one.payment.url);
    expect([again.status, again.body]).toMatchObject([
      409,
      {
        code: 'payment.closed',
        order: { order_number: one.order.order_number, status: 'pending', payment_status: 'paid' },
      },
    ]);
  });
});

test('an order that the gateway does not know as paid is offered as before', async () => {
  const one = await paySilently('outcome=silent&enquiry=pending');
  const body = { ...proofOf(one), payment_method: 'ewallet', payment_id: '6' };
  const again = await api('POST', '/orders/payment', { token: one.shopper.token, body });
  expect([again.status, again.body.payment.attempt === one.payment.attempt]).toEqual([200, false]);
  const { order } = (await api('GET', `/order?${new URLSearchParams(proofOf(one))}`)).body;
  expect([order.payment_status, order.payment_method, order.payment_id]).toEqual(['unpaid', 'ewallet', '6']);
});

test('an order is tried at most ten times', async () => {
  const one = await placeOnline(server, { shipping_address: makeDistinctAddress() });
  const start = () => api('POST', '/orders/payment', { token: one.shopper.token, body: proofOf(one) });
  await openPayment(server, one.payment.url);
  for (let i = 1; i < 10; i++) await openPayment(server, (await start()).body.payment.url);
  const refusal = await start();
  expect([refusal.status, refusal.body.code]).toEqual([409, 'payment.too_many_attempts']);
});

test('a page enquires three times at once about a payment, then less and less often', async () => {
  const one = await paySilently('outcome=silent&enquiry=pending');
  for (let i = 0; i < 8; i++) await api('GET', `/order?${new URLSearchParams(proofOf(one))}`);
  const enquiries = `select from payment_notices n join payment_attempts a on a.id = n.attempt_id
    where a.reference = $1 and n.source = 'enquiry'`;
  expect((await db.raw(enquiries, [one.payment.attempt])).rows).toHaveLength(3);
});

test('a gateway that hangs delays the page by three seconds at most, and no other request', async () => {
  const gateway = await startStandIn(0, () => new Promise(() => {}));
  const shop = await testServer({
    database: server.database,
    env: { IPAY88_MERCHANT_CODE: 'M00003', IPAY88_MERCHANT_KEY: 'stand-in', IPAY88_URL: gateway.url },
  });
  const one = await placeOnline(shop, { shipping_address: makeDistinctAddress() });
  await openPayment(shop, one.payment.url);
  const startedAt = performance.now();
  const slow = shop.api('GET', `/order?${new URLSearchParams(proofOf(one))}`);
  const others = await Promise.all(Array.from({ length: 20 }, () => shop.api('GET', '/cart')));
  expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  expect((await slow).body.order.payment_status).toBe('unpaid');
  expect(performance.now() - startedAt).toBeLessThan(4_500);
  await gateway.close();
});

test('behind a shared address an attempt’s first enquiry has no limit; beyond the limit a page takes no turn', async () => {
  const shop = await testServer({ database: server.database, env: { RATE_LIMIT_ENQUIRIES: '1' } });
  const pending = await paySilently('outcome=silent&enquiry=pending', shop);
  const showPending = () => shop.api('GET', `/order?${new URLSearchParams(proofOf(pending))}`);
  for (let i = 0; i < 3; i++) await showPending();
  const turns = 'select shopper_enquiries from payment_attempts where order_id = $1';
  expect((await db.raw(turns, [pending.order.id])).rows).toEqual([{ shopper_enquiries: 2 }]);
  for (let i = 0; i < 3; i++) {
    const one = await paySilently('outcome=silent', shop);
    const again = await shop.api('POST', '/orders/payment', { token: one.shopper.token, body: proofOf(one) });
    expect([again.status, again.body.code]).toEqual([409, 'payment.closed']);
  }
});

test('once a network’s first enquiries are used up, further ones count towards its enquiries an hour', async () => {
  const shop = await testServer({ database: server.database, env: { OPEN_ORDERS_NETWORK: '1' } });
  for (let i = 0; i < 3; i++) {
    const one = await paySilently('outcome=silent', shop);
    const again = await shop.api('POST', '/orders/payment', { token: one.shopper.token, body: proofOf(one) });
    expect([again.status, again.body.code]).toEqual([409, 'payment.closed']);
  }
});
