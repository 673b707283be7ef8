/** The fields of a product that the rules read (docs/spec.md §3 "Product"). */
import type { Sen } from '../money.ts';

/** A stock record. Without a `quantity`, the product's own quantity applies. */
export type Inventory = {
  quantity?: number | null;
  /** Reserve in units: at or below it the product is out of stock. Default 0. */
  min_qty?: number | null;
  /** Continuous selling: orders are accepted without stock (pre-order, made on demand). */
  is_continuous_selling: boolean;
};

/** From `qty` units, each costs `tier_price`. */
export type TierPrice = { qty: number; tier_price: Sen };

/** A simple product, or one variation of a variable product. */
export type StockHolder = { quantity: number; inventory: Inventory | null };

export type OptionStock = StockHolder & { id: string };

/** The stock of a product; without variations `variation_options` is empty. */
export type ProductStock = StockHolder & { variation_options: readonly OptionStock[] };

/** The fields of the price rule (docs/spec.md §5). `price` is the current price. */
export type ProductForPrice = {
  price: Sen;
  /** Price of the shopper's customer group. */
  group_price?: Sen | null;
  tier_prices: readonly TierPrice[];
};

/** A product's stored prices: `price` is the regular price, `sale_price` the current sale (docs/readings.md#29). */
export type ProductPrices = ProductForPrice & { sale_price?: Sen | null };

/** Sale limits of a product that has none of its own (docs/spec.md §9); a maximum of 0 is no limit. */
export const DEFAULT_MIN_SALE_QTY = 1;
export const DEFAULT_MAX_SALE_QTY = 0;
