/**
 * The open work and the numbers of the day (docs/readings.md#97). Staff see the parts that their roles may list; every
 * number names its list.
 */
import type { ListQuery } from '@shop/contract/list-query';
import type { FailedNotification, ListLink, SearchMiss, StockLevel, Today } from '@shop/contract/staff/staff-today';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { textIn } from '@shop/core/lang';
import { ORDER_STATUSES } from '@shop/core/orders/status';
import { hasRole, type StaffRole } from '@shop/core/staff/roles';
import { DAY_MS, dayOf, startOfDay } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import { buildSlotId } from '../../delivery/slots.ts';
import { type ListPage, loadPageByIds, toPage } from '../../lists/list-page.ts';
import { pageRange } from '../../lists/parse-list.ts';
import { imageUrls } from '../../media/image-urls.ts';
import { parseStaffSearch } from '../parse-staff-search.ts';
import { requireStaff } from '../require-staff.ts';
import { countToApprove } from '../staff-approvals.ts';
import { EXPIRING_MS } from '../staff-orders.ts';
import * as sql from './today.sql.ts';

/** Entries of the short lists on the page. */
const MAX_SHOWN = 10;
const WEEK_MS = 7 * DAY_MS;
/** Days over which `sales_count` sums units sold. */
const SALES_DAYS = 30;

const linkOrders = (query: Record<string, string>): ListLink => ({ endpoint: 'staff.orders', query });
const linkStatus = (status: string): ListLink => linkOrders({ search: `status:${status}`, ready: '1' });

/** Returns the time from which failures and missed searches count as recent: the midnight that began yesterday. */
const findRecentStart = ({ now }: Ctx): Date => new Date(startOfDay(now).getTime() - DAY_MS);

async function readOrders(ctx: Ctx): Promise<{ orders: Today['orders']; cash: Today['cash'] }> {
  const row = await ctx.db.row(sql.openOrdersNow, [ctx.now, MAX_SHOWN]);
  if (row === null) throw new Error('Open orders were not counted');
  const cashOrders = {
    search: `payment_method:${CASH_ON_DELIVERY};payment_status:unpaid;status:packed,delivery`,
    searchFields: 'status:in',
  };
  return {
    orders: {
      to_pick: { count: row.to_pick, list: linkStatus('pending') },
      picking: { count: row.picking, list: linkStatus('processing') },
      packed: { count: row.packed, list: linkStatus('packed') },
      out: { count: row.out, list: linkStatus('delivery') },
      late: { count: row.late, list: linkOrders({ late: '1' }) },
      latest: row.latest.map(({ slot_starts_at, due_at, ...order }) => ({
        ...order,
        slot_starts_at: slot_starts_at === null ? null : new Date(slot_starts_at),
        due_at: new Date(due_at),
      })),
    },
    cash: { orders: row.cash_orders, cash_to_collect: row.cash, list: linkOrders(cashOrders) },
  };
}

async function readSlots(ctx: Ctx): Promise<Today['slots']> {
  const rows = await ctx.db.rows(sql.slotsOfDay, [startOfDay(ctx.now), ctx.now]);
  return rows.map(({ template_id, starts_at, ends_at, code, name_en, name_zh, capacity, taken, orders: counts }) => {
    const id = buildSlotId(template_id, starts_at);
    return {
      ...{ id, starts_at, ends_at, capacity, taken },
      method: { code, name: textIn(ctx.lang, name_en, name_zh) },
      orders: ORDER_STATUSES.flatMap((status) => {
        const count = counts.find((each) => each.status === status)?.count ?? 0;
        return count === 0 ? [] : [{ status, count, list: linkOrders({ search: `slot:${id};status:${status}` }) }];
      }),
      late: {
        count: counts.reduce((sum, { late }) => sum + late, 0),
        list: linkOrders({ search: `slot:${id}`, late: '1' }),
      },
    };
  });
}

async function readWaiting(ctx: Ctx): Promise<Pick<Today, 'unpaid' | 'cancellations' | 'refunds'>> {
  const row = await ctx.db.row(sql.waitingNow, [new Date(ctx.now.getTime() + EXPIRING_MS)]);
  if (row === null) throw new Error('Requests were not counted');
  const requested = { search: 'state:requested' };
  return {
    unpaid: { count: row.unpaid, first_at: row.unpaid_first_at, list: linkOrders({ expiring: '1' }) },
    cancellations: {
      count: row.cancellations,
      oldest_at: row.cancellation_oldest_at,
      list: { endpoint: 'staff.cancellations', query: requested },
    },
    refunds: {
      count: row.refunds,
      amount: row.refund_amount,
      oldest_at: row.refund_oldest_at,
      list: { endpoint: 'staff.paymentRefunds', query: requested },
    },
  };
}

async function readApprovals(ctx: Ctx): Promise<Today['approvals']> {
  const counts = await countToApprove(ctx);
  return counts.map((each) => ({
    ...each,
    list: { endpoint: 'staff.approvals', query: { search: `kind:${each.kind}`, to_approve: '1' } },
  }));
}

async function loadStock(ctx: Ctx, ids: readonly string[]): Promise<StockLevel[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.rows(sql.stockById, [ids]);
  return rows.map(({ product_id, variation_option_id, slug, sku, quantity, min_qty, ...row }) => ({
    ...{ product_id, variation_option_id, slug, sku, quantity, min_qty },
    name: textIn(ctx.lang, row.name_en, row.name_zh),
    variant: row.variant_en === null ? null : textIn(ctx.lang, row.variant_en, row.variant_zh),
    image: imageUrls(row.image_hash),
    usual_per_day: Math.round((row.sales_count / SALES_DAYS) * 10) / 10,
  }));
}

