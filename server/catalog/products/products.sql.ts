/** Statements for one product: its details, a bundle's items, and the stock of an unlisted product. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { jsonObject, listingEntries, STOCK_COLUMN } from '../catalog.sql.ts';
import type { ListingDoc } from '../listing/listing-document.ts';
import { listedLine } from '../listing/offers.ts';

/** A product's longer texts in one language. */
export type ProductTexts = {
  ingredients?: string;
  allergens?: string[];
  storage?: string;
  origin?: string;
  nutrition?: { name: string; amount: string }[];
  /** Halal certificate number. */
  halal_certificate?: string;
};

const detailEntries = {
  sku: v.nullable(v.string()),
  barcode: v.nullable(v.string()),
  seo_title_en: v.nullable(v.string()),
  seo_title_zh: v.nullable(v.string()),
  seo_description_en: v.nullable(v.string()),
  seo_description_zh: v.nullable(v.string()),
  /** Alternative texts of its pictures, its own first. */
  image_alts: v.array(v.object({ en: v.nullable(v.string()), zh: v.nullable(v.string()) })),
  /** ISO 3166-1 alpha-2. */
  origin_country: v.nullable(v.string()),
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  texts_en: jsonObject<ProductTexts>(),
  texts_zh: v.nullable(jsonObject<ProductTexts>()),
  images: v.array(v.string()),
  /** Ids of its companions, in the shop's order. */
  companions: v.array(v.number()),
};

/** Longer texts, pictures and companions, which the listing row does not contain. */
const detailRow = v.object(detailEntries);
export type DetailRow = v.InferOutput<typeof detailRow>;

const DETAIL_COLUMNS = `p.sku, p.barcode, p.seo_title_en, p.seo_title_zh, p.seo_description_en, p.seo_description_zh,
  p.image_alts, p.origin_country, p.description_en, p.description_zh, p.texts_en, p.texts_zh,
  coalesce((select jsonb_agg(g.image_hash order by g.position) from product_images g where g.product_id = p.id), '[]')
    as images,
  coalesce((select jsonb_agg(c.companion_id order by c.position) from product_companions c where c.product_id = p.id), '[]')
    as companions`;

/**
 * Reads a product of any status, with its listing row if listed; otherwise its status shows why it is not. Values:
 * slug, id or null.
 */
export const productByIdOrSlug = statement(
  'catalog.productByIdOrSlug',
  v.object({
    ...listingEntries,
    doc: v.nullable(jsonObject<ListingDoc>()),
    status: v.picklist(['draft', 'published', 'archived']),
    category_id: v.number(),
    ...detailEntries,
  }),
  `select p.id as product_id, p.status, p.category_id, p.created_at, l.doc, ${DETAIL_COLUMNS}, ${STOCK_COLUMN}
   from products p left join product_listing l on l.product_id = p.id
   where p.slug = $1 or p.id = $2 order by p.slug = $1 desc limit 1`,
);

/** Reads bundle items with their listing rows. Values: bundle ids. */
export const bundleItems = statement(
  'catalog.bundleParts',
  v.object({
    bundle_id: v.number(),
    bundle_quantity: v.number(),
    title_en: v.string(),
    title_zh: v.nullable(v.string()),
    ...listedLine.entries,
  }),
  `select item.bundle_id, item.quantity as bundle_quantity, p.title_en, p.title_zh, item.product_id,
     item.variation_option_id, l.doc, ${STOCK_COLUMN}
   from bundle_items item join products p on p.id = item.product_id
   left join product_listing l on l.product_id = item.product_id
   where item.bundle_id = any ($1::bigint[]) order by item.bundle_id, item.position`,
);

/** Reads stock rows for an unlisted product, in the listing's format. Values: inventory ids. */
export const stockOfRows = statement(
  'catalog.stockOfRows',
  v.object({ stock: listingEntries.stock }),
  `select ${STOCK_COLUMN.replace('l.stock_ids', '$1::bigint[]')}`,
);
