/** What the catalogue reads: pages of the listing, one product, categories and brands. */
import * as v from 'valibot';
import { type Statement, statement, type Value } from '../db/database.ts';
import type { Choice } from './listing-choice.ts';
import type { ListingDoc } from './listing-doc.ts';

/** A column of JSON that is trusted to be an object of that shape. */
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

/** A listed product with its stock as it is now. */
const listingRow = v.object(listingEntries);
export type ListingRow = v.InferOutput<typeof listingRow>;

/** The stock of a row of the listing under the alias `l`, as a column. */
export const STOCK = `(select jsonb_agg(jsonb_build_array(i.id, i.quantity, i.min_qty, i.is_continuous_selling))
  from inventory i where i.id = any (l.stock_ids)) as stock`;

const pageRow = v.object({
  total: v.number(),
  product_id: v.nullable(v.number()),
  doc: v.nullable(jsonObject<ListingDoc>()),
  created_at: v.nullable(v.date()),
  stock: v.nullable(v.array(stockTuple)),
});

/** A row of a page: a product beside the total of the list. */
export type PageRow = v.InferOutput<typeof pageRow>;

/** Where a list takes its products from: the whole listing, or a part of it that a collection's rule cuts out. */
export type Source = { sql: string; values: readonly Value[]; isWhole: boolean };
export const WHOLE_LISTING: Source = { sql: 'product_listing l', values: [], isWhole: true };

/**
 * One page and the total in one statement. The page is cut over the narrow index first and its rows are fetched
 * after, so that a deep page reads no documents on its way. A page past the end still has its total, in one row of
 * nulls.
 */
export function listingPage(
  choice: Choice,
  source: Source,
  limit: number,
  offset: number,
): { statement: Statement<PageRow>; values: Value[] } {
  const values: Value[] = [...choice.values];
  const shift = values.length;
  values.push(...source.values);
  const from = source.sql.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + shift}`);
  const bind = (value: Value) => `$${values.push(value)}`;
  const where = choice.where.length > 0 ? `where ${choice.where.join(' and ')}` : '';
  const total =
    source.isWhole && choice.counted !== null
      ? `coalesce((select products_count from listing_counts where category_id = ${bind(choice.counted)}), 0)`
      : `(select count(*) from ${from} ${where})`;
  const text = `
    select totals.total, page.* from (select ${total} as total) totals
    left join (
      select l.product_id, l.doc, l.created_at, ${STOCK}, cut.place
      from (select l.product_id, row_number() over (order by ${choice.orderBy}) as place from ${from} ${where}
        order by ${choice.orderBy} limit ${bind(limit)} offset ${bind(offset)}) cut
      join product_listing l on l.product_id = cut.product_id
    ) page on true
    order by page.place`;
  return { statement: { name: 'catalog.listing', row: pageRow, text, isComposed: true }, values };
}

/** Every category, parents before their children, siblings in their order. */
export const allCategories = statement(
  'catalog.categories',
  v.object({
    id: v.number(),
    slug: v.string(),
    parent_id: v.nullable(v.number()),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    stage: v.picklist(['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet']),
    image_hash: v.string(),
    show_in_sidemenu: v.boolean(),
    show_in_footer: v.boolean(),
    show_in_brand: v.boolean(),
    products_count: v.number(),
  }),
  `select c.id, c.slug, c.parent_id, c.name_en, c.name_zh, c.stage, c.image_hash, c.show_in_sidemenu, c.show_in_footer,
     c.show_in_brand, coalesce(n.products_count, 0) as products_count
   from categories c left join listing_counts n on n.category_id = c.id
   order by c.parent_id nulls first, c.position, c.id`,
);

/** Every brand by name, with how many published products it has. */
export const allBrands = statement(
  'catalog.brands',
  v.object({
    id: v.number(),
    slug: v.string(),
    name: v.string(),
    image_hash: v.string(),
    products_count: v.number(),
  }),
  `select b.id, b.slug, b.name, b.image_hash, coalesce(n.products_count, 0) as products_count
   from brands b
   left join (select brand_id, count(*) as products_count from product_listing group by brand_id) n on n.brand_id = b.id
   order by lower(b.name), b.id`,
);

/** How many products of a brand each category holds. Values: the brand's slug or id. */
export const categoriesOfBrand = statement(
  'catalog.categoriesOfBrand',
  v.object({ id: v.number(), count: v.number() }),
  `select c.id, count(*) as count from product_listing l join brands b on b.id = l.brand_id, unnest(l.category_ids) c (id)
   where b.slug = $1 or b.id::text = $1 group by c.id`,
);

/** How many products of these categories each brand has. Values: category ids, null for all. */
export const brandsOfCategories = statement(
  'catalog.brandsOfCategories',
  v.object({ id: v.number(), count: v.number() }),
  `select brand_id as id, count(*) as count from product_listing
   where brand_id is not null and ($1::bigint[] is null or category_ids && $1::bigint[]) group by brand_id`,
);

/** Every dietary need as filters name it. */
export const dietaryNames = statement(
  'catalog.dietaryNames',
  v.object({ id: v.number(), slug: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) }),
  'select id, slug, name_en, name_zh from dietaries order by position, id',
);

/** A named collection's rule. Values: its key. */
export const collectionByKey = statement(
  'catalog.collection',
  v.object({
    rule: v.variant('by', [
      v.object({ by: v.literal('best_sellers'), category_slug: v.optional(v.string()) }),
      v.object({ by: v.literal('deals') }),
      v.object({ by: v.literal('popular') }),
      v.object({ by: v.literal('bundles') }),
      v.object({ by: v.literal('newest') }),
      v.object({ by: v.literal('category'), category_slug: v.string() }),
      v.object({ by: v.literal('picked') }),
    ]),
    max_items: v.nullable(v.number()),
  }),
  'select rule, max_items from collections where key = $1',
);
