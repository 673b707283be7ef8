/**
 * Inserts the demo's rows, one statement per table: its rows come as one JSON array and name others by slug or code.
 * Existing rows stay as they are, so that seeding an existing shop only adds the missing ones.
 */
import * as v from 'valibot';
import { type Statement, statement } from '../server/db/database.ts';

const fillStatement = (table: string, text: string): Statement<Record<string, never>> =>
  statement(`seed.${table}`, v.strictObject({}), text);

/** Takes the seeding lock until the transaction ends, so that two processes never seed at once. */
export const lockSeeding = statement(
  'seed.hold',
  v.object({ held: v.unknown() }),
  "select pg_advisory_xact_lock(hashtext('shop seeding')) as held",
);

/** Inserts categories; parents come before their children: the roots in one call, their subcategories in the next. */
export const fillCategories = fillStatement(
  'categories',
  `insert into categories (slug, parent_id, name_en, name_zh, stage, position, image_hash, show_in_sidemenu,
     show_in_footer, show_in_brand)
   select r.slug, parent.id, r.name_en, r.name_zh, r.stage, r.position, r.image_hash, r.show_in_sidemenu,
     r.show_in_footer, r.show_in_brand
   from jsonb_to_recordset($1::jsonb) as r (slug text, parent text, name_en text, name_zh text, stage text,
     position integer, image_hash text, show_in_sidemenu boolean, show_in_footer boolean, show_in_brand boolean)
   left join categories parent on parent.slug = r.parent
   where r.parent is null or parent.id is not null order by parent.id, r.position on conflict do nothing`,
);

export const fillBrands = fillStatement(
  'brands',
  `insert into brands (slug, name, name_zh, image_hash)
   select slug, name, name_zh, image_hash from jsonb_populate_recordset(null::brands, $1::jsonb) on conflict do nothing`,
);

export const fillDietaries = fillStatement(
  'dietaries',
  `insert into dietaries (slug, position, name_en, name_zh)
   select slug, position, name_en, name_zh from jsonb_populate_recordset(null::dietaries, $1::jsonb)
   order by position on conflict do nothing`,
);

export const fillTags = fillStatement(
  'tags',
  `insert into tags (slug, name_en, name_zh)
   select slug, name_en, name_zh from jsonb_populate_recordset(null::tags, $1::jsonb) on conflict do nothing`,
);

export const fillCustomerGroups = fillStatement(
  'customerGroups',
  `insert into customer_groups (code)
   select code from jsonb_populate_recordset(null::customer_groups, $1::jsonb) on conflict do nothing`,
);

/** Finds the slugs among these that the shop has. */
export const knownProducts = statement(
  'seed.knownProducts',
  v.object({ slug: v.string() }),
  'select slug from products where slug = any ($1::text[])',
);

/**
 * Adds shocking deals to products, or to a variable product's cheapest option. Returns the products with a new deal.
 */
export const fillDeals = statement(
  'seed.deals',
  v.object({ product_id: v.number() }),
  `insert into sales (product_id, variation_option_id, sale_price, starts_at, ends_at, is_deal)
   select p.id, o.id, r.sale_price, r.starts_at, r.ends_at, true
   from jsonb_to_recordset($1::jsonb) as r (product_slug text, sale_price integer, starts_at timestamptz,
     ends_at timestamptz)
   join products p on p.slug = r.product_slug
   left join lateral (
     select each.id from variation_options each where each.product_id = p.id and each.is_active
     order by each.price, each.position limit 1
   ) o on true
   where p.type <> 'variable' or o.id is not null
   on conflict do nothing returning product_id`,
);

/**
 * Adds past sales from before the shop's first order to new products, so that their sales counts are not empty.
 * Values: counts by slug, the day.
 */
export const fillSalesCounts = fillStatement(
  'salesCounts',
  `with r as (
     select p.id, r.pieces, r.orders
     from jsonb_to_recordset($1::jsonb) as r (slug text, pieces integer, orders integer)
     join products p on p.slug = r.slug
   ),
   counted as (update products p set sales_count = r.pieces, orders_count = r.orders from r where p.id = r.id),
   listed as (
     update product_listing l set sales_count = r.pieces, orders_count = r.orders from r where l.product_id = r.id
   )
   insert into product_sales (product_id, day, pieces, orders) select id, $2::date, pieces, orders from r`,
);

export const fillCompanions = fillStatement(
  'companions',
  `insert into product_companions (product_id, position, companion_id)
   select p.id, r.position, companion.id
   from jsonb_to_recordset($1::jsonb) as r (product text, position smallint, companion text)
   join products p on p.slug = r.product join products companion on companion.slug = r.companion
   on conflict do nothing`,
);
