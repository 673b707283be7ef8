/** Notifications reach the customer's phones, over HTTP, at a stand-in for FCM (docs/partners.md#3). */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { createPushSender } from '../partners/fcm/fcm.ts';
import { createFcmStandIn } from '../partners/fcm/stand-in.ts';
import { startStandIn } from '../partners/stand-in.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { notify } from './notify.ts';
import { sendPushes } from './send-pushes.ts';

/** Ten in the morning in Kuala Lumpur. */
const MORNING = new Date('2026-11-20T02:00:00Z');
let now = MORNING;
const clock = () => now;
const server = await testServer({ clock });
const { app, db } = server;
const phones = createFcmStandIn(clock, () => fcm.url);
const fcm = await startStandIn(0, phones.answer);
app.shop.partners.push = createPushSender({ url: fcm.url, account: phones.account }, clock);
afterAll(() => fcm.close());

const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let customer: TestCustomer;
beforeEach(async () => {
  now = MORNING;
  loggedErrors = [];
  customer = await newCustomer(server);
});

let sequence = 0;
/** Registers a phone of the customer; returns its token. */
async function addPhone(token = `phone-${++sequence}`, lang = 'en'): Promise<string> {
  const { status } = await server.api('POST', '/save-fcm-token', {
    token: customer.token,
    body: { token, lang },
    headers: { 'x-platform': 'android' },
  });
  expect(status).toBe(200);
  return token;
}

let loggedErrors: { details: object; message: string }[] = [];
const log = { error: (details: object, message: string) => void loggedErrors.push({ details, message }) };

/** Runs the push jobs of the customer's notifications that are due. */
async function runJobs() {
  const { rows } = await db.raw(
    `select d.notification_id from notification_deliveries d
     where d.customer_id = $1 and d.channel = 'push' and d.state = 'queued' and d.due_at <= $2 order by 1`,
    [customer.id, now],
  );
  const jobs = rows.map((row) => ({ about: 'notification' as const, notification_id: String(row.notification_id) }));
  return Promise.allSettled(sendPushes(system(), log, jobs));
}

const listReceived = (token: string) => phones.delivered().filter((push) => push.token === token);

async function placeOrder(): Promise<{ order_id: string; order_number: string }> {
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer });
  const { id, order_number } = (await shopper.place(cart)).body.order;
  return { order_id: id, order_number };
}

async function listPushStates() {
  const { rows } = await db.raw(
    `select state, reason from notification_deliveries where customer_id = $1 and channel = 'push'
     order by notification_id`,
    [customer.id],
  );
  return rows;
}

test('an order reaches each phone in its language, with the facts that open it', async () => {
  const [english, chinese] = [await addPhone(), await addPhone(undefined, 'zh')];
  const { order_id } = await placeOrder();
  await runJobs();
  const [push] = listReceived(english);
  expect(push).toMatchObject({ kind: 'action', priority: 'high', tag: `order.${order_id}`, badge: 1 });
  expect(push?.title).toMatch(/^Order \S+ received$/);
  expect(push?.data.action).toBe('order-placed');
  expect(JSON.parse(push?.data.action_data ?? '')).toEqual({ order_id });
  expect(listReceived(chinese)[0]?.title).toMatch(/订单/);
  await runJobs();
  expect(listReceived(english)).toHaveLength(1);
});

test('packed and out for delivery within minutes: one push', async () => {
  const phone = await addPhone();
  const { order_id, order_number } = await placeOrder();
  for (const to of ['processing', 'packed', 'delivery']) {
    now = new Date(now.getTime() + 60_000);
    await staff('POST', `/orders/${order_id}/advance`, { to });
    await runJobs();
  }
  now = new Date(now.getTime() + 10 * 60_000);
  await runJobs();
  expect(listReceived(phone).map(({ title }) => title)).toEqual([
    `Order ${order_number} is on its way`,
    `Order ${order_number} is being prepared`,
    `Order ${order_number} received`,
  ]);
  expect(await listPushStates()).toContainEqual({ state: 'suppressed', reason: 'superseded' });
});

test('a token that FCM no longer knows is removed, and the other phone is reached', async () => {
  await addPhone(`unregistered-${++sequence}`);
  const phone = await addPhone();
  await placeOrder();
  await runJobs();
  expect(listReceived(phone)).toHaveLength(1);
  const { rows } = await db.raw('select token from push_tokens where customer_id = $1', [customer.id]);
  expect(rows).toEqual([{ token: phone }]);
});

const REJECTED = 'INVALID_ARGUMENT message.android.ttl';

