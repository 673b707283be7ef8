/** Goods that an order still has after its refunds; rewards for the order depend on them (docs/readings.md#56). */
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';

/**
 * Reads the units of order $1 that were not refunded, and the price of its goods in sen after discounts and refunds.
 */
const goodsLeft = statement(
  'loyalty.goodsLeft',
  v.object({ units: v.number(), value: v.number() }),
  `select lines.units - coalesce((
       select sum((item ->> 'quantity')::bigint) from refunds r, jsonb_array_elements(r.items) item
       where r.order_id = $1 and r.state <> 'withdrawn'), 0)::bigint as units,
     lines.value - coalesce((select sum(goods) from refunds where order_id = $1 and state <> 'withdrawn'), 0)::bigint as value
   from (select coalesce(sum(quantity), 0)::bigint as units,
       coalesce(sum(price_total - discount - voucher_discount), 0)::bigint as value
     from order_lines where order_id = $1) lines`,
);

export type GoodsLeft = { units: number; value: number };

export const readGoodsLeft = async (ctx: Ctx, order_id: string): Promise<GoodsLeft> =>
  (await ctx.db.row(goodsLeft, [order_id])) ?? { units: 0, value: 0 };
