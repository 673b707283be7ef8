/** Cash of orders paid on delivery, as staff record it (docs/api.md#staff-api). The order is locked. */
import { isCash } from '@shop/core/cart/totals';
import type { Sen } from '@shop/core/money';
import type { OrderDeliveryOutcome } from '@shop/core/orders/status';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { refuseFields } from '../refuse.ts';
import * as sql from './cash.sql.ts';
import { requesterOf } from './refunds.ts';

export type CashRecord = { outcome: OrderDeliveryOutcome; amount: Sen; recorded_by: string };

/** Records cash. Refuses `order.no_cash` if the order is not paid on delivery. */
export async function recordCash(
  ctx: Ctx,
  order: { id: string; payment_method: string },
  { outcome, amount, recorded_by }: CashRecord,
): Promise<void> {
  if (!isCash(order.payment_method)) refuseFields({ cash_collected: [refusal('order.no_cash')] });
  await ctx.db.write(sql.insertCash, [order.id, outcome, amount, ctx.now, recorded_by]);
}

/** Requests the refund of the cash recorded for an order that is being canceled. Returns whether there was any. */
export const requestCashRefund = async (ctx: Ctx, order_id: string): Promise<boolean> =>
  (await ctx.db.row(sql.requestCashRefund, [uuidV7(ctx.now), order_id, ctx.now, requesterOf(ctx)])) !== null;
