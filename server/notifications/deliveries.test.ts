/** docs/readings.md#61: each message is sent once, at most three a day, not in quiet hours, and not once it is over. */
import { beforeEach, expect, test } from 'vitest';
import { NO_REQUEST, publish } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { MAX_RETRIES } from '../jobs/jobs.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { failLostDeliveries } from './customer-notifications.ts';
import { deliver, SENT_OUTCOME } from './deliveries.ts';
import { notify } from './notify.ts';
import { type MailJob, sendMails } from './send-mails.ts';

/** Ten in the morning in Kuala Lumpur. */
const MORNING = new Date('2026-11-20T02:00:00Z');
let now = MORNING;
const server = await testServer({ clock: () => now });
const { app, db } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let customer: TestCustomer;
let sentMails: Mail[];
const mailer = { send: async (mail: Mail) => void sentMails.push(mail) };
beforeEach(async () => {
  now = MORNING;
  sentMails = [];
  customer = await newCustomer(server);
});

/** Lists the jobs that were enqueued for mails of the customer's notifications, oldest first. */
async function listMailJobs(): Promise<MailJob[]> {
  const { rows } = await db.raw(
    `select j.data from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.customer_id = $1 order by n.id`,
    [customer.id],
  );
  return rows.map(({ data }) => data as MailJob);
}

const run = (jobs: readonly MailJob[], by = mailer) => Promise.allSettled(sendMails(system(), by, jobs));

/** Lists the deliveries of the customer's notifications, without those of the inbox. */
async function listDeliveries() {
  const { rows } = await db.raw(
    `select channel, state, reason from notification_deliveries d join notifications n on n.id = d.notification_id
     where n.customer_id = $1 and channel <> 'inbox' order by n.id`,
    [customer.id],
  );
  return rows;
}

let sequence = 0;
/** Notifies the customer of a sign-in. */
const signIn = (source = `device.${++sequence}`) =>
  inTransaction(system(), (ctx) =>
    notify(
      ctx,
      'security',
      { about: 'new_device', at: now.toISOString(), device: 'Chrome' },
      { source, customer_id: customer.id },
    ),
  );

/** Gives the customer points at a till. */
async function award(): Promise<void> {
  const body = { member_id: customer.id, receipt: `D-${++sequence}`, amount: '10.00' };
  const { status } = await server.api('POST', '/till/award', { body, headers: { 'x-api-key': 'demo-till' } });
  expect(status).toBe(201);
}

test('a repeated event writes nothing, and its job sends nothing', async () => {
  await signIn('device.same');
  await signIn('device.same');
  const { rows } = await db.raw(
    `select data from pgboss.job where name = 'mail' and data ->> 'about' = 'notification'`,
  );
  await run(rows.map(({ data }) => data as MailJob));
  expect(sentMails).toHaveLength(1);
  expect(await listDeliveries()).toEqual([{ channel: 'email', state: 'sent', reason: null }]);
});

test('a job that runs twice, in one batch, at once or later, sends one mail', async () => {
  await signIn();
  const [job] = await listMailJobs();
  if (job === undefined) throw new Error('No job was enqueued');
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = { send: (mail: Mail) => gate.then(() => mailer.send(mail)) };
  let endedRuns = 0;
  const tries = [[job, job], [job], [job]].map((jobs) => run(jobs, slow).finally(() => endedRuns++));
  // Two jobs find the delivery claimed by the first; they are retried.
  await expect.poll(() => endedRuns).toBe(2);
  release();
  const results = await Promise.all(tries);
  expect(results.filter((each) => each.every(({ status }) => status === 'fulfilled'))).toHaveLength(1);
  expect(results.filter((each) => each.every(({ status }) => status === 'rejected'))).toHaveLength(2);
  expect(await run([job])).toMatchObject([{ status: 'fulfilled' }]);
  expect(sentMails).toHaveLength(1);
});

test('a process that died while it sent loses its claim, and the retry sends the same mail', async () => {
  await signIn();
  const jobs = await listMailJobs();
  await db.raw(
    `update notification_deliveries set claimed_until = $2, attempts = 1
     where customer_id = $1 and channel = 'email'`,
    [customer.id, new Date(now.getTime() + 20_000)],
  );
  const [early] = await run(jobs);
  expect([early?.status, sentMails]).toEqual(['rejected', []]);
  now = new Date(now.getTime() + 20_000);
  await run(jobs);
  expect(sentMails).toHaveLength(1);
  expect(sentMails[0]?.messageId).toMatch(/^device\.\d+$/);
});

