/**
 * The document in `product_listing` from which responses are built: all that a list needs of a product, except stock.
 * Texts are in both languages and prices have all their conditions, so one row serves every shopper at any time.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { PackSize } from '@shop/core/catalog/unit-price';

/** A text in English and optionally in Chinese. */
export type Bilingual = { en: string; zh: string | null };

/** A reference to a category, tag, or dietary need. */
export type ListingRef = { id: number; slug: string; name: Bilingual };

/**
 * A sale of a product (`option` null) or of one option, running or upcoming at publishing time; for bundles also the
 * periods in which their items cap the price (`bundle-sales.ts`). Sen; ISO 8601 in UTC.
 */
export type ListingSale = {
  option: number | null;
  sale_price: number;
  starts_at: string;
  ends_at: string | null;
  is_deal: boolean;
};

export type ListingSize = PackSize;

export type ListingOption = {
  id: number;
  title: Bilingual;
  price: number;
  size: ListingSize | null;
  /** Grams. */
  weight: number;
  bulky: boolean;
  image: string;
  /** Id of its stock row, null if it has none. */
  inventory: number | null;
};

/** An item of a bundle: its stock row, and the units that one bundle takes of it. */
export type ListingBundleItem = { inventory: number | null; quantity: number };

export type ListingDoc = {
  slug: string;
  type: 'simple' | 'variable' | 'voucher';
  name: Bilingual;
  title: Bilingual;
  variant: Bilingual | null;
  stage: Backdrop;
  image: string;
  /** Regular price in sen; for variable products that of the cheapest option. */
  price: number;
  size: ListingSize | null;
  min_sale_qty: number;
  max_sale_qty: number;
  /** Grams. */
  weight: number;
  bulky: boolean;
  tier_prices: { qty: number; tier_price: number }[];
  /** Prices by customer group code. */
  group_prices: Record<string, number>;
  sales: ListingSale[];
  brand: { id: number; slug: string; name: string } | null;
  /** Path of its main category from the root, then further categories with their ancestors. */
  categories: ListingRef[];
  /** How many of `categories` belong to the main category's path. */
  path_length: number;
  tags: ListingRef[];
  dietary: ListingRef[];
  /** Published options, in the shop's order; empty except for variable products. */
  options: ListingOption[];
  /** Id of its own stock row; null for variable products and bundles. */
  inventory: number | null;
  /** Items of a bundle; empty for other products. */
  parts: ListingBundleItem[];
  /** Frozen categories of a bundle's items that are not its own; missing in documents of other products. */
  frozen_parts?: ListingRef[];
  /** Pinyin of its Chinese name, options and categories, for search (docs/readings.md#36). */
  sounds: string[];
};