async function readStock(ctx: Ctx): Promise<Today['stock']> {
  const { total, negative, ids } = (await ctx.db.row(sql.lowStock, [false, MAX_SHOWN, 0])) ?? NO_STOCK;
  return {
    negative: { count: negative, list: { endpoint: 'staff.lowStock', query: { negative: '1' } } },
    low: { count: total, list: { endpoint: 'staff.lowStock', query: {} } },
    lowest: await loadStock(ctx, ids),
  };
}

const NO_STOCK = { total: 0, negative: 0, ids: [] };

async function readFailed(ctx: Ctx): Promise<Today['failed']> {
  const rows = await ctx.db.rows(sql.failedSince, [findRecentStart(ctx)]);
  return rows.map(({ channel, count }) => ({
    channel,
    count,
    list: { endpoint: 'staff.failedNotifications', query: { search: `channel:${channel}`, recent: '1' } },
  }));
}

async function readMisses(ctx: Ctx, since: Date, limit: number, offset: number) {
  const { total, rows } = (await ctx.db.row(sql.searchMissPage, [since, limit, offset])) ?? { total: 0, rows: [] };
  return { total, misses: rows.map((row): SearchMiss => ({ ...row, last_at: new Date(row.last_at) })) };
}

async function readSearches(ctx: Ctx): Promise<Today['searches']> {
  const { total, misses } = await readMisses(ctx, findRecentStart(ctx), MAX_SHOWN, 0);
  return { count: total, list: { endpoint: 'staff.searchMisses', query: { recent: '1' } }, keywords: misses };
}

async function readSales(ctx: Ctx): Promise<Today['sales']> {
  const midnight = startOfDay(ctx.now).getTime();
  const placed = async (ago: number) => {
    const span = [new Date(midnight - ago), new Date(ctx.now.getTime() - ago)];
    return (await ctx.db.row(sql.ordersPlaced, span)) ?? { orders: 0, amount: 0 };
  };
  const [today, week_ago] = await Promise.all([placed(0), placed(WEEK_MS)]);
  const day = dayOf(ctx.now);
  const list = linkOrders({
    search: `status:${ORDER_STATUSES.filter((status) => status !== 'canceled').join(',')}`,
    ...{ searchFields: 'status:in', ordered_from: day, ordered_to: day },
  });
  return { today: { ...today, list }, week_ago };
}

/** Reads the parts of the day that the caller's roles may see. */
export async function readToday(ctx: Ctx): Promise<Today> {
  const { roles } = requireStaff(ctx);
  const ifRole = <T>(allowed: readonly StaffRole[], read: (ctx: Ctx) => Promise<T>): Promise<T | null> =>
    hasRole(roles, allowed) ? read(ctx) : Promise.resolve(null);
  const [open, slots, waiting, approvals, stock, failed, searches, sales] = await Promise.all([
    ifRole(['orders', 'picker', 'support', 'finance'], readOrders),
    ifRole(['orders', 'picker', 'support', 'finance'], readSlots),
    ifRole(['orders', 'support', 'finance'], readWaiting),
    ifRole(['finance', 'catalog'], readApprovals),
    ifRole(['catalog', 'orders', 'picker'], readStock),
    ifRole(['orders', 'support'], readFailed),
    ifRole(['catalog'], readSearches),
    ifRole(['finance'], readSales),
  ]);
  return {
    at: ctx.now,
    day: dayOf(ctx.now),
    orders: open?.orders ?? null,
    cash: open?.cash ?? null,
    ...(waiting ?? { unpaid: null, cancellations: null, refunds: null }),
    ...{ slots, approvals, stock, failed, searches, sales },
  };
}

/** Lists goods with little stock, the lowest first. */
export const listLowStock = (
  ctx: Ctx,
  { negative = false, ...query }: ListQuery & { negative?: boolean | undefined },
): Promise<ListPage<StockLevel>> =>
  loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(sql.lowStock, [negative, limit, offset]),
    (ids) => loadStock(ctx, ids),
  );

type RecentQuery = ListQuery & { recent?: boolean | undefined };

const sinceOf = (ctx: Ctx, recent: boolean): Date => (recent ? findRecentStart(ctx) : new Date(0));

/** Lists searches without results, the most frequent first. */
export async function listSearchMisses(
  ctx: Ctx,
  { recent = false, ...query }: RecentQuery,
): Promise<ListPage<SearchMiss>> {
  const { limit, offset } = pageRange(query);
  const { total, misses } = await readMisses(ctx, sinceOf(ctx, recent), limit, offset);
  return toPage(misses, total, query);
}

/** Lists notifications that could not be delivered, newest first. */
export async function listFailedNotifications(
  ctx: Ctx,
  { recent = false, ...query }: RecentQuery,
): Promise<ListPage<FailedNotification>> {
  const { channel } = parseStaffSearch(query, ['channel']);
  const { limit, offset } = pageRange(query);
  const page = await ctx.db.row(sql.failedPage, [channel ?? null, sinceOf(ctx, recent), limit, offset]);
  const { total, rows } = page ?? { total: 0, rows: [] };
  return toPage(
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
    total,
    query,
  );
}