test('a message that FCM refuses has failed with FCM’s reason, is logged as a bug, and the token stays', async () => {
  const token = await addPhone(`payload-${++sequence}`);
  const { order_number } = await placeOrder();
  await runJobs();
  expect(await listPushStates()).toEqual([{ state: 'failed', reason: `rejected: ${REJECTED}` }]);
  expect((await db.raw('select from push_tokens where customer_id = $1', [customer.id])).rows).toHaveLength(1);
  expect(loggedErrors).toEqual([
    {
      details: { notification: expect.any(String), kind: 'order-placed', reason: REJECTED },
      message: 'FCM rejected a push notification',
    },
  ]);
  for (const secret of [token, order_number, customer.email])
    expect(JSON.stringify(loggedErrors)).not.toContain(secret);
});

test('a message that FCM refuses for one of two phones is sent, with the reason, and logged', async () => {
  await addPhone(`payload-${++sequence}`);
  const phone = await addPhone();
  await placeOrder();
  await runJobs();
  expect(listReceived(phone)).toHaveLength(1);
  expect(await listPushStates()).toEqual([{ state: 'sent', reason: `rejected: ${REJECTED}` }]);
  expect(loggedErrors).toHaveLength(1);
});

test('nothing is logged of a token that is gone', async () => {
  await addPhone(`unregistered-${++sequence}`);
  await placeOrder();
  await runJobs();
  expect(await listPushStates()).toEqual([{ state: 'suppressed', reason: 'no_longer_needed' }]);
  expect(loggedErrors).toEqual([]);
});

test.each([
  ['unregistered', false],
  ['mismatch', false],
  ['invalid', false],
  ['malformed', false],
  ['payload', true],
  ['quota', true],
  ['unavailable', true],
  ['internal', true],
  ['auth', true],
  ['proxy', true],
  ['hang', true],
])('after the failure "%s" the token stays: %s', async (failure, stays) => {
  // Each case gets a new sender, whose circuit breaker is closed.
  const limits = { answerMs: 200 };
  app.shop.partners.push = createPushSender({ url: fcm.url, account: phones.account }, clock, limits);
  const token = await addPhone(`${failure}-${++sequence}`);
  await placeOrder();
  await runJobs();
  expect((await db.raw('select from push_tokens where token = $1', [token])).rows).toHaveLength(stays ? 1 : 0);
});

test('waits as long as FCM asks for, and then sends', async () => {
  const token = await addPhone(`quota-${++sequence}`);
  await placeOrder();
  await runJobs();
  const [{ due_at, state }] = (
    await db.raw(`select due_at, state from notification_deliveries where customer_id = $1 and channel = 'push'`, [
      customer.id,
    ])
  ).rows as [{ due_at: Date; state: string }];
  expect(state).toBe('queued');
  expect(due_at.getTime()).toBeGreaterThanOrEqual(now.getTime() + 30_000);
  expect((await db.raw('select from push_tokens where token = $1', [token])).rows).toHaveLength(1);
});

test('an offer of the night is pushed at 08:00 Malaysian time, and is in the inbox at once', async () => {
  const phone = await addPhone();
  const choice = { data: [{ topic: 'marketing', channels: { inbox: true, push: true } }] };
  expect((await customer.call('PUT', '/notification-settings', choice)).status).toBe(200);
  now = new Date('2026-11-20T23:30:00+08:00');
  await inTransaction(system(), (ctx) =>
    notify(
      ctx,
      'marketing',
      { title_en: 'Snack week', title_zh: null, body_en: 'Until Sunday.', body_zh: null },
      { source: `offer.${++sequence}`, customer_id: customer.id },
    ),
  );
  const { body } = await customer.call('GET', '/notifications?tab=offers');
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Snack week']);
  for (const time of ['2026-11-20T23:30:00+08:00', '2026-11-21T07:59:59+08:00']) {
    now = new Date(time);
    await runJobs();
    expect(listReceived(phone)).toEqual([]);
  }
  now = new Date('2026-11-21T08:00:00+08:00');
  await runJobs();
  expect(listReceived(phone).map(({ title }) => title)).toEqual(['Snack week']);
});

test('a customer without a phone gets no push; the settings offer it only where the shop has FCM', async () => {
  await placeOrder();
  expect(await listPushStates()).toEqual([]);
  const setting = async () => (await customer.call('GET', '/notification-settings')).body.data[0].channels.push;
  expect(await setting()).toBe(true);
  const { push } = app.shop.partners;
  app.shop.partners.push = null;
  expect(await setting()).toBe(null);
  app.shop.partners.push = push;
});
