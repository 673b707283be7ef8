/** Stock rules (docs/spec.md §5 "Stock and price"). */
import type { ProductStock, StockHolder } from './product.ts';

/** Returns the inventory's quantity, or the product's own if the inventory has none. */
function countOnHand({ quantity, inventory }: StockHolder): number {
  return inventory?.quantity ?? quantity;
}

/**
 * docs/spec.md §5: "if inventory exists and it is not continuous selling, out of stock when inventory quantity (else
 * product quantity) is at or below min_qty (default 0). With no inventory, out of stock when quantity is at or below
 * 0."
 */
function isSoldOut(holder: StockHolder): boolean {
  if (holder.inventory === null) return holder.quantity <= 0;
  if (holder.inventory.is_continuous_selling) return false;
  return countOnHand(holder) <= (holder.inventory.min_qty ?? 0);
}

/**
 * docs/spec.md §5: "With variations: a chosen variation is judged by its own inventory or quantity; with none chosen,
 * out of stock if every variation is out of stock." An unknown variation is out of stock.
 */
export function isOutOfStock(product: ProductStock, chosen?: string | null): boolean {
  const options = product.variation_options;
  if (options.length === 0) return isSoldOut(product);
  if (chosen === undefined || chosen === null) return options.every(isSoldOut);
  const option = options.find(({ id }) => id === chosen);
  return option === undefined || isSoldOut(option);
}

/** Returns the units that can be sold: the quantity net of `min_qty`, never below zero (docs/readings.md#5). */
export function countAvailableStock(holder: StockHolder): number {
  return Math.max(0, countOnHand(holder) - (holder.inventory?.min_qty ?? 0));
}

/** At this many units or fewer, the shop shows how many are left. */
export const MAX_SHOWN_STOCK = 10;

export type StockNote = { note: 'sold_out' } | { note: 'only_left'; left: number };

/**
 * docs/spec.md §4: "Products may show out of stock, on sale, or only N left." No note with continuous selling, and no
 * number left before a variation is chosen.
 */
export function findStockNote(product: ProductStock, chosen?: string | null): StockNote | null {
  if (isOutOfStock(product, chosen)) return { note: 'sold_out' };
  const holder =
    product.variation_options.length === 0 ? product : product.variation_options.find(({ id }) => id === chosen);
  if (holder === undefined || holder.inventory?.is_continuous_selling) return null;
  const left = countAvailableStock(holder);
  return left <= MAX_SHOWN_STOCK ? { note: 'only_left', left } : null;
}
