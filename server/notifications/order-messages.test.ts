/** docs/partners.md#6: news of orders by WhatsApp, for the kinds whose approved template a setting names. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import type { JobData } from '../jobs/jobs.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { operator } from '../testing/staff.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { sendMessages } from './send-messages.ts';

/** The stand-in has approved the first two templates, and not the third. */
const TEMPLATES = 'order-placed=order_placed, order-updated=order_update/order_update, cancellation=not_approved';
const server = await testServer({ env: { WHATSAPP_ORDER_TEMPLATES: TEMPLATES } });
const plain = await testServer({ database: server.database });
const { app, db } = server;
const staff = operator(server);

let sequence = 0;
/** Makes a customer with a proven phone and the language `lang`. */
async function newCustomerWithPhone(lang: 'en' | 'zh' = 'en'): Promise<TestCustomer & { phone: string }> {
  const customer = await newCustomer(server, { contact_number: `012-345 51${10 + sequence++}` });
  const { rows } = await db.raw(
    'update customers set phone_verified_at = created_at, lang = $2 where id = $1 returning phone',
    [customer.id, lang],
  );
  return { ...customer, phone: String(rows[0]?.phone) };
}

async function place(customer: TestCustomer): Promise<{ id: string; order_number: string }> {
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer });
  return (await shopper.place(cart)).body.order;
}

/** Runs the jobs of a customer's messages. */
async function runJobs({ id }: TestCustomer, { app }: TestServer = server): Promise<void> {
  const { rows } = await db.raw(
    `select j.data from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'message' and n.customer_id = $1 order by n.id`,
    [id],
  );
  const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  await Promise.all(
    sendMessages(
      system,
      rows.map(({ data }) => data as JobData['message']),
    ),
  );
}

const listReceived = ({ phone }: { phone: string }) =>
  app.shop.partners
    .listDeliveredMessages()
    .flatMap(({ to, text, channel }) => (to === phone ? [{ text, channel }] : []));

async function listStates({ id }: TestCustomer) {
  const { rows } = await db.raw(
    `select n.kind, d.state, d.reason from notification_deliveries d join notifications n on n.id = d.notification_id
     where n.customer_id = $1 and d.channel = 'whatsapp' order by n.id`,
    [id],
  );
  return rows;
}

const readSetting = async ({ api }: TestServer, { token }: TestCustomer) =>
  (await api('GET', '/notification-settings', { token })).body.data[0].channels.whatsapp;

test('an order and its steps come by WhatsApp, in the customer’s language', async () => {
  const customer = await newCustomerWithPhone('zh');
  const { id, order_number } = await place(customer);
  expect((await staff('POST', `/orders/${id}/advance`, { to: 'processing' })).status).toBe(200);
  await runJobs(customer);
  await runJobs(customer);
  // The messages of one batch are sent at once.
  const messages = listReceived(customer).toSorted((a, b) => a.text.length - b.text.length);
  expect(messages).toEqual([
    {
      channel: 'whatsapp',
      text: `您的订单 ${order_number} 有新进展：我们已开始为您挑选商品。您可在我们的网站查看进度。`,
    },
    {
      channel: 'whatsapp',
      text: expect.stringContaining(`感谢您的订购（订单 ${order_number}）。我们正在为您准备，总额 RM`),
    },
  ]);
});

test('of a packed order that is on its way only that is sent', async () => {
  const customer = await newCustomerWithPhone();
  const { id } = await place(customer);
  for (const to of ['processing', 'packed', 'delivery']) await staff('POST', `/orders/${id}/advance`, { to });
  await runJobs(customer);
  expect(await listStates(customer)).toEqual([
    { kind: 'order-placed', state: 'sent', reason: null },
    { kind: 'order-updated', state: 'suppressed', reason: 'superseded' },
    { kind: 'order-updated', state: 'suppressed', reason: 'superseded' },
    { kind: 'order-updated', state: 'sent', reason: null },
  ]);
  // The messages of one batch are sent at once.
  const texts = listReceived(customer).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  expect(texts).toContainEqual(expect.stringContaining('Our driver has left the store.'));
});

test('only a proven phone gets them, and a guest none', async () => {
  const customer = await newCustomer(server);
  await place(customer);
  expect(await listStates(customer)).toEqual([]);
  const withProvenPhone = await newCustomerWithPhone();
  await place(withProvenPhone);
  await db.raw('update customers set phone_verified_at = null where id = $1', [withProvenPhone.id]);
  await runJobs(withProvenPhone);
  expect(await listStates(withProvenPhone)).toEqual([
    { kind: 'order-placed', state: 'suppressed', reason: 'no_longer_needed' },
  ]);
});

test('a template that WhatsApp has not approved has failed, without an SMS instead', async () => {
  const customer = await newCustomerWithPhone();
  const { id } = await place(customer);
  await staff('POST', `/orders/${id}/cancel`, { comment: 'Sold out' });
  await runJobs(customer);
  expect(await listStates(customer)).toContainEqual({ kind: 'cancellation', state: 'failed', reason: 'refused' });
  expect(listReceived(customer).map(({ channel }) => channel)).toEqual(['whatsapp']);
});

test('without the setting the topic lacks WhatsApp, and what waits is dropped', async () => {
  const customer = await newCustomerWithPhone();
  expect([await readSetting(server, customer), await readSetting(plain, customer)]).toEqual([true, null]);
  await place(customer);
  await runJobs(customer, plain);
  expect(await listStates(customer)).toEqual([
    { kind: 'order-placed', state: 'suppressed', reason: 'no_longer_needed' },
  ]);
});
