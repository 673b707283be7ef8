/**
 * Cancels online orders that were not paid in time, and returns their stock, slots, points and vouchers
 * (docs/readings.md#10).
 */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { awaitsPayment, PAYMENT_TIME_MINUTES, SHORT_PAYMENT_TIME_MINUTES } from '@shop/core/orders/payment-deadline';
import { MINUTE_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { awaitsEnquirySql } from '../../payments/attempts.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { cancelLockedOrder } from '../cancellation/cancellations.ts';
import { requireLockedOrder } from '../change-status.ts';
import { enquireOrder, isCheckedUnpaid } from './enquire-payments.ts';

/** Maximum number of orders per run; the next run takes the rest. */
const MAX_AT_ONCE = 500;

const overdueOrder = v.object({ id: v.string(), hold_minutes: v.number() });
type OverdueOrder = v.InferOutput<typeof overdueOrder>;

/** SQL expression: the end of an order's hold. */
const HOLD_END = `(o.created_at + o.hold_minutes * interval '1 minute')`;

/**
 * Finds at most $3 online orders that wait for their payment and whose hold ended at $2 or before, oldest first; those
 * with an unanswered enquiry come last. Leaves out those whose pause after an unclear answer still runs. $1 is the
 * shortest hold before $2.
 */
const overdueOrders = statement(
  'orders.overdue',
  overdueOrder,
  `select id, hold_minutes from (
     select id, hold_minutes, created_at from orders o
     where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> '${CASH_ON_DELIVERY}'
       and created_at <= $1 and ${HOLD_END} <= $2
     offset 0
   ) o where not ${awaitsEnquirySql('o.id', HOLD_END, '$2::timestamptz')}
   order by exists (select from payment_attempts a where a.order_id = o.id and a.is_unanswered), created_at limit $3`,
);

/**
 * Cancels an order if it still waits for its payment and the gateway has just answered that no sent payment is paid.
 * Otherwise it waits for the next run, and staff see its payments as unresolved. Returns whether it was canceled.
 */
function cancelOverdue(ctx: Ctx, { id, hold_minutes }: OverdueOrder): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, id);
    if (!awaitsPayment(order) || !(await isCheckedUnpaid(ctx, id))) return false;
    const note_params = { minutes: hold_minutes };
    await cancelLockedOrder(ctx, order, { note_code: 'order_note.unpaid', note_params });
    return true;
  });
}

/**
 * Enquires about every overdue order and cancels it in a transaction of its own. Returns the number of canceled orders.
 * An order that fails does not stop the others; its error is thrown at the end, so that the job is retried.
 */
export async function cancelUnpaidOrders(ctx: Ctx): Promise<number> {
  const shortestHold = new Date(ctx.now.getTime() - SHORT_PAYMENT_TIME_MINUTES * MINUTE_MS);
  const overdue = await ctx.db.rows(overdueOrders, [shortestHold, ctx.now, MAX_AT_ONCE]);
  const errors: unknown[] = [];
  let canceled = 0;
  for (const order of overdue) {
    try {
      await enquireOrder(ctx, order.id, order.hold_minutes < PAYMENT_TIME_MINUTES ? 'short_expiry' : 'expiry');
      if (await cancelOverdue(ctx, order)) canceled++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} unpaid orders could not be canceled`);
  return canceled;
}
