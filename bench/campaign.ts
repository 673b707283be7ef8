/** Measures browsing during a campaign to 10,000 customers by inbox, push and mail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BEFORE_ALL_CUSTOMERS } from '../server/notifications/campaigns/fan-out.ts';
import { ADD_CONSENTING_CUSTOMERS } from '../server/testing/consenting-customers.ts';
import { browse, listPathsToBrowse } from './browsing.ts';
import { onClone, onDatabase } from './databases.ts';
import { startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, median, percentile, type ReportRow, reportProgress } from './report.ts';
import { TRUST_PROXY } from './shoppers.ts';

const SHOP_PORT = 3577;
const PRODUCT_COUNT = 1_000;
const CUSTOMER_COUNT = 10_000;
/** Runs with and without a campaign take turns. */
const ROUNDS = 5;
const RUN_MS = 20_000;
const WARM_UP_MS = 10_000;
/** Wait from the start of a campaign to its first messages, and after its end until the last ones are sent. */
const SETTLE_MS = 4_000;
const MAX_RATIO = 1.25;
/** Time limit of a campaign: the benchmark fails if it still runs by then. */
const CAMPAIGN_MS = 15 * 60_000;
const POLL_MS = 1_000;

/**
 * Returns the milliseconds by which the shop's clock is set back to noon in Kuala Lumpur: in quiet hours nothing would
 * be sent.
 */
const countMsSinceNoon = (): number => (Date.now() + 20 * 3_600_000) % 86_400_000;

/**
 * SQL that moves the start of jobs: PostgreSQL's clock is not set back, so jobs with a start of their own would all
 * start at once.
 */
const moveStartsSql = (backMs: number) => `
  create function move_start() returns trigger language plpgsql as $$ begin
    if new.start_after < now() - interval '10 minutes' then
      new.start_after := new.start_after + interval '${backMs} milliseconds';
    end if;
    return new;
  end $$;
  create trigger move_start before insert on pgboss.job for each row execute function move_start()`;

const START_CAMPAIGN = `
  with campaign as (
    insert into campaigns (id, title_en, title_zh, body_en, body_zh, action_url, state, created_by, created_at, starts_at)
    values (gen_random_uuid(), 'Snack week', '零食周', 'All crisps 20% off until Sunday.', '所有薯片减 20%，优惠至星期日。',
      '/shocking-deals', 'scheduled', 'bench', now(), now()) returning id
  ), job as (
    insert into pgboss.job (name, data)
    select 'campaign', jsonb_build_object('campaign_id', id, 'after', '${BEFORE_ALL_CUSTOMERS}') from campaign
  )
  select id from campaign`;

/** Adds new customers, since the daily limit counts earlier campaigns, and starts a campaign for them. */
const startCampaign = (url: string): Promise<string> =>
  onDatabase(url, async (client) => {
    await client.query('delete from consents');
    await client.query(ADD_CONSENTING_CUSTOMERS, [CUSTOMER_COUNT]);
    return (await client.query<{ id: string }>(START_CAMPAIGN)).rows[0]?.id ?? '';
  });

type CampaignProgress = { recipients: number; messages: number };

/** Ends a campaign in the middle; returns how many customers were notified, and messages sent. */
const endCampaign = (url: string, id: string): Promise<CampaignProgress> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<CampaignProgress>(
      `update campaigns set state = 'canceled' where id = $1 returning recipients, (select count(*)::int
         from notifications n join notification_deliveries d on d.notification_id = n.id
         where n.campaign_id = $1 and d.channel <> 'inbox' and d.state = 'sent') as messages`,
      [id],
    );
    return rows[0] ?? { recipients: 0, messages: 0 };
  });

type CampaignRun = { seconds: number; recipients: number; notified: number; waiting: number };

