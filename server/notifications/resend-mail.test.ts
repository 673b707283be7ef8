/** docs/api.md#staff-api: an order's mail that staff send again. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { readInbox, sentTo } from '../testing/inbox.ts';
import { distinctAddress } from '../testing/orders/distinct-buyer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({ jobs: true });
const { db, url } = server;
const support = await newStaff(server, ['support']);

test('sends the order as it is now again, as another mail', async () => {
  const email = 'again@example.com';
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { price: 20_00, stock: 5 }), 1]);
  const cart = await shopper.prepare({ shipping_address: distinctAddress(), customer_email: email });
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
