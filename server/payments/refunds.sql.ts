/** Statements of refunds. Their writers hold the lock of the attempt's order. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { REFUND_REASONS, REFUND_STATES } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { MAX_COUNTED } from '../lists/list-page.ts';

/**
 * SQL expression: the cash that paid order `o`, in sen. It is the cash that staff recorded if the order was delivered
 * or canceled. A delivered order without a record was paid in full, a canceled one with nothing; 0 while the order is
 * unpaid.
 */
const PAID_CASH = `case when o.payment_method = '${CASH_ON_DELIVERY}' and o.payment_status in ('paid', 'refund_due', 'refunded') then coalesce(
  (select sum(c.amount)::bigint from cash_collections c where c.order_id = o.id
   having o.status = 'canceled' or bool_or(c.outcome = 'complete')),
  case when o.status = 'canceled' then 0 else o.grand_total end) else 0 end`;

/**
 * Requests the refund of the money of attempt $2 that was captured and not refunded, less $5 sen, by $6; no row if
 * nothing is left.
 */
export const requestRefund = statement(
  'payments.requestRefund',
  v.object({ id: v.string(), order_id: v.string(), amount: v.number() }),
  `insert into refunds (id, order_id, attempt_id, amount, reason, state, created_at, updated_at, requested_by)
   select $1::uuid, a.order_id, a.id, a.amount - back.sum - $5::bigint, $3, 'requested', $4::timestamptz, $4::timestamptz, $6::text
   from payment_attempts a, lateral (
     select coalesce(sum(r.amount), 0)::bigint as sum from refunds r where r.attempt_id = a.id and r.state not in ('failed', 'withdrawn')
   ) back
   where a.id = $2::uuid and a.state in ('paid', 'paid_late') and a.amount > back.sum + $5::bigint
   returning id, order_id, amount`,
);

const refundRow = v.object({
  id: v.string(),
  /** Null for cash, and if only coins and points were returned. */
  attempt_id: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  transaction_id: v.nullable(v.string()),
  order_id: v.string(),
  order_number: v.string(),
  /** Sen. */
  amount: v.number(),
  reason: v.picklist(REFUND_REASONS),
  state: v.picklist(REFUND_STATES),
  operator_reference: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  /** Coins and points that were returned immediately. */
  coins: v.number(),
  points: v.number(),
  items: v.array(v.object({ position: v.number(), quantity: v.number(), value: v.optional(v.number()) })),
  comment: v.nullable(v.string()),
  settled_on: v.nullable(v.string()),
  /** The refund that took over the money of this failed one; null while the money is owed. */
  replaced_by: v.nullable(v.string()),
  /** Sen of refunded goods. */
  goods: v.number(),
  /** Sen that the returned points had paid. */
  points_value: v.number(),
  /** Whether the stock and the pending points that it took are recorded, so that it can be undone. */
  is_recorded: v.boolean(),
  /** Pending points that it took back. */
  pending_points: v.number(),
  /** The email of the member of staff whose call made it, or `operator`; null: the shopper or the shop itself. */
  requested_by: v.nullable(v.string()),
  /** Sen of all refunds of its order that have neither failed nor been withdrawn. */
  refunded_of_order: v.number(),
  created_at: v.date(),
  updated_at: v.date(),
});
export type RefundRow = v.InferOutput<typeof refundRow>;

const SELECT_REFUND = `
  select r.*, r.stock is not null as is_recorded, to_char(r.settled_on, 'YYYY-MM-DD') as settled_on, a.reference, a.transaction_id, o.order_number, (
    select coalesce(sum(every.amount), 0)::bigint from refunds every
    where every.order_id = r.order_id and every.state not in ('failed', 'withdrawn')) as refunded_of_order
  from refunds r join orders o on o.id = r.order_id left join payment_attempts a on a.id = r.attempt_id`;

/** Reads refunds, sorted by their position in the ids $1. */
export const refundsById = statement(
  'payments.refunds',
  refundRow,
  `${SELECT_REFUND} join unnest($1::uuid[]) with ordinality as cut (id, place) on cut.id = r.id order by cut.place`,
);

/** Reads the refunds of attempts $1, oldest first. */
export const refundsOfAttempts = statement(
  'payments.refundsOfAttempts',
  refundRow,
  `${SELECT_REFUND} where r.attempt_id = any($1::uuid[]) order by r.id`,
);

/** Reads at most $2 refunds that gateways $1 make by a call, and that have no result yet, oldest first. */
export const unresolvedRefundCalls = statement(
  'payments.unresolvedRefundCalls',
  v.object({ id: v.string() }),
  `select r.id from (
     select * from refunds where state in ('approved', 'sent') order by id offset 0
   ) r join payment_attempts a on a.id = r.attempt_id
   where a.gateway = any($1::text[]) and (r.state = 'approved' or r.operator_reference = r.id::text)
   order by r.id limit $2`,
);

