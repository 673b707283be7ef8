/** docs/api.md#staff-api: an order's mail that staff send again. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { readInbox, sentTo } from '../testing/inbox.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { pickOrders } from '../testing/orders/pick-orders.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { db, url } = server;
const { place, act } = pickOrders(server);
const support = await newStaff(server, ['support']);

test('sends the order as it is now again, as another mail', async () => {
  const email = 'again@example.com';
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { price: 20_00, stock: 5 }), 1]);
  const cart = await shopper.prepare({ shipping_address: makeDistinctAddress(), customer_email: email });
  const { order } = (await shopper.place(cart)).body;
  const first = await sentTo(url, email, ({ subject }) => subject.includes(order.order_number));
  const path = `/orders/${order.order_number}/resend-mail`;
  const { status, body } = await support.call('POST', path, { kind: 'order-placed' });
  expect(status).toBe(200);
  const kinds = body.order.notifications.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['order-placed', 'order-placed']);
  await expect.poll(async () => (await readInbox(url, email)).length).toBe(2);
  const mails = await readInbox(url, email);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set([first.subject]));
  expect((await support.call('POST', path, { kind: 'refund' })).body.code).toBe('order.no_mail');
  expect((await (await newStaff(server, ['picker'])).call('POST', path, { kind: 'order-placed' })).status).toBe(404);
});

test('sends the mail of short and replaced goods again', async () => {
  const milk = await makeProduct(db, { name: 'Milk', price: 7_60, stock: 10 });
  const testOrder = await place([[milk, 3]]);
  const path = `/orders/${testOrder.order.order_number}/resend-mail`;
  expect((await support.call('POST', path, { kind: 'order-items-changed' })).body.code).toBe('order.no_mail');
  await act(testOrder, 'lines/0/short', { quantity_found: 2 });
  await act(testOrder, 'pack', { bags: 1 });
  await sentTo(url, testOrder.email, ({ subject }) => subject.includes('with changes'));
  expect((await support.call('POST', path, { kind: 'order-items-changed' })).status).toBe(200);
  const listMails = async () =>
    (await readInbox(url, testOrder.email)).filter(({ subject }) => subject.includes('with changes'));
  await expect.poll(async () => (await listMails()).length).toBe(2);
  for (const mail of await listMails()) expect(mail.text).toContain('Milk: 2 of 3. You pay RM7.60 less.');
});
