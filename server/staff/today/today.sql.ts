/** Statements of the day's numbers. Each reads only open orders, or an index of what it counts. */

import { orderStatus } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { CHANNELS } from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { CASH_TO_COLLECT } from '../runs/runs.sql.ts';
import { DUE_AT, expiresBy, IS_OPEN, IS_READY } from '../staff-orders.sql.ts';

/** Counts the open orders at $1, and lists the $2 that have been late longest. Only orders that are ready count. */
export const openOrdersNow = statement(
  'staff.openOrdersNow',
  v.object({
    to_pick: v.number(),
    picking: v.number(),
    packed: v.number(),
    out: v.number(),
    late: v.number(),
    cash_orders: v.number(),
    /** Sen. */
    cash: v.number(),
    latest: v.array(
      v.object({
        id: v.string(),
        order_number: v.string(),
        status: orderStatus,
        recipient: v.string(),
        units: v.number(),
        slot_starts_at: v.nullable(v.string()),
        due_at: v.string(),
      }),
    ),
  }),
  `with open as materialized (
     select o.id, o.status, o.slot_starts_at, ${DUE_AT} as due_at,
       case when o.status in ('packed', 'delivery') and o.payment_method = '${CASH_ON_DELIVERY}'
         and o.payment_status = 'unpaid' then ${CASH_TO_COLLECT} end as cash
     from orders o where ${IS_OPEN} and ${IS_READY}
   ), latest as (
     select * from open where due_at <= $1 order by due_at, id limit $2
   )
   select (count(*) filter (where status = 'pending'))::int as to_pick,
     (count(*) filter (where status = 'processing'))::int as picking,
     (count(*) filter (where status = 'packed'))::int as packed,
     (count(*) filter (where status = 'delivery'))::int as out,
     (count(*) filter (where due_at <= $1))::int as late,
     count(cash)::int as cash_orders, coalesce(sum(cash), 0)::bigint as cash,
     (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'order_number', o.order_number, 'status', l.status,
        'recipient', coalesce(o.shipping_address ->> 'recipient', ''),
        'units', (select coalesce(sum(quantity), 0)::int from order_lines where order_id = l.id),
        'slot_starts_at', l.slot_starts_at, 'due_at', l.due_at) order by l.due_at, l.id), '[]')
      from latest l join orders o on o.id = l.id) as latest
   from open`,
);

/**
 * Reads the slots that start on the day which begins at $1, with the capacity in use, and the number of their orders by
 * status; `late` counts those that are due at $2. A slot without a row of its own has the capacity of its template.
 */
export const slotsOfDay = statement(
  'staff.slotsOfDay',
  v.object({
    template_id: v.number(),
    starts_at: v.date(),
    ends_at: v.date(),
    code: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    capacity: v.number(),
    taken: v.number(),
    orders: v.array(v.object({ status: orderStatus, count: v.number(), late: v.number() })),
  }),
  `with held as materialized (
     select o.slot_template_id, o.slot_starts_at, o.status, count(*)::int as count,
       (count(*) filter (where ${IS_OPEN} and ${IS_READY} and ${DUE_AT} <= $2))::int as late
     from orders o
     where o.slot_starts_at >= $1 and o.slot_starts_at < $1::timestamptz + interval '1 day' and o.status <> 'canceled'
     group by 1, 2, 3
   ), day as (
     select t.id, t.method_id, t.capacity, $1::timestamptz + t.starts_minute * interval '1 minute' as starts_at,
       $1::timestamptz + t.ends_minute * interval '1 minute' as ends_at
     from delivery_slot_templates t
   )
   select day.id as template_id, day.starts_at, day.ends_at, m.code, m.name_en, m.name_zh,
     coalesce(s.capacity, day.capacity) as capacity, coalesce(s.taken, 0) as taken,
     coalesce((select jsonb_agg(jsonb_build_object('status', held.status, 'count', held.count, 'late', held.late))
       from held where held.slot_template_id = day.id and held.slot_starts_at = day.starts_at), '[]') as orders
   from day join delivery_methods m on m.id = day.method_id
     left join delivery_slots s on s.template_id = day.id and s.starts_at = day.starts_at
   where day.capacity > 0 or s.taken > 0
   order by day.starts_at, m.position, day.id`,
);

/** Counts unpaid orders that expire at $1, requests to cancel, and requested refunds. */
export const waitingNow = statement(
  'staff.waitingNow',
  v.object({
    unpaid: v.number(),
    unpaid_first_at: v.nullable(v.date()),
    cancellations: v.number(),
    cancellation_oldest_at: v.nullable(v.date()),
    refunds: v.number(),
    /** Sen. */
    refund_amount: v.number(),
    refund_oldest_at: v.nullable(v.date()),
  }),
  `select unpaid.count as unpaid, unpaid.first_at as unpaid_first_at, asked.count as cancellations,
     asked.oldest_at as cancellation_oldest_at, refund.count as refunds, refund.amount as refund_amount,
     refund.oldest_at as refund_oldest_at
   from (select count(*)::int as count, min(o.created_at + o.hold_minutes * interval '1 minute') as first_at
       from orders o where ${expiresBy('$1::timestamptz')}) unpaid,
     (select count(*)::int as count, min(requested_at) as oldest_at from order_cancellations
       where state = 'requested') asked,
     (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount, min(created_at) as oldest_at
       from refunds where state = 'requested') refund`,
);

