/**
 * What sells: order lines are rolled up into `product_sales`, a row a product and Malaysian day, and the days of the window
 * are summed into the counts by which best sellers and popular products are chosen (docs/decisions/0009).
 */
import { DAY_MS, dayOf, startOfDay } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { inTransaction } from '../../transaction.ts';

/** Days that count, today among them. */
export const SALES_WINDOW_DAYS = 30;

const MALAYSIAN_DAY = "(o.created_at at time zone 'Asia/Kuala_Lumpur')::date";

/**
 * Writes anew what was sold on the days whose orders have come or changed of late. A canceled order sold nothing. Days
 * without any order keep what they say. Values: the window's first moment, since when orders have changed.
 */
const rollUpDays = statement(
  'catalog.rollUpDays',
  v.object({ days: v.number() }),
  `with days as (
     select distinct ${MALAYSIAN_DAY} as day from orders o where o.created_at >= $1 and o.updated_at >= $2
   ),
   sold as (
     select line.product_id, ${MALAYSIAN_DAY} as day, least(sum(line.quantity), 2147483647)::integer as pieces,
       count(distinct o.id)::integer as orders
     from orders o join days on days.day = ${MALAYSIAN_DAY} join order_lines line on line.order_id = o.id
     where o.created_at >= $1 and o.status <> 'canceled'
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

/**
 * Sums the window into the products whose counts it changes, locked in the order of their ids as publishing does. Values: the
 * window's first day.
 */
const sumWindow = statement(
  'catalog.sumWindow',
  v.object({ product_id: v.number() }),
  `with sums as (
     select product_id, least(sum(pieces), 2147483647)::integer as pieces,
       least(sum(orders), 2147483647)::integer as orders
     from product_sales where day >= $1::date group by product_id
   ),
   changed as (
     select p.id, coalesce(sums.pieces, 0) as pieces, coalesce(sums.orders, 0) as orders
     from products p left join sums on sums.product_id = p.id
     where (p.sales_count, p.orders_count) is distinct from (coalesce(sums.pieces, 0), coalesce(sums.orders, 0))
     order by p.id for no key update of p
   )
   update products p set sales_count = changed.pieces, orders_count = changed.orders
   from changed where p.id = changed.id returning p.id as product_id`,
);

/** Brings the listing of these products to their counts and notes those that it changed. Values: ids. */
const listCounts = statement(
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

/** Forgets days that no window reaches any more. Values: the first day that stays. */
const removeOldDays = statement(
  'catalog.removeOldDays',
  v.object({}),
  'delete from product_sales where day < $1::date',
);

/**
 * Rolls up what was sold and brings the counts of products and listing to it, in one transaction; doing it twice changes
 * nothing. The hourly job does so for the days whose orders changed since yesterday, the daily one for all days of the
 * window, so that nothing is missed where no job ran for a while. Returns how many listed products have other counts now.
 */
export function rollUpSales(ctx: Ctx, since: 'yesterday' | 'whole window' = 'yesterday'): Promise<number> {
  const begins = new Date(startOfDay(ctx.now).getTime() - (SALES_WINDOW_DAYS - 1) * DAY_MS);
  const changedSince = since === 'yesterday' ? new Date(ctx.now.getTime() - DAY_MS) : begins;
  return inTransaction(ctx, async ({ db }) => {
    await db.rows(rollUpDays, [begins, changedSince]);
    const changed = await db.rows(sumWindow, [dayOf(begins)]);
    if (changed.length === 0) return 0;
    return (await db.rows(listCounts, [changed.map(({ product_id }) => product_id)])).length;
  });
}

/** Removes what was sold longer ago than anything asks for. Part of the daily job. */
export async function removeOldSales(ctx: Ctx): Promise<void> {
  await ctx.db.rows(removeOldDays, [dayOf(new Date(ctx.now.getTime() - 2 * SALES_WINDOW_DAYS * DAY_MS))]);
}
