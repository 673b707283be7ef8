/**
 * The staff API for the day: numbers of orders, slots and other work that is late or waits, the list behind each number,
 * and live events (docs/api.md#staff-api).
 */

import { CHANNELS } from '@shop/core/notifications/kinds';
import { ORDER_STATUSES } from '@shop/core/orders/status';
import { APPROVAL_KINDS } from '@shop/core/staff/approvals';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { image, queryFlag, textLang, time } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { money } from '../money.ts';
import { orderStatus } from '../orders.ts';

/** The list that a number counts: an endpoint of the API, and its query. */
const listLink = v.object({ endpoint: v.string(), query: v.record(v.string(), v.string()) });
export type ListLink = v.InferInput<typeof listLink>;

const linkedCount = v.object({ count: v.number(), list: listLink });

/** An order in a line of the page. It is late from `due_at` on. */
const waitingOrder = v.object({
  id: v.string(),
  order_number: v.string(),
  status: orderStatus,
  recipient: v.string(),
  /** Units ordered. */
  units: v.number(),
  slot_starts_at: v.nullable(time()),
  due_at: time(),
});

/** A slot of the day. */
const todaySlot = v.object({
  /** The id by which `GET /staff/orders` filters: `search=slot:…`. */
  id: v.string(),
  method: v.object({ code: v.string(), name: v.string() }),
  starts_at: time(),
  ends_at: time(),
  capacity: v.number(),
  taken: v.number(),
  /** Orders by status, except canceled ones. */
  orders: v.array(v.object({ status: v.picklist(ORDER_STATUSES), ...linkedCount.entries })),
  late: linkedCount,
});

/** Stock of a product or option. */
export const stockLevel = v.object({
  product_id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name: v.string(),
  variant: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  image,
  quantity: v.number(),
  /** The quantity at which the product is reported as low. */
  min_qty: v.number(),
  /** Units of the product sold per day, on average of the last 28 days. */
  usual_per_day: v.number(),
});
export type StockLevel = v.InferInput<typeof stockLevel>;

export const searchMiss = v.object({ keyword: v.string(), lang: textLang, times: v.number(), last_at: time() });
export type SearchMiss = v.InferInput<typeof searchMiss>;

const salesOfDay = v.object({ orders: v.number(), amount: money() });

/** The work and sales of the day. A part is null for staff whose roles may not see it. */
export const today = v.object({
  /** The time of the numbers, and its day in Malaysia. */
  at: time(),
  day: v.string(),
  /** Orders of all days that are not delivered yet. For orders, picker, support and finance. */
  orders: v.nullable(
    v.object({
      /** Pending and ready: paid, or paid on delivery. */
      to_pick: linkedCount,
      /** In processing. */
      picking: linkedCount,
      packed: linkedCount,
      out: linkedCount,
      /** Of these, the late ones (docs/readings.md#97). */
      late: linkedCount,
      /** The ten that have been late longest. */
      latest: v.array(waitingOrder),
    }),
  ),
  /** The slots of the day. For orders, picker, support and finance. */
  slots: v.nullable(v.array(todaySlot)),
  /** Cash to collect for orders that are packed or out for delivery. For orders, picker, support and finance. */
  cash: v.nullable(v.object({ orders: v.number(), cash_to_collect: money(), list: listLink })),
  /** Orders that expire within ten minutes unless they are paid. For orders, support and finance. */
  unpaid: v.nullable(v.object({ ...linkedCount.entries, first_at: v.nullable(time()) })),
  /** Requests to decide. For orders, support and finance. */
  cancellations: v.nullable(v.object({ ...linkedCount.entries, oldest_at: v.nullable(time()) })),
  /** Requested refunds. For orders, support and finance. */
  refunds: v.nullable(v.object({ ...linkedCount.entries, amount: money(), oldest_at: v.nullable(time()) })),
  /** Changes that others requested and the caller may approve, by kind. For finance and catalog. */
  approvals: v.nullable(
    v.array(v.object({ kind: v.picklist(APPROVAL_KINDS), ...linkedCount.entries, oldest_at: time() })),
  ),
  /** Goods on sale with little stock, and the ten with the least. For catalog, orders and picker. */
  stock: v.nullable(v.object({ negative: linkedCount, low: linkedCount, lowest: v.array(stockLevel) })),
  /** Notifications that failed since yesterday's midnight. For orders and support. */
  failed: v.nullable(v.array(v.object({ channel: v.picklist(CHANNELS), ...linkedCount.entries }))),
  /** Searches without results since yesterday's midnight. For catalog. */
  searches: v.nullable(v.object({ ...linkedCount.entries, keywords: v.array(searchMiss) })),
  /** Orders placed today until now, and a week ago until the same time. For finance. */
  sales: v.nullable(v.object({ today: v.object({ ...salesOfDay.entries, list: listLink }), week_ago: salesOfDay })),
});
export type Today = v.InferInput<typeof today>;

/** A notification that could not be delivered. */
export const failedNotification = v.object({
  notification_id: v.string(),
  kind: v.string(),
  channel: v.picklist(CHANNELS),
  reason: v.nullable(v.string()),
  at: time(),
  order_id: v.nullable(v.string()),
  order_number: v.nullable(v.string()),
  customer_id: v.nullable(v.string()),
});
export type FailedNotification = v.InferInput<typeof failedNotification>;

export const staffTodayEndpoints = {
  'staff.today': endpoint('staff.today', {
    access: 'staff',
    roles: ['catalog', 'orders', 'picker', 'support', 'finance'],
    summary: 'What is late, filling up and waiting now; each number names the list that it counts',
    response: today,
  }),
  'staff.lowStock': endpoint('staff.lowStock', {
    access: 'staff',
    roles: ['catalog', 'orders', 'picker'],
    summary: 'Goods on sale whose stock is low or negative, the lowest first; `negative` for those below zero',
    query: v.object({ ...listQuery().entries, negative: v.optional(queryFlag()) }),
    response: listPage(stockLevel),
  }),
  'staff.searchMisses': endpoint('staff.searchMisses', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Searches without results, the most frequent first; `recent` for those since yesterday',
    query: v.object({ ...listQuery().entries, recent: v.optional(queryFlag()) }),
    response: listPage(searchMiss),
  }),
  'staff.failedNotifications': endpoint('staff.failedNotifications', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'Notifications that could not be delivered, newest first; `search` by channel',
    query: v.object({ ...listQuery().entries, recent: v.optional(queryFlag()) }),
    response: listPage(failedNotification),
  }),
};

/** A message of the live events, at `STAFF_EVENTS_PATH`. */
export type StaffEvent =
  /** Empty `ids`: too many changed; load everything again. */
  { event: 'orders'; data: { ids: string[] } } | { event: 'end'; data: { reason: 'session' | 'server' } };
