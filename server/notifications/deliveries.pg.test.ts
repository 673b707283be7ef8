/** Two processes on one PostgreSQL: each message is sent once, and the limit of a day holds (docs/readings.md#61). */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { notify } from './notify.ts';
import { type MailJob, sendMails } from './send-mails.ts';

const one = await testServer();
const two = await testServer({ database: one.database });
const { db } = one;
const makeSystemCtx = ({ app }: typeof one) =>
  makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const sentMails: Mail[] = [];
const mailer = { send: async (mail: Mail) => void sentMails.push(mail) };

/** Notifies a customer of sign-ins, each from both processes at once. */
async function signIn({ id: customer_id }: TestCustomer, sources: readonly string[]): Promise<void> {
  const data = { about: 'new_device', at: '2026-11-20T02:00:00.000Z', device: 'Chrome' } as const;
  await Promise.all(
    sources.flatMap((source) =>
      [one, two].map((process) =>
        inTransaction(makeSystemCtx(process), (ctx) => notify(ctx, 'security', data, { source, customer_id })),
      ),
    ),
  );
}

async function listJobs({ id }: TestCustomer): Promise<MailJob[]> {
  const { rows } = await db.raw(
    `select j.data from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = 'mail' and n.customer_id = $1 order by n.id`,
    [id],
  );
  return rows.map(({ data }) => data as MailJob);
}

/**
 * Runs the same jobs in both processes at once, three times, as a job fails while the other process sends its message.
 */
async function runInBoth(jobs: readonly MailJob[]): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      [one, two].flatMap((process) =>
        [
          ...sendMails(makeSystemCtx(process), mailer, jobs),
          ...jobs.flatMap((job) => sendMails(makeSystemCtx(process), mailer, [job])),
        ].map((sending) => sending.catch(() => {})),
      ),
    );
  }
}

test('an event that both processes report writes one notification, and twenty jobs in both send each mail once', async () => {
  const customer = await newCustomer(one);
  const sources = Array.from({ length: 20 }, (_, index) => `both.${index}`);
  await signIn(customer, sources);
  const jobs = await listJobs(customer);
  expect(jobs).toHaveLength(20);
  sentMails.length = 0;
  await runInBoth(jobs);
  expect(sentMails.map(({ messageId }) => messageId).toSorted()).toEqual(sources.toSorted());
});

test('of ten messages at once in both processes a customer gets three', async () => {
  const customer = await newCustomer(one);
  for (let receipt = 0; receipt < 10; receipt++) {
    const body = { member_id: customer.id, receipt: `P-${receipt}`, amount: '10.00' };
    const { status } = await one.api('POST', '/till/award', { body, headers: { 'x-api-key': 'demo-till' } });
    expect(status).toBe(201);
  }
  sentMails.length = 0;
  await runInBoth(await listJobs(customer));
  expect(new Set(sentMails.map(({ messageId }) => messageId)).size).toBe(3);
  expect(sentMails).toHaveLength(3);
  const { rows } = await db.raw(
    `select state, reason, count(*)::int as count from notification_deliveries
     where customer_id = $1 and channel = 'email' group by state, reason order by state`,
    [customer.id],
  );
  expect(rows).toEqual([
    { state: 'sent', reason: null, count: 3 },
    { state: 'suppressed', reason: 'daily_limit', count: 7 },
  ]);
});
