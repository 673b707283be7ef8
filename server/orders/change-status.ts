/** Changes the status of an order. Canceling returns stock and slot in the same transaction (docs/api.md#orders). */
import { canChangeStatus, type OrderStatus, type PaymentStatus } from '@shop/core/orders/status';
import { refreshAvailability } from '../catalog/listing/availability.ts';
import { type Ctx, publish } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { returnPlace } from '../delivery/delivery.sql.ts';
import { hasUnconfirmed } from '../payments/attempts.sql.ts';
import { closePayments } from '../payments/refunds.ts';
import { returnPromotionUses } from '../promotions/promotions.ts';
import { refuse } from '../refuse.ts';
import { type LockedOrder, lockOrder, returnStock, updateStatus } from './change-status.sql.ts';

/** Locks an order until the transaction ends. Refuses `order.not_found`. */
export async function requireLockedOrder(ctx: Ctx, id: string): Promise<LockedOrder> {
  const [order] = await lockRows(ctx.db, lockOrder, [id]);
  return order ?? refuse('order.not_found');
}

/** Names the actor in the order's history. */
function changedBy({ actor }: Ctx): string {
  if (actor.kind === 'staff') return actor.email;
  return actor.kind === 'system' ? 'shop' : 'shopper';
}

/** The driver collects cash on delivery; a canceled order that was paid has a refund due. */
function paymentStatusAfter(order: LockedOrder, to: OrderStatus): PaymentStatus {
  if (to === 'complete' && order.payment_method === 'cod') return 'paid';
  return to === 'canceled' && order.payment_status === 'paid' ? 'refund_due' : order.payment_status;
}

/** Returns the stock, the slot's place and the uses of promotions that a canceled order took. */
async function returnTaken(ctx: Ctx, order: LockedOrder): Promise<void> {
  const products = await lockRows(ctx.db, returnStock, [order.id]);
  if (order.slot_template_id !== null) {
    const { slot_template_id, slot_starts_at, slot_items, slot_bulky } = order;
    await lockRows(ctx.db, returnPlace, [slot_template_id, slot_starts_at, slot_items, slot_bulky]);
  }
  await returnPromotionUses(ctx, order.id);
  await refreshAvailability(
    ctx.db,
    products.map(({ product_id }) => product_id),
  );
}

/**
 * Moves a locked order to another status, records it in the history and publishes `order.status_changed`. `comment` is
 * for the shopper. Refuses `order.wrong_status` for an illegal change, and `order.unpaid` where an order that is not
 * paid on delivery would be processed; `order.unconfirmed` before packing, while the gateway has not confirmed a payment.
 */
export async function changeStatus(
  ctx: Ctx,
  order: LockedOrder,
  to: OrderStatus,
  comment: string | null,
): Promise<void> {
  if (!canChangeStatus(order.status, to)) refuse('order.wrong_status');
  const isPaid = order.payment_status === 'paid' || order.payment_method === 'cod';
  if (to !== 'canceled' && !isPaid) refuse('order.unpaid');
  if (to === 'packed' && (await ctx.db.row(hasUnconfirmed, [order.id]))?.found) refuse('order.unconfirmed');
  const payment_status = paymentStatusAfter(order, to);
  await ctx.db.write(updateStatus, [order.id, to, payment_status, ctx.now, comment, changedBy(ctx)]);
  if (to === 'canceled') {
    if (order.payment_method !== 'cod') await closePayments(ctx, order.id);
    await returnTaken(ctx, order);
  }
  await publish(ctx, { type: 'order.status_changed', order_id: order.id, status: to, comment });
}
