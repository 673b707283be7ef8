/** docs/readings.md#10: a guest's unpaid online order gets one mail with its link. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  makeSignedReport,
  offerOnlinePayment,
  openPayment,
  orderOnline,
  payAt,
  placeOnline,
  postForm,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { remindUnpaidOrders } from './remind-unpaid.ts';

const server = await testServer({ jobs: true });
const { api, db, url } = server;
await offerOnlinePayment(server);
const inMinutes = (minutes: number) => ({
  ...makeContext(server.app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST),
  now: new Date(Date.now() + minutes * 60_000),
});

const isReminder = ({ subject }: { subject: string }) => /pay for your order|待付款/.test(subject);
const reminders = async (to: string) => (await readInbox(url, to)).filter(isReminder);

test('two minutes after it was placed, once, with the link that opens it', async () => {
  const { email, ...address } = makeDistinctAddress();
  const one = await placeOnline(server, { shipping_address: { ...address, email } });
  await remindUnpaidOrders(inMinutes(1));
  await Promise.all([remindUnpaidOrders(inMinutes(3)), remindUnpaidOrders(inMinutes(3))]);
  await remindUnpaidOrders(inMinutes(4));
  const mail = await sentTo(url, email, isReminder);
  expect(mail.subject).toContain(one.order.order_number);
  expect(mail.text).toContain(`/track-order/view?order_number=${one.order.order_number}&token=${one.order.view_token}`);
  await remindUnpaidOrders(inMinutes(9));
  // A later mail proves that no second one is under way.
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  await sentTo(url, email, ({ subject }) => subject.includes('received'));
  expect(await reminders(email)).toHaveLength(1);
});

test('at once when its payment fails, in its language', async () => {
  const { email, ...address } = makeDistinctAddress();
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
  const cart = await shopper.prepare({ payment_method: 'fpx', shipping_address: { ...address, email } });
  const body = { expected_total: cart.grand_total, cart_version: cart.version };
  const { order, payment } = (await api('POST', '/orders/checkout?lang=zh', { token: shopper.token, body })).body;
  await payAt((await openPayment(server, payment.url)).body.form, 'outcome=fail');
  await api('GET', `/order?order_number=${order.order_number}&token=${order.view_token}`);
  const mail = await sentTo(url, email, isReminder);
  expect(mail.subject).toContain('待付款');
  expect(mail.text).toContain('lang=zh');
  await remindUnpaidOrders(inMinutes(3));
  expect(await reminders(email)).toHaveLength(1);
});

test('one mail in five minutes to an email, none for customers, paid orders and cash', async () => {
  const address = makeDistinctAddress();
  await placeOnline(server, { shipping_address: address });
  await placeOnline(server, { shipping_address: address });
  const paidOrder = await placeOnline(server, { shipping_address: makeDistinctAddress() });
  await postForm(
    `${url}/api/payments/ipay88/notice`,
    makeSignedReport(paidOrder.payment.attempt, paidOrder.order.grand_total),
  );
  const customer = await newCustomer(server);
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
  await shopper.place(await shopper.prepare({ payment_method: 'fpx', shipping_address: makeDistinctAddress() }));
  await remindUnpaidOrders(inMinutes(3));
  const { rows } = await db.raw(
    `select o.contact_email from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
       join orders o on o.id = n.order_id
     where j.name = 'mail' and n.kind = 'payment' and o.created_at > now() - interval '1 minute'
       and o.contact_email = any($1)`,
    [[address.email]],
  );
  expect(rows).toHaveLength(1);
  // A customer gets the reminder in the inbox, and no mail.
  const notifications = await db.raw(
    `select array(select d.channel from notification_deliveries d where d.notification_id = n.id) as channels
     from notifications n where n.kind = 'payment' and n.customer_id = $1`,
    [customer.id],
  );
  expect(notifications.rows).toEqual([{ channels: ['inbox'] }]);
  await remindUnpaidOrders(inMinutes(9));
  await expect.poll(async () => (await reminders(address.email)).length).toBe(2);
});

test('an order that is paid before the mail is sent gets none', async () => {
  const address = makeDistinctAddress();
  const one = await orderOnline(server, await makeProduct(db, { stock: 10 }), { shipping_address: address });
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(one.payment.attempt, one.order.grand_total));
  await remindUnpaidOrders(inMinutes(3));
  await sentTo(url, address.email, ({ subject }) => subject.includes('received'));
  expect(await reminders(address.email)).toEqual([]);
});

test('orders of an email that was just mailed do not delay the mails of others', async () => {
  const [mailed, other] = [makeDistinctAddress(), makeDistinctAddress()];
  const one = await placeOnline(server, { shipping_address: mailed });
  await remindUnpaidOrders(inMinutes(3));
  await db.raw(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
       'order_number', 'COPY' || copy, 'cart_version', 1000 + copy, 'unpaid_mail_at', null,
       'created_at', o.created_at - interval '1 minute'))).* from orders o, generate_series(1, 500) copy where id = $1`,
    [one.order.id],
  );
  await placeOnline(server, { shipping_address: other });
  await remindUnpaidOrders(inMinutes(4));
  expect((await sentTo(url, other.email, isReminder)).subject).toContain('pay');
});
