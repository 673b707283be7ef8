/** What a file says about one product: parsed, with nothing of the shop known yet. Money in sen, weights in grams. */

/** A row, or a part of one, that cannot be imported, and why. `line` is where its record begins. */
export type Problem = { line: number; handle: string; reason: string };

export type DraftSize = { text: string; amount: number; unit: 'g' | 'ml' | 'pc' };

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
  grams?: number;
  /** Null: the file does not say, the shop's own count stays. */
  quantity: number | null;
  min_qty?: number;
  is_continuous_selling?: boolean;
  bulky?: boolean;
  size?: DraftSize | null;
  image: string | null;
};

export type ProductDraft = {
  line: number;
  handle: string;
  title: string;
  title_zh?: string | null;
  /** Sanitised HTML. */
  body?: string;
  body_zh?: string | null;
  vendor?: string | null;
  /** What its aisle is called. */
  category?: string | null;
  tags?: string[];
  dietary?: string[];
  status: 'draft' | 'published' | 'archived';
  has_options: boolean;
  min_sale_qty?: number;
  max_sale_qty?: number;
  tier_prices?: { qty: number; tier_price: number }[];
  variants: DraftVariant[];
  /** Addresses of pictures, the first one first. */
  images: string[];
  /** Some of its rows could not be read: options that it lacks stay as they are. */
  is_partial: boolean;
};
