/** Orders for staff: find, advance, cancel, and decide on cancellation requests. Every write is audited. */
import { type ListQuery, parseSort } from '@shop/contract/list-query';
import type { StaffOrder } from '@shop/contract/staff/staff';
import type { CancellationState } from '@shop/core/orders/cancellation';
import { noteText } from '@shop/core/orders/order-note';
import { nextStatus, type OrderStatus } from '@shop/core/orders/status';
import { isRefusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { loadFoundPage } from '../lists/found-page.ts';
import type { Page } from '../lists/reference-list.ts';
import * as cancellationSql from '../orders/cancellation/cancellations.sql.ts';
import { cancellationView, cancelOrder, decideCancellation } from '../orders/cancellation/cancellations.ts';
import { changeStatus, requireLockedOrder } from '../orders/change-status.ts';
import * as orderSql from '../orders/orders.sql.ts';
import { canonicalContact } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { readOrderNumber } from '../orders/placing/order-number.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { parseStaffSearch } from './staff-search.ts';

/** Adds the fields that only staff see to orders. */
async function staffViews(ctx: Ctx, orders: readonly orderSql.OrderRow[]): Promise<StaffOrder[]> {
  const ids = orders.map(({ id }) => id);
  const requests = ids.length === 0 ? [] : await ctx.db.rows(cancellationSql.cancellationsOfOrders, [ids]);
  const byOrder = Map.groupBy(requests, ({ order_id }) => order_id);
  return orders.map((order) => ({
    ...orderView(order, ctx.lang),
    customer_id: order.customer_id,
    contact: { email: order.contact_email, phone: order.contact_phone },
    history: order.history.map((entry) => {
      const { status, payment_status, at, changed_by } = entry;
      return { status, payment_status, at: new Date(at), note: noteText(entry, ctx.lang), changed_by };
    }),
    next_status: nextStatus(order.status),
    refunds: (byOrder.get(order.id) ?? []).map(cancellationView),
  }));
}

/** Lists all orders, newest first unless sorted by `created_at`. Free text is an order number or contact. */
export async function listStaffOrders(ctx: Ctx, query: ListQuery): Promise<Page<StaffOrder>> {
  const search = parseStaffSearch(query, ['order_number', 'status', 'payment_status', 'contact'], true);
  const sorts = parseSort(query, ['created_at']);
  if (isRefusal(sorts)) return refuseFields({ [sorts.field ?? 'orderBy']: [sorts] });
  const page = sorts[0]?.direction === 'asc' ? orderSql.oldestOrders : orderSql.allOrders;
  const filter = [
    search.status ?? null,
    search.payment_status ?? null,
    search.order_number?.map(readOrderNumber) ?? null,
    search.contact?.map(canonicalContact) ?? null,
    search.free?.map(readOrderNumber) ?? null,
    search.free?.map(canonicalContact).filter((contact) => contact !== '') ?? null,
  ];
  return loadFoundPage(
    query,
    (limit, offset) => ctx.db.row(page, [...filter, limit, offset]),
    async (ids) => staffViews(ctx, await ctx.db.rows(orderSql.ordersById, [ids])),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Finds an order by id or number. Refuses `order.not_found`. */
export async function findOrderRow(ctx: Ctx, idOrNumber: string): Promise<orderSql.OrderRow> {
  const [byId] = UUID.test(idOrNumber) ? await ctx.db.rows(orderSql.ordersById, [[idOrNumber]]) : [];
  return byId ?? (await ctx.db.row(orderSql.orderByNumber, [readOrderNumber(idOrNumber)])) ?? refuse('order.not_found');
}

/** Finds an order by id or number. Refuses `order.not_found`. */
export async function findStaffOrder(ctx: Ctx, idOrNumber: string): Promise<StaffOrder> {
  const [view] = await staffViews(ctx, [await findOrderRow(ctx, idOrNumber)]);
  return view ?? refuse('order.not_found');
}

/** Moves an order to its next status. Refuses `order.wrong_status` if that is not `to`. */
export async function advanceOrder(ctx: Ctx, idOrNumber: string, to: OrderStatus | undefined): Promise<StaffOrder> {
  const { id, order_number } = await findOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, id);
    const next = nextStatus(order.status);
    if (next === null || (to !== undefined && to !== next)) return refuse('order.wrong_status');
    await changeStatus(ctx, order, next, null);
    const [before, after] = [{ status: order.status }, { status: next }];
    return recordAudit(ctx, { action: 'staff.advanceOrder', subject: `order ${order_number}`, before, after });
  });
  return findStaffOrder(ctx, id);
}

/** Cancels an order. Refuses `order.wrong_status` once it is packed. */
export async function cancelStaffOrder(ctx: Ctx, idOrNumber: string, comment: string): Promise<StaffOrder> {
  const { id, order_number } = await findOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const { status } = await cancelOrder(ctx, id, comment);
    const after = { status: 'canceled', comment };
    await recordAudit(ctx, {
      action: 'staff.cancelOrder',
      subject: `order ${order_number}`,
      before: { status },
      after,
    });
  });
  return findStaffOrder(ctx, id);
}

/** Lists cancellation requests, newest first. */
export async function listAllCancellations(
  ctx: Ctx,
  query: ListQuery,
): Promise<Page<ReturnType<typeof cancellationView>>> {
  const search = parseStaffSearch(query, ['state', 'order_number']);
  const filter = [search.state ?? null, search.order_number?.map(readOrderNumber)[0] ?? null];
  return loadFoundPage(
    query,
    (limit, offset) => ctx.db.row(cancellationSql.allCancellations, [...filter, limit, offset]),
    async (ids) => (await ctx.db.rows(cancellationSql.cancellationsById, [ids])).map(cancellationView),
  );
}

/** Approves or rejects a cancellation request; `comment` is for the shopper. */
export async function decideCancellationRequest(
  ctx: Ctx,
  id: string,
  state: Extract<CancellationState, 'approved' | 'rejected'>,
  comment: string | null,
): Promise<ReturnType<typeof cancellationView>> {
  return inTransaction(ctx, async (ctx) => {
    const decided = await decideCancellation(ctx, id, state, comment);
    await recordAudit(ctx, {
      action: state === 'approved' ? 'staff.approveCancellation' : 'staff.rejectCancellation',
      subject: `order ${decided.order_number}`,
      before: { state: 'requested' },
      after: { state, comment },
    });
    return cancellationView(decided);
  });
}
