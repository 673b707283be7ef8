/** Withdraws a requested refund and undoes what it gave and took (docs/readings.md#84). */
import { sumGoods } from '@shop/core/payments/order-refund';
import { isStaffRefund } from '@shop/core/payments/refund-state';
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { undoRefundOfWallets } from '../../loyalty/withdrawn-refunds.ts';
import { lockAttempts } from '../../payments/attempts.ts';
import type { RefundRow } from '../../payments/refunds.sql.ts';
import { moveLockedRefund, readRefund, readRefundable, restoreFailedRefunds } from '../../payments/refunds.ts';
import { refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { addDeliveryRefund } from '../change-delivery.sql.ts';
import { type LockedOrder, restoreOrderStock, updateStatus } from '../change-status.sql.ts';
import { authorOfChange, requireLockedOrder } from '../change-status.ts';
import { unpickedUnits } from '../picking/picking.sql.ts';

/**
 * Refuses a refund that cannot be undone: `refund.owed` for money that the shop owes without a decision of staff, and
 * `refund.wrong_state` for goods of a refund from before refunds recorded the stock that they took.
 */
function checkWithdrawable({ reason, items, goods, is_recorded }: RefundRow): void {
  if (!isStaffRefund(reason)) refuse('refund.owed');
  if (!is_recorded && (items.length > 0 || goods > 0)) refuse('refund.wrong_state');
}

/** Gives the order its goods again. Refuses `refund.goods_sold` if those that went back to stock are gone. */
async function restoreGoods(ctx: Ctx, order: LockedOrder, refund_id: string): Promise<void> {
  const restored = await lockRows(ctx.db, restoreOrderStock, [refund_id, order.id]);
  if (restored.some(({ is_taken }) => !is_taken)) refuse('refund.goods_sold');
  await refreshAvailability(
    ctx.db,
    restored.map(({ product_id }) => product_id),
  );
}

/**
 * Withdraws a requested refund under the locks of its order and payments. `reason` is for the shopper, in the order’s
 * history. Refuses `refund.not_found`, `refund.wrong_state` once it is approved, `order.wrong_status` for a canceled
 * order, `refund.owed` if lines were picked or packed without its units, which are not delivered, what
 * `checkWithdrawable` and `restoreGoods` refuse, and `wallet.too_little_…` if points or coins that went back are spent.
 */
export async function withdrawRefund(
  ctx: Ctx,
  id: string,
  reason: string,
): Promise<{ before: RefundRow; after: RefundRow }> {
  const { order_id } = await readRefund(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    await lockAttempts(ctx, order_id);
    checkWithdrawable(await readRefund(ctx, id));
    if ((await ctx.db.row(unpickedUnits, [id]))?.is_owed) refuse('refund.owed');
    const moved = await moveLockedRefund(ctx, id, { step: 'withdraw' });
    if (order.status === 'canceled') refuse('order.wrong_status');
    await restoreFailedRefunds(ctx, order_id, id);
    const { amount, coins, points_value, goods, pending_points } = moved.before;
    const state = await readRefundable(ctx, order);
    const leavesNothing = state.left.money + state.left.coins + state.left.points === 0;
    const isPartly = !leavesNothing && (order.payment_status === 'refund_due' || order.payment_status === 'refunded');
    const note = JSON.stringify({ note_code: 'order_note.refund_withdrawn', note_params: { reason } });
    await ctx.db.write(updateStatus, [
      ...[order_id, order.status, isPartly ? 'paid' : order.payment_status],
      ...[ctx.now, note, authorOfChange(ctx)],
    ]);
    if (moved.before.reason === 'delivery_changed' && moved.before.is_recorded) {
      await ctx.db.write(addDeliveryRefund, [order_id, -(amount + coins + points_value)]);
    }
    await restoreGoods(ctx, order, id);
    await undoRefundOfWallets(ctx, order, {
      ...{ id, pending_points, leavesNothing },
      goods: { total: sumGoods(state.lines), before: state.goods, amount: goods },
    });
    return moved;
  });
}
