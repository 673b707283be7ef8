/** Computes available units from stock rows: a product's, an option's, or those of a bundle's parts. */
import * as v from 'valibot';

/** A stock row, and how many of it one unit takes (more than one only inside bundles). */
export const stockRow = v.object({
  inventory_id: v.number(),
  per_unit: v.number(),
  quantity: v.number(),
  min_qty: v.number(),
  is_continuous_selling: v.boolean(),
});
export type StockRow = v.InferOutput<typeof stockRow>;

/**
 * Returns the units left to sell, net of `min_qty`: the scarcest row decides (docs/readings.md#5,
 * docs/readings.md#30). `Infinity` if every row sells without stock; 0 without rows; never negative.
 */
export function unitsAvailable(stock: readonly StockRow[]): number {
  if (stock.length === 0) return 0;
  const each = stock.map((row) =>
    row.is_continuous_selling ? Number.POSITIVE_INFINITY : Math.floor((row.quantity - row.min_qty) / row.per_unit),
  );
  return Math.max(0, Math.min(...each));
}