test('a mail that cannot be sent is tried as often as its job, and has then failed with the reason', async () => {
  await signIn();
  const jobs = await listMailJobs();
  const down = { send: () => Promise.reject(new Error('550 <mei@shop.example> is unknown')) };
  for (let i = 0; i < MAX_RETRIES; i++) {
    expect((await run(jobs, down)).map(({ status }) => status)).toEqual(['rejected']);
  }
  expect(await listDeliveries()).toEqual([{ channel: 'email', state: 'queued', reason: null }]);
  await run(jobs, down);
  expect(await listDeliveries()).toEqual([{ channel: 'email', state: 'failed', reason: '550 <…@…> is unknown' }]);
  await run(jobs);
  expect(sentMails).toEqual([]);
});

test('the fourth message of a day that is not about an order or security is suppressed, also if all are sent at once', async () => {
  for (let count = 0; count < 4; count++) await award();
  for (let count = 0; count < 2; count++) await signIn();
  const jobs = await listMailJobs();
  await Promise.all(jobs.map((job) => run([job])));
  await run(jobs);
  expect(sentMails.filter(({ messageId }) => messageId.startsWith('wallet-entry'))).toHaveLength(3);
  expect(sentMails.filter(({ messageId }) => messageId.startsWith('device'))).toHaveLength(2);
  expect((await listDeliveries()).filter(({ state }) => state === 'suppressed')).toEqual([
    { channel: 'email', state: 'suppressed', reason: 'daily_limit' },
  ]);
  // Midnight in Kuala Lumpur.
  now = new Date('2026-11-20T16:00:00Z');
  await award();
  await run((await listMailJobs()).slice(-1));
  expect(sentMails.filter(({ messageId }) => messageId.startsWith('wallet-entry'))).toHaveLength(4);
  // The inbox has all of them.
  const { total } = (await customer.call('GET', '/notifications?tab=rewards')).body;
  expect(total).toBe(5);
});

test('a message that failed does not count to the limit', async () => {
  for (let count = 0; count < 4; count++) await award();
  const [first, ...others] = await listMailJobs();
  if (first === undefined) throw new Error('No job was enqueued');
  const down = { send: () => Promise.reject(new Error('421 later')) };
  for (let i = 0; i <= MAX_RETRIES; i++) await run([first], down);
  await run(others);
  expect(sentMails).toHaveLength(3);
});

/** Queues a push of a notification, as a shop with a push partner does, and tries to send it. */
async function sendPush(source: string): Promise<{ state: unknown; reason: unknown; due_at: unknown }> {
  const { rows } = await db.raw('select id from notifications where source = $1', [source]);
  const id = String(rows[0]?.id);
  await db.raw(
    `insert into notification_deliveries (notification_id, channel, state, customer_id, counts_to_limit, due_at)
     values ($1, 'push', 'queued', $2, false, $3) on conflict do nothing`,
    [id, customer.id, now],
  );
  await Promise.all(deliver(system(), 'push', [id], { prepare: async () => null, send: async () => SENT_OUTCOME }));
  const delivery = await db.raw(
    `select state, reason, due_at from notification_deliveries where notification_id = $1 and channel = 'push'`,
    [id],
  );
  return delivery.rows[0] as Awaited<ReturnType<typeof sendPush>>;
}

test('a push of a status that the order no longer has is superseded', async () => {
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer });
  const { order } = (await shopper.place(cart)).body;
  const sources: string[] = [];
  for (const to of ['processing', 'packed', 'delivery']) {
    now = new Date(now.getTime() + 1_000);
    await staff('POST', `/orders/${order.id}/advance`, { to });
    sources.push(`order-${to}.${order.id}.${now.getTime()}`);
  }
  const [, packed = '', delivery = ''] = sources;
  expect(await sendPush(packed)).toMatchObject({ state: 'suppressed', reason: 'superseded' });
  expect(await sendPush(delivery)).toMatchObject({ state: 'sent', reason: null });
});

