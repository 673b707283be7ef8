/**
 * Refunds of captured payments. Staff approve them; then the gateway is called, or staff pay back in its portal where
 * it takes no calls (docs/partners.md#1.8).
 */
import { shareOfPart } from '@shop/core/cart/prorate';
import type { Sen } from '@shop/core/money';
import type { OrderRefund, RefundableLine, RefundableOrder } from '@shop/core/payments/order-refund';
import { findNextRefundState, type RefundReason, type RefundStep } from '@shop/core/payments/refund-state';
import { type Ctx, publish } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuse } from '../refuse.ts';
import type { AttemptRow } from './attempts.sql.ts';
import { lockAttempts, moveAttempt } from './attempts.ts';
import * as sql from './refunds.sql.ts';

/** Returns the member of staff who requests a refund; null for the shopper and the shop itself. */
export const requesterOf = ({ actor }: Ctx): string | null => (actor.kind === 'staff' ? actor.email : null);

/**
 * Requests the refund of everything captured by an attempt that was not refunded yet, less what the order keeps; the
 * attempt is locked. Publishes no event for `order_canceled`: the cancellation mail mentions the refund.
 */
export async function requestRefund(
  ctx: Ctx,
  attempt_id: string,
  reason: RefundReason,
  amountKept: Sen = 0,
): Promise<void> {
  const values = [uuidV7(ctx.now), attempt_id, reason, ctx.now, amountKept, requesterOf(ctx)];
  const requested = await ctx.db.row(sql.requestRefund, values);
  if (requested === null) return;
  await replaceFailedRefunds(ctx, requested.id);
  if (reason === 'order_canceled') return;
  const { id, order_id, amount } = requested;
  await publish(ctx, { type: 'refund.changed', refund_id: id, order_id, state: 'requested', amount });
}

/**
 * Replaces failed refunds by refund `id`, the oldest first, until the remaining ones owe no more than the payment has
 * left.
 */
async function replaceFailedRefunds(ctx: Ctx, id: string): Promise<void> {
  const room = await ctx.db.row(sql.refundLimit, [id]);
  if (room !== null) await ctx.db.write(sql.replaceFailedRefunds, [id, room.captured - room.others - room.amount]);
}

/**
 * Requests the money of a failed refund again, as a new refund; its order and attempts are locked. The coins and points
 * that the failed refund returned are unchanged. Refuses `refund.wrong_state` if it has not failed, or was requested
 * again, and `refund.too_much`.
 */
export async function requestLockedRefundAgain(ctx: Ctx, failed_id: string): Promise<sql.RefundRow> {
  const requested = await ctx.db.row(sql.requestAgain, [failed_id, uuidV7(ctx.now), ctx.now, requesterOf(ctx)]);
  const { id } = requested ?? refuse('refund.wrong_state');
  const room = await ctx.db.row(sql.refundLimit, [id]);
  if (room === null || room.others + room.amount > room.captured) refuse('refund.too_much');
  return readRefund(ctx, id);
}

/**
 * Locks the payment attempts of an order that is being canceled and expires the open ones. Returns all of them in their
 * state before.
 */
export async function closePayments(ctx: Ctx, order_id: string): Promise<AttemptRow[]> {
  const attempts = await lockAttempts(ctx, order_id);
  for (const attempt of attempts) await moveAttempt(ctx, attempt, 'expire');
  return attempts;
}

/** Requests the refunds of a canceled order's captured money; the payment that paid it keeps `amountKept` sen. */
export async function refundPayments(ctx: Ctx, attempts: readonly AttemptRow[], amountKept: Sen): Promise<void> {
  for (const { id, state } of attempts)
    await requestRefund(ctx, id, 'order_canceled', state === 'paid' ? amountKept : 0);
}

/** Reads the money paid for an order and the money refunded, in sen. */
export async function readMoney(ctx: Ctx, order_id: string): Promise<{ captured: Sen; refunded: Sen }> {
  return (await ctx.db.row(sql.moneyOfOrder, [order_id])) ?? { captured: 0, refunded: 0 };
}

/** Reads a refund by id. Refuses `refund.not_found`. */
export async function readRefund(ctx: Ctx, id: string): Promise<sql.RefundRow> {
  const [refund] = await ctx.db.rows(sql.refundsById, [[id]]);
  return refund ?? refuse('refund.not_found');
}

