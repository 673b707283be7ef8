/**
 * The demo shop as data (docs/ux.md#4): what the seeder inserts, and nothing about how.
 * Money is whole sen, weights are grams, clock times are Malaysian, texts come in English and Chinese.
 */

import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { CollectionRule } from '../../server/catalog/catalog.sql.ts';
import type { ImageSpec, PackParams, Pattern } from '../../server/media/image-spec.ts';

/** A text in both languages of the shop; Chinese in Malaysian wording. */
export type Text = { en: string; zh: string };

/** What a unit price counts in: grams, millilitres or pieces. */
export type SizeUnit = 'g' | 'ml' | 'pc';

/** A pack's contents: the words for it ("5 kg", "5公斤") and the amount a unit price divides by. */
export type Size = { text: Text; amount: number; unit: SizeUnit };

/** A category: a root (`parent` null) or a category. */
export type SeedCategory = {
  slug: string;
  parent: string | null;
  name: Text;
  /** Place among its siblings, from 1. */
  position: number;
  stage: Backdrop;
  /** Slug of the product whose pack stands on the tile. */
  tile_product: string;
  /** The range its products' prices lie in when rounded to whole ringgit, in sen; null for a root. */
  price_range: readonly [number, number] | null;
  show_in_sidemenu: boolean;
  show_in_footer: boolean;
  /**
   * Where a link to this category comes from a brand, it keeps the brand (docs/spec.md §2 "Link building"):
   * subcategories that several brands share.
   */
  show_in_brand: boolean;
};

/** A brand's own look; `ink` on `base` reaches 4.5:1. */
export type BrandPalette = { base: string; accent: string; ink: string; pat: Pattern };

export type SeedBrand = {
  slug: string;
  name: Text;
  palette: BrandPalette;
  /** Shown on the home page's brand wall. */
  featured: boolean;
};

/** A named word that products carry: dietary need, allergen or tag. */
export type SeedLabel = { slug: string; name: Text };

/** A tag may be a mood: one of the four tall tiles of the home page. */
export type SeedTag = SeedLabel & { mood: boolean };

/** A line of the nutrition table, per 100 g or 100 ml. */
export type SeedNutrition = { name: Text; amount: string };

/** docs/spec.md §3 Product.tier_prices: from `qty` pieces on, each costs `tier_price` sen. */
export type SeedTierPrice = { qty: number; tier_price: number };

/** A customer group's own price in sen (docs/readings.md#22). */
export type SeedGroupPrice = { group: string; price: number };

export type SeedCustomerGroup = { code: string; name: Text };

/** What is on the shelf. `min_qty` pieces are kept back; `stock` in answers is net of them (docs/readings.md#5). */
export type SeedInventory = { quantity: number; min_qty: number; is_continuous_selling: boolean };

/**
 * One choice of a variable product. The first is the cheapest, and the product's own price, size, weight and pictures
 * repeat it.
 */
