/**
 * A product as a file describes it, parsed, before it is compared with the shop. Money in sen, weights in grams, times
 * ISO 8601.
 */
import type { SizeUnit } from '@shop/core/catalog/unit-price';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import type { ImageSpec } from '../../media/image-spec.ts';

/**
 * Why a row or part of it cannot be imported. `line` is where its record starts; the reason includes the column's
 * name.
 */
export type Problem = {
  line: number;
  handle: string;
  column?: string;
  reason: string;
  /** The row is imported despite the problem. */
  isWarning?: true;
};

export type DraftSize = { text: string; amount: number; unit: SizeUnit };

/** A picture: its URL, and the spec from which it is drawn if the URL holds one (`picture-address.ts`). */
export type DraftPicture = { address: string; spec?: ImageSpec };

/** Alternative texts of a picture. */
export type ImageAlt = { en: string | null; zh: string | null };

/** A sale price. Without a start it begins when it is imported; without an end it has none. */
export type DraftSale = { sale_price: number; starts_at: string | null; ends_at: string | null; is_deal: boolean };

export type DraftPart = { handle: string; option: string | null; quantity: number };

/** A place in a collection, named by key or name. Without a position the product keeps its own, or goes last. */
export type DraftPlace = {
  collection: string;
  position: number | null;
  starts_at: string | null;
  ends_at: string | null;
};

/** One variant of a product. A field without a column in the file is undefined and keeps the shop's value. */
export type DraftVariant = {
  line: number;
  sku: string | null;
  /** The option values joined by ` / `; null for a product without options. */
  title: string | null;
  title_zh?: string | null;
  /** Regular price. */
  price: number;
  /** The reduced price, if a compare-at price is given. */
  sale_price: number | null;
  sales?: DraftSale[];
  grams?: number;
  /** Null keeps the shop's count. */
  quantity: number | null;
  barcode?: string | null;
  /** The shop's cost of one unit, in sen. */
  cost_price?: number | null;
  min_qty?: number;
  is_continuous_selling?: boolean;
  bulky?: boolean;
  size?: DraftSize | null;
  image: DraftPicture | null;
};

export type ProductDraft = {
  line: number;
  handle: string;
  title: string;
  title_zh?: string | null;
  short_title?: string | null;
  short_title_zh?: string | null;
  /** Sanitized HTML. */
  body?: string;
  body_zh?: string | null;
  /** An empty text is removed. */
  texts: ProductTexts;
  texts_zh: ProductTexts;
  vendor?: string | null;
  /** The category's path from a root; of one step if the file names the category alone. */
  category?: string[] | null;
  /** Paths of further categories. */
  further?: string[][];
  tags?: string[];
  dietary?: string[];
  collections?: DraftPlace[];
  seo_title?: string | null;
  seo_title_zh?: string | null;
  seo_description?: string | null;
  seo_description_zh?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  tax_class?: string | null;
  status: 'draft' | 'published' | 'archived';
  published_at?: string;
  created_at?: string;
  featured?: number | null;
  is_voucher?: boolean;
  has_options: boolean;
  sku?: string | null;
  /** The displayed size, if the file separates it from the amount. */
  size_text?: string | null;
  size_text_zh?: string | null;
  min_sale_qty?: number;
  max_sale_qty?: number;
  tier_prices?: { qty: number; tier_price: number }[];
  group_prices?: { group: string; group_price: number }[];
  /** Empty for a product that is not a bundle. */
  bundle_items?: DraftPart[];
  variants: DraftVariant[];
  /** Pictures and their alternative texts in order; an entry may lack the picture. */
  images: { picture: DraftPicture | null; alt: ImageAlt }[];
  /** Whether the file has alternative texts. */
  has_alts: boolean;
  /** Some rows could not be read: missing options stay unchanged. */
  is_partial: boolean;
};