/** Sums the orders that were placed from $1 until $2, without canceled ones. */
export const ordersPlaced = statement(
  'staff.ordersPlaced',
  v.object({ orders: v.number(), amount: v.number() }),
  `select count(*)::int as orders, coalesce(sum(grand_total), 0)::bigint as amount from orders
   where created_at >= $1 and created_at < $2 and status <> 'canceled'`,
);

/**
 * SQL query: goods on sale whose stock is negative or lasts less than a usual day, with the units that the product
 * sells on such a day.
 */
const LOW_STOCK_GOODS = `
  select i.id, i.product_id, i.variation_option_id, i.quantity, i.min_qty, p.sales_count / 30.0 as usual_per_day
  from products p join inventory i on i.product_id = p.id
  where p.status = 'published' and not i.is_continuous_selling
    and (i.quantity <= i.min_qty or i.quantity - i.min_qty < p.sales_count / 30.0) and p.sales_count > 0
  union
  select i.id, i.product_id, i.variation_option_id, i.quantity, i.min_qty, p.sales_count / 30.0
  from inventory i join products p on p.id = i.product_id
  where i.quantity < 0 and p.status = 'published'`;

const stockPage = v.object({ total: v.number(), ids: v.array(v.string()) });

/**
 * Finds a page of goods whose stock is below zero, or lasts less than a usual day, the most negative first, then those
 * that last shortest. Values: whether only negative ones, limit, offset.
 */
export const lowStock = statement(
  'staff.lowStock',
  v.object({ ...stockPage.entries, negative: v.number() }),
  `with goods as materialized (${LOW_STOCK_GOODS})
   select (select count(*) from goods where not $1::boolean or quantity < 0) as total,
     (select count(*) from goods where quantity < 0) as negative,
     array(select id::text from goods where not $1::boolean or quantity < 0
       order by least(quantity, 0), (quantity - min_qty) / greatest(usual_per_day, 0.01), id limit $2 offset $3) as ids`,
);

/** Reads stock rows by their ids $1, in their order. */
export const stockById = statement(
  'staff.stockById',
  v.object({
    product_id: v.string(),
    variation_option_id: v.nullable(v.string()),
    slug: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    variant_en: v.nullable(v.string()),
    variant_zh: v.nullable(v.string()),
    sku: v.nullable(v.string()),
    image_hash: v.string(),
    quantity: v.number(),
    min_qty: v.number(),
    sales_count: v.number(),
  }),
  `select p.id::text as product_id, o.id::text as variation_option_id, p.slug, p.name_en, p.name_zh,
     coalesce(o.title_en, p.variant_en) as variant_en, coalesce(o.title_zh, p.variant_zh) as variant_zh,
     coalesce(o.sku, p.sku) as sku, coalesce(o.image_hash, p.image_hash) as image_hash, i.quantity, i.min_qty,
     p.sales_count
   from unnest($1::bigint[]) with ordinality as page (id, place) join inventory i on i.id = page.id
     join products p on p.id = i.product_id left join variation_options o on o.id = i.variation_option_id
   order by page.place`,
);

/** Counts the deliveries by channel that failed since $1. */
export const failedSince = statement(
  'staff.failedSince',
  v.object({ channel: v.picklist(CHANNELS), count: v.number() }),
  `select channel, count(*)::int as count from notification_deliveries
   where state = 'failed' and finished_at >= $1 group by channel order by channel`,
);

/** Finds a page of failed deliveries, newest first. Values: channels or null, since when, limit, offset. */
export const failedPage = statement(
  'staff.failedPage',
  v.object({
    total: v.number(),
    rows: v.array(
      v.object({
        notification_id: v.string(),
        kind: v.string(),
        channel: v.picklist(CHANNELS),
        reason: v.nullable(v.string()),
        at: v.string(),
        order_id: v.nullable(v.string()),
        order_number: v.nullable(v.string()),
        customer_id: v.nullable(v.string()),
      }),
    ),
  }),
  `with failed as (
     select notification_id, channel, reason, finished_at from notification_deliveries
     where state = 'failed' and finished_at >= $2 and ($1::text[] is null or channel = any($1))
   ), page as (
     select * from failed order by finished_at desc, notification_id, channel limit $3 offset $4
   )
   select (select count(*) from failed) as total, (
     select coalesce(jsonb_agg(jsonb_build_object('notification_id', n.id, 'kind', n.kind, 'channel', page.channel,
       'reason', page.reason, 'at', page.finished_at, 'order_id', n.order_id, 'order_number', o.order_number,
       'customer_id', n.customer_id) order by page.finished_at desc, n.id, page.channel), '[]')
     from page join notifications n on n.id = page.notification_id left join orders o on o.id = n.order_id) as rows`,
);

/**
 * Finds a page of the searches without results since $1, the most frequent first. Values: since when, limit, offset.
 */
export const searchMissPage = statement(
  'staff.searchMissPage',
  v.object({
    total: v.number(),
    rows: v.array(
      v.object({ keyword: v.string(), lang: v.picklist(['en', 'zh']), times: v.number(), last_at: v.string() }),
    ),
  }),
  `with missed as (
     select keyword, lang, count as times, last_at from search_misses where last_at >= $1
   )
   select (select count(*) from missed) as total, (
     select coalesce(jsonb_agg(to_jsonb(page) order by times desc, last_at desc, keyword, lang), '[]')
     from (select * from missed order by times desc, last_at desc, keyword, lang limit $2 offset $3) page) as rows`,
);
