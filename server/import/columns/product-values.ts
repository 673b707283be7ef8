/**
 * Values of a product that several columns make together: as a file has them (a draft), and as the shop stores them.
 * Money in sen, weights in grams, times ISO 8601.
 */
import { SIZE_UNITS, type SizeUnit } from '@shop/core/catalog/unit-price';
import * as v from 'valibot';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import type { ImageSpec } from '../../media/image-spec.ts';

/**
 * A problem with a row, or a part of it, that cannot be imported. `line` is where its record starts; `reason` includes
 * the column's name.
 */
export type RowProblem = {
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

/** A sale price. Without a start it begins when it is imported; without an end it never ends. */
export type DraftSale = { sale_price: number; starts_at: string | null; ends_at: string | null; is_deal: boolean };

export type DraftBundleItem = { handle: string; option: string | null; quantity: number };

/** A place in a collection, named by key or name. Without a position the product keeps its own, or goes last. */
export type DraftPlace = {
  collection: string;
  position: number | null;
  starts_at: string | null;
  ends_at: string | null;
};

/**
 * The values of a variant that several columns form together. A value without a column in the file is undefined and
 * keeps the shop's.
 */
export type JointVariant = {
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
  /** Null keeps the shop's count. */
  quantity: number | null;
  min_qty?: number;
  is_continuous_selling?: boolean;
  size?: DraftSize | null;
  image: DraftPicture | null;
};

/** The values of a product that several columns form together. */
export type JointDraft = {
  line: number;
  handle: string;
  title: string;
  /** An empty text is removed. */
  texts: ProductTexts;
  texts_zh: ProductTexts;
  /** The category's path from a root; of one step if the file names the category alone. */
  category?: string[] | null;
  status: 'draft' | 'published' | 'archived';
  is_voucher?: boolean;
  has_options: boolean;
  /** The displayed size, if the file separates it from the amount. */
  size_text?: string | null;
  size_text_zh?: string | null;
  /** Pictures and their alternative texts in order; an entry may lack the picture. */
  images: { picture: DraftPicture | null; alt: ImageAlt }[];
  /** Whether the file has alternative texts. */
  has_alts: boolean;
  /** Some rows could not be read: missing options stay unchanged. */
  is_partial: boolean;
};

const jsonValue = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

const storedSale = v.object({
  sale_price: v.number(),
  starts_at: v.string(),
  ends_at: v.nullable(v.string()),
  is_deal: v.boolean(),
});
export type StoredSale = v.InferOutput<typeof storedSale>;

const storedStock = v.object({ quantity: v.number(), min_qty: v.number(), is_continuous_selling: v.boolean() });
export type StoredStock = v.InferOutput<typeof storedStock>;

/** Stored values of an option, or of a product itself. */
const variantEntries = {
  sku: v.nullable(v.string()),
  price: v.number(),
  size_amount: v.nullable(v.number()),
  size_unit: v.nullable(v.picklist(SIZE_UNITS)),
  image_hash: v.string(),
  stock: v.nullable(storedStock),
  sales: v.array(storedSale),
};

/** Stored values of an option that several columns form together. */
export const jointOptionEntries = {
  ...variantEntries,
  id: v.number(),
  position: v.number(),
  title_en: v.string(),
  title_zh: v.nullable(v.string()),
  is_active: v.boolean(),
};
const jointOption = v.object(jointOptionEntries);
export type JointOption = v.InferOutput<typeof jointOption>;

/** Stored values of a product that several columns form together. */
export const jointProductEntries = {
  ...variantEntries,
  id: v.number(),
  slug: v.string(),
  type: v.picklist(['simple', 'variable', 'voucher']),
  status: v.picklist(['draft', 'published', 'archived']),
  /** `Vendor` fills it; `Chinese Vendor` writes the name of that brand. */
  brand_id: v.nullable(v.number()),
  category_id: v.number(),
  name_en: v.string(),
  title_en: v.string(),
  title_zh: v.nullable(v.string()),
  variant_en: v.nullable(v.string()),
  variant_zh: v.nullable(v.string()),
  texts_en: jsonValue<ProductTexts>(),
  texts_zh: v.nullable(jsonValue<ProductTexts>()),
  image_alts: v.array(v.object({ en: v.nullable(v.string()), zh: v.nullable(v.string()) })),
  images: v.array(v.string()),
  places: v.array(
    v.object({
      collection_key: v.string(),
      position: v.number(),
      starts_at: v.nullable(v.string()),
      ends_at: v.nullable(v.string()),
    }),
  ),
  /** Items of a bundle. Imports record the field under this name for their undo. */
  parts: v.array(v.object({ product_id: v.number(), option_id: v.nullable(v.number()), quantity: v.number() })),
};
const jointProduct = v.object(jointProductEntries);
export type JointProduct = v.InferOutput<typeof jointProduct>;
