/** Orders with the same email within minutes share one confirmation mail; every order is confirmed once. */
import { expect, test } from 'vitest';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { makeDistinctAddress, prepareOrder } from '../../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, placeOnline, postForm } from '../../testing/orders/pay-online.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { joinConfirmation } from './open-orders.ts';

const server = await testServer({ jobs: true });
const { db, url } = server;

const NOW = new Date('2026-11-20T02:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test.each([
  ['the first to an email is confirmed at once', null, { confirmation_id: 'new', confirm_at: at(0) }],
  ['five minutes after the last mail the next is sent at once', -300, { confirmation_id: 'new', confirm_at: at(0) }],
  ['before, it waits until the five minutes are over', -299, { confirmation_id: 'new', confirm_at: at(1) }],
  ['and collects what comes meanwhile', 60, { confirmation_id: 'last', confirm_at: at(60) }],
  ['until a minute before it is sent; then the next begins', 59, { confirmation_id: 'new', confirm_at: at(359) }],
])('%s', (_, last, expected) => {
  const newest = last === null ? null : { confirmation_id: 'last', confirm_at: at(last) };
  expect(joinConfirmation('new', newest, NOW)).toEqual(expected);
});

async function place(address: object): Promise<string> {
  const { shopper, cart } = await prepareOrder(server, address);
  const { status, body } = await shopper.place(cart);
  expect(status).toBe(201);
  return body.order.order_number;
}

test('the first order is confirmed at once, those of the next minutes by one more mail', async () => {
  const address = makeDistinctAddress();
  const first = await place(address);
  await sentTo(url, address.email, ({ text }) => text.includes(first));
  const others = [await place(address), await place(address), await place(address)];
  const waitingJobs = await db.raw(
    `select j.id from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
       join orders o on o.id = n.order_id
     where o.contact_email = $1 and j.start_after > now()`,
    [address.email],
  );
  expect(waitingJobs.rows).toHaveLength(1);
  expect(await readInbox(url, address.email)).toHaveLength(1);

  await db.raw('update pgboss.job set start_after = now() where id = $1', [waitingJobs.rows[0]?.id as string]);
  const mail = await sentTo(url, address.email, ({ text }) => text.includes(others[0] ?? ''));
  expect(mail.subject).toMatch(/: 3 orders received$/);
  for (const number of others) expect(mail.text.split(number)).toHaveLength(3);
  expect(mail.text).not.toContain(first);
  expect(await readInbox(url, address.email)).toHaveLength(2);
});

test('an order of another email is confirmed at once', async () => {
  await place(makeDistinctAddress());
  const address = makeDistinctAddress();
  const number = await place(address);
  await sentTo(url, address.email, ({ text }) => text.includes(number));
});

/** Returns whether a mail about an order is enqueued or sent. */
async function isConfirmed(order_id: string): Promise<boolean> {
  const { rows } = await db.raw(
    `select from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.kind = 'order-placed' and n.order_id = $1`,
    [order_id],
  );
  return rows.length > 0;
}

test('an online order is confirmed when it is paid, once, and not before', async () => {
  await offerOnlinePayment(server);
  const shipping_address = makeDistinctAddress();
  const { order, payment } = await placeOnline(server, { shipping_address });
  expect(await isConfirmed(order.id)).toBe(false);
  const sendNotice = () =>
    postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  await Promise.all([sendNotice(), sendNotice(), sendNotice()]);
  const mail = await sentTo(url, shipping_address.email, ({ text }) => text.includes(order.order_number));
  expect(mail.subject).toMatch(/: order \w+ received$/);
  expect(mail.text).toContain('Payment: Online banking (FPX) · Paid');
  await sendNotice();
  expect(await readInbox(url, shipping_address.email)).toHaveLength(1);
});

test('an online order that is canceled unpaid is never confirmed, not even when it is paid late', async () => {
  await offerOnlinePayment(server);
  const shipping_address = makeDistinctAddress();
  const { order, payment } = await placeOnline(server, { shipping_address });
  await operator(server)('POST', `/orders/${order.id}/cancel`, { comment: 'Closed today' });
  await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('cancelled'));
  // Paid too late: the money is refunded, and the order is not confirmed.
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  await sentTo(url, shipping_address.email, ({ subject }) => subject.includes('refund'));
  expect(await isConfirmed(order.id)).toBe(false);
});

test('an unpaid online order does not delay the confirmation of an order paid in cash', async () => {
  await offerOnlinePayment(server);
  const shipping_address = makeDistinctAddress();
  await placeOnline(server, { shipping_address });
  const number = await place(shipping_address);
  await sentTo(url, shipping_address.email, ({ text }) => text.includes(number));
});