/** Writes that a settlement file until day $2 had the settled refunds $1, unless another file had them before. */
export const writeRefundsSettled = statement(
  'payments.writeRefundsSettled',
  v.object({}),
  'update refunds set settled_on = $2::date where id = any($1::uuid[]) and settled_on is null',
);

/**
 * Reads a page of refunds, oldest first, with the total, without refunds that returned nothing. Values: states, order
 * number, reference, id, each or null; whether to list only settled refunds of online payments that no settlement file
 * had; settled from $6 and before $7 or null; limit, offset. The total is at most `MAX_COUNTED`, unless a time or only
 * refunds without a settlement file are requested.
 */
export const allRefunds = statement(
  'payments.allRefunds',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with found as not materialized (
     select r.id from refunds r
     where (r.amount > 0 or r.coins > 0 or r.points > 0) and ($1::text[] is null or r.state = any($1))
       and ($2::text is null or r.order_id = (select id from orders where order_number = $2))
       and ($3::text is null or r.attempt_id = (select id from payment_attempts where reference = $3)) and ($4::text is null or r.id::text = $4)
       and (not $5::boolean or (r.state = 'settled' and r.settled_on is null and r.attempt_id is not null))
       and ($6::timestamptz is null or r.updated_at >= $6) and ($7::timestamptz is null or r.updated_at < $7)
   )
   select (select count(*) from (select from found order by id limit case
         when not $5::boolean and $6::timestamptz is null and $7::timestamptz is null then ${MAX_COUNTED} end) counted) as total,
     array(select id from found order by id limit $8 offset $9) as ids`,
);

/**
 * Reads, in sen, the captured amount of the payment of refund $1, or its order's cash, the amount of the refund, and
 * the sum of the other refunds that have neither failed nor been withdrawn.
 */
export const refundLimit = statement(
  'payments.refundLimit',
  v.object({ captured: v.number(), amount: v.number(), others: v.number() }),
  `select case when r.attempt_id is null then ${PAID_CASH} when a.captured_at is null then 0 else a.amount end
       as captured, r.amount, (
     select coalesce(sum(other.amount), 0)::bigint from refunds other
     where other.order_id = r.order_id and other.attempt_id is not distinct from r.attempt_id and other.id <> r.id
       and other.state not in ('failed', 'withdrawn')
   ) as others
   from refunds r join orders o on o.id = r.order_id left join payment_attempts a on a.id = r.attempt_id where r.id = $1`,
);

/**
 * Reads what can still be refunded of order $1. `money_left` belongs to the payment that paid it, or to the cash, and
 * includes `money_owed` of failed refunds. Coins, points, goods and items are those of earlier refunds, including
 * failed ones, but not withdrawn ones.
 */
export const refundableOrder = statement(
  'payments.refundableOrder',
  v.object({
    attempt_id: v.nullable(v.string()),
    money_left: v.number(),
    money_owed: v.number(),
    coins: v.number(),
    points: v.number(),
    points_value: v.number(),
    goods: v.number(),
    items: v.array(v.object({ position: v.number(), quantity: v.number() })),
    /** Units and value, in sen, that lines lost when they were picked. */
    shorts: v.array(v.object({ position: v.number(), quantity: v.number(), value: v.number() })),
    lines: v.array(
      v.object({
        position: v.number(),
        product_id: v.number(),
        variation_option_id: v.nullable(v.number()),
        quantity: v.number(),
        paid: v.number(),
        /** Units of which a sold voucher was used, or is reserved by an order. */
        used: v.number(),
      }),
    ),
  }),
  `with earlier as (select * from refunds where order_id = $1 and state <> 'withdrawn')
   select a.id as attempt_id,
     case when a.id is not null then a.amount else ${PAID_CASH} end - (
       select coalesce(sum(e.amount), 0)::bigint from earlier e
       where e.attempt_id is not distinct from a.id and e.state <> 'failed') as money_left,
     (select coalesce(sum(e.amount), 0)::bigint from earlier e
       where e.attempt_id is not distinct from a.id and e.state = 'failed' and e.replaced_by is null) as money_owed,
     sums.*,
     (select jsonb_agg(jsonb_build_object('position', l.position, 'product_id', l.product_id,
       'variation_option_id', l.variation_option_id, 'quantity', l.quantity,
       'paid', l.price_total - l.discount - l.voucher_discount, 'used', (
         select coalesce(ceil(l.quantity::numeric * count(*) filter (where sold.state in ('used', 'reserved')) / nullif(count(*), 0)), 0)
         from own_vouchers sold
         where sold.issued_by_order = o.id and split_part(sold.source, ':', 3) = l.position::text)) order by l.position)
       from order_lines l where l.order_id = o.id) as lines,
     (select coalesce(jsonb_agg(item), '[]') from earlier e, jsonb_array_elements(e.items) item
       where e.reason <> 'short') as items,
     (select coalesce(jsonb_agg(item), '[]') from earlier e, jsonb_array_elements(e.items) item
       where e.reason = 'short') as shorts
   from orders o left join payment_attempts a on a.order_id = o.id and a.state = 'paid',
     (select coalesce(sum(coins), 0)::bigint as coins, coalesce(sum(points), 0)::bigint as points,
       coalesce(sum(points_value), 0)::bigint as points_value, coalesce(sum(goods), 0)::bigint as goods
      from earlier) sums
   where o.id = $1`,
);

/** Inserts refund $1 of order $2, of attempt $3 or null, at $12 by $13. A refund without money is settled at once. */
export const insertRefund = statement(
  'payments.insertRefund',
  v.object({}),
  `insert into refunds (id, order_id, attempt_id, amount, reason, state, items, goods, coins, points, points_value, comment,
     created_at, updated_at, requested_by)
   values ($1, $2, $3, $4::bigint, $5, case when $4::bigint = 0 then 'settled' else 'requested' end, $6::jsonb, $7, $8, $9, $10, $11, $12::timestamptz,
     $12::timestamptz, $13)`,
);

/** Requests failed refund $1 again as refund $2 at $3 by $4: its money alone, unless another refund took it over. */
export const requestAgain = statement(
  'payments.requestAgain',
  v.object({ id: v.string() }),
  `with added as (
     insert into refunds (id, order_id, attempt_id, amount, reason, state, comment, created_at, updated_at, requested_by)
     select $2::uuid, order_id, attempt_id, amount, reason, 'requested', comment, $3::timestamptz, $3::timestamptz, $4::text
     from refunds where id = $1::uuid and state = 'failed' and replaced_by is null returning id
   )
   update refunds set replaced_by = added.id from added where refunds.id = $1::uuid returning added.id`,
);

/**
 * Marks the oldest failed refunds of refund $1's payment as replaced by it, until the remaining ones owe at most $2
 * sen.
 */
export const replaceFailedRefunds = statement(
  'payments.replaceFailedRefunds',
  v.object({}),
  `update refunds set replaced_by = $1::uuid where id in (
     select id from (
       select f.id, sum(f.amount) over (order by f.id desc) as owed
       from refunds r join refunds f on f.order_id = r.order_id and f.attempt_id is not distinct from r.attempt_id
       where r.id = $1::uuid and f.state = 'failed' and f.replaced_by is null
     ) claim where claim.owed > $2)`,
);

/** Records what refund $1 took: the stock $2 (`[{ inventory_id, quantity, restocked }]`) and $3 pending points. */
export const recordTaken = statement(
  'payments.recordTaken',
  v.object({}),
  'update refunds set stock = $2::jsonb, pending_points = $3 where id = $1',
);

/** Undoes the replacement of failed refunds of order $2 by refund $1: they owe their money again. */
export const restoreFailedRefunds = statement(
  'payments.restoreFailedRefunds',
  v.object({}),
  'update refunds set replaced_by = null where order_id = $2 and replaced_by = $1',
);

/** Finds the newest refund of refund $1's payment that has neither failed nor been withdrawn. */
export const newestOfPayment = statement(
  'payments.newestRefundOfPayment',
  v.object({ id: v.string() }),
  `select other.id from refunds r join refunds other
     on other.order_id = r.order_id and other.attempt_id is not distinct from r.attempt_id
   where r.id = $1 and other.state not in ('failed', 'withdrawn') order by other.id desc limit 1`,
);

/** Writes state $2 of refund $1 at $3, with the operator's reference $4 and the failure $5 if given. */
export const writeRefund = statement(
  'payments.writeRefund',
  v.object({}),
  `update refunds set state = $2, updated_at = $3, operator_reference = coalesce($4, operator_reference),
     failure = coalesce($5, failure)
   where id = $1`,
);

/**
 * SQL expressions of order `o`, in sen: the money paid for it, including cash, less the amount that it keeps; and the
 * money refunded.
 */
export const CAPTURED_AMOUNT = `(
  select coalesce(sum(a.amount), 0)::bigint + ${PAID_CASH} - coalesce(o.kept, 0)
  from payment_attempts a where a.order_id = o.id and a.captured_at is not null)`;
export const REFUNDED_AMOUNT = `(
  select coalesce(sum(r.amount), 0)::bigint from refunds r where r.order_id = o.id and r.state = 'settled')`;

/** Reads the captured and the refunded amount of the payments of order $1, in sen. */
export const moneyOfOrder = statement(
  'payments.moneyOfOrder',
  v.object({ captured: v.number(), refunded: v.number() }),
  `select ${CAPTURED_AMOUNT} as captured, ${REFUNDED_AMOUNT} as refunded from orders o where o.id = $1`,
);
