/** Statements of cancellation requests. */

import { paymentStatus } from '@shop/contract/orders';
import { CANCELLATION_STATES } from '@shop/core/orders/cancellation';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { MAX_COUNTED } from '../../lists/list-page.ts';
import { CAPTURED_AMOUNT, REFUNDED_AMOUNT } from '../../payments/refunds.sql.ts';

const cancellation = v.object({
  id: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  state: v.picklist(CANCELLATION_STATES),
  reason: v.string(),
  comment: v.nullable(v.string()),
  requested_at: v.date(),
  decided_at: v.nullable(v.date()),
  payment_status: paymentStatus,
  /** Sen that the order's payments captured, and sen that were refunded. */
  captured: v.number(),
  refunded: v.number(),
});
export type CancellationRow = v.InferOutput<typeof cancellation>;

const SELECT_CANCELLATION = `
  select c.*, o.order_number, o.payment_status, ${CAPTURED_AMOUNT} as captured, ${REFUNDED_AMOUNT} as refunded
  from order_cancellations c join orders o on o.id = c.order_id`;

export const cancellationById = statement(
  'orders.cancellation',
  cancellation,
  `${SELECT_CANCELLATION} where c.id = $1`,
);

/** Reads the requests for orders $1, newest first. */
export const cancellationsOfOrders = statement(
  'orders.cancellationsOfOrders',
  cancellation,
  `${SELECT_CANCELLATION} where c.order_id = any($1::uuid[]) order by c.id desc`,
);

export const cancellationsOfCustomer = statement(
  'orders.cancellationsOfCustomer',
  cancellation,
  `${SELECT_CANCELLATION} where o.customer_id = $1 order by c.id desc`,
);

/**
 * Reads a page of all requests, newest first, with the total, at most `MAX_COUNTED`. Values: states or null, order
 * number or null, limit, offset.
 */
export const allCancellations = statement(
  'orders.allCancellations',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with found as not materialized (
     select c.id from order_cancellations c
     where ($1::text[] is null or c.state = any($1))
       and ($2::text is null or c.order_id = (select id from orders where order_number = $2))
   )
   select (select count(*) from (select from found order by id desc limit ${MAX_COUNTED}) counted) as total,
     array(select id from found order by id desc limit $3 offset $4) as ids`,
);

export const cancellationsById = statement(
  'orders.cancellationsById',
  cancellation,
  `${SELECT_CANCELLATION} where c.id = any($1::uuid[]) order by c.id desc`,
);

/** Inserts an open request. Values: id, order, reason, time. */
export const insertCancellation = statement(
  'orders.insertCancellation',
  v.object({}),
  `insert into order_cancellations (id, order_id, state, reason, requested_at) values ($1, $2, 'requested', $3, $4)`,
);

/** Moves the open request $1 to state $2 with comment $3 at $4; no row if it is no longer open. */
export const decideCancellation = statement(
  'orders.decideCancellation',
  v.object({ id: v.string() }),
  `update order_cancellations set state = $2, comment = $3, decided_at = $4 where id = $1 and state = 'requested'
   returning id`,
);
