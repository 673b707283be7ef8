/** Cancellation requests: made and withdrawn by shoppers, decided by staff (docs/spec.md §4, docs/readings.md#10). */
import type { Cancellation } from '@shop/contract/orders';
import { type CancellationState, checkCancellable, toRefundStatus } from '@shop/core/orders/cancellation';
import { formatOrderReason, type OrderReason } from '@shop/core/orders/order-note';
import { type Ctx, publish } from '../../context.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { Refused, refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import type { LockedOrder } from '../change-status.sql.ts';
import { changeStatus, requireLockedOrder } from '../change-status.ts';
import { type OrderReference, requireReferencedOrder } from '../orders.ts';
import * as sql from './cancellations.sql.ts';

export function cancellationView(row: sql.CancellationRow): Cancellation {
  const { payment_status, captured, refunded, ...entity } = row;
  const refund_status = toRefundStatus(payment_status);
  const amounts = { due: captured - refunded, refunded };
  return { ...entity, refund_status, refund_amount: refund_status === null ? null : amounts[refund_status] };
}

/** Reads a request by id. Refuses `cancellation.not_found`. */
export async function readCancellation(ctx: Ctx, id: string): Promise<sql.CancellationRow> {
  return (await ctx.db.row(sql.cancellationById, [id])) ?? refuse('cancellation.not_found');
}

/** Lists the requests of the named order, or all requests of a customer who names none; newest first. */
export async function listCancellations(ctx: Ctx, orderName: OrderReference): Promise<sql.CancellationRow[]> {
  if (ctx.actor.kind === 'customer' && orderName.order_number === undefined) {
    return ctx.db.rows(sql.cancellationsOfCustomer, [requireCustomer(ctx).id]);
  }
  const order = await requireReferencedOrder(ctx, orderName);
  return ctx.db.rows(sql.cancellationsOfOrders, [[order.id]]);
}

/** Finds a request. Refuses `cancellation.not_found` both for an unknown id and for another shopper's request. */
export async function requireCancellation(
  ctx: Ctx,
  id: string,
  orderName: OrderReference,
): Promise<sql.CancellationRow> {
  const isNamed = ctx.actor.kind === 'customer' || orderName.order_number !== undefined;
  const own = isNamed ? await listCancellations(ctx, orderName).catch(hideOrder) : [];
  return own.find((row) => row.id === id) ?? refuse('cancellation.not_found');
}

/**
 * Turns the refusal of an order that the caller may not see into that of an unknown request; throws any other error
 * again.
 */
function hideOrder(error: unknown): never {
  if (error instanceof Refused && error.refusal.code === 'order.not_found') refuse('cancellation.not_found');
  throw error;
}

/**
 * Requests the cancellation of an order. Refuses what `checkCancellable` refuses. The order's lock lets only one of
 * several parallel requests succeed.
 */
export async function requestCancellation(
  ctx: Ctx,
  orderName: OrderReference,
  reason: string,
): Promise<sql.CancellationRow> {
  const { id: order_id } = await requireReferencedOrder(ctx, orderName);
  const id = uuidV7(ctx.now);
  await inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    const earlier = await ctx.db.rows(sql.cancellationsOfOrders, [[order_id]]);
    const refused = checkCancellable(
      order.status,
      earlier.map(({ state }) => state),
    );
    if (refused !== null) throw new Refused(refused);
    await ctx.db.write(sql.insertCancellation, [id, order_id, reason, ctx.now]);
    await publish(ctx, { type: 'cancellation.changed', cancellation_id: id, order_id, state: 'requested' });
  });
  return readCancellation(ctx, id);
}

/**
 * Closes an open request. Refuses `cancellation.decided` if it is closed. The order's lock lets no status change run at
 * the same time.
 */
async function closeCancellation(
  ctx: Ctx,
  { id, order_id }: sql.CancellationRow,
  state: Exclude<CancellationState, 'requested'>,
  comment: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    const closed = await ctx.db.row(sql.decideCancellation, [id, state, comment, ctx.now]);
    if (closed === null) refuse('cancellation.decided');
    if (state === 'approved') await changeStatus(ctx, order, 'canceled', comment);
    else await publish(ctx, { type: 'cancellation.changed', cancellation_id: id, order_id, state });
  });
}

export async function withdrawCancellation(
  ctx: Ctx,
  id: string,
  orderName: OrderReference,
): Promise<sql.CancellationRow> {
  await closeCancellation(ctx, await requireCancellation(ctx, id, orderName), 'withdrawn', null);
  return readCancellation(ctx, id);
}

/** Approves a request, which cancels the order, or rejects it. `comment` is for the shopper. */
export async function decideCancellation(
  ctx: Ctx,
  id: string,
  state: 'approved' | 'rejected',
  comment: string | null,
): Promise<sql.CancellationRow> {
  await closeCancellation(ctx, await readCancellation(ctx, id), state, comment);
  return readCancellation(ctx, id);
}

/** Cancels a locked order. Approves its open cancellation request, if there is one, with the same comment. */
export async function cancelLockedOrder(
  ctx: Ctx,
  order: LockedOrder,
  comment: string | OrderReason,
  allowed: { afterFailedDelivery?: boolean } = {},
): Promise<void> {
  const requests = await ctx.db.rows(sql.cancellationsOfOrders, [[order.id]]);
  const open = requests.find(({ state }) => state === 'requested');
  const reply = typeof comment === 'string' ? comment : formatOrderReason(comment, order.lang);
  if (open !== undefined) await ctx.db.rows(sql.decideCancellation, [open.id, 'approved', reply, ctx.now]);
  await changeStatus(ctx, order, 'canceled', comment, allowed);
}

/** Cancels an order on staff's own decision. Returns the order before the change. */
export function cancelOrder(ctx: Ctx, order_id: string, comment: string): Promise<LockedOrder> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    await cancelLockedOrder(ctx, order, comment);
    return order;
  });
}
