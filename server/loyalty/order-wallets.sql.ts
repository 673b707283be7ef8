/** Statements of the points that orders earn. Wallets are locked before rows of `pending_earnings`. */
import { NO_MULTIPLIER } from '@shop/core/loyalty/earn';
import { ENTRY_ACTIONS, WALLET_KINDS } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { entryDetails, entryRow } from './wallets/wallets.sql.ts';

/**
 * SQL expression: the points that order `o` does not earn for refunded goods, as the share that refunds take back
 * (`shareOfPart`). Only goods that were short, if its points are recorded: other refunds have reduced those.
 */
const EARNED_BY_REFUNDED_GOODS = `(
  select case when back.value = 0 then 0 when back.value >= goods.value then o.earn_points
    else div(o.earn_points::numeric * back.value, goods.value)::bigint end
  from (select coalesce(sum(r.goods), 0)::bigint as value from refunds r
      where r.order_id = o.id and r.state <> 'withdrawn' and (r.reason = 'short' or not exists (
        select from pending_earnings e where e.order_id = o.id and e.action = 'order'))) back,
    (select coalesce(sum(price_total - discount - voucher_discount), 0)::bigint as value
      from order_lines where order_id = o.id) goods)`;

/**
 * Records at $3, with id $2, the points that order $1 will earn. If the order is complete ($4), they become available
 * after the shop's `pending_days`. Points of goods that were short when it was picked, or that were refunded before the
 * order had a customer, are left out. Writes nothing for a guest or for reversed earnings.
 */
export const insertEarnings = statement(
  'loyalty.noteEarnings',
  v.object({}),
  `insert into pending_earnings as p (id, customer_id, kind, amount, action, source, order_id, basis, rate, details, state,
     available_at, created_at)
   select $2, customer_id, 'point', earn_points - ${EARNED_BY_REFUNDED_GOODS}, 'order', 'order:' || id, id, earn_basis, earn_rate,
     jsonb_build_object('order_number', order_number) || case when earn_times = ${NO_MULTIPLIER} then '{}'
       else jsonb_build_object('times', earn_times / 100.0) end, 'pending', case when $4::boolean then $3::timestamptz
       + make_interval(days => (select (value ->> 'pending_days')::integer from settings where key = 'loyalty')) end, $3
   from orders o where id = $1 and customer_id is not null and earn_points > ${EARNED_BY_REFUNDED_GOODS}
   on conflict on constraint pending_earnings_once do update set available_at = excluded.available_at
   where p.state = 'pending'`,
);

/**
 * Reads the points that order $1 earned, unless all of it was reversed: `earned` at placing, and `left` after refunds
 * and their withdrawals.
 */
export const earningsOfOrder = statement(
  'loyalty.earningsOfOrder',
  v.object({
    id: v.string(),
    customer_id: v.string(),
    state: v.picklist(['pending', 'available']),
    details: entryDetails,
    earned: v.number(),
    left: v.number(),
  }),
  `select p.id, p.customer_id, p.state, p.details, o.earn_points as earned, p.amount + (
       select coalesce(sum(e.amount), 0)::bigint from wallet_entries e
       where e.order_id = o.id and e.kind = 'point' and (e.action = 'clawback' and e.source like 'refund:%'
         or e.action = 'refund_withdrawn' and e.source like 'refund:%:earned')) as left
   from pending_earnings p join orders o on o.id = p.order_id
   where p.order_id = $1 and p.action = 'order' and p.state <> 'reversed'`,
);

/**
 * Takes $2 points from pending earnings $1. Taking all marks the earnings as reversed; their amount stays for the list.
 */
export const reducePending = statement(
  'loyalty.reducePending',
  v.object({ taken: v.number() }),
  `update pending_earnings set amount = case when amount > $2 then amount - $2 else amount end,
     state = case when amount > $2 then state else 'reversed' end
   where id = $1 and state = 'pending'
   returning case when state = 'reversed' then amount else $2::bigint end as taken`,
);

/** Reads the points that order $1 earned, also if all of it was reversed. */
export const anyEarningsOfOrder = statement(
  'loyalty.everEarned',
  v.object({ id: v.string(), customer_id: v.string(), state: v.string(), details: entryDetails }),
  `select id, customer_id, state, details from pending_earnings where order_id = $1 and action = 'order'`,
);

/**
 * Gives $2 points to pending earnings $1 again, also to reversed ones. Those of an order that was completed meanwhile
 * become available as if it were complete at $3.
 */
export const restorePending = statement(
  'loyalty.restorePending',
  v.object({}),
  `update pending_earnings p set state = 'pending', amount = case when p.state = 'reversed' then $2::bigint else p.amount + $2::bigint end,
     available_at = coalesce(p.available_at, (
       select $3::timestamptz + make_interval(days => (select (value ->> 'pending_days')::integer from settings where key = 'loyalty'))
       from orders o where o.id = p.order_id and o.status = 'complete'))
   where p.id = $1 and p.state in ('pending', 'reversed')`,
);

/** Reads the wallet entries with the source of refund $2 of order $1. */
export const entriesOfRefund = statement(
  'loyalty.entriesOfRefund',
  v.pick(entryRow, ['kind', 'amount', 'lots', 'action', 'details']),
  `select kind, amount, lots, action, details from wallet_entries where order_id = $1 and source = 'refund:' || $2::text
   order by number`,
);

/** Lists customers with earnings that are due at $1, at most $2. */
export const dueCustomers = statement(
  'loyalty.dueCustomers',
  v.object({ customer_id: v.string() }),
  `select customer_id from pending_earnings where state = 'pending' and available_at <= $1
   group by customer_id order by min(available_at) limit $2`,
);

/** Makes the earnings of customer $1 that are due at $2 available, and returns them. */
export const releaseDueEarnings = statement(
  'loyalty.releaseDueEarnings',
  v.object({
    id: v.string(),
    kind: v.picklist(WALLET_KINDS),
    amount: v.number(),
    action: v.picklist(ENTRY_ACTIONS),
    source: v.string(),
    order_id: v.nullable(v.string()),
    basis: v.nullable(v.number()),
    rate: v.nullable(v.number()),
    details: entryDetails,
  }),
  `update pending_earnings set state = 'available' where customer_id = $1 and state = 'pending' and available_at <= $2
   returning id, kind, amount, action, source, order_id, basis, rate, details`,
);
