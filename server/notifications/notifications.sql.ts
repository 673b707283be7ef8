/** Statements that write notifications and send their deliveries. */
import { CHANNELS } from '@shop/core/notifications/kinds';
import { MAX_DAILY_MESSAGES } from '@shop/core/notifications/when-to-send';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';
import { notificationFacts } from './notification-data.ts';

const channel = v.picklist(CHANNELS);

/** Builds an SQL condition: the customer consents to marketing. */
export const hasConsentSql = (customer: string): string => `coalesce((select k.given from consents k
  where k.customer_id = ${customer} and k.kind = 'marketing' order by k.at desc, k.id desc limit 1), false)`;

/**
 * Builds an SQL condition: the customer switched a channel of a topic off, or the topic is marketing and they do not
 * consent.
 */
const isSwitchedOffSql = (customer: string, topic: string, channel: string): string => `(
  exists (select from notification_choices x where x.customer_id = ${customer} and x.topic = ${topic}
    and x.channel = ${channel} and not x.enabled)
  or ${topic} = 'marketing' and not ${hasConsentSql(customer)})`;

/**
 * SQL condition: recipient `m` switched off channel `ch` for the topic of notification `w`; false for a locked topic.
 */
const IS_OFF = `not w.locked and m.customer_id is not null and ${isSwitchedOffSql('m.customer_id', 'w.topic', 'ch.channel')}`;

/** SQL condition: channel `ch` reaches recipient `m`. */
const IS_REACHED = `case ch.channel
  when 'email' then case w.topic when 'marketing' then m.email_verified_at is not null
    else m.contact_email <> '' or m.email is not null or m.data ? 'sealed_email' end
  when 'whatsapp' then m.data ? 'sealed_phone' or case w.topic
    when 'security' then m.phone is not null and m.email is null and m.data ->> 'about' = 'password_changed'
    else m.phone_verified_at is not null end
  when 'push' then exists (select from push_tokens p where p.customer_id = m.customer_id)
  else m.customer_id is not null end`;

/**
 * Writes notifications, given as JSON ($1) with their channels, at $2, and a delivery for each channel by which the
 * recipient can be reached. Skips notifications whose source exists. Returns the deliveries to send.
 */
export const insertNotifications = statement(
  'notifications.insert',
  v.object({ notification_id: v.string(), channel, due_at: v.date() }),
  `with wanted as (
     select * from jsonb_to_recordset($1::jsonb) as w (id uuid, kind text, topic text, locked boolean, source text,
       customer_id uuid, order_id uuid, campaign_id uuid, data jsonb, action_url text, image text, counts boolean,
       channels jsonb)
   ), meant as (
     select w.id, c.id as customer_id, c.email, c.email_verified_at, c.phone,
       c.phone_verified_at, o.id as order_id, o.contact_email, w.data
       || case when o.id is null then '{}' else jsonb_build_object('order_number', o.order_number, 'total', o.grand_total) end as data
     from wanted w left join orders o on o.id = w.order_id
       left join customers c on c.id = coalesce(w.customer_id, o.customer_id) and c.status = 'active'
   ), planned as (
     select m.id, ch.channel, m.customer_id, w.counts and m.customer_id is not null as counts, ${IS_OFF} as is_off,
       ch.due_at, ch.suppressed
     from meant m join wanted w on w.id = m.id
       cross join jsonb_to_recordset(w.channels) as ch (channel text, due_at timestamptz, suppressed text)
     where ${IS_REACHED}
   ), made as (
     insert into notifications (id, kind, source, customer_id, order_id, campaign_id, data, action_url, image, in_inbox,
       created_at)
     select m.id, w.kind, w.source, m.customer_id, m.order_id, w.campaign_id, m.data, w.action_url, w.image,
       exists (select from planned p where p.id = m.id and p.channel = 'inbox' and not p.is_off), $2
     from meant m join wanted w on w.id = m.id
     where exists (select from planned p where p.id = m.id) on conflict (source) do nothing returning id
   ), delivered as (
     insert into notification_deliveries (notification_id, channel, state, reason, customer_id, counts_to_limit, due_at,
       finished_at)
     select p.id, p.channel,
       case when p.is_off or p.suppressed is not null then 'suppressed' when p.channel = 'inbox' then 'sent' else 'queued' end,
       coalesce(p.suppressed, case when p.is_off then 'switched_off' end), p.customer_id, p.counts, p.due_at,
       case when p.is_off or p.suppressed is not null or p.channel = 'inbox' then $2::timestamptz end
     from planned p join made on made.id = p.id
     returning notification_id, channel, state, due_at
   )
   select notification_id, channel, due_at from delivered where state = 'queued'`,
);

