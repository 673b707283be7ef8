/** docs/readings.md#59: an order that waits for its online payment goes back into the cart. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  makeSignedReport,
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  orderOnline,
  payAt,
  placeOnline,
  postForm,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, url } = server;
await offerOnlinePayment(server);

const proofOf = ({ order }: OnlineOrder) => ({ order_number: order.order_number, token: order.view_token });

const returnToCart = (one: OnlineOrder, body: object = proofOf(one), token: string | null = one.shopper.token) =>
  api('POST', '/orders/return-to-cart', { token, body });

const readOrder = async (one: OnlineOrder) =>
  (await api('GET', `/order?${new URLSearchParams(proofOf(one))}`)).body.order;

test('cancels the order, returns stock, slot and coupon, and puts its items back under a new version', async () => {
  await makePromotion(db, { code: 'RETURNED', percent: 10, usage_limit: 1 });
  const product = await makeProduct(db, { stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 3]);
  const cart = await shopper.prepare({ payment_method: 'fpx', coupon_code: 'RETURNED' });
  const { body } = await shopper.place(cart);
  const one: OnlineOrder = { shopper, ...body };
  const slot = `select taken from delivery_slots s join orders o on o.slot_template_id = s.template_id
    and o.slot_starts_at = s.starts_at where o.id = $1`;
  const takenPlaces = Number((await db.raw(slot, [one.order.id])).rows[0]?.taken);
  expect(await readStock(db, product)).toBe(7);

  const response = await returnToCart(one);
  expect([response.status, response.body.cart.items, response.body.cart.lines_changed]).toMatchObject([
    200,
    [{ id: product.id, quantity: 3, checkout: true }],
    [],
  ]);
  expect(response.body.cart.version).toBeGreaterThan(cart.version + 1);
  expect(await readStock(db, product)).toBe(10);
  expect((await db.raw(slot, [one.order.id])).rows).toEqual([{ taken: takenPlaces - 1 }]);
  expect((await db.raw('select used from promotion_counts', [])).rows).toEqual([{ used: 0 }]);
  const { status, payment_status, held_until, cash_allowed, history } = await readOrder(one);
  expect([status, payment_status, held_until, cash_allowed]).toEqual(['canceled', 'unpaid', null, false]);
  expect(history.at(-1).note).toBe('You put the items back into your cart');
});

test('a repeated call adds nothing and answers the cart', async () => {
  const one = await placeOnline(server);
  const key = { 'idempotency-key': `back ${one.shopper.token.slice(-20)}` };
  const call = (headers = {}) =>
    api('POST', '/orders/return-to-cart', { token: one.shopper.token, body: proofOf(one), headers });
  const first = await call(key);
  for (const again of [await call(key), await call(), await call()]) {
    expect([again.status, again.body.cart.items_qty]).toEqual([200, 1]);
  }
  expect(first.body.cart.items_qty).toBe(1);
});

test('sums with the lines of the cart, and lines_changed says what the stock cut', async () => {
  const product = await makeProduct(db, { stock: 5 });
  const [few, none] = [await makeProduct(db, { stock: 5, max_sale_qty: 4 }), await makeProduct(db, { stock: 1 })];
  const shopper = await newShopper(server);
  await shopper.fill([product, 2], [few, 3], [none, 1]);
  const response = await shopper.place(await shopper.prepare({ payment_method: 'fpx' }));
  const one: OnlineOrder = { shopper, ...response.body };
  await shopper.fill([product, 3], [few, 2]);
  const { cart } = (await returnToCart(one)).body;
  expect(cart.items).toMatchObject([
    { id: product.id, quantity: 5 },
    { id: few.id, quantity: 4 },
    { id: none.id, quantity: 1 },
  ]);
  expect(cart.lines_changed).toMatchObject([{ id: few.id, field: 'max_qty', old: 5, new: 4 }]);
});

test('refuses an order that has nothing to pay online with payment.closed, and changes nothing', async () => {
  const paidOrder = await placeOnline(server);
  await postForm(
    `${url}/api/payments/ipay88/notice`,
    makeSignedReport(paidOrder.payment.attempt, paidOrder.order.grand_total),
  );
  const refusal = await returnToCart(paidOrder);
  expect([refusal.status, refusal.body.code]).toEqual([409, 'payment.closed']);
  expect((await paidOrder.shopper.get('/cart')).body.items_qty).toBe(0);
  expect((await readOrder(paidOrder)).status).toBe('pending');
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
  const cash = { shopper, ...(await shopper.place(await shopper.prepare())).body };
  expect((await returnToCart(cash)).body.code).toBe('payment.closed');
});

test('enquires first: paid without a report is 409 payment.closed, an unclear answer 503, and nothing changes', async () => {
  const paidOrder = await placeOnline(server);
  await payAt((await openPayment(server, paidOrder.payment.url)).body.form, 'outcome=silent');
  const closedRefusal = await returnToCart(paidOrder);
  expect([closedRefusal.status, closedRefusal.body.code]).toEqual([409, 'payment.closed']);
  expect((await readPayments(server, paidOrder.order.id)).order).toEqual(['pending', 'paid']);

  const unclear = await placeOnline(server);
  await payAt((await openPayment(server, unclear.payment.url)).body.form, 'outcome=silent&enquiry=html');
  const uncheckedRefusal = await api('POST', '/orders/return-to-cart', {
    token: unclear.shopper.token,
    body: proofOf(unclear),
    headers: { 'idempotency-key': 'unclear' },
  });
  expect([uncheckedRefusal.status, uncheckedRefusal.body.code]).toEqual([503, 'payment.unchecked']);
  expect((await readPayments(server, unclear.order.id)).order).toEqual(['pending', 'unpaid']);
  expect((await unclear.shopper.get('/cart')).body.items_qty).toBe(0);
});

test('a payment that is reported after it is refunded', async () => {
  const one = await placeOnline(server);
  const { form } = (await openPayment(server, one.payment.url)).body;
  expect((await returnToCart(one)).status).toBe(200);
  await postForm(`${url}/api/payments/ipay88/notice`, (await payAt(form, 'outcome=return-only')).returns ?? {});
  const { order, attempts, refunds } = await readPayments(server, one.order.id);
  expect([order, attempts]).toEqual([['canceled', 'refund_due'], ['paid_late']]);
  expect(refunds).toMatchObject([{ reason: 'paid_late', state: 'requested' }]);
});

test('needs the order’s proof or owner, and a token for the cart', async () => {
  const one = await placeOnline(server);
  const { order_number } = one.order;
  for (const proof of [{ order_number }, { order_number, token: 'x' }, { order_number, contact: 'a@example.com' }]) {
    expect((await returnToCart(one, proof)).status).toBe(404);
  }
  expect((await returnToCart(one, proofOf(one), null)).status).toBe(401);
  const customer = await newCustomer(server);
  expect((await customer.call('POST', '/orders/return-to-cart', { order_id: one.order.id })).status).toBe(404);
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db, { stock: 10 }), 2]);
  const own = (await shopper.place(await shopper.prepare({ payment_method: 'fpx' }))).body.order;
  const response = await customer.call('POST', '/orders/return-to-cart', { order_id: own.id });
  expect([response.status, response.body.cart.items_qty]).toEqual([200, 2]);
  const contact = { order_number, contact: (await readOrder(one)).shipping_address.email };
  expect((await returnToCart(one, contact)).status).toBe(200);
});

test('the answer of an unpaid order says the bank of its last attempt, until when it is held, and whether cash is allowed', async () => {
  const one = await orderOnline(server, await makeProduct(db, { stock: 10 }), { payment_id: '6' });
  const order = await readOrder(one);
  expect([order.payment_method, order.payment_id, order.cash_allowed]).toEqual(['fpx', '6', true]);
  expect(Date.parse(order.held_until) - Date.parse(order.created_at)).toBe(30 * 60_000);
});

test('a repeated call leaves out an automatic promotion that the buyer has used up', async () => {
  await makePromotion(db, { code: null, percent: 10, customer_limit: 1 });
  const shipping_address = makeDistinctAddress();
  const cash = await newShopper(server);
  await cash.fill([await makeProduct(db, { price: 50_00, stock: 10 }), 1]);
  expect((await cash.place(await cash.prepare({ shipping_address }))).status).toBe(201);
  const one = await placeOnline(server, { price: 50_00, shipping_address });
  await one.shopper.checkout({ shipping_address });
  const [first, again] = [await returnToCart(one), await returnToCart(one)];
  expect([first, again].map(({ body }) => body.cart.grand_total)).toEqual(['59.00', '59.00']);
});

test('returns voucher, points and coins, and once only when a payment is reported late', async () => {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'point', 1_000);
  await fillWallet(server, customer, 'store_credit', 1_000);
  const voucher_id = await makeVoucher(db);
  const { voucher } = (await customer.call('POST', '/voucher/activated', { voucher_id })).body;
  const readHoldings = async () => {
    const wallets = await db.raw('select kind, balance from wallets where customer_id = $1 order by kind', [
      customer.id,
    ]);
    const own = await db.raw('select state, order_id from own_vouchers where id = $1', [voucher.id]);
    return [...wallets.rows, ...own.rows];
  };
  const before = await readHoldings();
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db, { price: 200_00, stock: 10 }), 1]);
  const wallet = { voucher_id: voucher.id, use_points: 500, use_golds: 300 };
  const cart = await shopper.prepare({ payment_method: 'fpx', ...wallet });
  const one: OnlineOrder = { shopper, ...(await shopper.place(cart)).body };
  expect(await readHoldings()).toMatchObject([
    { balance: 500 },
    { balance: 700 },
    { state: 'reserved', order_id: one.order.id },
  ]);
  expect((await returnToCart(one, { order_id: one.order.id })).status).toBe(200);
  expect(await readHoldings()).toEqual(before);
  const { order } = (await customer.call('GET', `/orders/${one.order.id}`)).body;
  expect(order.returned).toEqual({ coins: 300, points: 500 });
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  expect((await readPayments(server, one.order.id)).order).toEqual(['canceled', 'refund_due']);
  expect(await readHoldings()).toEqual(before);
});
