/**
 * Orders for staff: find, advance, cancel, end failed deliveries, and decide on cancellation requests. Every write is
 * audited.
 */
import type { ListQuery } from '@shop/contract/list-query';
import { type CashCollection, type StaffOrder, staffOrder } from '@shop/contract/staff/staff';
import { textIn } from '@shop/core/lang';
import { type Sen, senToText } from '@shop/core/money';
import type { CancellationState } from '@shop/core/orders/cancellation';
import { formatOrderNote } from '@shop/core/orders/order-note';
import { normalizeOrderNumber } from '@shop/core/orders/order-number';
import { findNextStatus, OPEN_ORDER_STATUSES, type OrderStatus } from '@shop/core/orders/status';
import { refusal } from '@shop/core/refusal';
import { hasRole } from '@shop/core/staff/roles';
import { DAY_MS, isDay, MINUTE_MS, midnightOf } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { firstUuidAt } from '../db/uuid.ts';
import { findSlotId } from '../delivery/slots.ts';
import { type ListPage, loadPageByIds } from '../lists/list-page.ts';
import { requireSorts } from '../lists/parse-list.ts';
import * as cancellationSql from '../orders/cancellation/cancellations.sql.ts';
import { cancellationView, cancelOrder, decideCancellation } from '../orders/cancellation/cancellations.ts';
import { changeDelivery, type DeliveryChange } from '../orders/change-delivery.ts';
import { authorOfChange, changeStatus, requireLockedOrder } from '../orders/change-status.ts';
import { type FailedDelivery, failDelivery } from '../orders/failed-delivery.ts';
import * as orderSql from '../orders/orders.sql.ts';
import { normalizeContact } from '../orders/orders.ts';
import { orderView } from '../orders/orders.view.ts';
import { pickingView } from '../orders/picking/claim-order.ts';
import { pickingOfOrders } from '../orders/picking/picking.sql.ts';
import * as cashSql from '../payments/cash.sql.ts';
import { recordCash } from '../payments/cash.ts';
import { Refused, refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { parseStaffSearch } from './parse-staff-search.ts';
import { requireStaff } from './require-staff.ts';
import { releaseStaleStops } from './runs/runs.sql.ts';
import {
  codesOfLines,
  foundStaffOrders,
  type OrderSource,
  sortedFoundOrders,
  sortedStaffOrders,
  staffOrders,
} from './staff-orders.sql.ts';
import { notesOfOrders, tagsOfOrders } from './staff-picking.sql.ts';

const cashView = ({ amount, total, ...row }: cashSql.CashRow): CashCollection => ({
  ...row,
  cash_collected: amount,
  grand_total: total,
});

/** An order for staff without its notifications, which `staff.routes.ts` adds. */
export type StoredStaffOrder = Omit<StaffOrder, 'notifications'>;

/** Adds the fields that only staff see to orders. */
async function loadStaffOrders(ctx: Ctx, orders: readonly orderSql.OrderRow[]): Promise<StoredStaffOrder[]> {
  const ids = orders.map(({ id }) => id);
  const [requests, cash, codes, picking, notes, tags] =
    ids.length === 0
      ? [[], [], [], [], [], []]
      : await Promise.all([
          ctx.db.rows(cancellationSql.cancellationsOfOrders, [ids]),
          ctx.db.rows(cashSql.cashOfOrders, [ids]),
          ctx.db.rows(codesOfLines, [ids]),
          ctx.db.rows(pickingOfOrders, [ids]),
          ctx.db.rows(notesOfOrders, [ids]),
          ctx.db.rows(tagsOfOrders, [ids]),
        ]);
  const requestsByOrder = Map.groupBy(requests, ({ order_id }) => order_id);
  const cashByOrder = Map.groupBy(cash, ({ order_id }) => order_id);
  const pickingByOrder = new Map(picking.map((row) => [row.order_id, pickingView(row)]));
  const notesByOrder = Map.groupBy(notes, ({ order_id }) => order_id);
  const tagsByOrder = new Map(tags.map((row) => [row.id, row.tags]));
  const codesByLine = new Map(codes.map((line) => [`${line.order_id} ${line.position}`, line]));
  return orders.map((order) => {
    const { items, ...view } = orderView(order, ctx.lang);
    return {
      ...view,
      items: items.map((item, index) => {
        const { sku, barcode, shelf, path } =
          codesByLine.get(`${order.id} ${order.lines[index]?.position}`) ?? NO_CODES;
        const category_path = path.map(({ name_en, name_zh }) => textIn(ctx.lang, name_en, name_zh));
        return { ...item, sku, barcode, category_path, shelf };
      }),
      customer_id: order.customer_id,
      slot_id: findSlotId(order),
      contact: { email: order.contact_email, phone: order.contact_phone },
      history: order.history.map((entry) => {
        const { status, payment_status, at, changed_by } = entry;
        return { status, payment_status, at: new Date(at), note: formatOrderNote(entry, ctx.lang), changed_by };
      }),
      next_status: findNextStatus(order.status),
      refunds: (requestsByOrder.get(order.id) ?? []).map(cancellationView),
      cash_collections: (cashByOrder.get(order.id) ?? []).map(cashView),
      picking: pickingByOrder.get(order.id) ?? null,
      notes: (notesByOrder.get(order.id) ?? []).map(({ order_id: _, ...note }) => note),
      tags: tagsByOrder.get(order.id) ?? [],
    };
  });
}

const NO_CODES = { sku: null, barcode: null, shelf: null, path: [] };

const SEARCH_FIELDS = [
  'order_number',
  'status',
  'payment_status',
  'contact',
  'name',
  'payment_method',
  'delivery_method',
  'slot',
  'slot_date',
  'type',
  'item',
] as const;
type SearchField = (typeof SEARCH_FIELDS)[number];
const SORT_COLUMNS = ['created_at', 'slot', 'slot_date', 'delivery_method', 'payment_method', 'payment_status'];

/** Age in days of the oldest orders that a search by item finds: staff look for those on their way or just delivered. */
const MAX_ITEM_AGE_DAYS = 31;
/** An unpaid order that expires within this time is about to expire. */
export const EXPIRING_MS = 10 * MINUTE_MS;
/** Minimum length of a part of a name or item: the index has pairs of characters. */
const MIN_PART_LENGTH = 2;

const SLOT_ID = /^\d{1,15}-\d{1,12}$/;

type StaffOrdersQuery = ListQuery & {
  slot_date?: string | undefined;
  ids?: readonly string[] | undefined;
  ready?: boolean | undefined;
  late?: boolean | undefined;
  expiring?: boolean | undefined;
  ordered_from?: string | undefined;
  ordered_to?: string | undefined;
  tag?: string | undefined;
};

/** Sources of candidates, the one that finds the fewest orders first, each with the position of its values. */
const CANDIDATE_SOURCES: readonly (readonly [OrderSource, number])[] = [
  ['id', 0],
  ['number', 1],
  ['contact', 2],
  ['slot', 6],
  ['text', 7],
  ['tag', 12],
  ['item', 4],
  ['day', 5],
  ['name', 3],
  ['placed', 10],
  ['placed', 11],
];

/** Returns the values of `foundStaffOrders` besides limit and offset, and the source that finds orders by an index. */
function buildSearchValues(
  ctx: Ctx,
  query: StaffOrdersQuery,
  search: ReturnType<typeof parseStaffSearch<SearchField>>,
) {
  const { slot_date, ids, ready = false, late = false, expiring = false, ordered_from, ordered_to, tag } = query;
  const days = slot_date === undefined ? search.slot_date : [slot_date];
  const isOnDay = search.slot_date === undefined || slot_date === undefined || search.slot_date.includes(slot_date);
  const parts = (texts: string[] | undefined) => texts?.filter((text) => text.length >= MIN_PART_LENGTH) ?? null;
  const searchValues = [
    ids ?? null,
    search.order_number?.map(normalizeOrderNumber) ?? null,
    search.contact?.map(normalizeContact) ?? null,
    parts(search.name),
    parts(search.item),
    isOnDay ? (days?.filter(isDay) ?? null) : [],
    search.slot?.filter((slot) => SLOT_ID.test(slot)) ?? null,
    search.free?.map(normalizeOrderNumber) ?? null,
    search.free?.map(normalizeContact).filter((contact) => contact !== '') ?? null,
    parts(search.free),
  ];
  const since = firstUuidAt(new Date(ctx.now.getTime() - MAX_ITEM_AGE_DAYS * DAY_MS));
  const times = [ctx.now, new Date(ctx.now.getTime() + EXPIRING_MS)];
  const placedSpan = [
    ordered_from === undefined ? null : midnightOf(ordered_from),
    ordered_to === undefined ? null : new Date(midnightOf(ordered_to).getTime() + DAY_MS),
  ];
  const more = [...placedSpan, tag ?? null];
  const allValues = [...searchValues, ...more];
  const [rarest] = CANDIDATE_SOURCES.filter(([, at]) => allValues[at] !== null);
  const areOpen =
    ready ||
    late ||
    expiring ||
    (search.status?.every((status) => OPEN_ORDER_STATUSES.some((each) => each === status)) ?? false);
  const isCommon = rarest === undefined ? ready || late || expiring : COMMON_SOURCES.has(rarest[0]);
  const source = isCommon && areOpen ? 'open' : (rarest?.[0] ?? null);
  return { source, values: [...searchValues, ready, late, expiring, since, ...times, ...more] };
}

/** Sources that may find many orders. A search for open orders alone reads the open ones instead, which are fewer. */
const COMMON_SOURCES: ReadonlySet<OrderSource> = new Set(['text', 'tag', 'item', 'day', 'name', 'placed']);

/**
 * Lists all orders, newest first unless sorted. Free text is an order number, a contact, an item, or part of the
 * recipient's or the customer's name. Every field must match; `slot_date` is a day in Malaysia.
 */
export async function listStaffOrders(ctx: Ctx, query: StaffOrdersQuery): Promise<ListPage<StoredStaffOrder>> {
  const search = parseStaffSearch(query, SEARCH_FIELDS, true);
  const sorts = requireSorts(query, SORT_COLUMNS);
  const listFilters = [
    search.status ?? null,
    search.payment_status ?? null,
    search.payment_method ?? null,
    search.delivery_method ?? null,
    search.type ?? null,
  ];
  const { source, values } = buildSearchValues(ctx, query, search);
  const isSorted = sorts.some(({ column, direction }) => column !== 'created_at' || direction !== 'desc');
  const order = isSorted ? [JSON.stringify(sorts)] : [];
  return loadPageByIds(
    query,
    (limit, offset) =>
      source === null
        ? ctx.db.row(isSorted ? sortedStaffOrders : staffOrders, [...listFilters, limit, offset, ...order])
        : ctx.db.row(isSorted ? sortedFoundOrders : foundStaffOrders, [
            ...[...listFilters, ...values],
            ...[limit, offset, source, ...order],
          ]),
    async (ids) => loadStaffOrders(ctx, await ctx.db.rows(orderSql.ordersById, [ids])),
  );
}

const UUID_START = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Finds an order by id or number. Refuses `order.not_found`. */
export async function requireOrderRow(ctx: Ctx, idOrNumber: string): Promise<orderSql.OrderRow> {
  const [byId] = UUID_START.test(idOrNumber) ? await ctx.db.rows(orderSql.ordersById, [[idOrNumber]]) : [];
  return (
    byId ?? (await ctx.db.row(orderSql.orderByNumber, [normalizeOrderNumber(idOrNumber)])) ?? refuse('order.not_found')
  );
}

/** Finds an order by id or number. Refuses `order.not_found`. */
export async function requireStaffOrder(ctx: Ctx, idOrNumber: string): Promise<StoredStaffOrder> {
  const [view] = await loadStaffOrders(ctx, [await requireOrderRow(ctx, idOrNumber)]);
  return view ?? refuse('order.not_found');
}

type AdvanceRequest = { to?: OrderStatus | undefined; cash_collected?: Sen | null | undefined };

/**
 * Moves an order to its next status. Refuses `order.wrong_status` if that is not `to`, and `order.no_cash` for cash of
 * an order that does not become complete or is not paid on delivery.
 */
export async function advanceOrder(
  ctx: Ctx,
  idOrNumber: string,
  { to, cash_collected = null }: AdvanceRequest,
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, id);
    const next = findNextStatus(order.status);
    if (next === null || (to !== undefined && to !== next)) return refuse('order.wrong_status');
    if (cash_collected !== null) {
      if (next !== 'complete') refuseFields({ cash_collected: [refusal('order.no_cash')] });
      await recordCash(ctx, order, { outcome: next, amount: cash_collected, recorded_by: authorOfChange(ctx) });
    }
    // An order that staff took back from a run leaves without it.
    if (next === 'delivery') await ctx.db.write(releaseStaleStops, [[id]]);
    await changeStatus(ctx, order, next, null);
    const cash = cash_collected === null ? {} : { cash_collected: senToText(cash_collected) };
    const [before, after] = [{ status: order.status }, { status: next, ...cash }];
    return recordAudit(ctx, { action: 'staff.advanceOrder', subject: `order ${order_number}`, before, after });
  });
  return requireStaffOrder(ctx, id);
}

