import { MAX_NEXT_DEALS, type ShockingDeals } from '@shop/contract/catalog';
import * as v from 'valibot';
import { type Ctx, limitCacheUntil } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { listingEntries, STOCK_COLUMN } from '../catalog.sql.ts';
import { presentRow } from '../catalog.view.ts';

/** Reads the next deal of each listed product that is below its regular price, soonest first. Values: now, limit. */
const nextDeals = statement(
  'catalog.nextDeals',
  v.object({
    ...listingEntries,
    deal_price: v.number(),
    starts_at: v.date(),
    ends_at: v.nullable(v.date()),
  }),
  `select next.sale_price as deal_price, next.starts_at, next.ends_at, l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from (
     select distinct on (s.product_id) s.product_id, s.sale_price, s.starts_at, s.ends_at
     from sales s join products p on p.id = s.product_id
     left join variation_options o on o.id = s.variation_option_id
     where s.is_deal and s.starts_at > $1::timestamptz and s.sale_price < coalesce(o.price, p.price)
       and coalesce(o.is_active, true)
     order by s.product_id, s.starts_at, s.sale_price
   ) next
   join product_listing l on l.product_id = next.product_id
   order by next.starts_at, l.product_id limit $2`,
);

/** Reads upcoming deals, the first even if `most` is 0: the response expires when it starts. */
async function readUpcomingDeals(ctx: Ctx, most: number) {
  const rows = await ctx.db.rows(nextDeals, [ctx.now, Math.max(1, most)]);
  limitCacheUntil(ctx.cacheTags, rows[0]?.starts_at);
  return rows;
}

/** Returns whether a deal is coming; it names no product in the response's cache tags. */
export const hasUpcomingDeals = async (ctx: Ctx): Promise<boolean> => (await readUpcomingDeals(ctx, 1)).length > 0;

/** Lists upcoming deals, soonest first. */
export async function listUpcomingDeals(ctx: Ctx, most = MAX_NEXT_DEALS): Promise<ShockingDeals['next']> {
  const rows = await readUpcomingDeals(ctx, most);
  return rows.slice(0, most).map(({ deal_price, starts_at, ends_at, ...row }) => {
    return { product: presentRow(ctx, row), deal_price, starts_at, ends_at };
  });
}
