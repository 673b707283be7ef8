/**
 * The parts of a product that the rules look at (docs/spec.md §3 "Product"), under the spec's names. What travels and what is
 * shown has more fields; any object that has these fits.
 */
import type { Sen } from '../money.ts';

/** A stock record. Without a `quantity` of its own the product's counts. */
export type Inventory = {
  quantity?: number | null;
  /** Pieces kept back: at or below this there is nothing to sell. Default 0. */
  min_qty?: number | null;
  /** Sold on when there is none left (pre-order, made on demand). */
  is_continuous_selling: boolean;
};

/** From this many pieces on, each costs so much. */
export type TierPrice = { qty: number; tier_price: Sen };

/** Whatever has stock of its own: a simple product or one variation. */
export type StockHolder = { quantity: number; inventory: Inventory | null };

/** One way to buy a variable product. */
export type VariationOption = StockHolder & { id: string };

/** A product as the rules on stock see it; without variations the list is empty. */
export type ProductStock = StockHolder & { variation_options: readonly VariationOption[] };

/** A product as the spec's price rule sees it: `price` is what is asked today. */
export type ProductForPrice = {
  price: Sen;
  /** Price of the shopper's customer group. */
  group_price?: Sen | null;
  tier_prices: readonly TierPrice[];
};

/** Prices as they are kept and travel: `price` is the regular one, `sale_price` the one running now (docs/readings.md#29). */
export type ProductPrices = ProductForPrice & { sale_price?: Sen | null };
