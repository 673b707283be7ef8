/** Packs orders into counted bags. */
import type { BagKind } from '@shop/core/orders/picking';
import type { OrderStatus } from '@shop/core/orders/status';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { authorOfChange, changeStatus } from '../change-status.ts';
import { buildPickConflict, readDoneAt, readPicking, requirePickable } from './claim-order.ts';
import * as sql from './picking.sql.ts';

export type BagCounts = Partial<Record<BagKind, number>>;

/**
 * Packs an order. Refuses what `requirePickable` and `changeStatus` refuse, and `picking.claimed` if another picker has
 * it. Returns the status before.
 */
export function packOrder(
  ctx: Ctx,
  order_id: string,
  { bags, done_at }: { bags: BagCounts; done_at?: string | null | undefined },
): Promise<{ status: OrderStatus }> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requirePickable(ctx, order_id);
    const picking = await readPicking(ctx, order_id);
    const picker = authorOfChange(ctx);
    if (picking?.claimed_by != null && picking.claimed_by !== picker) {
      throw await buildPickConflict(ctx, refusal('picking.claimed', { by: picking.claimed_by }), order_id);
    }
    await changeStatus(ctx, order, 'packed', null);
    await ctx.db.write(sql.writePacked, [order_id, picker, readDoneAt(ctx, done_at), JSON.stringify(bags)]);
    return { status: order.status };
  });
}
