/**
 * Reconciles a cart: between two reads prices change, stock runs out and products leave. Adjusts lines to what can be
 * bought now and reports each difference once, at its line (docs/readings.md#6).
 */

import { maxQuantity } from '@shop/core/cart/limits';
import { priceLines } from '@shop/core/cart/pricing';
import { refusal } from '@shop/core/refusal';
import type { Change } from './changes.ts';
import { type Line, limitsBeside } from './lines.ts';

export type Reconciled = { lines: Line[]; changes: Change[] };

/** Finds the quantity that a line must change to, 0 if it cannot be bought; null if it is valid. */
function allowedQuantity(
  line: Line,
  taken: ReadonlyMap<number, number>,
  bulky: { max: number; left: number },
): Change | null {
  const { quantity, min_sale_qty } = line;
  if (!line.is_sold) return { line, field: 'unavailable', old: quantity, new: 0 };
  const limits = limitsBeside(line, taken);
  const highest = maxQuantity(limits);
  const most = line.bulky ? Math.min(highest, bulky.left) : highest;
  const allowed = most < min_sale_qty ? 0 : Math.min(Math.max(quantity, min_sale_qty), most);
  if (allowed === quantity) return null;
  if (allowed > quantity) return { line, field: 'min_qty', old: quantity, new: allowed };
  const change = { line, old: quantity, new: allowed };
  if (most < highest) return { ...change, field: 'bulky', refused: refusal('cart.bulky_limit', { max: bulky.max }) };
  return { ...change, field: most === limits.max_sale_qty ? 'max_qty' : 'stock' };
}

/**
 * Reconciles lines flagged for checkout, in order: lowers a quantity to the maximum or raises it to the minimum. A
 * line that cannot be bought keeps its quantity and loses its flag, so that the rest can be ordered. Lines with the
 * same stock row share its stock. Lines without the flag do not change.
 */
function reconcileQuantities(lines: readonly Line[], bulky_max: number): Reconciled {
  const taken = new Map<number, number>();
  const changes: Change[] = [];
  const bulky = { max: bulky_max, left: bulky_max };
  const reconciled = lines.map((line) => {
    if (!line.checkout) return line;
    const change = allowedQuantity(line, taken, bulky);
    if (change !== null) changes.push(change);
    const quantity = change === null ? line.quantity : Number(change.new);
    if (quantity === 0) return { ...line, checkout: false };
    if (line.bulky) bulky.left -= quantity;
    for (const row of line.offer.stock) {
      taken.set(row.inventory_id, (taken.get(row.inventory_id) ?? 0) + row.per_unit * quantity);
    }
    return { ...line, quantity };
  });
  return { lines: reconciled, changes };
}

/** Reconciles and prices a cart's lines; a price other than the last seen one is a change too. */
export function reconcile(lines: readonly Line[], bulky_max: number): Reconciled {
  const reconciled = reconcileQuantities(lines, bulky_max);
  const priced = priceLines(reconciled.lines);
  const repriced = priced.flatMap((line): Change[] =>
    line.seen_price === null || line.seen_price === line.final_price
      ? []
      : [{ line, field: 'price', old: line.seen_price, new: line.final_price }],
  );
  return { lines: priced, changes: [...reconciled.changes, ...repriced] };
}
