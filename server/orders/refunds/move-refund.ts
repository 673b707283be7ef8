/** Moves refunds on: staff record their steps or the gateway is called, and the order shows when money is back. */
import { type Ctx, publish } from '../../context.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { lockAttempts } from '../../payments/attempts.ts';
import { findGateway } from '../../payments/payment-methods.ts';
import type { RefundRow } from '../../payments/refunds.sql.ts';
import {
  moveLockedRefund,
  type RefundMove,
  readMoney,
  readRefund,
  requestLockedRefundAgain,
} from '../../payments/refunds.ts';
import { inTransaction } from '../../transaction.ts';
import { updateStatus } from '../change-status.sql.ts';
import { authorOfChange, requireLockedOrder } from '../change-status.ts';

const takesRefundCalls = (ctx: Ctx, code: string | undefined): boolean =>
  code !== undefined && (findGateway(ctx, code)?.refunds ?? 'portal') !== 'portal';

/**
 * Moves a refund on under the locks of its order and payments. Enqueues the call of an approved one, where the gateway
 * takes calls. For a settled one, notifies the shopper, and marks an order whose refund is due as refunded once nothing
 * more is owed. Refuses `refund.not_found`, `refund.wrong_state` and `refund.too_much`.
 */
export async function moveRefund(
  ctx: Ctx,
  id: string,
  move: RefundMove,
): Promise<{ before: RefundRow; after: RefundRow }> {
  const { order_id } = await readRefund(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    const attempts = await lockAttempts(ctx, order_id);
    const moved = await moveLockedRefund(ctx, id, move);
    const paidBy = attempts.find((attempt) => attempt.id === moved.after.attempt_id)?.gateway;
    if (moved.after.state === 'approved' && takesRefundCalls(ctx, paidBy)) {
      await enqueue(ctx, 'payment', { about: 'refund', refund_id: id });
    }
    if (moved.after.state !== 'settled') return moved;
    const { captured, refunded } = await readMoney(ctx, order_id);
    if (order.payment_status === 'refund_due' && refunded === captured) {
      await ctx.db.write(updateStatus, [order_id, order.status, 'refunded', ctx.now, null, authorOfChange(ctx)]);
    }
    await publish(ctx, {
      type: 'refund.changed',
      refund_id: id,
      order_id,
      state: 'settled',
      amount: moved.after.amount,
    });
    return moved;
  });
}

/**
 * Requests a failed refund again under the locks of its order and payments. Refuses what `requestLockedRefundAgain`
 * refuses.
 */
export async function requestRefundAgain(ctx: Ctx, id: string): Promise<RefundRow> {
  const { order_id } = await readRefund(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    await requireLockedOrder(ctx, order_id);
    await lockAttempts(ctx, order_id);
    return requestLockedRefundAgain(ctx, id);
  });
}