/**
 * The parts of an order that were paid with points and coins: `points` in sen, `points_used` and `coins` as their
 * numbers.
 */
type WalletPayments = { id: string; customer_id: string | null; points: Sen; points_used: number; coins: number };

/** What can still be refunded of an order; `points` and `coins` are the numbers that earlier refunds returned. */
export type RefundableState = Omit<RefundableOrder, 'lines'> & {
  attempt_id: string | null;
  points: number;
  coins: number;
  lines: readonly (RefundableLine & { product_id: number; variation_option_id: number | null })[];
};

const NO_SHORT = { quantity: 0, value: 0 };

/** Reads what can still be refunded of a locked order. */
export async function readRefundable(ctx: Ctx, order: WalletPayments): Promise<RefundableState> {
  const row = (await ctx.db.row(sql.refundableOrder, [order.id])) ?? refuse('order.not_found');
  const { attempt_id, goods, points, coins, items, shorts } = row;
  const owed = Math.min(row.money_owed, row.money_left);
  const money = row.money_left - owed;
  const refundedAt = (position: number) =>
    items.reduce((sum, item) => (item.position === position ? sum + item.quantity : sum), 0);
  const shortAt = (position: number) =>
    shorts
      .filter((item) => item.position === position)
      .reduce(
        (sum, { quantity, value }) => ({ quantity: sum.quantity + quantity, value: sum.value + value }),
        NO_SHORT,
      );
  return {
    ...{ attempt_id, goods, points, coins },
    lines: row.lines.map((line) => ({ ...line, refunded: refundedAt(line.position), short: shortAt(line.position) })),
    // Without a customer there is no wallet to give them back to.
    left:
      order.customer_id === null
        ? { money, owed, coins: 0, points: 0 }
        : { money, owed, coins: order.coins - coins, points: order.points - row.points_value },
  };
}

type NewRefund = { id: string; reason: RefundReason; comment: string | null; plan: OrderRefund };

/** Inserts a planned refund. Returns the number of points to return. */
export async function insertOrderRefund(
  ctx: Ctx,
  order: WalletPayments,
  { attempt_id, left }: RefundableState,
  { id, reason, comment, plan }: NewRefund,
): Promise<number> {
  const { parts, items, goods } = plan;
  const points = shareOfPart(order.points_used, order.points, order.points - left.points, parts.points);
  await ctx.db.write(sql.insertRefund, [
    ...[id, order.id, parts.money === 0 ? null : attempt_id, parts.money, reason, JSON.stringify(items), goods],
    ...[parts.coins, points, parts.points, comment, ctx.now, requesterOf(ctx)],
  ]);
  await replaceFailedRefunds(ctx, id);
  return points;
}

/**
 * Undoes what a withdrawn refund did to the payment's failed refunds: they owe their money again, unless the newest
 * other refund takes it over.
 */
export async function restoreFailedRefunds(ctx: Ctx, order_id: string, id: string): Promise<void> {
  await ctx.db.write(sql.restoreFailedRefunds, [id, order_id]);
  const newest = await ctx.db.row(sql.newestOfPayment, [id]);
  if (newest !== null) await replaceFailedRefunds(ctx, newest.id);
}

export type RefundMove = {
  step: RefundStep;
  /** Reference of the refund at the gateway; required to send it. */
  operator_reference?: string | undefined;
  /** The reason of the failure. */
  failure?: string | undefined;
};

/**
 * Moves a refund on; its order and attempts are locked. Refuses `refund.wrong_state`, and `refund.too_much` if the
 * refunds of the payment would exceed what it captured. Returns the refund before and after.
 */
export async function moveLockedRefund(
  ctx: Ctx,
  id: string,
  { step, operator_reference, failure }: RefundMove,
): Promise<{ before: sql.RefundRow; after: sql.RefundRow }> {
  const before = await readRefund(ctx, id);
  const state = findNextRefundState(before.state, step) ?? refuse('refund.wrong_state');
  const room = await ctx.db.row(sql.refundLimit, [id]);
  const takesMoney = state !== 'failed' && state !== 'withdrawn';
  if (takesMoney && (room === null || room.others + room.amount > room.captured)) refuse('refund.too_much');
  await ctx.db.write(sql.writeRefund, [id, state, ctx.now, operator_reference ?? null, failure ?? null]);
  return { before, after: await readRefund(ctx, id) };
}
