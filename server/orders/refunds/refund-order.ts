/** Refunds paid orders, in whole or in part, as staff decide (docs/readings.md#56). */

import type { Sen } from '@shop/core/money';
import { splitReturnedUnits } from '@shop/core/orders/picking';
import {
  countLeft,
  type OrderRefund,
  planRefund,
  type RefundRequest,
  sumGoods,
} from '@shop/core/payments/order-refund';
import { isRefusal } from '@shop/core/refusal';
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { refundOrderWallets } from '../../loyalty/refunded-orders.ts';
import { lockAttempts } from '../../payments/attempts.ts';
import { type RefundRow, recordTaken } from '../../payments/refunds.sql.ts';
import {
  insertOrderRefund,
  type RefundableState,
  readMoney,
  readRefund,
  readRefundable,
} from '../../payments/refunds.ts';
import { Refused, refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { type LockedOrder, returnStock, returnUnits, type TakenStock, updateStatus } from '../change-status.sql.ts';
import { authorOfChange, requireLockedOrder } from '../change-status.ts';
import { replacedLines } from '../picking/picking.sql.ts';

/** An item by its product and variation, as the order shows it. */
type ItemReference = { id: string; variation_option_id: string | null; quantity: number };

export type StaffRefundRequest = { comment: string | null; restock: boolean } & (
  | { of: 'whole_order' }
  | { of: 'items'; items: readonly ItemReference[] }
  | { of: 'goodwill'; amount: Sen }
);

/**
 * Replaces names of items by their positions in the order. Refuses `refund.items` for an item that is not in the order.
 */
function toPositions(request: StaffRefundRequest, { lines }: RefundableState): RefundRequest {
  if (request.of !== 'items') return request;
  const items = request.items.map(({ id, variation_option_id, quantity }) => {
    const option = variation_option_id === null ? null : Number(variation_option_id);
    const line = lines.find((each) => each.product_id === Number(id) && each.variation_option_id === option);
    return { position: line?.position ?? refuse('refund.items'), quantity };
  });
  return { of: 'items', items };
}

/** Takes the delivered goods of a plan's items off the order: units as ordered, and pieces of replacements. */
async function returnItems(
  ctx: Ctx,
  order: LockedOrder,
  restock: boolean,
  { lines }: RefundableState,
  { items }: OrderRefund,
): Promise<TakenStock[]> {
  const replaced = new Map((await ctx.db.rows(replacedLines, [order.id])).map((line) => [line.position, line]));
  const parts = items.map(({ position, quantity }) => {
    const line = replaced.get(position);
    // Units that were refunded before the line was picked were not replaced.
    const before = (lines.find((each) => each.position === position)?.refunded ?? 0) - (line?.refunded_before ?? 0);
    return { position, line, ...splitReturnedUnits(line ?? NOT_REPLACED, before, quantity) };
  });
  const ordered = parts.map(({ position, ordered }) => ({ position, quantity: ordered }));
  const replacements = parts.flatMap(({ line, pieces }) => (line === undefined ? [] : [{ ...line, quantity: pieces }]));
  const values = [order.id, JSON.stringify(ordered), restock, JSON.stringify(replacements)];
  return lockRows(ctx.db, returnUnits, values);
}

const NOT_REPLACED = { replaced: 0, pieces: 0 };

/**
 * Takes refunded goods off the order, all that it still has or the units of the items, and returns the delivered goods,
 * which may be a replacement, to stock if staff say so. Goods that are not restocked are lost: a later cancellation
 * does not return them. Returns the goods that were taken.
 */
async function takeGoodsOff(
  ctx: Ctx,
  order: LockedOrder,
  { of, restock }: StaffRefundRequest,
  state: RefundableState,
  plan: OrderRefund,
): Promise<TakenStock[]> {
  const taken =
    of === 'whole_order' && plan.isLast
      ? await lockRows(ctx.db, returnStock, [order.id, restock])
      : await returnItems(ctx, order, restock, state, plan);
  await refreshAvailability(
    ctx.db,
    taken.map(({ product_id }) => product_id),
  );
  return taken;
}

/**
 * Refunds a paid order under the locks of the order and its payments: a refund of the money is requested, coins and
 * points are returned immediately, and the order's earnings are reversed in proportion. Refuses `order.unpaid`,
 * `order.wrong_status` for a canceled order, `refund.cancel_instead`, and what `planRefund` refuses.
 */
export function refundOrder(ctx: Ctx, order_id: string, request: StaffRefundRequest): Promise<RefundRow> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    await lockAttempts(ctx, order_id);
    if (order.status === 'canceled') refuse('order.wrong_status');
    if (order.payment_status === 'unpaid' || order.payment_status === 'failed') refuse('order.unpaid');
    const state = await readRefundable(ctx, order);
    const plan = planRefund(state, toPositions(request, state));
    if (isRefusal(plan)) throw new Refused(plan);
    // A cancellation also returns the slot and the uses of promotions.
    const isWhole = plan.isLast || request.of === 'whole_order';
    if (isWhole && (order.status === 'pending' || order.status === 'processing')) refuse('refund.cancel_instead');

    const id = uuidV7(ctx.now);
    const points = await insertOrderRefund(ctx, order, state, {
      id,
      reason: request.of,
      comment: request.comment,
      plan,
    });
    if (plan.isLast && order.payment_status !== 'refund_due') {
      const { captured, refunded } = await readMoney(ctx, order_id);
      const payment_status = captured > refunded ? 'refund_due' : 'refunded';
      await ctx.db.write(updateStatus, [order_id, order.status, payment_status, ctx.now, null, authorOfChange(ctx)]);
    }
    const taken = request.of === 'goodwill' ? [] : await takeGoodsOff(ctx, order, request, state, plan);
    const pendingTaken = await refundOrderWallets(ctx, order, {
      id,
      items: plan.items,
      goods: { total: sumGoods(state.lines), before: state.goods, amount: plan.goods },
      back: {
        point: { before: state.points, amount: points },
        store_credit: { before: state.coins, amount: plan.parts.coins },
      },
      isLast: plan.isLast,
    });
    // The vouchers are locked now: a till or an order may have used one since the plan was made.
    const { lines } = await readRefundable(ctx, order);
    const isUsed = lines.some(
      (line) => countLeft(line) < 0 && plan.items.some(({ position }) => position === line.position),
    );
    if (isUsed) refuse('refund.items');
    const stock = taken.map(({ inventory_id, quantity }) => ({ inventory_id, quantity, restocked: request.restock }));
    await ctx.db.write(recordTaken, [id, JSON.stringify(stock), pendingTaken]);
    const refund = await readRefund(ctx, id);
    await publish(ctx, { type: 'refund.changed', refund_id: id, order_id, state: 'requested', amount: refund.amount });
    return refund;
  });
}
