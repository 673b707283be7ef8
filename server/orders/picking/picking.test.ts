/** docs/api.md#staff-api: picking, short and replaced lines, packing (docs/readings.md#94, docs/readings.md#95). */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { sentTo } from '../../testing/inbox.ts';
import { distinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { offerOnlinePayment, signedReport } from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { staffPayments } from '../../testing/orders/staff-payments.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
await db.raw('update delivery_slot_templates set capacity = 10000');
const { staff, notify, listRefunds, move, payBack, cancel, refund } = staffPayments(server);

let orders = 0;
type Placed = { order: { id: string; order_number: string; grand_total: string; view_token: string }; email: string };

/** Places an order, pays it if it is paid online, and confirms the payment. */
async function place(
  lines: Parameters<Awaited<ReturnType<typeof newShopper>>['fill']>,
  choices: object = {},
  customer?: { token: string },
): Promise<Placed> {
  const shopper = await newShopper(server, customer);
  await shopper.fill(...lines);
  const email = `picked${++orders}@example.com`;
  const cart = await shopper.prepare({ shipping_address: distinctAddress(), customer_email: email, ...choices });
  const { body } = await shopper.place(cart);
  if (body.payment !== null) {
    await notify(signedReport(body.payment.attempt, body.order.grand_total));
    await db.raw('update payment_attempts set is_confirmed = true where order_id = $1', [body.order.id]);
  }
  return { order: body.order, email };
}

const act = ({ order }: Placed, path: string, body: object = {}) => staff('POST', `/orders/${order.id}/${path}`, body);
const shown = async ({ order }: Placed, lang = 'en') => {
  const proof = new URLSearchParams({ order_number: order.order_number, token: order.view_token, lang });
  return (await api('GET', `/order?${proof}`)).body.order;
};
const pieces = async ({ order }: Placed): Promise<number> => {
  const { rows } = await db.raw('select coalesce(sum(quantity), 0)::int as n from order_stock where order_id = $1', [
    order.id,
  ]);
  return Number(rows[0]?.n);
};

test('a short line of a paid order is refunded at once, to the sen; its stock is what is left on the shelf', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const placed = await place([[milk, 3]], { payment_method: 'fpx' });
  expect(await readStock(db, milk)).toBe(7);
  const { status, body } = await act(placed, 'lines/0/short', { quantity_found: 2 });
  expect([status, body.order.status]).toEqual([200, 'processing']);
  expect(body.order.items[0]).toMatchObject({
    ...{ line: '0', quantity: 3, picked: 'short', quantity_delivered: 2, undelivered: '7.60', replaced_by: null },
  });
  expect(await listRefunds(placed)).toMatchObject([{ amount: '7.60', reason: 'short', state: 'requested' }]);
  expect([await readStock(db, milk), await pieces(placed)]).toEqual([0, 2]);
  const order = await shown(placed);
  expect(order).toMatchObject({ grand_total: placed.order.grand_total, payment_status: 'paid' });
  expect(Number(order.delivered_total)).toBeCloseTo(Number(placed.order.grand_total) - 7.6, 5);
  expect(order.payment_refunds).toMatchObject([{ amount: '7.60', state: 'due' }]);
  expect(order.history.at(-1).note).toBe('Milk: 2 of 3');
});

test('the driver collects less for an order that is paid on delivery', async () => {
  const milk = await makeProduct(db, { price: 7_63, stock: 10 });
  const placed = await place([[milk, 3]]);
  const before = Number(placed.order.grand_total);
  const { body } = await act(placed, 'lines/0/short', { quantity_found: 1, stock_left: 4 });
  expect(body.order.totals.undelivered).toBe('15.26');
  expect(Math.abs(Number(body.order.grand_total) - (before - 15.26))).toBeLessThan(0.05);
  expect(await listRefunds(placed)).toEqual([]);
  expect([await readStock(db, milk), await pieces(placed)]).toEqual([4, 1]);
  expect((await act(placed, 'pack', { bags: 1 })).status).toBe(200);
  for (const to of ['delivery', 'complete']) await act(placed, 'advance', { to });
  const whole = await refund(placed, { of: 'whole_order' });
  expect(whole.body.amount).toBe(body.order.grand_total);
});

test('undo gives order, stock, money and wallets back as they were', async () => {
  const customer = await newCustomer(server);
  const milk = await makeProduct(db, { price: 20_00, stock: 10 });
  const other = await makeProduct(db, { price: 15_00, stock: 5 });
  const placed = await place([[milk, 2]], { payment_method: 'fpx' }, customer);
  const wallet = async () => (await customer.call('GET', '/wallet_transactions')).body.balances;
  const before = await wallet();
  await act(placed, 'lines/0/replace', { product: { id: other.id }, quantity: 2 });
  expect([await readStock(db, milk), await readStock(db, other), await pieces(placed)]).toEqual([0, 3, 2]);
  expect(await listRefunds(placed)).toMatchObject([{ amount: '10.00' }]);
  expect(await wallet()).not.toEqual(before);
  const { status, body } = await act(placed, 'lines/0/undo');
  expect([status, body.order.items[0].picked, body.order.items[0].undelivered]).toEqual([200, null, '0.00']);
  expect([await readStock(db, milk), await readStock(db, other), await pieces(placed)]).toEqual([8, 5, 2]);
  expect(await listRefunds(placed)).toMatchObject([{ state: 'withdrawn' }]);
  expect(await wallet()).toEqual(before);
  expect((await shown(placed)).payment_refunds).toEqual([]);
});
