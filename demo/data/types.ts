/**
 * The demo's catalogue as data (docs/ux.md#4); everything else of the demo shop is in its folder, `demo/shop`.
 * Money is whole sen, weights are grams, clock times are Malaysian, texts come in English and Chinese.
 */

import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { SizeUnit } from '@shop/core/catalog/unit-price';
import type { ImageSpec, PackParams, Pattern } from '../../server/media/image-spec.ts';

/** A text in both languages of the shop; Chinese in Malaysian wording. */
export type SeedText = { en: string; zh: string };

/** A pack's contents: the words for it ("5 kg", "5公斤") and the amount a unit price divides by. */
export type Size = { text: SeedText; amount: number; unit: SizeUnit };

/** A category; a root has no `parent`. */
export type SeedCategory = {
  slug: string;
  parent: string | null;
  name: SeedText;
  /** Place among its siblings, from 1. */
  position: number;
  stage: Backdrop;
  /** Slug of the product whose pack is drawn on the tile. */
  tile_product: string;
  /** The range of its products' prices, rounded to whole ringgit, in sen; null for a root. */
  price_range: readonly [number, number] | null;
  show_in_sidemenu: boolean;
  show_in_footer: boolean;
  /**
   * Whether a link to it from a brand keeps the brand (docs/spec.md §2 "Link building"): true for subcategories that
   * several brands share.
   */
  show_in_brand: boolean;
};

/** A brand's colours and pattern; `ink` on `base` has a contrast of at least 4.5:1. */
export type BrandPalette = { base: string; accent: string; ink: string; pat: Pattern };

export type SeedBrand = {
  slug: string;
  name: SeedText;
  palette: BrandPalette;
  /** Shown on the home page's brand wall. */
  featured: boolean;
};

/** A dietary need, allergen or tag of products. */
export type SeedLabel = { slug: string; name: SeedText };

/** A line of the nutrition table, per 100 g or 100 ml. */
export type SeedNutrition = { name: SeedText; amount: string };

/** docs/spec.md §3 Product.tier_prices: from `qty` pieces on, each costs `tier_price` sen. */
export type SeedTierPrice = { qty: number; tier_price: number };

/** A customer group's own price in sen (docs/readings.md#22). */
export type SeedGroupPrice = { group: string; price: number };

export type SeedCustomerGroup = { code: string; name: SeedText };

/** Stock in units. `min_qty` of them are not sold; `stock` in responses is net of them (docs/readings.md#5). */
export type SeedInventory = { quantity: number; min_qty: number; is_continuous_selling: boolean };

/**
 * An option of a variable product. The first is the cheapest, and the product's own price, size, weight and pictures
 * repeat it.
 */
export type SeedOption = {
  /** Unique among all options of the shop. */
  sku: string;
  /** Its name: "200 g", "Sambal". */
  title: SeedText;
  kind: 'size' | 'count' | 'flavour';
  price: number;
  /** An open-ended sale's price, or null. */
  sale_price: number | null;
  size: Size;
  weight_g: number;
  bulky: boolean;
  inventory: SeedInventory;
  pack: PackParams;
  images: ImageSpec[];
};

/** An item of a bundle; `option_sku` names the option of a variable product. */
export type SeedBundleItem = { product_slug: string; option_sku: string | null; quantity: number };

export type SeedProduct = {
  slug: string;
  /** docs/spec.md §3 "product types". A bundle is a simple product with `bundle_items` (docs/readings.md#30). */
  type: 'simple' | 'variable' | 'voucher';
  sku: string;
  /** Brand and name without size, as cards show it. */
  name: SeedText;
  /** Name and size: "Krupkrap Cassava Crackle Sambal 120 g". */
  title: SeedText;
  /** The size: "120 g". */
  variant: SeedText;
  /** Slug of its brand, or null. */
  brand: string | null;
  /** Slug of its category. */
  category: string;
  /** Slugs of further categories that list it. */
  further_categories: string[];
  description: SeedText;
  ingredients: SeedText | null;
  storage: SeedText | null;
  nutrition: SeedNutrition[] | null;
  dietary: string[];
  allergens: string[];
  tags: string[];
  /** Number of the (invented) certificate if `dietary` has halal, else null. */
  halal_certificate: string | null;
  /** ISO 3166-1 code of the country it comes from. */
  origin: string;
  /** Regular price. */
  price: number;
  /** An open-ended sale's price, or null; windows with an end come from `deals.ts`. */
  sale_price: number | null;
  tier_prices: SeedTierPrice[];
  group_prices: SeedGroupPrice[];
  /** Contents for the unit price; null for bundles and vouchers. */
  size: Size | null;
  weight_g: number;
  /** A variable product's own inventory is null: its options have the stock. So is a bundle's: its items have it. */
  inventory: SeedInventory | null;
  min_sale_qty: number;
  /** 0: no limit (docs/spec.md §5). */
  max_sale_qty: number;
  /** Whether the product is bulky; options have their own flag. */
  bulky: boolean;
  options: SeedOption[];
  bundle_items: SeedBundleItem[];
  /** The drawn pack; that of the first item for a bundle. */
  pack: PackParams;
  /** Front first. */
  images: ImageSpec[];
  /**
   * Units sold in total, and in the last 30 days: they rank best sellers and popular products until there are orders.
   */
  sold_count: number;
  sold_recently: number;
  /** Days it has been in the shop when seeded. */
  age_days: number;
  /** Place among featured products, from 1, or null. */
  featured: number | null;
};

/** A running sale with both ends, ISO 8601 in UTC. */
export type SeedDealWindow = { product_slug: string; sale_price: number; starts_at: string; ends_at: string };

/** One of the rotating shocking deals. */
export type SeedDeal = { product_slug: string; sale_price: number; rhythm: 'day' | 'week' };
