/** Statements of the cash that staff recorded for orders. Their writers hold the order's lock. */
import { DELIVERY_OUTCOMES } from '@shop/core/orders/status';
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const cashRow = v.object({
  id: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  outcome: v.picklist(DELIVERY_OUTCOMES),
  /** The recorded cash, and the order's total, in sen. */
  amount: v.number(),
  total: v.number(),
  at: v.date(),
  /** Email of staff. */
  recorded_by: v.string(),
});
export type CashRow = v.InferOutput<typeof cashRow>;

/** Records $3 sen of cash for order $1 with outcome $2 at $4 by $5. */
export const insertCash = statement(
  'payments.insertCash',
  v.object({}),
  `insert into cash_collections (order_id, outcome, amount, total, at, recorded_by)
   select id, $2, $3, grand_total, $4, $5 from orders where id = $1`,
);

/** Requests the refund of the cash recorded for canceled order $2 as refund $1 at $3 by $4; no row if there is none. */
export const requestCashRefund = statement(
  'payments.requestCashRefund',
  v.object({ id: v.string() }),
  `insert into refunds (id, order_id, amount, reason, state, created_at, updated_at, requested_by)
   select $1::uuid, $2::uuid, sum(c.amount), 'order_canceled', 'requested', $3::timestamptz, $3::timestamptz, $4::text
   from cash_collections c where c.order_id = $2::uuid having sum(c.amount) > 0
   returning id`,
);

const SELECT_CASH = `
  select c.id::text as id, c.order_id, o.order_number, c.outcome, c.amount, c.total, c.at, c.recorded_by
  from cash_collections c join orders o on o.id = c.order_id`;

/** Reads the cash recorded for orders $1, oldest first. */
export const cashOfOrders = statement(
  'payments.cashOfOrders',
  cashRow,
  `${SELECT_CASH} where c.order_id = any($1::uuid[]) order by c.id`,
);

/** Reads records by their ids $1, newest first. */
export const cashById = statement(
  'payments.cashById',
  cashRow,
  `${SELECT_CASH} where c.id = any($1::bigint[]) order by c.id desc`,
);

/**
 * Reads a page of the records to be checked, newest first, with the total: cash of failed deliveries, and of delivered
 * orders that is neither their total nor the rest of it. Values: order number or null, limit, offset.
 */
export const cashDifferences = statement(
  'payments.cashDifferences',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with differing as (
     select c.id from cash_collections c
     where (c.outcome <> 'complete' or c.amount <> c.total
         and c.total <> (select sum(own.amount) from cash_collections own where own.order_id = c.order_id))
       and ($1::text is null or c.order_id = (select id from orders where order_number = $1))
   )
   select (select count(*) from differing) as total,
     array(select id::text from differing order by differing.id desc limit $2 offset $3) as ids`,
);
