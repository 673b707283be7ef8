/**
 * A campaign on PostgreSQL: batch after batch by two processes at once, and by a process that is killed with -9 and
 * started again. Each customer is notified once (docs/readings.md#64).
 */
import { afterAll, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { contextOf } from '../../http/api/call-endpoint.ts';
import type { JobData } from '../../jobs/jobs.ts';
import { ADD_CONSENTING_CUSTOMERS } from '../../testing/consenting-customers.ts';
import { killAtWrite } from '../../testing/database/kill-at-write.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
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
const TEXTS = { title: { en: 'Snack week', zh: '零食周' }, body: { en: 'All crisps 20% off.', zh: '所有薯片八折。' } };

async function addCustomers(): Promise<void> {
  await db.raw('delete from consents');
  await db.raw(ADD_CONSENTING_CUSTOMERS, [CUSTOMERS]);
}

const add = async (): Promise<string> => (await staff('POST', '/campaigns', TEXTS)).body.campaign.id;

/** How many customers have how many notifications, and how many deliveries and jobs there are of each channel. */
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

const read = async (id: string) => {
  const { state, recipients } = (await staff('GET', `/campaigns/${id}`)).body.campaign;
  return { state, recipients };
};

test('each job run twice in two processes at once notifies each customer once', async () => {
  await addCustomers();
  const id = await add();
  const jobs = async () =>
    (
      await db.raw(
        `select data from pgboss.job where name = 'campaign' and data ->> 'campaign_id' = $1 order by created_on`,
        [id],
      )
    ).rows;
  let done = 0;
  for (; done < (await jobs()).length; done++) {
    const job = (await jobs())[done]?.data as JobData['campaign'];
    const tries = [one, two, one, two].map(({ app }) => {
      const system = contextOf(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
      return notifyNextCustomers(system, job);
    });
    await Promise.all(tries);
  }
  expect(done).toBe(3);
  expect(await countAll(id)).toEqual(ALL_ONCE);
  expect(await read(id)).toEqual({ state: 'sent', recipients: CUSTOMERS });
});

test.each([
  ['before its second batch is written', 'before'],
  ['once its second batch is committed, before the job ends', 'at commit'],
] as const)('a process killed %s, and started again, notifies each customer once', async (_, held) => {
  await addCustomers();
  const start = () => startApiProcess({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
  const killed = await start();
  let id = '';
  const write = {
    ...{ held, write: 'update on campaigns', when: 'new.recipients = 200 and old.recipients = 100' },
  };
  await killAtWrite(database, killed.child, write, async () => {
    id = await add();
  });
  expect((await read(id)).recipients).toBe(held === 'before' ? 100 : 200);
  const again = await start();
  try {
    // A job of a killed process is repeated within 30 s.
    await expect
      .poll(() => read(id), { timeout: 90_000, interval: 500 })
      .toEqual({ state: 'sent', recipients: CUSTOMERS });
    expect(await countAll(id)).toMatchObject({
      'customers with 1 notifications': CUSTOMERS,
      'deliveries by inbox': CUSTOMERS,
      'deliveries by push': CUSTOMERS,
      'deliveries by email': CUSTOMERS,
    });
  } finally {
    again.child.kill('SIGKILL');
  }
});