/**
 * Ends a failed delivery. Refuses `request.not_found` unless the caller may advance orders, for a retry, or cancel
 * them.
 */
export async function failStaffDelivery(
  ctx: Ctx,
  idOrNumber: string,
  failure: FailedDelivery,
): Promise<StoredStaffOrder> {
  const roles = failure.outcome === 'retry' ? (['orders', 'picker'] as const) : (['orders', 'support'] as const);
  if (!hasRole(requireStaff(ctx).roles, roles)) refuse('request.not_found');
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const { status } = await failDelivery(ctx, id, failure);
    const { cash_collected = null, ...after } = failure;
    await recordAudit(ctx, {
      action: 'staff.failDelivery',
      subject: `order ${order_number}`,
      before: { status },
      after: { ...after, cash_collected: cash_collected === null ? null : senToText(cash_collected) },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Refuses `order.changed` with the entries of a locked order's history beyond the first `seen`. */
async function requireSeenHistory(ctx: Ctx, id: string, seen: number | undefined): Promise<void> {
  if (seen === undefined) return;
  const { history } = await requireStaffOrder(ctx, id);
  if (history.length <= seen) return;
  const more = { history: v.parse(staffOrder.entries.history, history.slice(seen)) };
  throw new Refused(refusal('order.changed'), { more });
}

/**
 * Changes slot and address of an order. The audit has no personal data: of an address, only the place of its postcode.
 */
export async function changeStaffDelivery(
  ctx: Ctx,
  idOrNumber: string,
  { seen_history, ...change }: DeliveryChange & { seen_history?: number | undefined },
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const { before, after } = await changeDelivery(ctx, id, change, (ctx) => requireSeenHistory(ctx, id, seen_history));
    const subject = `order ${order_number}`;
    await recordAudit(ctx, {
      action: 'staff.changeDelivery',
      subject,
      before,
      after: { ...after, reason: change.reason, keep_fee: change.keep_fee ?? false },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Lists recorded cash to be checked, newest first. */
export function listCashDifferences(ctx: Ctx, query: ListQuery): Promise<ListPage<CashCollection>> {
  const search = parseStaffSearch(query, ['order_number']);
  const number = search.order_number?.map(normalizeOrderNumber)[0] ?? null;
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(cashSql.cashDifferences, [number, limit, offset]),
    async (ids) => (await ctx.db.rows(cashSql.cashById, [ids])).map(cashView),
  );
}

/** Cancels an order. Refuses `order.wrong_status` once it is packed. */
export async function cancelStaffOrder(ctx: Ctx, idOrNumber: string, comment: string): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const { status } = await cancelOrder(ctx, id, comment);
    await recordAudit(ctx, {
      action: 'staff.cancelOrder',
      subject: `order ${order_number}`,
      before: { status },
      after: { status: 'canceled', comment },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Lists cancellation requests, newest first. */
export async function listAllCancellations(
  ctx: Ctx,
  query: ListQuery,
): Promise<ListPage<ReturnType<typeof cancellationView>>> {
  const search = parseStaffSearch(query, ['state', 'order_number']);
  const filter = [search.state ?? null, search.order_number?.map(normalizeOrderNumber)[0] ?? null];
  return loadPageByIds(
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
