/** Statements for the sitemaps. */
import * as v from 'valibot';
import { IS_OWN_PAGE } from '../../content/content.sql.ts';
import { statement } from '../../db/database.ts';

/**
 * Splits published products into sitemap files by id range, with the last change of each. Values: ids per file, now.
 */
export const productFiles = statement(
  'catalog.sitemapFiles',
  v.object({ file: v.number(), changed_at: v.date() }),
  `select (id - 1) / $1::bigint as file, max(updated_at) as changed_at from products
   where status = 'published' and published_at <= $2 group by 1 order by 1`,
);

/** Reads published products in an id range. Values: first id, end (exclusive), now. */
export const productsOfFile = statement(
  'catalog.sitemapProducts',
  v.object({ slug: v.string(), updated_at: v.date() }),
  `select slug, updated_at from products
   where id >= $1 and id < $2 and status = 'published' and published_at <= $3 order by id`,
);

/** Reads categories with a listed product in them or their descendants. */
export const filledCategories = statement(
  'catalog.sitemapCategories',
  v.object({ id: v.number() }),
  `select c.id from categories c
   where exists (select 1 from product_listing l where l.category_ids @> array[c.id])`,
);

/** Reads a row if the shop has a loyalty program, whose pages are then listed. */
export const loyaltyProgram = statement(
  'catalog.sitemapLoyalty',
  v.object({ key: v.string() }),
  `select key from settings where key = 'loyalty' and value -> 'enabled' is distinct from 'false'`,
);

/** Reads brands with a listed product, by name. */
export const brandsOfSitemap = statement(
  'catalog.sitemapBrands',
  v.object({ id: v.number() }),
  `select b.id from brands b
   where exists (select 1 from product_listing l where l.brand_id = b.id) order by lower(b.name), b.id`,
);

/** Reads the shop's own pages in their order. */
export const ownPagesOfSitemap = statement(
  'catalog.sitemapOwnPages',
  v.object({ slug: v.string(), updated_at: v.date() }),
  `select slug, updated_at from static_blocks where ${IS_OWN_PAGE} order by position, id`,
);
