/**
 * The demo shop as data (ux.md 4): what the seeder inserts, and nothing about how.
 * Money is whole sen, weights are grams, clock times are Malaysian, texts come in English and Chinese.
 */
import type { ImageSpec, PackParams, Pattern, Stage } from '../../media/image-spec.ts';

/** A text in both languages of the shop; Chinese in Malaysian wording. */
export type Text = { en: string; zh: string };

/** What a unit price counts in: grams, millilitres or pieces. */
export type SizeUnit = 'g' | 'ml' | 'pc';

/** A pack's contents: the words for it ("5 kg", "5公斤") and the amount a unit price divides by. */
export type Size = { text: Text; amount: number; unit: SizeUnit };

/** A category: a root (`parent` null) or an aisle. */
export type SeedCategory = {
  slug: string;
  parent: string | null;
  name: Text;
  /** Place among its siblings, from 1. */
  position: number;
  stage: Stage;
  /** Slug of the product whose pack stands on the tile. */
  tile_product: string;
  /** The range its products' prices lie in when rounded to whole ringgit, in sen; null for a root. */
  price_range: readonly [number, number] | null;
  show_in_sidemenu: boolean;
  show_in_footer: boolean;
  /** Where a link to this category comes from a brand, it keeps the brand (spec §2 "Link building"): aisles that several brands share. */
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

/** What 100 g or 100 ml hold. */
export type Nutrition = {
  per: '100 g' | '100 ml';
  energy_kcal: number;
  protein_g: number;
  fat_g: number;
  carbohydrate_g: number;
  sugar_g: number;
  sodium_mg: number;
};

/** Spec §3 Product.tier_prices: from `qty` pieces on, each costs `tier_price` sen. */
export type SeedTierPrice = { qty: number; tier_price: number };

/** A customer group's own price in sen (readings 22). */
export type SeedGroupPrice = { group: string; price: number };

export type SeedCustomerGroup = { code: string; name: Text };

/** What is on the shelf. `min_qty` pieces are kept back; `stock` in answers is net of them (readings 5). */
export type SeedInventory = { quantity: number; min_qty: number; is_continuous_selling: boolean };

/** One choice of a variable product. */
export type SeedOption = {
  /** Unique among all options of the shop. */
  sku: string;
  /** What the choice is called: "200 g", "Sambal". */
  title: Text;
  kind: 'size' | 'count' | 'flavour';
  /** The choice that the product's own price, size, weight and pictures repeat; exactly one. */
  is_default: boolean;
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
  /** Spec §3 "product types". A bundle is a simple product with `bundle_items` (readings 30). */
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
  /** Slug of its aisle. */
  aisle: string;
  description: Text;
  ingredients: Text | null;
  storage: Text | null;
  nutrition: Nutrition | null;
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
  /** 0 is without limit (spec §5). */
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
};

/** A running sale with both ends, ISO 8601 in UTC. */
export type SeedDealWindow = { product_slug: string; sale_price: number; starts_at: string; ends_at: string };

/** One of the rotating shocking deals. */
export type SeedDeal = { product_slug: string; sale_price: number; rhythm: 'day' | 'week' };

/** How a named collection finds its products. */
export type SeedCollectionRule =
  | { kind: 'best_sellers'; roots: string[] | null }
  | { kind: 'popular' }
  | { kind: 'newest' }
  | { kind: 'category'; category: string }
  | { kind: 'deals' }
  | { kind: 'bundles' }
  | { kind: 'picked'; products: string[] };

export type SeedCollection = { slug: string; name: Text; rule: SeedCollectionRule; limit: number };

/** A federal territory or state by its ISO 3166-2 code. */
export type SeedState = { code: string; name: Text; type: 'state' | 'federal_territory' };

/** Opening hours of one ISO weekday (1 is Monday); `24:00` ends a day. A day may have two rows. */
export type SeedHours = { weekday: number; opens: string; closes: string };

export type SeedOutlet = {
  code: string;
  name: Text;
  area: Text;
  address: Text;
  postcode: string;
  state: string;
  latitude: number;
  longitude: number;
  /** International digits without plus, as the spec normalises phones. */
  phone: string;
  open_24_hours: boolean;
  hours: SeedHours[];
};

export type SeedBanner = {
  slug: string;
  position: number;
  /** The large tile of the hero mosaic, a small one, or a strip between modules. */
  placement: 'hero' | 'tile' | 'strip';
  title: Text;
  copy: Text;
  cta: Text;
  /** Path inside the shop, without `lang`. */
  link: string;
  image: Extract<ImageSpec, { kind: 'banner' }>;
  /** Whether the text over the picture is dark or light. */
  ink: 'dark' | 'light';
  is_active: boolean;
};

export type SeedZone = { code: string; name: Text; states: string[] };

/** Free delivery from an amount (sen) or from a number of items. */
export type SeedFreeShipping =
  | { kind: 'amount'; min_amount: number; max_amount: number | null }
  | { kind: 'quantity'; min_quantity: number; max_quantity: number | null };

export type SeedDeliveryMethod = {
  code: string;
  zone: string;
  shipping_class: 'standard' | 'chilled' | 'bulky';
  name: Text;
  note: Text;
  fee: number;
  free_shipping: SeedFreeShipping | null;
  /** Whole days between order and the first slot offered. */
  lead_days: number;
  position: number;
};

/** A slot of every day: Malaysian clock times, places, and how long before its start it closes. */
export type SeedSlot = { starts: string; ends: string; capacity: number; cutoff_minutes: number; fee: number };

export type SeedDelivery = {
  zones: SeedZone[];
  methods: SeedDeliveryMethod[];
  slots: SeedSlot[];
  /** Days for which slots are offered, the first included. */
  slot_days: number;
};

export type SeedPaymentMethod = {
  code: string;
  name: Text;
  note: Text;
  gateway: string | null;
  is_active: boolean;
  position: number;
};

/** What `GET /settings` answers, and what the pages need beside. */
export type SeedSettings = {
  site_title: Text;
  site_subtitle: Text;
  currency: 'MYR';
  logo: Extract<ImageSpec, { kind: 'logo' }>;
  category_size: number;
  seo: {
    canonical_url: string | null;
    og_title: Text;
    og_description: Text;
    og_image: ImageSpec;
    twitter_handle: string;
    twitter_card_type: 'summary_large_image';
    meta_title: Text;
    meta_description: Text;
    meta_tags: { name: string; content: string }[];
  };
  announcement: Text;
  office_hours: Text;
  founded_year: number;
  outlet_claim: Text;
  free_shipping_bar: { hide_in_cart: boolean; hide_in_topbar: boolean };
  contact: { email: string; phone: string; whatsapp: string; address: Text };
  business: { name: Text; registration_no: string };
  legal_footer: Text;
  app_links: { ios: string; android: string };
  bag_fee: { is_enabled: boolean; amount: number; label: Text };
  tip: { choices: number[]; max: number };
  /** Pieces of bulky goods that one order may hold. */
  bulky_max_per_order: number;
};
