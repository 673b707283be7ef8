/**
 * A campaign on PostgreSQL: batch after batch by two processes at once, and by a process that is killed with -9 and
 * started again. Each customer is notified once (docs/readings.md#64), and each mail leaves once.
 */
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS, startOfDay } from '@shop/core/time';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import type { JobData } from '../../jobs/jobs.ts';
import { ADD_CONSENTING_CUSTOMERS } from '../../testing/consenting-customers.ts';
import { killAtWrite } from '../../testing/database/kill-at-write.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { makeMovedClock } from '../../testing/processes/moved-clock.ts';
import { startApiProcess } from '../../testing/processes/start-api-process.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { notifyNextCustomers } from './fan-out.ts';

const database = await testDatabase();
const one = await testServer({ database });
const two = await testServer({ database });
const { db, config } = one;
const staff = operator(one);
afterAll(() => database.close());

const CUSTOMERS = 250;
const TEXTS = {
  title: { en: 'Snack week', zh: '零食周' },
  body: { en: 'All crisps 20% off.', zh: '所有薯片减 20%。' },
};

async function addCustomers(): Promise<void> {
  await db.raw('delete from consents');
  await db.raw(ADD_CONSENTING_CUSTOMERS, [CUSTOMERS]);
}

const add = async (): Promise<string> => (await staff('POST', '/campaigns', TEXTS)).body.campaign.id;

/** Counts customers by their number of notifications, and the deliveries and jobs of each channel. */
async function countAll(id: string) {
  const { rows } = await db.raw(
    `select 'customers with ' || count || ' notifications' as what, count(*)::int as rows
     from (select count(*) from notifications where campaign_id = $1 group by customer_id) by_customer group by count
     union all select 'deliveries by ' || d.channel, count(*)::int
       from notification_deliveries d join notifications n on n.id = d.notification_id where n.campaign_id = $1 group by d.channel
     union all select 'jobs of ' || j.name, count(*)::int
       from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id' where n.campaign_id = $1
         and j.created_on = (select min(other.created_on) from pgboss.job other where other.name = j.name
           and other.data ->> 'notification_id' = j.data ->> 'notification_id') group by j.name`,
    [id],
  );
  return Object.fromEntries(rows.map(({ what, rows }) => [what, rows]));
}

const ALL_ONCE = {
  'customers with 1 notifications': CUSTOMERS,
  'deliveries by inbox': CUSTOMERS,
  'deliveries by push': CUSTOMERS,
  'deliveries by email': CUSTOMERS,
  'jobs of mail': CUSTOMERS,
  'jobs of push': CUSTOMERS,
};

const readCampaign = async (id: string) => {
  const { state, recipients } = (await staff('GET', `/campaigns/${id}`)).body.campaign;
  return { state, recipients };
};

test('each job run twice in two processes at once notifies each customer once', async () => {
  await addCustomers();
  const id = await add();
  const listJobs = async () =>
    (
      await db.raw(
        `select data from pgboss.job where name = 'campaign' and data ->> 'campaign_id' = $1 order by created_on`,
        [id],
      )
    ).rows;
  let jobCount = 0;
  for (; jobCount < (await listJobs()).length; jobCount++) {
    const job = (await listJobs())[jobCount]?.data as JobData['campaign'];
    const tries = [one, two, one, two].map(({ app }) => {
      const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
      return notifyNextCustomers(system, job);
    });
    await Promise.all(tries);
  }
  expect(jobCount).toBe(3);
  expect(await countAll(id)).toEqual(ALL_ONCE);
  expect(await readCampaign(id)).toEqual({ state: 'sent', recipients: CUSTOMERS });
});

/** Returns the last noon: no quiet hours then, and jobs with a later start are due now by the clock of PostgreSQL. */
const findLastNoon = (): Date => new Date(startOfDay(new Date(Date.now() - DAY_MS / 2)).getTime() + 12 * HOUR_MS);

