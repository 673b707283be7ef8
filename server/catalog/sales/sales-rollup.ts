/**
 * Sales counts: order lines are rolled up into `product_sales`, one row per product and Malaysian day, and summed over
 * the window into the counts that rank best sellers and popular products (docs/decisions/0009).
 */
import { DAY_MS, dayOf, startOfDay } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import { runInBatches } from '../../db/run-in-batches.ts';
import { inTransaction } from '../../transaction.ts';

/** Length of the window in days, including today. */
export const SALES_WINDOW_DAYS = 30;

const MALAYSIAN_DAY = "(o.created_at at time zone 'Asia/Kuala_Lumpur')::date";
/** Returns SQL for the instant at which a Malaysian day starts. */
const formatDayStart = (day: string): string => `(${day})::timestamp at time zone 'Asia/Kuala_Lumpur'`;

/**
 * Recomputes the sales of days whose orders were created or changed recently. Canceled orders do not count. Days
 * without such orders keep their numbers, as the demo's past sales do, which have no orders. Values: start of the
 * window, time since which orders have changed.
 */
const rollUpDays = statement(
  'catalog.rollUpDays',
  v.object({ days: v.number() }),
  `with days as (
     select distinct ${MALAYSIAN_DAY} as day from orders o where o.created_at >= $1 and o.updated_at >= $2
   ),
   sold as (
     select line.product_id, days.day, least(sum(line.quantity), 2147483647)::integer as pieces,
       count(distinct o.id)::integer as orders
     from days
     join orders o on o.created_at >= ${formatDayStart('days.day')} and o.created_at < ${formatDayStart('days.day + 1')}
     join order_lines line on line.order_id = o.id
     where o.status <> 'canceled'
     group by 1, 2
   ),
   gone as (
     delete from product_sales s using days
     where s.day = days.day and not exists (select from sold where sold.product_id = s.product_id and sold.day = s.day)
   ),
   written as (
     insert into product_sales as s (product_id, day, pieces, orders)
     select product_id, day, pieces, orders from sold order by product_id, day
     on conflict (product_id, day) do update set (pieces, orders) = (excluded.pieces, excluded.orders)
     where (s.pieces, s.orders) is distinct from (excluded.pieces, excluded.orders)
   )
   select count(*) as days from days`,
);

/** Products per transaction: a change of the counts of 100,000 products at once takes longer than a statement may. */
const PRODUCTS_PER_BATCH = 1_000;

/**
 * Sums the window into the next products by id whose counts change, locked in id order as publishing does (against
 * deadlocks). Returns all products of the batch in id order. Values: first day of the window, the last id before the
 * batch, number of products.
 */
const sumWindow = statement(
  'catalog.sumWindow',
  v.object({ product_id: v.number(), is_changed: v.boolean() }),
  `with batch as (
     select id from products where id > $2::bigint order by id limit $3
   ),
   sums as (
     select s.product_id, least(sum(s.pieces), 2147483647)::integer as pieces,
       least(sum(s.orders), 2147483647)::integer as orders
     from batch join product_sales s on s.product_id = batch.id and s.day >= $1::date group by s.product_id
   ),
   changed as (
     select p.id, coalesce(sums.pieces, 0) as pieces, coalesce(sums.orders, 0) as orders
     from batch join products p on p.id = batch.id left join sums on sums.product_id = p.id
     where (p.sales_count, p.orders_count) is distinct from (coalesce(sums.pieces, 0), coalesce(sums.orders, 0))
     order by p.id for no key update of p
   ),
   written as (
     update products p set sales_count = changed.pieces, orders_count = changed.orders
     from changed where p.id = changed.id returning p.id
   )
   select batch.id as product_id, written.id is not null as is_changed
   from batch left join written on written.id = batch.id order by batch.id`,
);

/** Copies the counts of these products into the listing and records the changes. Values: ids. */
const copyCounts = statement(
  'catalog.listCounts',
  v.object({ product_id: v.number() }),
  `with stale as (
     select l.product_id, p.sales_count, p.orders_count
     from product_listing l join products p on p.id = l.product_id
     where l.product_id = any ($1::bigint[])
       and (l.sales_count, l.orders_count) is distinct from (p.sales_count, p.orders_count)
     order by l.product_id for no key update of l
   ),
   written as (
     update product_listing l set sales_count = stale.sales_count, orders_count = stale.orders_count
     from stale where l.product_id = stale.product_id returning l.product_id
   )
   insert into catalog_changes (product_id, kind) select product_id, 'content' from written returning product_id`,
  { writes: 'catalog_change' },
);

/** Deletes days before a date, the first day that remains. */
const removeOldDays = declareCleanUp(
  'catalog.removeOldDays',
  'delete from product_sales',
  'from product_sales where day < $1::date order by day',
);

/**
 * Rolls up sales, then updates the counts of products and listings, some products in each transaction; idempotent. The
 * hourly job covers days whose orders changed since yesterday, the daily job the whole window, to recover from missed
 * runs. Returns how many listed products changed.
 */
export async function rollUpSales(
  ctx: Ctx,
  since: 'yesterday' | 'whole window' = 'yesterday',
  productsPerBatch = PRODUCTS_PER_BATCH,
): Promise<number> {
  const windowStart = new Date(startOfDay(ctx.now).getTime() - (SALES_WINDOW_DAYS - 1) * DAY_MS);
  const changedSince = since === 'yesterday' ? new Date(ctx.now.getTime() - DAY_MS) : windowStart;
  await inTransaction(ctx, ({ db }) => db.rows(rollUpDays, [windowStart, changedSince]));
  let lastId = 0;
  let listedCount = 0;
  await runInBatches(productsPerBatch, async () => {
    const { batch, listed } = await inTransaction(ctx, async ({ db }) => {
      const batch = await db.rows(sumWindow, [dayOf(windowStart), lastId, productsPerBatch]);
      const changed = batch.filter(({ is_changed }) => is_changed).map(({ product_id }) => product_id);
      return { batch, listed: changed.length > 0 ? await db.rows(copyCounts, [changed]) : [] };
    });
    lastId = batch.at(-1)?.product_id ?? lastId;
    listedCount += listed.length;
    return batch.length;
  });
  return listedCount;
}

/** Removes days older than twice the window, which no count needs. Part of the daily job. */
export async function removeOldSales(ctx: Ctx): Promise<void> {
  await removeOldDays(ctx.db, dayOf(new Date(ctx.now.getTime() - 2 * SALES_WINDOW_DAYS * DAY_MS)));
}
