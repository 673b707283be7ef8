/** docs/readings.md#10: "Only an unpaid online order cancels itself, 30 minutes after it was placed." */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { sentTo } from '../../testing/inbox.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { makeUnpaid } from '../../testing/orders/unpaid-order.ts';
import { testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
const asJob = ({ app } = server) =>
  makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

/** Places a guest's order for three of ten, in Chinese. */
async function placeOrder(choices = {}, shop = server) {
  const product = await makeProduct(db, { stock: 10 });
  const { token, fill, prepare } = await newShopper(shop);
  await fill([product, 3]);
  const cart = await prepare(choices);
  const body = { expected_total: cart.grand_total, cart_version: cart.version };
  const { body: response } = await shop.api('POST', '/orders/checkout?lang=zh', { token, body });
  return { product, order: response.order };
}

const readOrder = async (
  { order_number, view_token }: { order_number: string; view_token: string },
  lang = 'en',
  shop = server,
) => (await shop.api('GET', `/order?order_number=${order_number}&token=${view_token}&lang=${lang}`)).body.order;

test('returns stock, slot and coupon once, and gives the reason in the order’s history and mail', async () => {
  await makePromotion(db, { code: 'UNPAID', percent: 10, usage_limit: 1 });
  const { product, order } = await placeOrder({ coupon_code: 'UNPAID' });
  await makeUnpaid(db, order.id, 31);
  const slot = `select taken from delivery_slots s join orders o on o.slot_template_id = s.template_id
    and o.slot_starts_at = s.starts_at where o.id = $1`;
  const takenPlaces = Number((await db.raw(slot, [order.id])).rows[0]?.taken);
  expect(await cancelUnpaidOrders(asJob())).toBe(1);
  expect(await cancelUnpaidOrders(asJob())).toBe(0);
  expect(await readStock(db, product)).toBe(10);
  expect((await db.raw(slot, [order.id])).rows).toEqual([{ taken: takenPlaces - 1 }]);
  expect((await db.raw('select used from promotion_counts', [])).rows).toEqual([{ used: 0 }]);
  const { status, payment_status, history } = await readOrder(order);
  expect([status, payment_status]).toEqual(['canceled', 'unpaid']);
  // The note is in the reader's language, the mail in the order's.
  expect(history.at(-1)).toMatchObject({ status: 'canceled', note: 'Not paid within 30 minutes' });
  expect((await readOrder(order, 'zh')).history.at(-1)).toMatchObject({ note: '30 分钟内未付款' });
  const mail = await sentTo(url, ADDRESS.email, ({ subject }) => subject.includes(order.order_number));
  const cancellationMail = await sentTo(url, ADDRESS.email, ({ text }) => text.includes('30 分钟内未付款'));
  expect(cancellationMail.subject).toContain(order.order_number);
  expect(mail.to).toBe(ADDRESS.email);
});

test('cancels no order that was placed later, is paid, is cash, or is being packed', async () => {
  const later = await placeOrder();
  await makeUnpaid(db, later.order.id, 29);
  const paidOrder = await placeOrder();
  await makeUnpaid(db, paidOrder.order.id, 60);
  await db.raw(`update orders set payment_status = 'paid' where id = $1`, [paidOrder.order.id]);
  const cash = await placeOrder();
  await db.raw(`update orders set created_at = now() - interval '2 hours' where id = $1`, [cash.order.id]);
  expect(await cancelUnpaidOrders(asJob())).toBe(0);
  for (const { order } of [later, paidOrder, cash]) expect((await readOrder(order)).status).toBe('pending');
});

test('docs/readings.md#10: an order beyond the limits of cash orders is canceled after 10 minutes, an ordinary one of the same time after 30', async () => {
  await offerOnlinePayment(server);
  const start = new Date();
  let now = start;
  const shop = await testServer({
    clock: () => now,
    database: server.database,
    env: { OPEN_ORDERS_UNPROVEN: '1' },
  });
  const choices = { shipping_address: makeDistinctAddress(), payment_method: 'fpx' };
  const ordinary = await placeOrder(choices, shop);
  const beyond = await placeOrder(choices, shop);
  const readOrders = () => Promise.all([ordinary, beyond].map(({ order }) => readOrder(order, 'en', shop)));
  /** Cancels unpaid orders this many minutes after both were placed; returns their statuses. */
  const cancelAfter = async (minutes: number) => {
    now = new Date(start.getTime() + minutes * 60_000);
    await cancelUnpaidOrders(asJob(shop));
    return (await readOrders()).map(({ status }) => status);
  };
  const readBothStocks = async () => [await readStock(db, ordinary.product), await readStock(db, beyond.product)];
  expect(await cancelAfter(9)).toEqual(['pending', 'pending']);
  expect(await readBothStocks()).toEqual([7, 7]);
  expect(await cancelAfter(11)).toEqual(['pending', 'canceled']);
  expect(await readBothStocks()).toEqual([7, 10]);
  expect(await cancelAfter(29)).toEqual(['pending', 'canceled']);
  expect(await cancelAfter(31)).toEqual(['canceled', 'canceled']);
  expect(await readBothStocks()).toEqual([10, 10]);
  expect((await readOrders()).map(({ history }) => history.at(-1).note)).toEqual([
    'Not paid within 30 minutes',
    'Not paid within 10 minutes',
  ]);
});

test('a failed payment may be tried again until the deadline, and an open cancellation request is closed', async () => {
  const { order } = await placeOrder();
  await makeUnpaid(db, order.id, 45);
  await db.raw(`update orders set payment_status = 'failed' where id = $1`, [order.id]);
  const proof = { order_number: order.order_number, token: order.view_token };
  const request = await api('POST', '/refunds', { body: { ...proof, reason: 'Changed my mind' } });
  expect(request.status).toBe(201);
  expect(await cancelUnpaidOrders(asJob())).toBe(1);
  const query = new URLSearchParams(proof);
  expect((await api('GET', `/refunds/${request.body.id}?${query}`)).body).toMatchObject({
    state: 'approved',
    refund_status: null,
  });
});

test('an order that expired unpaid fills the cart again, in one call with the link’s token', async () => {
  const { order, product } = await placeOrder();
  await makeUnpaid(db, order.id, 45);
  expect(await cancelUnpaidOrders(asJob())).toBe(1);
  const { token } = await newShopper(server);
  const body = { order_number: order.order_number, token: order.view_token };
  const again = await api('POST', '/cart/buy-again', { token, body });
  expect(again.body).toMatchObject({ added: 3, skipped: [], cart: { items: [{ id: product.id, quantity: 3 }] } });
});

test('removes carts that were not used for 60 days, a customer’s too', async () => {
  const customer = await newCustomer(server);
  const product = await makeProduct(db);
  const shopper = await newShopper(server, customer);
  await shopper.fill([product, 2]);
  await db.raw(`update carts set expires_at = now() - interval '1 second' where customer_id = $1`, [customer.id]);
  expect((await shopper.get('/cart')).body.isEmpty).toBe(true);
  expect((await shopper.fill([product, 1])).items_qty).toBe(1);
});