/**
 * Starts a mail server that collects the Message-IDs of the mails that it accepts. A process that is killed breaks off
 * connections, also in the middle of a mail, which is then not accepted.
 */
async function startMailServer(): Promise<{ url: string; received: string[]; close(): void }> {
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      const parts: Buffer[] = [];
      try {
        for await (const part of stream) parts.push(part);
      } catch {
        return;
      }
      received.push(/^Message-ID: (.*)$/m.exec(Buffer.concat(parts).toString())?.[1]?.trim() ?? '');
      done();
    },
  });
  smtp.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET' && code !== 'EPIPE') throw new Error(`The mail server failed: ${code}`);
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => smtp.close(() => {}) };
}

/** Counts the deliveries of a campaign by a channel for each state. */
async function countStates(id: string, channel: 'email' | 'push') {
  const { rows } = await db.raw(
    `select d.state, count(*)::int as rows from notification_deliveries d join notifications n on n.id = d.notification_id
     where n.campaign_id = $1 and d.channel = $2 group by d.state`,
    [id, channel],
  );
  return Object.fromEntries(rows.map(({ state, rows }) => [state, rows]));
}

/**
 * Reads the Message-IDs of a campaign's mails, each with whether a process has begun to send the mail and has not
 * recorded it as sent.
 */
async function readMessageIds(id: string): Promise<Map<string, boolean>> {
  const { rows } = await db.raw(
    `select n.source, d.state = 'queued' and d.attempts > 0 as is_claimed from notification_deliveries d
       join notifications n on n.id = d.notification_id
     where n.campaign_id = $1 and d.channel = 'email'`,
    [id],
  );
  const domain = config.mailFrom.replace(/^.*@|>$/g, '');
  return new Map(rows.map(({ source, is_claimed }) => [`<${source}@${domain}>`, is_claimed === true]));
}

test.each([
  ['before its second batch is written', 'before'],
  ['once its second batch is committed, before the job ends', 'at commit'],
] as const)('a process killed %s, and started again, notifies each customer once', async (_, held) => {
  await addCustomers();
  const mailServer = await startMailServer();
  const clock = makeMovedClock(findLastNoon());
  onTestFinished(() => {
    mailServer.close();
    clock.remove();
  });
  const settings = { DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' };
  const start = () => startApiProcess({ ...settings, ...clock.env, SMTP_URL: mailServer.url });
  const first = await start();
  let id = '';
  const write = {
    ...{ held, write: 'update on campaigns', when: 'new.recipients = 200 and old.recipients = 100' },
  };
  await killAtWrite(database, first.child, write, async () => {
    id = await add();
  });
  expect((await readCampaign(id)).recipients).toBe(held === 'before' ? 100 : 200);
  const beforeRestart = await readMessageIds(id);
  const second = await start();
  try {
    // A job of a killed process is repeated within 30 s.
    await expect
      .poll(() => readCampaign(id), { timeout: 90_000, interval: 500 })
      .toEqual({ state: 'sent', recipients: CUSTOMERS });
    expect(await countAll(id)).toMatchObject({
      'customers with 1 notifications': CUSTOMERS,
      'deliveries by inbox': CUSTOMERS,
      'deliveries by push': CUSTOMERS,
      'deliveries by email': CUSTOMERS,
    });
    for (const channel of ['email', 'push'] as const) {
      await expect
        .poll(() => countStates(id, channel), { timeout: 90_000, interval: 500 })
        .toEqual({ sent: CUSTOMERS });
    }
    const copiesById = Map.groupBy(mailServer.received, (messageId) => messageId);
    expect([...copiesById.keys()].sort()).toEqual([...(await readMessageIds(id)).keys()].sort());
    // What the mail server had accepted but the killed process had not recorded is sent again, as the same message.
    const repeatedIds = [...copiesById].filter(([, copies]) => copies.length > 1).map(([messageId]) => messageId);
    expect(repeatedIds.filter((messageId) => beforeRestart.get(messageId) !== true)).toEqual([]);
  } finally {
    second.child.kill('SIGKILL');
  }
});
