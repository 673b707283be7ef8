/** Statements for one product: its details, a bundle's parts, companions and similar products. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { jsonObject, listingEntries, STOCK } from '../catalog.sql.ts';
import type { ListingDoc } from '../listing/listing-document.ts';
import { OFFER_COLUMNS, offerJoins, offerRow } from '../listing/offers.ts';

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
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  texts_en: jsonObject<ProductTexts>(),
  texts_zh: v.nullable(jsonObject<ProductTexts>()),
  images: v.array(v.string()),
};

/** Longer texts and pictures, which the listing row does not contain. */
const detailRow = v.object(detailEntries);
export type DetailRow = v.InferOutput<typeof detailRow>;

const DETAILS = `p.sku, p.description_en, p.description_zh, p.texts_en, p.texts_zh,
  coalesce((select jsonb_agg(g.image_hash order by g.position) from product_images g where g.product_id = p.id), '[]')
    as images`;

/**
 * Reads a product of any status, with its listing row if listed; otherwise the status tells why it is not. Values:
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
  `select p.id as product_id, p.status, p.category_id, p.created_at, l.doc, ${DETAILS}, ${STOCK}
   from products p left join product_listing l on l.product_id = p.id
   where p.slug = $1 or p.id = $2 order by p.slug = $1 desc limit 1`,
);

/** Reads bundle parts with their single prices. Values: bundle ids, now. */
export const bundleParts = statement(
  'catalog.bundleParts',
  v.object({
    bundle_id: v.number(),
    bundle_quantity: v.number(),
    title_en: v.string(),
    title_zh: v.nullable(v.string()),
    ...offerRow.entries,
  }),
  `select part.bundle_id, part.quantity as bundle_quantity, p.title_en, p.title_zh, ${OFFER_COLUMNS}
   from bundle_items part ${offerJoins('part', '$2::timestamptz')}
   where part.bundle_id = any ($1::bigint[]) order by part.bundle_id, part.position`,
);

/**
 * Selects at most $4 popular products of a category that are in stock, without product $1; `step` marks the group for
 * sorting.
 */
const favouritesOf = (category: string, step: number): string => `
  (select s.product_id, ${step} as step, row_number() over (order by s.featured, s.sales_count desc, s.product_id) as place
   from product_listing s
   where s.category_ids @> array[${category}::bigint] and s.in_stock and s.product_id <> $1
   order by s.featured, s.sales_count desc, s.product_id limit $4)`;

/**
 * Reads companions in the shop's order, sold-out ones last, and similar products that are in stock: the most popular
 * of the main category, then of the categories around it. Values: product, main category, its parent, number of
 * similar products.
 */
export const besideProduct = statement(
  'catalog.besideProduct',
  v.object({ kind: v.picklist(['companion', 'similar']), ...listingEntries }),
  `select beside.kind, l.product_id, l.doc, l.created_at, ${STOCK}
   from (
     select 'companion' as kind, c.companion_id as product_id,
       row_number() over (order by listed.in_stock desc, c.position) as place
     from product_companions c join product_listing listed on listed.product_id = c.companion_id
     where c.product_id = $1
     union all
     select 'similar', near.product_id, row_number() over (order by min(near.step), min(near.place)) from (
       ${favouritesOf('$2', 1)} union all ${favouritesOf('$3', 2)}
     ) near
     group by near.product_id
   ) beside
   join product_listing l on l.product_id = beside.product_id
   where beside.kind = 'companion' or beside.place <= $4
   order by beside.kind, beside.place`,
);

/** Reads stock rows for an unlisted product, in the listing's format. Values: inventory ids. */
export const stockOfRows = statement(
  'catalog.stockOfRows',
  v.object({ stock: listingEntries.stock }),
  `select ${STOCK.replace('l.stock_ids', '$1::bigint[]')}`,
);

/** Checks whether the shop has any listed product. */
export const shopIsEmpty = statement(
  'catalog.isEmpty',
  v.object({ empty: v.boolean() }),
  'select not exists (select 1 from products) as empty',
);