export type SeedOption = {
  /** Unique among all options of the shop. */
  sku: string;
  /** What the choice is called: "200 g", "Sambal". */
  title: Text;
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

/** A part of a bundle; `option_sku` names the choice where the part is a variable product. */
export type SeedBundleItem = { product_slug: string; option_sku: string | null; quantity: number };

export type SeedProduct = {
  slug: string;
  /** docs/spec.md §3 "product types". A bundle is a simple product with `bundle_items` (docs/readings.md#30). */
  type: 'simple' | 'variable' | 'voucher';
  sku: string;
  /** What the card shows: brand and name, without size. */
  name: Text;
  /** Name and size: "Krupkrap Cassava Crackle Sambal 120 g". */
  title: Text;
  /** The size alone: "120 g". */
  variant: Text;
  /** Slug of its brand, or null. */
  brand: string | null;
  /** Slug of its category. */
  category: string;
  description: Text;
  ingredients: Text | null;
  storage: Text | null;
  nutrition: SeedNutrition[] | null;
  dietary: string[];
  allergens: string[];
  tags: string[];
  /** Number of the (invented) certificate where `dietary` holds halal, else null. */
  halal_certificate: string | null;
  /** ISO 3166-1 code of the country it comes from. */
  origin: string;
  /** Regular price. */
  price: number;
  /** An open-ended sale's price, or null; windows with an end come from `deals.ts`. */
  sale_price: number | null;
  tier_prices: SeedTierPrice[];
  group_prices: SeedGroupPrice[];
  /** Contents for the unit price; null where there is none (bundles, vouchers). */
  size: Size | null;
  weight_g: number;
  /** A variable product's own inventory is null: its options hold the stock. So is a bundle's: its parts do. */
  inventory: SeedInventory | null;
  min_sale_qty: number;
  /** 0 is without limit (docs/spec.md §5). */
  max_sale_qty: number;
  /** It, or one of its options, is bulky; an option's own flag decides for that option. */
  bulky: boolean;
  options: SeedOption[];
  bundle_items: SeedBundleItem[];
  /** The pack on its label; a bundle's is its first part's. */
  pack: PackParams;
  /** Front first. */
  images: ImageSpec[];
  /** Pieces sold in all, and in the last 30 days: the ranks of best sellers and popular products until orders count. */
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

/** A named collection; `products` is filled where the rule is a picked list. */
export type SeedCollection = {
  key: string;
  name: Text;
  rule: CollectionRule;
  max_items: number | null;
  products: string[];
};

/** A federal territory or state by its ISO 3166-2 code. */
export type SeedState = { code: string; name: Text; type: 'state' | 'federal_territory' };

/** Opening hours of one weekday, local times as `HH:MM`; several spans if the outlet closes in between. */
export type OpeningHours = { day: 0 | 1 | 2 | 3 | 4 | 5 | 6; spans: { opens: string; closes: string }[] };

export type SeedOutlet = {
  code: string;
  name: Text;
  area: Text;
  street_address: string;
  postcode: string;
  state: string;
  latitude: number;
  longitude: number;
  /** International digits without plus, as the spec normalises phones. */
  phone: string;
  /** Day 0 is Sunday; `24:00` ends a day. */
  hours: OpeningHours[];
};

export type SeedBanner = {
  slug: string;
  position: number;
  /** Which drawing, and so which colours. */
  scene: string;
  title: Text;
  description: Text;
  cta: Text;
  /** Path inside the shop, without `lang`. */
  link: string;
  wide: ImageSpec;
  tile: ImageSpec;
  is_active: boolean;
};

export type SeedZone = { code: string; name: Text; states: string[] };

/** A method's fee in a zone in sen, and from how many sen or items on it is free; null where it never is. */
export type SeedDeliveryRate = {
  zone: string;
  fee: number;
  free_min_amount: number | null;
  free_min_quantity: number | null;
};

/** A slot of every day: minutes after Malaysian midnight, places, and how long before its start it closes. */
export type SeedSlot = {
  starts_minute: number;
  ends_minute: number;
  capacity: number;
  cutoff_minutes: number;
  fee: number;
};

export type SeedDeliveryMethod = {
  code: string;
  shipping_class: 'standard' | 'chilled' | 'bulky';
  position: number;
  name: Text;
  description: Text;
  rates: SeedDeliveryRate[];
  slots: SeedSlot[];
};

export type SeedPaymentMethod = {
  code: string;
  name: Text;
  note: Text;
  gateway: string | null;
  is_active: boolean;
  position: number;
};

/** What `GET /settings` answers (contract/content.ts), in both languages. Fees in sen. */
export type SeedSettings = {
  site_title: Text;
  site_subtitle: Text;
  currency: 'MYR';
  logo: ImageSpec;
  category_size: number;
  seo: {
    /** Null: each page's own address. */
    canonical_url: string | null;
    og_title: Text;
    og_description: Text;
    og_image: ImageSpec;
    twitter_handle: string;
    twitter_card_type: 'summary_large_image';
    meta_title: Text;
    meta_description: Text;
    /** Comma-separated keywords. */
    meta_tags: Text;
  };
  office_hours: Text;
  /** The promise in the top bar; `highlight` is the part of `text` set in bold. */
  announcement: { text: Text; highlight: Text };
  free_shipping_bar: { hide_in_cart: boolean; hide_in_topbar: boolean };
  bag_fee: { enabled: boolean; fee: number; label: Text };
  tips: number[];
  founded: number;
  outlets_count: Text;
  contact: { email: string; phone: string; whatsapp: string; address: Text };
  legal: { business_name: string; registration_no: string; prices_note: Text };
  app_links: { ios: string; android: string };
  /** Pieces of bulky goods that one order may hold. */
  bulky_max_per_order: number;
};
