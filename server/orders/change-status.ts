/** Changes the status of an order. Canceling returns stock and slot in the same transaction (docs/api.md#orders). */

import { shareOfPart } from '@shop/core/cart/prorate';
import { isCash } from '@shop/core/cart/totals';
import type { Sen } from '@shop/core/money';
import { formatOrderReason, type OrderReason } from '@shop/core/orders/order-note';
import { canChangeStatus, type OrderStatus, type PaymentStatus } from '@shop/core/orders/status';
import { planCancellation } from '@shop/core/payments/order-refund';
import { refreshAvailability } from '../catalog/listing/availability.ts';
import { type Ctx, publish } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { returnPlace } from '../delivery/delivery.sql.ts';
import { recordOrderEarnings, undoOrderWallets } from '../loyalty/order-wallets.ts';
import { returnVouchers, settleOrderVouchers, sumUsedVouchers } from '../loyalty/vouchers/order-vouchers.ts';
import { type AttemptRow, hasUnconfirmed } from '../payments/attempts.sql.ts';
import { requestCashRefund } from '../payments/cash.ts';
import { closePayments, readMoney, readRefundable, refundPayments } from '../payments/refunds.ts';
import { returnPromotionUses } from '../promotions/promotions.ts';
import { refuse } from '../refuse.ts';
import {
  keepPayment,
  type LockedOrder,
  lockOrder,
  lockOrders,
  returnStock,
  updateStatus,
} from './change-status.sql.ts';
import { pickingProgress } from './picking/picking.sql.ts';

/** Locks an order until the transaction ends. Refuses `order.not_found`. */
export async function requireLockedOrder(ctx: Ctx, id: string): Promise<LockedOrder> {
  const [order] = await lockRows(ctx.db, lockOrder, [id]);
  return order ?? refuse('order.not_found');
}

/** Locks orders until the transaction ends. Refuses `order.not_found` for an unknown one. */
export async function requireLockedOrders(ctx: Ctx, ids: readonly string[]): Promise<LockedOrder[]> {
  const locked = await lockRows(ctx.db, lockOrders, [ids]);
  return ids.map((id) => locked.find((each) => each.id === id) ?? refuse('order.not_found'));
}

/** Returns the actor for the order's history: the email of staff, `driver` with a name, `shop` or `shopper`. */
export function authorOfChange({ actor }: Ctx): string {
  if (actor.kind === 'staff') return actor.email;
  if (actor.kind === 'driver') return `driver ${actor.name}`;
  return actor.kind === 'system' ? 'shop' : 'shopper';
}

/** Writes the payment status of a locked order, with an entry in its history. */
export function writePaymentStatus(ctx: Ctx, order: LockedOrder, to: LockedOrder['payment_status']): Promise<void> {
  return ctx.db.write(updateStatus, [order.id, order.status, to, ctx.now, null, 'shop']);
}

/** Payment statuses of a paid order; it still counts as paid during delivery if all of it is refunded. */
const PAID_STATUSES: readonly PaymentStatus[] = ['paid', 'refund_due', 'refunded'];

/** Returns whether an order was paid, also if its money is being refunded. */
export const isPaid = ({ payment_status }: LockedOrder): boolean => PAID_STATUSES.includes(payment_status);

/**
 * Decides the payment status of an order that is being canceled: `refund_due` while paid money is not back. Requests
 * the refund of recorded cash.
 */
async function decideCanceledPaymentStatus(ctx: Ctx, order: LockedOrder): Promise<PaymentStatus> {
  const isPaidInCash = isCash(order.payment_method);
  if (isPaidInCash && (await requestCashRefund(ctx, order.id))) return 'refund_due';
  if (!isPaidInCash && order.payment_status !== 'paid') return order.payment_status;
  // An order that is paid on delivery may have a late online payment.
  const { captured, refunded } = await readMoney(ctx, order.id);
  if (captured > refunded) return 'refund_due';
  return captured > 0 ? 'refunded' : order.payment_status;
}

/**
 * Decides the payment status after a change: a complete order is paid if it is paid on delivery;
 * `decideCanceledPaymentStatus` decides for a canceled one.
 */
async function decidePaymentStatus(ctx: Ctx, order: LockedOrder, to: OrderStatus): Promise<PaymentStatus> {
  if (to === 'canceled') return decideCanceledPaymentStatus(ctx, order);
  return to === 'complete' && isCash(order.payment_method) ? 'paid' : order.payment_status;
}

/**
 * Requests the refund of a canceled order's money, and returns its points and coins, less the price of vouchers that it
 * sold and that were used (docs/readings.md#22).
 */
