/**
 * The part of `product_listing` that answers are made from: everything of a product that a list shows, but its stock.
 * Texts stand in both languages, prices with all their conditions, so that one row serves every shopper at every time.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';

/** A text in English and, where there is one, in Chinese. */
export type Bilingual = { en: string; zh: string | null };

/** A category, tag, or dietary need as a product names it. */
export type ListingRef = { id: number; slug: string; name: Bilingual };

/** A sale of a product (`option` null) or of one of its options; running or to come when it was written. Sen, ISO 8601 in UTC. */
export type ListingSale = {
  option: number | null;
  sale_price: number;
  starts_at: string;
  ends_at: string | null;
  is_deal: boolean;
};

export type ListingSize = { amount: number; unit: 'g' | 'ml' | 'pc' };

export type ListingOption = {
  id: number;
  title: Bilingual;
  price: number;
  size: ListingSize | null;
  /** Grams. */
  weight: number;
  bulky: boolean;
  image: string;
  /** Its stock row, null where it has none. */
  inventory: number | null;
};

/** A part of a bundle, as the bundle needs it: which stock row, and how much of it one bundle takes. */
export type ListingPart = { inventory: number | null; quantity: number };

export type ListingDoc = {
  slug: string;
  type: 'simple' | 'variable' | 'voucher';
  name: Bilingual;
  title: Bilingual;
  variant: Bilingual | null;
  stage: Backdrop;
  image: string;
  /** Regular price in sen; a variable product's is its cheapest option's. */
  price: number;
  size: ListingSize | null;
  min_sale_qty: number;
  max_sale_qty: number;
  /** Grams. */
  weight: number;
  bulky: boolean;
  tier_prices: { qty: number; tier_price: number }[];
  /** Customer group's code → its price. */
  group_prices: Record<string, number>;
  sales: ListingSale[];
  brand: { id: number; slug: string; name: string } | null;
  /** Its aisle's path from the root down, then its further categories with their ancestors. */
  categories: ListingRef[];
  /** How many of `categories` are the path to its aisle. */
  path_length: number;
  tags: ListingRef[];
  dietary: ListingRef[];
  /** Options on sale, in their order; empty but for variable products. */
  options: ListingOption[];
  /** Its own stock row; null for variable products and bundles. */
  inventory: number | null;
  /** What a bundle takes; empty for everything else. */
  parts: ListingPart[];
  /** How its Chinese name, options and categories sound, for the search (docs/readings.md#36). */
  sounds: string[];
};
