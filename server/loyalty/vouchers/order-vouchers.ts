/**
 * Applies orders to vouchers: reserves, uses and releases them, and issues those that are sold (docs/api.md#loyalty).
 */
import { shareOfPart } from '@shop/core/cart/prorate';
import type { AppliedVoucher } from '@shop/core/loyalty/voucher';
import type { Sen } from '@shop/core/money';
import { isRefusal, type Refusal } from '@shop/core/refusal';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import * as sql from './order-vouchers.sql.ts';

/** Returns whether a chosen voucher reduces the price. */
export const reducesPrice = (voucher: AppliedVoucher | Refusal | null): voucher is AppliedVoucher =>
  voucher !== null && !isRefusal(voucher) && voucher.amount > 0;

/**
 * Reserves a customer's voucher for an order, in the transaction that places it; an order that is paid already uses it.
 * Returns false if another order or an outlet took it meanwhile, or it has expired. One statement.
 */
export async function reserveVoucher(
  ctx: Ctx,
  own_id: string,
  order: { id: string; customer_id: string | null; payment_status: string },
): Promise<boolean> {
  const isPaid = order.payment_status === 'paid';
  const reserved = await lockRows(ctx.db, sql.reserveOwnVoucher, [
    own_id,
    order.id,
    order.customer_id,
    ctx.now,
    isPaid,
  ]);
  return reserved.length > 0;
}

/**
 * Issues the vouchers that a paid order sold, each once, and publishes `vouchers.issued`. `lacksTerms`: a product that it
 * sells may have no row in `vouchers` yet.
 */
export async function issueSoldVouchers(ctx: Ctx, order_id: string, lacksTerms = true): Promise<void> {
  if (lacksTerms) await ctx.db.write(sql.defineSoldVouchers, [order_id]);
  const issued = await ctx.db.rows(sql.issueSoldVouchers, [order_id, ctx.now]);
  if (issued.length > 0) await publish(ctx, { type: 'vouchers.issued', order_id });
}

/** Uses the voucher of an order that was paid, and issues the vouchers that it sold. */
export async function settleOrderVouchers(ctx: Ctx, order_id: string): Promise<void> {
  const [order] = await lockRows(ctx.db, sql.useReservedVoucher, [order_id, ctx.now]);
  if (order?.sells_vouchers) await issueSoldVouchers(ctx, order_id, order.lacks_terms);
}

/** Releases the voucher of a canceled order, and voids the unused vouchers that it sold. */
export async function returnVouchers(ctx: Ctx, order_id: string): Promise<void> {
  await lockRows(ctx.db, sql.returnVoucher, [order_id, ctx.now]);
}

/**
 * Sums the price in sen of the used vouchers that an order sold: the last shares of their lines, since refunds take the
 * first. The caller has locked the vouchers.
 */
export async function sumUsedVouchers(
  ctx: Ctx,
  order_id: string,
  lines: readonly { position: number; paid: Sen }[],
): Promise<Sen> {
  const sold = await ctx.db.rows(sql.soldVouchers, [order_id]);
  return sold.reduce((sum, { position, issued, used }) => {
    const paid = lines.find((line) => line.position === position)?.paid ?? 0;
    return sum + shareOfPart(paid, issued, issued - used, used);
  }, 0);
}

/** Sets the state of the vouchers that have expired. */
export const expireVouchers = (ctx: Ctx): Promise<number> => sql.expireDueVouchers(ctx.db, ctx.now);
