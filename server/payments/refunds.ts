/** Requests refunds of captured payments; the gateway has no refund call (docs/partners.md#1.8). */
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { lockAttempts, moveAttempt } from './attempts.ts';
import * as sql from './refunds.sql.ts';

/** Why money goes back: the order was canceled, paid already, or canceled before it was paid. */
type RefundReason = 'order_canceled' | 'paid_twice' | 'paid_late';

/** Requests the refund of everything captured by an attempt that was not refunded yet; the attempt is locked. */
export const requestRefund = (ctx: Ctx, attempt_id: string, reason: RefundReason): Promise<void> =>
  ctx.db.write(sql.requestRefund, [uuidV7(ctx.now), attempt_id, reason, ctx.now]);

/** Ends the payments of an order that is being canceled: open attempts expire, captured money is to be refunded. */
export async function closePayments(ctx: Ctx, order_id: string): Promise<void> {
  for (const attempt of await lockAttempts(ctx, order_id)) {
    await moveAttempt(ctx, attempt, 'expire');
    await requestRefund(ctx, attempt.id, 'order_canceled');
  }
}