async function returnPayments(ctx: Ctx, order: LockedOrder, attempts: readonly AttemptRow[]): Promise<void> {
  const state = await readRefundable(ctx, order);
  const { left } = state;
  const back = planCancellation(state, await sumUsedVouchers(ctx, order.id, state.lines));
  const rest = left.money + left.owed - back.money;
  await refundPayments(ctx, attempts, rest);
  if (rest > 0) {
    const { captured, refunded } = await readMoney(ctx, order.id);
    const payment_status = captured - rest > refunded ? 'refund_due' : refunded > 0 ? 'refunded' : 'paid';
    await ctx.db.write(keepPayment, [order.id, rest, payment_status, ctx.now]);
  }
  const sharePoints = (part: Sen) => shareOfPart(order.points_used, order.points, order.points - left.points, part);
  const points = sharePoints(left.points) - sharePoints(back.points);
  await undoOrderWallets(ctx, order, state, { points, coins: left.coins - back.coins });
}

/**
 * Returns the stock, the slot's place, the uses of promotions, voucher, payments, points and coins that a canceled
 * order took.
 */
async function returnReservations(ctx: Ctx, order: LockedOrder, attempts: readonly AttemptRow[]): Promise<void> {
  const products = await lockRows(ctx.db, returnStock, [order.id, true]);
  if (order.slot_template_id !== null) {
    const { slot_template_id, slot_starts_at, slot_items, slot_bulky } = order;
    await lockRows(ctx.db, returnPlace, [slot_template_id, slot_starts_at, slot_items, slot_bulky]);
  }
  await returnPromotionUses(ctx, order.id);
  await returnVouchers(ctx, order.id);
  await returnPayments(ctx, order, attempts);
  await refreshAvailability(
    ctx.db,
    products.map(({ product_id }) => product_id),
  );
}

/**
 * Refuses to pack an order whose picking was begun and not finished, `picking.undecided`, and one of which nothing was
 * found or left after refunds, `picking.nothing_found`. Returns whether lines are short or replaced.
 */
async function requirePicked(ctx: Ctx, order_id: string): Promise<boolean> {
  const progress = await ctx.db.row(pickingProgress, [order_id]);
  if (progress === null || !progress.is_begun) return false;
  if (progress.undecided > 0) refuse('picking.undecided', { count: progress.undecided });
  if (progress.delivered === 0) refuse('picking.nothing_found');
  return progress.is_changed;
}

/**
 * Moves a locked order to another status, records it in the history and publishes `order.status_changed`. `comment` is
 * for the shopper: staff's words, or a reason of the shop's own. Refuses `order.wrong_status` for an illegal change,
 * and `order.unpaid` if an order that is not paid on delivery would be processed; `order.unconfirmed` before packing,
 * while the gateway has not confirmed a payment, and what `requirePicked` refuses. `afterFailedDelivery` allows an
 * order in delivery to go back to packed or to be canceled.
 */
export async function changeStatus(
  ctx: Ctx,
  order: LockedOrder,
  to: OrderStatus,
  comment: string | OrderReason | null,
  { afterFailedDelivery = false } = {},
): Promise<void> {
  if (!afterFailedDelivery && !canChangeStatus(order.status, to)) refuse('order.wrong_status');
  if (to !== 'canceled' && !isPaid(order) && !isCash(order.payment_method)) refuse('order.unpaid');
  if (to === 'packed' && (await ctx.db.row(hasUnconfirmed, [order.id]))?.is_unconfirmed) refuse('order.unconfirmed');
  const hasChangedItems = to === 'packed' && !afterFailedDelivery && (await requirePicked(ctx, order.id));
  const attempts = to === 'canceled' && !isCash(order.payment_method) ? await closePayments(ctx, order.id) : [];
  const payment_status = await decidePaymentStatus(ctx, order, to);
  const isReason = typeof comment === 'object' && comment !== null;
  const note = JSON.stringify(isReason ? comment : { note: comment });
  await ctx.db.write(updateStatus, [order.id, to, payment_status, ctx.now, note, authorOfChange(ctx)]);
  if (to === 'canceled') await returnReservations(ctx, order, attempts);
  if (payment_status === 'paid' && order.payment_status !== 'paid') await settleOrderVouchers(ctx, order.id);
  if (to === 'complete') await recordOrderEarnings(ctx, order.id, true);
  await publish(ctx, {
    type: 'order.status_changed',
    order_id: order.id,
    status: to,
    isFailedDelivery: afterFailedDelivery && to === 'packed',
    hasChangedItems,
    comment: isReason ? formatOrderReason(comment, order.lang) : comment,
  });
}
