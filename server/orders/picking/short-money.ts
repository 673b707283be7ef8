/** Gives back the price of short goods, and takes it back when the decision is undone (docs/readings.md#95). */
import { isCash } from '@shop/core/cart/totals';
import { computeCashRounding, type Sen } from '@shop/core/money';
import { planShort, type ShortUnits, sumGoods } from '@shop/core/payments/order-refund';
import { isRefusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { refundOrderWallets } from '../../loyalty/refunded-orders.ts';
import { undoRefundOfWallets } from '../../loyalty/withdrawn-refunds.ts';
import { recordTaken } from '../../payments/refunds.sql.ts';
import {
  insertOrderRefund,
  moveLockedRefund,
  readRefund,
  readRefundable,
  restoreFailedRefunds,
} from '../../payments/refunds.ts';
import { Refused, refuse } from '../../refuse.ts';
import type { LockedOrder } from '../change-status.sql.ts';
import { isPaid } from '../change-status.ts';
import * as sql from './picking.sql.ts';

/**
 * The money that short goods gave back, in sen: `value` in all, of which `refunded` in money and `uncollected` by the
 * driver.
 */
export type ShortMoney = {
  value: Sen;
  refunded: Sen;
  uncollected: Sen;
  /** The price of the replacement in the order. */
  charged: Sen;
  refund_id: string | null;
};

/** Reads the amount that the driver is to collect before rounding; null for an order that is paid. */
async function readCollectable(ctx: Ctx, order: LockedOrder): Promise<Sen | null> {
  if (isPaid(order) || !isCash(order.payment_method)) return null;
  return (await ctx.db.row(sql.collectable, [order.id]))?.due ?? 0;
}

/** Lowers what the driver collects by `amount`, or raises it again. */
async function collectLess(ctx: Ctx, order_id: string, due: Sen, amount: Sen): Promise<void> {
  const left = due - amount;
  const rounding = computeCashRounding(left);
  await ctx.db.write(sql.writeUncollected, [order_id, amount, rounding, left + rounding]);
}

/**
 * Reprices a locked order for short units, whose stock is locked: the driver collects less, or a refund of the paid
 * order is requested, both with the coins and points that the rest was paid with. Refuses `refund.items` if units of
 * the line were refunded meanwhile.
 */
export async function giveBackShort(ctx: Ctx, order: LockedOrder, units: ShortUnits): Promise<ShortMoney> {
  const [state, due] = [await readRefundable(ctx, order), await readCollectable(ctx, order)];
  const plan = planShort(state, units, due);
  if (isRefusal(plan)) throw new Refused(plan);
  const { refund, charged, uncollected } = plan;
  const { money, coins } = refund.parts;
  const short = { value: refund.goods, refunded: money, uncollected, charged };
  if (units.missing === 0 && refund.goods === 0) return { ...short, refund_id: null };
  if (due !== null && uncollected > 0) await collectLess(ctx, order.id, due, uncollected);
  const id = uuidV7(ctx.now);
  const points = await insertOrderRefund(ctx, order, state, { id, reason: 'short', comment: null, plan: refund });
  const pendingTaken = await refundOrderWallets(ctx, order, {
    id,
    items: refund.items,
    goods: { total: sumGoods(state.lines), before: state.goods, amount: refund.goods },
    back: {
      point: { before: state.points, amount: points },
      store_credit: { before: state.coins, amount: coins },
    },
    isLast: false,
  });
  await ctx.db.write(recordTaken, [id, '[]', pendingTaken]);
  return { ...short, refund_id: id };
}

/**
 * Undoes `giveBackShort`. Refuses `picking.refund_moved` once the refund is approved, and `wallet.too_little_…` if
 * points or coins that went back are spent.
 */
export async function takeBackShort(
  ctx: Ctx,
  order: LockedOrder,
  { refund_id, uncollected }: Pick<ShortMoney, 'refund_id' | 'uncollected'>,
): Promise<void> {
  if (refund_id === null) return;
  const { state: refundState, amount, goods, pending_points } = await readRefund(ctx, refund_id);
  if (refundState !== 'requested' && !(refundState === 'settled' && amount === 0)) refuse('picking.refund_moved');
  const due = await readCollectable(ctx, order);
  if (due !== null && uncollected > 0) await collectLess(ctx, order.id, due, -uncollected);
  if (amount > 0) await moveLockedRefund(ctx, refund_id, { step: 'withdraw' });
  else await ctx.db.write(sql.withdrawShort, [refund_id, ctx.now]);
  await restoreFailedRefunds(ctx, order.id, refund_id);
  const state = await readRefundable(ctx, order);
  await undoRefundOfWallets(ctx, order, {
    id: refund_id,
    pending_points,
    leavesNothing: false,
    goods: { total: sumGoods(state.lines), before: state.goods, amount: goods },
  });
}
