import type { Sen } from '../money.ts';

/**
 * docs/spec.md §5: "A discount shows as a percentage when the base amount exceeds the amount." Rounded down, so that
 * it never promises too much; null below one percent.
 */
export function computeDiscountPercent(base: Sen, amount: Sen): number | null {
  if (base <= amount) return null;
  return Math.floor(((base - amount) * 100) / base) || null;
}

/**
 * docs/spec.md §5: "Best discount: the item with the largest fractional reduction from price." Returns the first of
 * equals, null if no item is reduced; `amountOf` returns an item's current price.
 */
export function findBestDiscount<Item extends { price: Sen }>(
  items: readonly Item[],
  amountOf: (item: Item) => Sen,
): Item | null {
  const reduction = (item: Item) => item.price - amountOf(item);
  return items.reduce<Item | null>((best, item) => {
    if (reduction(item) <= 0) return best;
    // Compares fractions without division: a/b > c/d if a × d > c × b.
    return best === null || reduction(item) * best.price > reduction(best) * item.price ? item : best;
  }, null);
}
