/** What the sitemaps list of the catalogue. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

/** Files of published products, each of so many ids, with when one of them changed last. Values: ids a file, now. */
export const productFiles = statement(
  'catalog.sitemapFiles',
  v.object({ file: v.number(), changed_at: v.date() }),
  `select (id - 1) / $1::bigint as file, max(updated_at) as changed_at from products
   where status = 'published' and published_at <= $2 group by 1 order by 1`,
);

/** Published products of a range of ids. Values: the first id, the first behind the last, now. */
export const productsOfFile = statement(
  'catalog.sitemapProducts',
  v.object({ slug: v.string(), updated_at: v.date() }),
  `select slug, updated_at from products
   where id >= $1 and id < $2 and status = 'published' and published_at <= $3 order by id`,
);

/** Categories that hold a listed product, in them or below. */
export const filledCategories = statement(
  'catalog.sitemapCategories',
  v.object({ id: v.number() }),
  `select c.id from categories c
   where exists (select 1 from product_listing l where l.category_ids @> array[c.id])`,
);

/** Brands that have a listed product, by name. */
export const brandsOfSitemap = statement(
  'catalog.sitemapBrands',
  v.object({ id: v.number() }),
  `select b.id from brands b
   where exists (select 1 from product_listing l where l.brand_id = b.id) order by lower(b.name), b.id`,
);
