/** docs/api.md#staff-api: the daily closing, which agrees with the orders to the sen (docs/readings.md#98). */
import { textToSen } from '@shop/core/money';
import { dayOf } from '@shop/core/time';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { makePromotion } from '../../testing/make-promotion.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, postForm } from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, url } = server;
await offerOnlinePayment(server);
const staff = operator(server);
const finance = await newStaff(server, ['finance']);
await makePromotion(db, { code: 'CLOSE', percent: 10, usage_limit: 100 });

const taxedProduct = await makeProduct(db, { price: 12_35, stock: 50 });
const free = await makeProduct(db, { price: 7_99, stock: 50 });
await db.raw(`update products set tax_class = '=SST 10' where id = $1`, [taxedProduct.id]);

async function placeOrder(choices: object = {}, customer?: { token: string }) {
  const shopper = await newShopper(server, customer);
  await shopper.fill([taxedProduct, 2], [free, 3]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress(), ...choices }));
  return body;
}

const today = dayOf(new Date());
const readClosing = async (day = today) => (await finance.call('GET', `/closing?day=${day}`)).body;
const sen = (text: string): number => textToSen(text) ?? Number.NaN;

test('sums the orders that became paid on the day, by payment method and tax class, to the sen', async () => {
  const member = await newCustomer(server);
  const online = await placeOrder({ payment_method: 'fpx', coupon_code: 'CLOSE', tip: '2.00' });
  await postForm(
    `${url}/api/payments/ipay88/notice`,
    makeSignedReport(online.payment.attempt, online.order.grand_total),
  );
  const cash = await placeOrder({}, member);
  for (const to of ['processing', 'packed', 'delivery'])
    await staff('POST', `/orders/${cash.order.id}/advance`, { to });
  const completion = { to: 'complete', cash_collected: cash.order.grand_total };
  await staff('POST', `/orders/${cash.order.id}/advance`, completion);
  // Neither of these is paid yet.
  await placeOrder();
  await placeOrder({ payment_method: 'fpx' });

  const closing = await readClosing();
  const { sales } = closing;
  expect(sales.orders).toBe(2);
  expect(sen(sales.grand_total)).toBe(sen(online.order.grand_total) + sen(cash.order.grand_total));
  const parts = ['items_total', 'delivery_fee', 'bag_fee', 'tip', 'rounding'].map((name) => sen(sales[name]));
  const less = ['discount', 'coupon_discount', 'voucher', 'points', 'coins', 'undelivered'].map((name) =>
    sen(sales[name]),
  );
  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
  expect(sum(parts) - sum(less)).toBe(sen(sales.grand_total));
  expect(sales.tip).toBe('2.00');
  const methods = closing.by_payment_method;
  expect(methods.map(({ payment_method }: { payment_method: string }) => payment_method)).toEqual(['cod', 'fpx']);
  expect(sum(methods.map((each: { grand_total: string }) => sen(each.grand_total)))).toBe(sen(sales.grand_total));
  const classes = closing.by_tax_class;
  expect(classes.map((each: { tax_class: string; units: number }) => [each.tax_class, each.units])).toEqual([
    ['=SST 10', 4],
    [null, 6],
  ]);
  expect(sum(classes.map((each: { items_total: string }) => sen(each.items_total)))).toBe(sen(sales.items_total));
  expect(sum(classes.map((each: { discount: string }) => sen(each.discount)))).toBe(
    sen(sales.discount) + sen(sales.coupon_discount),
  );
  expect(closing.cash).toMatchObject({ cash_due: cash.order.grand_total, cash_recorded: cash.order.grand_total });
  expect(closing.deliveries).toEqual({ delivered: 1, failed: 0, canceled: 0 });
  expect(closing.net).toBe(sales.grand_total);

  // A refund belongs to the day on which it was settled; the sale stays on its day.
  const refund = await finance.call('POST', `/orders/${online.order.id}/refund`, {
    ...{ of: 'goodwill', amount: '1.50', comment: 'Bruised' },
  });
  expect((await readClosing()).refunded).toBe('0.00');
  await finance.call('POST', `/payments/refunds/${refund.body.id}/settle`, { operator_reference: 'R1' });
  const after = await readClosing();
  expect([after.refunded, sen(after.net), after.sales.grand_total]).toEqual([
    ...['1.50', sen(sales.grand_total) - 150, sales.grand_total],
  ]);
  expect(after.refunds).toMatchObject([{ reason: 'goodwill', count: 1, amount: '1.50' }]);
  const yesterday = await readClosing(dayOf(new Date(Date.now() - 86_400_000)));
  expect([yesterday.sales.orders, yesterday.net]).toEqual([0, '0.00']);
});

test('is a CSV file for a client that accepts it, with formulas disarmed', async () => {
  const headers = { accept: 'text/csv', authorization: `Bearer ${finance.token}` };
  const response = await fetch(`${url}/api/staff/closing?day=${today}`, { headers });
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="closing-${today}.csv"`);
  const lines = text.trim().split('\n');
  expect(lines[0]).toBe('day,section,name,count,amount');
  const closing = await readClosing();
  expect(lines).toContain(`${today},sales,grand_total,,${closing.sales.grand_total}`);
  expect(lines.find((line) => line.includes('SST 10'))).toMatch(/^[\d-]+,tax class,'=SST 10,4,/);
  expect(lines.every((line) => line.split(',').length === 5)).toBe(true);
});

test('an order paid on delivery with missing goods costs less, and is no refund', async () => {
  const before = await readClosing();
  const { order } = await placeOrder();
  await staff('POST', `/orders/${order.id}/lines/0/short`, { quantity_found: 1 });
  await staff('POST', `/orders/${order.id}/lines/1/found`, {});
  await staff('POST', `/orders/${order.id}/pack`, { bags: 1 });
  await staff('POST', `/orders/${order.id}/advance`, { to: 'delivery' });
  const { grand_total } = (await staff('GET', `/orders/${order.id}`)).body.order;
  await staff('POST', `/orders/${order.id}/advance`, { to: 'complete', cash_collected: grand_total });
  const { refunds, net } = await readClosing();
  expect([refunds, sen(net) - sen(before.net)]).toEqual([before.refunds, sen(grand_total)]);
  expect((await staff('GET', `/orders/${order.id}/payments`)).body.refunds).toEqual([]);
});

test('is for finance, and for a day that exists', async () => {
  for (const role of ['orders', 'support', 'picker', 'catalog'] as const) {
    expect((await (await newStaff(server, [role])).call('GET', `/closing?day=${today}`)).status).toBe(404);
  }
  expect((await finance.call('GET', '/closing?day=2026-02-31')).status).toBe(422);
  expect((await api('GET', `/staff/closing?day=${today}`)).status).toBe(401);
});
