/** What a file says about one product: parsed, with nothing of the shop known yet. Money in sen, weights in grams, times ISO 8601. */
import type { ProductTexts } from '../catalog/products/products.sql.ts';
import type { ImageSpec } from '../media/image-spec.ts';

/**
 * A row, or a part of one, that cannot be imported, and why. `line` is where its record begins, `column` the column's
 * name where one is to blame; the reason names it too.
 */
export type Problem = { line: number; handle: string; column?: string; reason: string };

export type DraftSize = { text: string; amount: number; unit: 'g' | 'ml' | 'pc' };

/** A picture: where it lies, and what it is drawn from where the address says so (`picture-address.ts`). */
export type DraftPicture = { address: string; spec?: ImageSpec };

/** A price for a while. Without a start: since ever the shop has it, else from now on; without an end: until further notice. */
export type DraftSale = { sale_price: number; starts_at: string | null; ends_at: string | null; is_deal: boolean };

/** A part of a bundle; `option` is the SKU or the title of an option. */
export type DraftPart = { handle: string; option: string | null; quantity: number };

/** A place in a collection, named by its key or name; without a position its own, else the end. */
export type DraftPlace = {
  collection: string;
  position: number | null;
  starts_at: string | null;
  ends_at: string | null;
};

/** One way to buy a product. What the file has no column for is undefined, and stays as the shop has it. */
export type DraftVariant = {
  line: number;
  sku: string | null;
  /** Its options' values joined by ` / `; null for a product without options. */
  title: string | null;
  title_zh?: string | null;
  /** Regular price. */
  price: number;
  /** The price asked now, where a compare-at price says that it is reduced. */
  sale_price: number | null;
  /** All its sales, where the file has the columns for them. */
  sales?: DraftSale[];
  grams?: number;
  /** Null: the file does not say, the shop's own count stays. */
  quantity: number | null;
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
  /** Sanitised HTML. */
  body?: string;
  body_zh?: string | null;
  /** Longer texts that the file has a column for; an empty one is removed. */
  texts: ProductTexts;
  texts_zh: ProductTexts;
  vendor?: string | null;
  /** What its aisle is called. */
  category?: string | null;
  /** Further categories. */
  further?: string[];
  tags?: string[];
  dietary?: string[];
  collections?: DraftPlace[];
  status: 'draft' | 'published' | 'archived';
  published_at?: string;
  created_at?: string;
  featured?: number | null;
  is_voucher?: boolean;
  has_options: boolean;
  /** The SKU of a product with options. */
  sku?: string | null;
  /** What is shown beside the name, where the file tells it apart from the amount. */
  size_text?: string | null;
  size_text_zh?: string | null;
  min_sale_qty?: number;
  max_sale_qty?: number;
  tier_prices?: { qty: number; tier_price: number }[];
  group_prices?: { group: string; group_price: number }[];
  /** What a bundle holds; empty for what is none. */
  bundle_items?: DraftPart[];
  variants: DraftVariant[];
  /** Pictures, the first one first. */
  images: DraftPicture[];
  /** Some of its rows could not be read: options that it lacks stay as they are. */
  is_partial: boolean;
};
