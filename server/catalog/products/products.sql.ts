/** What one product is read by: the product whole, a bundle's parts, and what stands beside it. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { jsonObject, listingEntries, STOCK } from '../catalog.sql.ts';
import type { ListingDoc } from '../listing/listing-document.ts';
import { OFFER_COLUMNS, offerJoins, offerRow } from '../listing/offers.ts';

/** A product's longer texts, in one language. */
export type ProductTexts = {
  ingredients?: string;
  allergens?: string[];
  storage?: string;
  origin?: string;
  nutrition?: { name: string; amount: string }[];
  /** Number of the certificate of a halal product. */
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

/** A product's longer texts and pictures, which its listing row does not hold. */
const detailRow = v.object(detailEntries);
export type DetailRow = v.InferOutput<typeof detailRow>;

const DETAILS = `p.sku, p.description_en, p.description_zh, p.texts_en, p.texts_zh,
  coalesce((select jsonb_agg(g.image_hash order by g.position) from product_images g where g.product_id = p.id), '[]')
    as images`;

/**
 * A product of any status, with its listing row where it has one: what is not listed is known by its status. Values: slug,
 * id or null.
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

/** The parts of bundles with what each costs alone. Values: the bundles' ids, now. */
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

/** The favourites of a category that can be had, but for product $1, at most $4; `step` tells them from those of others. */
const favouritesOf = (category: string, step: number): string => `
  (select s.product_id, ${step} as step, row_number() over (order by s.featured, s.sales_count desc, s.product_id) as place
   from product_listing s
   where s.category_ids @> array[${category}::bigint] and s.in_stock and s.product_id <> $1
   order by s.featured, s.sales_count desc, s.product_id limit $4)`;

/**
 * What stands beside a product: what goes well with it, in its order, and what is like it, the shop's favourites of its
 * aisle first, then of the aisles around it. What is sold out is left out of the latter and comes last in the former.
 * Values: product, aisle, the category above it, how many similar ones.
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

/** Stock rows of a product that is not listed, as a listing has them. Values: inventory ids. */
export const stockOfRows = statement(
  'catalog.stockOfRows',
  v.object({ stock: listingEntries.stock }),
  `select ${STOCK.replace('l.stock_ids', '$1::bigint[]')}`,
);

/** Whether the shop sells anything yet. */
export const shopIsEmpty = statement(
  'catalog.isEmpty',
  v.object({ empty: v.boolean() }),
  'select not exists (select 1 from products) as empty',
);
