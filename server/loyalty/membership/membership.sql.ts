/** Statements of membership tiers and of the spend that reaches them. */
import * as v from 'valibot';
import { lowestTierSql } from '../../customer-tier.sql.ts';
import { lockingStatement, statement } from '../../db/database.ts';

const tierRow = v.object({
  id: v.string(),
  code: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  qualifying_spend: v.number(),
  earn_rate: v.number(),
  has_prices: v.boolean(),
});
export type TierRow = v.InferOutput<typeof tierRow>;

/** Lists the tiers, the lowest first. */
export const listTiers = statement(
  'loyalty.tiers',
  tierRow,
  `select id::text as id, code, name_en, name_zh, qualifying_spend, earn_rate, group_id is not null as has_prices
   from membership_tiers order by position`,
);

const membershipRow = v.object({ tier_id: v.string(), since: v.date(), until: v.nullable(v.date()) });

/** Reads the membership of customer $1; no row before it was first reviewed. */
export const readMembership = statement(
  'loyalty.membership',
  membershipRow,
  `select tier_id::text as tier_id, since, until from memberships where customer_id = $1`,
);

/** Reads whether an order of customer $1 is complete. */
export const readHasCompleteOrder = statement(
  'loyalty.hasCompleteOrder',
  v.object({ has_complete_order: v.boolean() }),
  `select exists (select from orders where customer_id = $1 and status = 'complete') as has_complete_order`,
);

/** Locks the membership of customer $1, and creates it in the lowest tier at $2. No row: the shop has no tiers. */
export const lockMembership = lockingStatement(
  'membership',
  'loyalty.lockMembership',
  membershipRow,
  `insert into memberships as m (customer_id, tier_id, since)
   select $1::uuid, id, $2::timestamptz from ${lowestTierSql('id')} lowest
   on conflict (customer_id) do update set tier_id = m.tier_id
   returning tier_id::text as tier_id, since, until`,
);

/** Counts spend $3 of customer $1 from source $2 at $4, once. */
export const insertSpend = statement(
  'loyalty.insertSpend',
  v.object({ source: v.string() }),
  `insert into qualifying_spend (customer_id, source, amount, at) values ($1, $2, $3, $4)
   on conflict do nothing returning source`,
);

/** Reads the spend of customer $1 since $2, and since $3. */
export const readSpend = statement(
  'loyalty.spend',
  v.object({ spent: v.number(), spent_for_tier: v.number() }),
  `select coalesce(sum(amount) filter (where at > $2), 0)::bigint as spent,
     coalesce(sum(amount) filter (where at > $3), 0)::bigint as spent_for_tier
   from qualifying_spend where customer_id = $1 and at > least($2::timestamptz, $3::timestamptz)`,
);

/**
 * Writes the membership of customer $1: tier $2 since $3 until $4. The tier's price group replaces the previous tier's;
 * a group that staff gave the customer stays.
 */
export const writeMembership = statement(
  'loyalty.writeMembership',
  v.object({}),
  `with before as (
     select t.group_id from memberships m join membership_tiers t on t.id = m.tier_id where m.customer_id = $1
   ), written as (
     update memberships set tier_id = $2, since = $3, until = $4 where customer_id = $1
   )
   update customers c set group_id = (select group_id from membership_tiers where id = $2)
   from before where c.id = $1 and c.group_id is not distinct from before.group_id`,
);

/** Lists customers whose tier has to be reviewed at $1, at most $2. */
export const dueMemberships = statement(
  'loyalty.dueMemberships',
  v.object({ customer_id: v.string() }),
  `select customer_id from memberships where until <= $1 order by until limit $2`,
);

/** Reads the value of the goods of order $1 after discounts, less the amounts paid by voucher, points and coins. */
export const orderSpend = statement(
  'loyalty.orderSpend',
  v.object({ customer_id: v.nullable(v.string()), spend: v.number() }),
  `select customer_id, greatest(0, items_total - discount - coupon_discount - voucher - points - coins) as spend from orders where id = $1`,
);

/**
 * Reads the spend that order $2 of customer $1 still adds, after refunds and their withdrawals; null before it added
 * any.
 */
export const countedSpend = statement(
  'loyalty.countedSpend',
  v.object({ counted: v.nullable(v.number()) }),
  `select sum(s.amount)::bigint as counted from qualifying_spend s
   where s.customer_id = $1 and (s.source = 'order:' || $2::text or s.source in (
     select 'refund:' || r.id || suffix from refunds r, unnest(array['', ':withdrawn']) suffix
     where r.order_id = $2::uuid))`,
);

/** Reads the refunded goods of order $1, and all its goods, in sen after discounts. */
export const refundedGoods = statement(
  'loyalty.refundedGoods',
  v.object({ amount: v.number(), total: v.number() }),
  `select (select coalesce(sum(goods), 0)::bigint from refunds where order_id = $1 and state <> 'withdrawn') as amount,
     (select coalesce(sum(price_total - discount - voucher_discount), 0)::bigint from order_lines where order_id = $1) as total`,
);

/**
 * Restores the spend that the withdrawn refund with source $2 took from order $3 of customer $1: as much as was
 * subtracted, or $4 if the order was completed after the refund; as of the day when it was completed. An order of which
 * nothing was counted then counts now.
 */
export const insertRestoredSpend = statement(
  'loyalty.insertRestoredSpend',
  v.object({ source: v.string() }),
  `with counted as (
     select at from qualifying_spend where customer_id = $1 and source = 'order:' || $3::text
   ), restored as (
     select coalesce(
         (select -amount from qualifying_spend where customer_id = $1 and source = $2), $4::bigint) as amount,
       coalesce((select at from counted),
         (select max(at) from order_history where order_id = $3::uuid and status = 'complete')) as at
   )
   insert into qualifying_spend (customer_id, source, amount, at)
   select $1, case when exists (select from counted) then $2::text || ':withdrawn' else 'order:' || $3::text end, amount, at
   from restored where amount <> 0 and at is not null
   on conflict do nothing returning source`,
);

/**
 * Inserts −$4 sen of qualifying spend for customer $1 under source $2, dated as the entry of order $3. No row if the
 * order counted nothing, or if the source exists.
 */
export const insertRefundedSpend = statement(
  'loyalty.insertRefundedSpend',
  v.object({ source: v.string() }),
  `insert into qualifying_spend (customer_id, source, amount, at)
   select customer_id, $2, -$4::bigint, at from qualifying_spend where customer_id = $1 and source = 'order:' || $3::text
   on conflict do nothing returning source`,
);
