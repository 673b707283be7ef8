/** Whether there is something to sell, and how much (docs/spec.md §5 "Stock and price"). */
import type { ProductStock, StockHolder } from './product.ts';

/** Without an inventory the product's own quantity decides, with nothing kept back. */
function quantityOnHand({ quantity, inventory }: StockHolder): number {
  return inventory?.quantity ?? quantity;
}

/**
 * docs/spec.md §5: "if inventory exists and it is not continuous selling, out of stock when inventory quantity (else product
 * quantity) is at or below min_qty (default 0). With no inventory, out of stock when quantity is at or below 0."
 */
function isSoldOut(stocked: StockHolder): boolean {
  if (stocked.inventory === null) return stocked.quantity <= 0;
  if (stocked.inventory.is_continuous_selling) return false;
  return quantityOnHand(stocked) <= (stocked.inventory.min_qty ?? 0);
}

/**
 * docs/spec.md §5: "With variations: a chosen variation is judged by its own inventory or quantity; with none chosen, out of
 * stock if every variation is out of stock." A choice that the product does not have cannot be bought.
 */
export function isOutOfStock(product: ProductStock, chosen?: string | null): boolean {
  const options = product.variation_options;
  if (options.length === 0) return isSoldOut(product);
  if (chosen === undefined || chosen === null) return options.every(isSoldOut);
  const option = options.find(({ id }) => id === chosen);
  return option === undefined || isSoldOut(option);
}

/** Pieces that can be sold: what is on hand less what is kept back, never below zero (docs/readings.md#5: "net of min_qty"). */
export function availableStock(stocked: StockHolder): number {
  return Math.max(0, quantityOnHand(stocked) - (stocked.inventory?.min_qty ?? 0));
}

/** From this many pieces down the shop says how many are left. */
export const LOW_STOCK = 10;

/** What the shop says about stock: sold out, or only so many left. */
export type StockNote = { note: 'sold_out' } | { note: 'only_left'; left: number };

/**
 * docs/spec.md §4: "Products may show out of stock, on sale, or only N left." Nothing is said where selling goes on without
 * stock, nor of how many are left while a variation is still to be chosen.
 */
export function stockNote(product: ProductStock, chosen?: string | null): StockNote | null {
  if (isOutOfStock(product, chosen)) return { note: 'sold_out' };
  const stocked =
    product.variation_options.length === 0 ? product : product.variation_options.find(({ id }) => id === chosen);
  if (stocked === undefined || stocked.inventory?.is_continuous_selling) return null;
  const left = availableStock(stocked);
  return left <= LOW_STOCK ? { note: 'only_left', left } : null;
}
