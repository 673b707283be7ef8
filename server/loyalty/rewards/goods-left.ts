/** Goods that an order still has after its refunds; rewards for the order depend on them (docs/readings.md#56). */
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';

/**
 * Reads whether order $1 has goods left after its refunds, and their price in sen after discounts. Free ones do not
 * count, because staff cannot refund them, except in an order whose goods were all free.
 */
const goodsLeft = statement(
  'loyalty.goodsLeft',
  v.object({ has_goods: v.boolean(), value: v.number() }),
  `select lines.units > refunded.units and (lines.value > refunded.value or lines.value = 0) as has_goods,
     lines.value - refunded.value as value
   from (select coalesce(sum(quantity), 0)::bigint as units,
       coalesce(sum(price_total - discount - voucher_discount), 0)::bigint as value
     from order_lines where order_id = $1) lines,
     (select coalesce(sum(goods), 0)::bigint as value, coalesce(sum((
         select sum((item ->> 'quantity')::bigint) from jsonb_array_elements(items) item)), 0)::bigint as units
     from refunds where order_id = $1 and state <> 'withdrawn') refunded`,
);

export type GoodsLeft = { has_goods: boolean; value: number };

export const readGoodsLeft = async (ctx: Ctx, order_id: string): Promise<GoodsLeft> =>
  (await ctx.db.row(goodsLeft, [order_id])) ?? { has_goods: false, value: 0 };