const delivery = v.intersect([
  v.object({
    id: v.string(),
    source: v.string(),
    customer_id: v.nullable(v.string()),
    order_id: v.nullable(v.string()),
    action_url: v.nullable(v.string()),
    image: v.nullable(v.string()),
    created_at: v.date(),
    due_at: v.date(),
    attempts: v.number(),
    /** The status that the order has now. */
    order_status: v.nullable(v.string()),
    /** Why a marketing message that waited is no longer sent. */
    withdrawn: v.nullable(v.picklist(['switched_off', 'canceled'])),
  }),
  notificationFacts,
]);

/** A delivery that this process sends. */
export type NotificationDelivery = v.InferOutput<typeof delivery>;

const DELIVERY_COLUMNS = `n.id, n.source, n.customer_id, n.order_id, n.action_url, n.image, n.created_at, n.kind, n.data, d.due_at,
  d.attempts, (select o.status from orders o where o.id = n.order_id) as order_status,
  case when n.kind <> 'marketing' then null
    when exists (select from campaigns g where g.id = n.campaign_id and g.state = 'canceled') then 'canceled'
    when ${isSwitchedOffSql('n.customer_id', "'marketing'", 'd.channel')} then 'switched_off' end as withdrawn`;

/** Builds an SQL condition: no process sends delivery `d` at `now`. */
const isFree = (now: string) => `d.state = 'queued' and (d.claimed_until is null or d.claimed_until <= ${now})`;

/**
 * Claims until $4 the queued deliveries of notifications $1 by channel $2 that no other process sends at $3 and that do
 * not count towards the daily limit.
 */
export const claimDeliveries = statement(
  'notifications.claim',
  delivery,
  `with free as (
     select d.notification_id from notification_deliveries d
     where d.notification_id = any($1::uuid[]) and d.channel = $2 and not d.counts_to_limit
       and ${isFree('$3::timestamptz')}
     order by d.notification_id for update skip locked
   )
   update notification_deliveries d set claimed_until = $4, attempts = d.attempts + 1
   from free join notifications n on n.id = free.notification_id
   where d.notification_id = free.notification_id and d.channel = $2 returning ${DELIVERY_COLUMNS}`,
);

/** Locks a customer, whose messages of a day are about to be counted. */
export const lockRecipient = lockingStatement(
  'customer',
  'notifications.lockRecipient',
  v.object({ id: v.string() }),
  'select id from customers where id = $1 for no key update',
);

/**
 * Claims until $4 the delivery of notification $1 by channel $2, which counts towards the limit of day $5, unless that
 * limit is reached; several channels of one notification count once. The caller has locked the customer.
 */
export const claimCounted = statement(
  'notifications.claimCounted',
  delivery,
  `update notification_deliveries d set claimed_until = $4, attempts = d.attempts + 1,
     counted_on = coalesce(d.counted_on, $5::date)
   from notifications n
   where d.notification_id = $1 and d.channel = $2 and n.id = d.notification_id and ${isFree('$3::timestamptz')}
     and (d.counted_on is not null or ${MAX_DAILY_MESSAGES} > (
       select count(distinct other.notification_id) from notification_deliveries other
       where other.customer_id = d.customer_id and other.counted_on = $5::date and other.notification_id <> $1))
   returning ${DELIVERY_COLUMNS}`,
);