/** Waits until a campaign has no batch left, and none of its messages waits to be sent. */
async function runToItsEnd(url: string): Promise<CampaignRun> {
  const id = await startCampaign(url);
  const startedAt = performance.now();
  return onDatabase(url, async (client) => {
    for (;;) {
      await sleep(POLL_MS);
      const { rows } = await client.query<{ state: string; recipients: number; notified: number; waiting: number }>(
        `select state, recipients,
           (select count(distinct customer_id)::int from notifications where campaign_id = $1) as notified,
           (select count(*)::int from notifications n join notification_deliveries d on d.notification_id = n.id
            where n.campaign_id = $1 and d.state = 'queued') as waiting
         from campaigns where id = $1`,
        [id],
      );
      const [campaign] = rows;
      const seconds = (performance.now() - startedAt) / 1_000;
      if (campaign === undefined) throw new Error('The campaign is gone');
      if (campaign.state === 'sent' && campaign.waiting === 0) return { seconds, ...campaign };
      if (seconds * 1_000 > CAMPAIGN_MS) throw new Error(`The campaign is still ${campaign.state}`);
    }
  });
}

async function measureRounds(url: string): Promise<ReportRow[]> {
  const backMs = countMsSinceNoon();
  await onDatabase(url, (client) => client.query(moveStartsSql(backMs)));
  const env = { ...TRUST_PROXY, CLOCK_BACK_MS: String(backMs) };
  const shop = await startShop(url, SHOP_PORT, { script: 'bench/shifted-clock.ts', env });
  try {
    const browsing = browse(SHOP_PORT, await listPathsToBrowse(SHOP_PORT));
    await sleep(WARM_UP_MS);
    const measureP95 = async (): Promise<number> => {
      browsing.takeLatencies();
      await sleep(RUN_MS);
      return percentile(browsing.takeLatencies(), 95);
    };
    const rounds: { without: number; during: number; progress: CampaignProgress }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      reportProgress(`  round ${round} of ${ROUNDS}`);
      const without = await measureP95();
      const id = await startCampaign(url);
      await sleep(SETTLE_MS);
      const during = await measureP95();
      rounds.push({ without, during, progress: await endCampaign(url, id) });
      await sleep(SETTLE_MS);
    }
    reportProgress('  a campaign to its end');
    browsing.takeLatencies();
    const wholeRun = await runToItsEnd(url);
    const duringWhole = percentile(browsing.takeLatencies(), 95);
    await browsing.stop();
    const medianOf = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
    return [
      makeLimitRow(
        'Browsing p95 during a campaign, to that before it',
        medianOf((r) => r.during / r.without),
        MAX_RATIO,
        '',
        2,
      ),
      makePlainRow('  Browsing p95 during it', `${medianOf((r) => r.during).toFixed()} ms`),
      makePlainRow('  Browsing p95 before it', `${medianOf((r) => r.without).toFixed()} ms`),
      makePlainRow(
        `  Customers notified in ${(RUN_MS + SETTLE_MS) / 1_000} s`,
        String(medianOf((r) => r.progress.recipients)),
      ),
      makePlainRow('  Pushes and mails sent meanwhile', String(medianOf((r) => r.progress.messages))),
      makePlainRow(
        `  A campaign to ${CUSTOMER_COUNT.toLocaleString('en')} customers, until its last message is sent`,
        `${wholeRun.seconds.toFixed()} s`,
      ),
      makePlainRow('  Browsing p95 during the whole of it', `${duringWhole.toFixed()} ms`),
      makeLimitRow(
        '  Customers not notified, or twice',
        CUSTOMER_COUNT - wholeRun.notified + (wholeRun.recipients - wholeRun.notified),
        0,
        '',
      ),
      makeLimitRow('  Pages that failed', browsing.failed(), 0, ''),
    ];
  } finally {
    await shop.stop();
  }
}

/** Measures browsing with and without a campaign in turns. */
export const measureCampaign = (fresh: boolean): Promise<ReportRow[]> => onClone(PRODUCT_COUNT, fresh, measureRounds);