test('quiet hours postpone a push that is not urgent to the morning, and send an urgent one', async () => {
  // Eleven at night in Kuala Lumpur.
  now = new Date('2026-11-20T15:00:00Z');
  const remind = (source: string) =>
    inTransaction(system(), (ctx) =>
      notify(
        ctx,
        'points-expiring',
        { points: 5, expires_at: '2026-12-31T16:00:00.000Z', days: 7 },
        { source, customer_id: customer.id },
      ),
    );
  await remind('quiet.points');
  await signIn('quiet.device');
  expect(await sendPush('quiet.points')).toMatchObject({ state: 'queued', due_at: new Date('2026-11-21T00:00:00Z') });
  expect(await sendPush('quiet.device')).toMatchObject({ state: 'sent' });
  now = new Date('2026-11-21T00:00:00Z');
  expect(await sendPush('quiet.points')).toMatchObject({ state: 'sent' });
  // Quiet hours do not delay their mails, which are not marketing.
  const { rows } = await db.raw(
    `select d.due_at from notification_deliveries d join notifications n on n.id = d.notification_id
     where n.source = 'quiet.points' and d.channel = 'email'`,
  );
  expect(rows).toEqual([{ due_at: new Date('2026-11-20T15:00:00Z') }]);
});

test('a delivery whose job is gone has failed two days later', async () => {
  await signIn();
  now = new Date(MORNING.getTime() + 47 * 3_600_000);
  await failLostDeliveries(system());
  expect((await listDeliveries())[0]).toMatchObject({ state: 'queued' });
  now = new Date(MORNING.getTime() + 49 * 3_600_000);
  await failLostDeliveries(system());
  expect(await listDeliveries()).toEqual([{ channel: 'email', state: 'failed', reason: 'lost' }]);
  const { notifications } = (await staff('GET', `/wallets/${customer.id}`)).body;
  expect(notifications[0].deliveries[0]).toMatchObject({ channel: 'email', state: 'failed', reason: 'lost' });
});

test('jobs of the release before are sent with the Message-IDs that it gave them', async () => {
  const { shopper, cart } = await prepareOrder(server, makeDistinctAddress(), { customer });
  const { order } = (await shopper.place(cart)).body;
  await staff('POST', `/orders/${order.id}/advance`, { to: 'processing' });
  const [at, ms] = [now.toISOString(), now.getTime()];
  const old = [
    { about: 'order.placed', order_id: order.id },
    { about: 'order.status', order_id: order.id, status: 'processing', at },
    { about: 'customer.password_changed', customer_id: customer.id, removed: ['phone'], at },
    { about: 'customer.new_device', customer_id: customer.id, device: 'Chrome', at },
    { about: 'customer.phone_changed', customer_id: customer.id, at },
  ] as unknown as MailJob[];
  expect((await run(old)).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  expect(sentMails.map(({ messageId }) => messageId).toSorted()).toEqual([
    ...[`customer-new_device.${customer.id}.${ms}`, `customer-password_changed.${customer.id}.${ms}`],
    ...[`customer-phone_changed.${customer.id}.${ms}`, `order-placed.${order.id}`, `order-processing.${order.id}`],
  ]);
});

test('a previous email is stored encrypted, and forgotten once it was notified', async () => {
  await db.raw(`update customers set email_verified_at = $2 where id = $1`, [customer.id, now]);
  const readData = async () =>
    (await db.raw(`select data from notifications where customer_id = $1 and kind = 'security'`, [customer.id])).rows;
  await inTransaction(system(), (ctx) =>
    publish(ctx, {
      type: 'customer.contact_changed',
      customer_id: customer.id,
      was: { kind: 'email', value: 'old@example.com' },
      was_proven: true,
      lang: 'en',
    }),
  );
  expect(JSON.stringify(await readData())).toContain('sealed_email');
  expect(JSON.stringify(await readData())).not.toContain('old@example.com');
  await run(await listMailJobs());
  expect(sentMails.map(({ to, messageId }) => [to, messageId])).toEqual([
    ['old@example.com', `customer-email_changed.${customer.id}.${now.getTime()}`],
  ]);
  expect(JSON.stringify(await readData())).not.toContain('sealed_email');
});
