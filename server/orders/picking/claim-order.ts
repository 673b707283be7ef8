/** Claims orders for picking, so that two pickers on one order see each other (docs/readings.md#95). */
import { orderItem } from '@shop/contract/orders';
import { type OrderPicking, orderPicking } from '@shop/contract/staff/staff';
import { isCash } from '@shop/core/cart/totals';
import { type Refusal, refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { Refused, refuse } from '../../refuse.ts';
import type { LockedOrder } from '../change-status.sql.ts';
import { authorOfChange, changeStatus, isPaid, requireLockedOrder } from '../change-status.ts';
import { ordersById } from '../orders.sql.ts';
import { orderView } from '../orders.view.ts';
import * as sql from './picking.sql.ts';

export const pickingView = ({ order_id: _, ...picking }: sql.PickingRow): OrderPicking => picking;

/** Reads the time of an action: that of a device that was offline, but never later than now. */
export function readDoneAt(ctx: Ctx, done_at: string | null | undefined): Date {
  const now = ctx.now.getTime();
  return new Date(Math.min(now, done_at == null ? now : Date.parse(done_at)));
}

/** Builds a refusal with the current picking of the order and the line at `position`. */
export async function buildPickConflict(
  ctx: Ctx,
  reason: Refusal,
  order_id: string,
  position?: number,
): Promise<Refused> {
  const [[picking], [order]] = await Promise.all([
    ctx.db.rows(sql.pickingOfOrders, [[order_id]]),
    ctx.db.rows(ordersById, [[order_id]]),
  ]);
  const items = order === undefined ? [] : orderView(order, ctx.lang).items;
  const item = items.find(({ line }) => line === String(position)) ?? null;
  return new Refused(reason, {
    more: {
      picking: picking === undefined ? null : v.parse(orderPicking, pickingView(picking)),
      item: item && v.parse(orderItem, item),
    },
  });
}

/** Locks an order that can be picked. Refuses `order.wrong_status` once it is packed, and `order.unpaid`. */
export async function requirePickable(ctx: Ctx, order_id: string): Promise<LockedOrder> {
  const order = await requireLockedOrder(ctx, order_id);
  if (order.status !== 'pending' && order.status !== 'processing') refuse('order.wrong_status');
  if (!isPaid(order) && !isCash(order.payment_method)) refuse('order.unpaid');
  return order;
}

/** Reads the picking of a locked order: its picker, times and bags. */
export const readPicking = async (ctx: Ctx, order_id: string): Promise<sql.PickingRow | null> =>
  ctx.db.row(sql.pickingOfOrders, [[order_id]]);

export type PickingClaim = {
  /** Whether to take the order over from another picker. */
  take_over?: boolean | undefined;
  done_at?: string | null | undefined;
};

/**
 * Claims a locked order for the caller; a pending one becomes processing. Refuses `picking.claimed`, with who picks it,
 * unless `take_over`; a claim that was made before the other picker's takes nothing over. Returns the earlier claim, or
 * `same` if it is the caller's already.
 */
export async function claimLocked(
  ctx: Ctx,
  order: LockedOrder,
  { take_over = false, done_at }: PickingClaim,
  position?: number,
): Promise<sql.PickingRow | null | 'same'> {
  const [picker, at] = [authorOfChange(ctx), readDoneAt(ctx, done_at)];
  const picking = await readPicking(ctx, order.id);
  if (picking?.claimed_by === picker) return 'same';
  if (picking?.claimed_by != null && picking.claimed_at !== null && (!take_over || at < picking.claimed_at)) {
    throw await buildPickConflict(ctx, refusal('picking.claimed', { by: picking.claimed_by }), order.id, position);
  }
  if (order.status === 'pending') await changeStatus(ctx, order, 'processing', null);
  await ctx.db.write(sql.writeClaim, [order.id, picker, at]);
  return picking;
}

/**
 * Releases a locked order. Refuses `picking.claimed` if another picker has it. Returns whether the caller had it.
 */
export async function releaseLocked(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const picking = await readPicking(ctx, order.id);
  if (picking?.claimed_by == null) return false;
  if (picking.claimed_by !== authorOfChange(ctx)) {
    throw await buildPickConflict(ctx, refusal('picking.claimed', { by: picking.claimed_by }), order.id);
  }
  await ctx.db.write(sql.releaseClaim, [order.id]);
  return true;
}
