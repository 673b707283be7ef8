/** Refunds of captured payments. They are requested by the shop and recorded by staff. */
import { isOpenRefund, type RefundState } from '@shop/core/payments/refund-state';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse } from '../refuse.ts';
import { lockAttempts, moveAttempt } from './attempts.ts';
import * as sql from './refunds.sql.ts';

/** Requests the refund of everything captured by an attempt that was not refunded yet; the attempt is locked. */
export const requestRefund = (ctx: Ctx, attempt_id: string, reason: sql.RefundRow['reason']): Promise<void> =>
  ctx.db.write(sql.requestRefund, [uuidV7(ctx.now), attempt_id, reason, ctx.now]);

/** Ends the payments of an order that is being canceled: open attempts expire, captured money is to be refunded. */
export async function closePayments(ctx: Ctx, order_id: string): Promise<void> {
  for (const attempt of await lockAttempts(ctx, order_id)) {
    await moveAttempt(ctx, attempt, 'expire');
    await requestRefund(ctx, attempt.id, 'order_canceled');
  }
}

export async function findRefund(ctx: Ctx, id: string): Promise<sql.RefundRow> {
  const [refund] = await ctx.db.rows(sql.refundsById, [[id]]);
  return refund ?? refuse('refund.not_found');
}

/**
 * Moves a refund on; its order is locked. A failed one is requested again, because the money is still owed. Refuses
 * `refund.decided`. Returns whether all refunds of the order are settled.
 */
export async function changeRefund(
  ctx: Ctx,
  { id, order_id }: sql.RefundRow,
  state: RefundState,
  operator_reference: string | null,
): Promise<boolean> {
  const attempts = await lockAttempts(ctx, order_id);
  const all = await ctx.db.rows(sql.refundsOfOrder, [order_id]);
  const refund = all.find((each) => each.id === id);
  if (refund === undefined || !isOpenRefund(refund.state)) return refuse('refund.decided');
  await ctx.db.write(sql.writeRefund, [id, state, operator_reference, ctx.now]);
  const attempt = attempts.find(({ reference }) => reference === refund.reference);
  if (state === 'failed' && attempt !== undefined) await requestRefund(ctx, attempt.id, refund.reason);
  return state === 'settled' && all.every((each) => each.id === id || !isOpenRefund(each.state));
}
