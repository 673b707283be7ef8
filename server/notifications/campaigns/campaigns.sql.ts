/** Statements of campaigns. */
import { CHANNELS } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import { IS_CUSTOMERS_TIER } from '../../customer-tier.sql.ts';
import { statement } from '../../db/database.ts';
import { hasConsentSql } from '../notifications.sql.ts';

const texts = {
  title_en: v.string(),
  title_zh: v.string(),
  body_en: v.string(),
  body_zh: v.string(),
  action_url: v.nullable(v.string()),
  image: v.nullable(v.string()),
};

const campaignRow = v.object({
  id: v.string(),
  ...texts,
  tier: v.nullable(v.string()),
  state_id: v.nullable(v.string()),
  state: v.picklist(['scheduled', 'running', 'sent', 'canceled']),
  recipients: v.number(),
  created_by: v.string(),
  created_at: v.date(),
  starts_at: v.date(),
  started_at: v.nullable(v.date()),
  ended_at: v.nullable(v.date()),
});
export type CampaignRow = v.InferOutput<typeof campaignRow>;

const TEXT_COLUMNS = 'title_en, title_zh, body_en, body_zh, action_url, image';
const CAMPAIGN_COLUMNS = `id, ${TEXT_COLUMNS}, tier, state_id, state, recipients, created_by, created_at, starts_at, started_at, ended_at`;

/**
 * Inserts a campaign and returns it. Values: id, texts as in `TEXT_COLUMNS`, tier, state, email of the staff member, now,
 * start.
 */
export const insertCampaign = statement(
  'campaigns.insert',
  campaignRow,
  `insert into campaigns (id, ${TEXT_COLUMNS}, tier, state_id, state, created_by, created_at, starts_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'scheduled', $10, $11, $12) returning ${CAMPAIGN_COLUMNS}`,
);

export const campaignById = statement(
  'campaigns.byId',
  campaignRow,
  `select ${CAMPAIGN_COLUMNS} from campaigns where id = $1`,
);

export const campaignsPage = statement(
  'campaigns.page',
  campaignRow,
  `select ${CAMPAIGN_COLUMNS} from campaigns order by created_at desc, id desc limit $1 offset $2`,
);

export const countCampaigns = statement(
  'campaigns.count',
  v.object({ total: v.number() }),
  'select count(*)::int as total from campaigns',
);

/** Returns whether tier $1 and state $2 exist; true for one that is null. */
export const audienceExists = statement(
  'campaigns.audienceExists',
  v.object({ has_tier: v.boolean(), has_state: v.boolean() }),
  `select $1::text is null or exists (select from membership_tiers where code = $1) as has_tier,
     $2::text is null or exists (select from states where id = $2) as has_state`,
);

/** Counts the deliveries of campaign $1 by channel and outcome. */
export const countDeliveries = statement(
  'campaigns.countDeliveries',
  v.object({
    channel: v.picklist(CHANNELS),
    queued: v.number(),
    sent: v.number(),
    failed: v.number(),
    suppressed: v.number(),
  }),
  `select d.channel, ${['queued', 'sent', 'failed', 'suppressed']
    .map((state) => `(count(*) filter (where d.state = '${state}'))::int as ${state}`)
    .join(', ')}
   from notifications n join notification_deliveries d on d.notification_id = n.id
   where n.campaign_id = $1 group by d.channel`,
);

/** Cancels campaign $1 at $2 while customers are to be notified or messages are queued. */
export const cancelCampaign = statement(
  'campaigns.cancel',
  campaignRow,
  `update campaigns set state = 'canceled', ended_at = $2 where id = $1 and (state in ('scheduled', 'running')
     or state = 'sent' and exists (select from notifications n join notification_deliveries d on d.notification_id = n.id
       where n.campaign_id = $1 and d.state = 'queued'))
   returning ${CAMPAIGN_COLUMNS}`,
);

/**
 * Begins the batch of campaign $1 after customer $2 at $3: no row for a batch that was written before, by a job that
 * was repeated or that runs in another process, and for a canceled campaign. Locks the campaign.
 */
export const beginBatch = statement(
  'campaigns.beginBatch',
  v.object({ ...texts, started_at: v.date() }),
  `update campaigns set state = 'running', started_at = coalesce(started_at, $3)
   where id = $1 and after_customer = $2 and state in ('scheduled', 'running')
   returning ${TEXT_COLUMNS}, started_at`,
);

/**
 * Finds the recipients of campaign $1 among the $3 customers after customer $2, at most $4: those who consented to
 * marketing, are in its audience, and were not notified yet (an account that was merged into theirs may have been).
 * `next_after`: the customer after whom the next batch begins; null if this one is the last.
 */
export const nextRecipients = statement(
  'campaigns.nextRecipients',
  v.object({ customer_ids: v.array(v.string()), next_after: v.nullable(v.string()) }),
  `with looked as (
     select id, status from customers where id > $2 order by id limit $3
   ), matched as (
     select c.id from looked c, campaigns g
     where g.id = $1 and c.status = 'active' and ${hasConsentSql('c.id')}
       and (g.tier is null or g.tier = (select t.code from membership_tiers t left join memberships m on m.customer_id = c.id
         where ${IS_CUSTOMERS_TIER}))
       and (g.state_id is null or g.state_id = (select a.state_id from addresses a where a.customer_id = c.id and a.is_default))
       and not exists (select from notifications n where n.campaign_id = $1 and n.customer_id = c.id)
     order by c.id limit $4
   ), counted as (
     select (select count(*) from looked) = $3::int as is_full, array(select id from matched order by id) as customer_ids
   )
   select customer_ids, case when cardinality(customer_ids) = $4::int then customer_ids[$4::int]
     when is_full then (select id from looked order by id desc limit 1) end as next_after
   from counted`,
);

/**
 * Ends a batch of campaign $1: $2 customers were notified, the next follow customer $3. If $3 is null, the campaign is
 * sent at $4.
 */
export const endBatch = statement(
  'campaigns.endBatch',
  v.object({}),
  `update campaigns set recipients = recipients + $2::int, after_customer = coalesce($3::uuid, after_customer),
     state = case when $3::uuid is null then 'sent' else state end,
     ended_at = case when $3::uuid is null then $4::timestamptz end
   where id = $1`,
);
