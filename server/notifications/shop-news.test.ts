/** The shop gets mails about new orders and cancellation requests, at once or in a digest (README.md, `SHOP_MAIL_TO`). */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { readInbox, sentTo } from '../testing/inbox.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, postForm } from '../testing/orders/pay-online.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { sendDigest } from './shop-news.ts';

const immediate = await testServer({ jobs: true, env: { SHOP_MAIL_TO: 'orders@shop.example' } });
const hourly = await testServer({
  jobs: true,
  env: { SHOP_MAIL_TO: 'digest@shop.example, owner@shop.example', SHOP_MAIL_DIGEST: 'hourly' },
});
await offerOnlinePayment(immediate);
const DIGEST_TO = 'digest@shop.example, owner@shop.example';

async function placeOrder(server: TestServer, choices: object = {}) {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(server.db, { price: 20_00, stock: 10 }), 2]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }));
  return body;
}

const requestCancellation = (server: TestServer, order: { order_number: string; view_token: string }) =>
  server.api('POST', '/refunds', {
    body: { order_number: order.order_number, token: order.view_token, reason: 'Bought it\ntwice' },
  });

test('a new order and a cancellation request are mailed at once', async () => {
  const { order } = await placeOrder(immediate);
  const mail = await sentTo(immediate.url, 'orders@shop.example', ({ subject }) => /New order/.test(subject));
  expect(mail.text).toContain(`${order.order_number}: RM${order.grand_total}`);
  expect(mail.text).toContain('items: 2');
  await requestCancellation(immediate, order);
  const request = await sentTo(immediate.url, 'orders@shop.example', ({ subject }) => /Cancellation/.test(subject));
  expect(request.text).toContain(`${order.order_number}: Bought it twice`);
});

test('an order that waits for its online payment is mailed once it is paid', async () => {
  const { order, payment } = await placeOrder(immediate, { payment_method: 'fpx' });
  const later = (await placeOrder(immediate)).order;
  const waitForMail = (number: string) =>
    sentTo(immediate.url, 'orders@shop.example', ({ text }) => text.includes(number));
  await waitForMail(later.order_number);
  const before = await readInbox(immediate.url, 'orders@shop.example');
  expect(before.filter(({ text }) => text.includes(order.order_number))).toEqual([]);
  await postForm(`${immediate.url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  await waitForMail(order.order_number);
});

test('a digest has all news since the last one; without news there is none', async () => {
  const system = () => makeContext(hourly.app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  const [first, second] = [(await placeOrder(hourly)).order, (await placeOrder(hourly)).order];
  await requestCancellation(hourly, second);
  expect(await readInbox(hourly.url, DIGEST_TO)).toEqual([]);
  expect([await sendDigest(system()), await sendDigest(system())]).toEqual([3, 0]);
  const mail = await sentTo(hourly.url, DIGEST_TO, () => true);
  expect(mail.subject).toContain('New orders: 2. Cancellation requests: 1.');
  for (const text of [first.order_number, `Cancellation requested: ${second.order_number}: Bought it twice`]) {
    expect(mail.text).toContain(text);
  }
  expect(await readInbox(hourly.url, DIGEST_TO)).toHaveLength(1);
});
