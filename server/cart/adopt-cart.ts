/** Moves a guest's cart into the customer's when they sign in. */

import { MAX_LINES } from '@shop/core/cart/limits';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import * as sql from './cart.sql.ts';
import { computeExpiry, loadCart } from './cart.ts';
import { MAX_LINE_QUANTITY } from './cart-lines.ts';

/**
 * Maximum lines of a cart, and maximum quantity of a line before reconciling: above any line's limit, so that
 * reconciling reports the cut.
 */
export const CART_BOUNDS = [MAX_LINES, 2 * MAX_LINE_QUANTITY] as const;

/**
 * Moves the guest's cart, by token hash, into that of the customer `ctx.actor`, in the open transaction. Removes the
 * guest's cart, so that a retry adds nothing. Stores the summed quantities; the next read reconciles them and reports
 * cuts. Returns whether there is a change to report.
 */
export async function adoptCart(ctx: Ctx, guestTokenHash: string): Promise<boolean> {
  if (ctx.actor.kind !== 'customer') throw new Error('Only a customer adopts a cart');
  const expires_at = computeExpiry(ctx.now);
  const [carts] = await lockRows(ctx.db, sql.lockBothCarts, [
    uuidV7(ctx.now),
    ctx.actor.id,
    ctx.now,
    expires_at,
    guestTokenHash,
  ]);
  if (carts === undefined || carts.guests_id === null) return false;
  const [merge, cart] = await Promise.all([
    ctx.db.row(sql.joinCarts, [carts.guests_id, carts.id, ...CART_BOUNDS, ctx.now, expires_at]),
    loadCart(ctx),
  ]);
  return cart.changes.length > 0 || (merge !== null && merge.left_out > 0);
}
