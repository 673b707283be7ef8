/**
 * Cancels online orders that were not paid in time, and returns their stock, slots, points and vouchers
 * (docs/readings.md#10).
 */
import { awaitsPayment, PAYMENT_TIME_MINUTES } from '@shop/core/orders/payment-deadline';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { inTransaction } from '../../transaction.ts';
import { cancelLockedOrder } from '../cancellation/cancellations.ts';
import { requireLockedOrder } from '../change-status.ts';
import { enquireOrder } from './enquire-payments.ts';

/** Maximum number of orders per run; the next run takes the rest. */
const MAX_AT_ONCE = 500;

/** Finds the oldest $2 online orders placed at or before $1 that wait for their payment. */
const overdueOrders = statement(
  'orders.overdue',
  v.object({ id: v.string() }),
  `select id from orders
   where status = 'pending' and payment_status in ('unpaid', 'failed') and payment_method <> 'cod' and created_at <= $1
   order by created_at limit $2`,
);

/** Cancels an order unless it was paid or canceled meanwhile. Returns whether it did. */
function cancelOverdue(ctx: Ctx, id: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, id);
    if (!awaitsPayment(order)) return false;
    const note_params = { minutes: PAYMENT_TIME_MINUTES };
    await cancelLockedOrder(ctx, order, { note_code: 'order_note.unpaid', note_params });
    return true;
  });
}

/**
 * Cancels every overdue order in a transaction of its own, and returns how many. One order that fails holds up no
 * other; its error is thrown at the end, so that the job is retried.
 */
export async function cancelUnpaidOrders(ctx: Ctx): Promise<number> {
  const placedBefore = new Date(ctx.now.getTime() - PAYMENT_TIME_MINUTES * 60_000);
  const overdue = await ctx.db.rows(overdueOrders, [placedBefore, MAX_AT_ONCE]);
  const errors: unknown[] = [];
  let canceled = 0;
  for (const { id } of overdue) {
    try {
      // An order with a payment that was not reported yet stays.
      await enquireOrder(ctx, id);
      if (await cancelOverdue(ctx, id)) canceled++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} unpaid orders could not be canceled`);
  return canceled;
}
