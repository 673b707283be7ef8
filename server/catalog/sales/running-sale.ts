/** Selects the running sale from a listing's sales. The SQL of offers and listings implements the same rule. */
import type { ListingSale } from '../listing/listing-document.ts';

/** A running sale: price in sen, and its end if it has one. */
export type RunningSale = { sale_price: number; ends_at: Date | null };

/**
 * Returns the lowest running sale price of the product (`option` null) or option that is below the regular price; of
 * equal ones the longest. Null without one.
 */
export function runningSale(
  sales: readonly ListingSale[],
  option: number | null,
  price: number,
  now: Date,
): RunningSale | null {
  let best: RunningSale | null = null;
  for (const sale of sales) {
    if (sale.option !== option || sale.sale_price >= price) continue;
    const ends_at = sale.ends_at === null ? null : new Date(sale.ends_at);
    if (now < new Date(sale.starts_at) || (ends_at !== null && now >= ends_at)) continue;
    const isLonger = (end: Date | null) => ends_at === null || (end !== null && ends_at > end);
    if (
      best === null ||
      sale.sale_price < best.sale_price ||
      (sale.sale_price === best.sale_price && isLonger(best.ends_at))
    ) {
      best = { sale_price: sale.sale_price, ends_at };
    }
  }
  return best;
}

/** Returns when the next of these sales starts or ends; null if none will. */
export function nextSaleEdge(sales: readonly ListingSale[], now: Date): Date | null {
  let next: Date | null = null;
  for (const sale of sales) {
    for (const edge of [sale.starts_at, sale.ends_at]) {
      if (edge === null) continue;
      const at = new Date(edge);
      if (at > now && (next === null || at < next)) next = at;
    }
  }
  return next;
}