/**
 * Lists the deliveries of notifications $1 by channel $2 that are still queued, and whether another process sends them
 * at $3.
 */
export const queuedDeliveries = statement(
  'notifications.queued',
  v.object({
    id: v.string(),
    customer_id: v.nullable(v.string()),
    counts_to_limit: v.boolean(),
    is_claimed: v.boolean(),
  }),
  `select d.notification_id as id, d.customer_id, d.counts_to_limit, not (${isFree('$3::timestamptz')}) as is_claimed
   from notification_deliveries d where d.notification_id = any($1::uuid[]) and d.channel = $2 and d.state = 'queued'`,
);

/**
 * Ends the queued delivery of notification $1 by channel $2 in state $3 for reason $4 at $5; only a sent one counts
 * towards the daily limit. Deletes member $6 of the data, the previous contact to which it was sent.
 */
export const finishDelivery = statement(
  'notifications.finish',
  v.object({}),
  `with forgotten as (update notifications set data = data - $6::text where id = $1 and data ? $6::text)
   update notification_deliveries set state = $3, reason = $4, finished_at = $5, claimed_until = null,
     counted_on = case when $3 = 'sent' then counted_on end
   where notification_id = $1 and channel = $2 and state = 'queued'`,
);

/**
 * Releases the claim of the delivery of notification $1 by channel $2. With a time $3 it is due then, and the try is
 * not counted.
 */
export const releaseDelivery = statement(
  'notifications.release',
  v.object({}),
  `update notification_deliveries set claimed_until = null, due_at = coalesce($3::timestamptz, due_at),
     attempts = attempts - case when $3::timestamptz is null then 0 else 1 end
   where notification_id = $1 and channel = $2 and state = 'queued'`,
);

/** Ends at $3 as failed the queued deliveries that were due before $1, at most $2: their jobs are gone. */
export const endLostDeliveries = statement(
  'notifications.endLost',
  v.object({ id: v.string() }),
  `update notification_deliveries d set state = 'failed', reason = 'lost', finished_at = $3, claimed_until = null,
     counted_on = null
   from (
     select notification_id, channel from notification_deliveries where state = 'queued' and due_at < $1
     order by due_at limit $2 for update skip locked
   ) lost
   where d.notification_id = lost.notification_id and d.channel = lost.channel returning d.notification_id as id`,
);

const staffRow = v.object({
  order_id: v.nullable(v.string()),
  kind: v.string(),
  created_at: v.date(),
  /** `at` is ISO 8601. */
  deliveries: v.array(v.object({ channel, state: v.string(), reason: v.nullable(v.string()), at: v.string() })),
});
export type StaffNotificationRow = v.InferOutput<typeof staffRow>;

const STAFF_COLUMNS = `n.order_id, n.kind, n.created_at, (select coalesce(jsonb_agg(jsonb_build_object('channel', d.channel,
     'state', d.state, 'reason', d.reason, 'at', coalesce(d.finished_at, d.due_at)) order by d.channel), '[]')
     from notification_deliveries d where d.notification_id = n.id) as deliveries`;

/** Lists the latest $2 notifications of customer $1 with their deliveries, newest first. */
export const notificationsOfCustomer = statement(
  'notifications.ofCustomer',
  staffRow,
  `select ${STAFF_COLUMNS} from notifications n where n.customer_id = $1 order by n.created_at desc, n.id desc limit $2`,
);

/** Lists the notifications of orders $1 with their deliveries, oldest first. */
export const notificationsOfOrders = statement(
  'notifications.ofOrders',
  staffRow,
  `select ${STAFF_COLUMNS} from notifications n where n.order_id = any($1::uuid[]) order by n.created_at, n.id`,
);
