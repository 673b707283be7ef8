import type { Sen } from '../money.ts';

/**
 * docs/spec.md §5: "A discount shows as a percentage when the base amount exceeds the amount." Rounded down, so that
 * it never promises too much; null below one percent.
 */
export function discountPercent(base: Sen, amount: Sen): number | null {
  if (base <= amount) return null;
  return Math.floor(((base - amount) * 100) / base) || null;
}

export type Discounted = { price: Sen; final_price: Sen };

/** Compares two fractions exactly: their cross products exceed a double. */
function isReducedMore(a: Discounted, b: Discounted): boolean {
  return BigInt(a.price - a.final_price) * BigInt(b.price) > BigInt(b.price - b.final_price) * BigInt(a.price);
}

/**
 * docs/spec.md §5: "Best discount: the item with the largest fractional reduction from price." The first of equals;
 * null where nothing is reduced.
 *
 * @public No page shows it yet.
 */
export function bestDiscount<Item extends Discounted>(items: readonly Item[]): Item | null {
  let best: Item | null = null;
  for (const item of items) {
    if (item.price > item.final_price && (best === null || isReducedMore(item, best))) best = item;
  }
  return best;
}
