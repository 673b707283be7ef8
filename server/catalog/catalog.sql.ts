/** Statements for product lists: listing rows, products by slug or code, named collections, pictures. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import type { ListingDoc } from './listing/listing-document.ts';

/** Makes the schema of a JSON column whose shape is trusted, since only this server writes it. */
export const jsonObject = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** A stock row as [inventory id, quantity, min_qty, is_continuous_selling]. */
const stockTuple = v.tuple([v.number(), v.number(), v.number(), v.boolean()]);

/** The columns of a listed product with its stock. */
export const listingEntries = {
  product_id: v.number(),
  doc: jsonObject<ListingDoc>(),
  created_at: v.date(),
  stock: v.nullable(v.array(stockTuple)),
};

const listingRow = v.object(listingEntries);
export type ListingRow = v.InferOutput<typeof listingRow>;

/** Selects the stock of a listing row with the alias `l`. */
export const STOCK_COLUMN = `(select json_agg(json_build_array(i.id, i.quantity, i.min_qty, i.is_continuous_selling))
  from inventory i where i.id = any (l.stock_ids)) as stock`;

/** Reads listed products with documents and stock, in the order of the ids; unlisted ids have no row. Values: ids. */
export const listingRows = statement(
  'catalog.listing',
  listingRow,
  `select l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from unnest($1::bigint[]) with ordinality as page (product_id, place)
   join product_listing l on l.product_id = page.product_id
   order by page.place`,
);

/** Reads listed products by slug. Values: slugs. */
export const productsBySlug = statement(
  'catalog.productsBySlug',
  v.object({ product_id: v.number(), slug: v.string() }),
  'select product_id, slug from product_listing where slug = any ($1::text[])',
);

/** Finds products by the SKU or barcode of the product or of an option. Values: SKUs, barcodes. */
export const productsByCode = statement(
  'catalog.productsByCode',
  v.object({ product_id: v.number() }),
  `select id as product_id from products where sku = any ($1::text[])
   union select product_id from variation_options where sku = any ($1::text[])
   union select id from products where barcode = any ($2::text[])
   union select product_id from variation_options where barcode = any ($2::text[])`,
);

/** A collection's rule for selecting products. `category_slug` may be several slugs, joined by commas. */
const collectionRule = v.variant('by', [
  v.object({ by: v.literal('best_sellers'), category_slug: v.optional(v.string()) }),
  v.object({ by: v.literal('deals') }),
  v.object({ by: v.literal('popular') }),
  v.object({ by: v.literal('bundles') }),
  v.object({ by: v.literal('newest') }),
  v.object({ by: v.literal('category'), category_slug: v.string() }),
  v.object({ by: v.literal('picked') }),
]);
export type CollectionRule = v.InferOutput<typeof collectionRule>;

/**
 * Reads a named collection: its rule, its picked products, whether it is active, and when any of that changes next.
 * Values: key, now.
 */
export const collectionByKey = statement(
  'catalog.collection',
  v.object({
    rule: collectionRule,
    max_items: v.nullable(v.number()),
    is_open: v.boolean(),
    picked: v.array(v.number()),
    next_edge_at: v.nullable(v.date()),
  }),
  `select c.rule, c.max_items, (c.starts_at is null or c.starts_at <= now) and (c.ends_at is null or c.ends_at > now) as is_open,
     coalesce((select jsonb_agg(i.product_id order by i.position) from collection_items i
       where i.collection_key = c.key and (i.starts_at is null or i.starts_at <= now)
         and (i.ends_at is null or i.ends_at > now)), '[]') as picked,
     (select min(edge.at) from (
       select c.starts_at as at union all select c.ends_at
       union all select i.starts_at from collection_items i where i.collection_key = c.key
       union all select i.ends_at from collection_items i where i.collection_key = c.key
     ) edge where edge.at > now) as next_edge_at
   from collections c, (select $2::timestamptz as now) at_time where c.key = $1`,
);

/** Reads the hashes of the pictures that lists show. Values: product ids. */
export const pictureHashes = statement(
  'catalog.pictureHashes',
  v.object({ id: v.number(), image: v.string() }),
  `select l.product_id as id, l.doc ->> 'image' as image from product_listing l where l.product_id = any ($1::bigint[])`,
);
