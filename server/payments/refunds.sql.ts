/** Statements of refunds. */
import { REFUND_STATES } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

export const refundRow = v.object({
  id: v.string(),
  reference: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  /** Sen. */
  amount: v.number(),
  reason: v.picklist(['order_canceled', 'paid_twice', 'paid_late']),
  state: v.picklist(REFUND_STATES),
  operator_reference: v.nullable(v.string()),
  created_at: v.date(),
  updated_at: v.date(),
});
export type RefundRow = v.InferOutput<typeof refundRow>;

const REFUND = `
  select r.id, a.reference, a.order_id, o.order_number, r.amount, r.reason, r.state, r.operator_reference, r.created_at,
    r.updated_at
  from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id`;

export const refundsOfOrder = statement(
  'payments.refundsOfOrder',
  refundRow,
  `${REFUND} where a.order_id = $1 order by r.created_at, r.id`,
);

/** Requests what is captured of attempt $2 and not yet paid back, if anything. Its row is locked by the caller. */
export const requestRefund = statement(
  'payments.requestRefund',
  v.object({}),
  `insert into refunds (id, attempt_id, amount, reason, state, created_at, updated_at)
   select $1::uuid, a.id, a.amount - back.sum, $3, 'requested', $4::timestamptz, $4::timestamptz
   from payment_attempts a, lateral (
     select coalesce(sum(r.amount), 0)::bigint as sum from refunds r where r.attempt_id = a.id and r.state <> 'failed'
   ) back
   where a.id = $2::uuid and a.state in ('paid', 'paid_late') and a.amount > back.sum`,
);

/** Writes state $2 and operator reference $3 of refund $1 at $4. */
export const writeRefund = statement(
  'payments.writeRefund',
  v.object({}),
  `update refunds set state = $2, operator_reference = coalesce($3, operator_reference), updated_at = $4 where id = $1`,
);

/** A page of refunds' ids, newest first, with the total. Values: states or null for any, limit, offset. */
export const allRefunds = statement(
  'payments.refunds',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with found as (select id, created_at from refunds where $1::text[] is null or state = any($1))
   select (select count(*) from found) as total,
     array(select id from found order by created_at desc, id desc limit $2 offset $3) as ids`,
);

export const refundsById = statement(
  'payments.refundsById',
  refundRow,
  `${REFUND} where r.id = any($1::uuid[]) order by r.created_at desc, r.id desc`,
);
