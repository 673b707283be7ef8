/**
 * Inserts the demo's rows, one statement per table: its rows come as one JSON array and name others by slug or code.
 * Existing rows stay as they are, so that seeding an existing shop only adds the missing ones.
 */
import * as v from 'valibot';
import { type Statement, statement } from '../server/db/database.ts';

const fill = (table: string, text: string): Statement<Record<string, never>> =>
  statement(`seed.${table}`, v.strictObject({}), text);

/** Takes the seeding lock until the transaction ends, so that two processes never seed at once. */
export const lockSeeding = statement(
  'seed.hold',
  v.object({ held: v.unknown() }),
  "select pg_advisory_xact_lock(hashtext('shop seeding')) as held",
);

/** Parents come before their children: the roots in one call, their subcategories in the next. */
export const fillCategories = fill(
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

export const fillBrands = fill(
  'brands',
  `insert into brands (slug, name, image_hash)
   select slug, name, image_hash from jsonb_populate_recordset(null::brands, $1::jsonb) on conflict do nothing`,
);

export const fillDietaries = fill(
  'dietaries',
  `insert into dietaries (slug, position, name_en, name_zh)
   select slug, position, name_en, name_zh from jsonb_populate_recordset(null::dietaries, $1::jsonb)
   order by position on conflict do nothing`,
);

export const fillTags = fill(
  'tags',
  `insert into tags (slug, name_en, name_zh)
   select slug, name_en, name_zh from jsonb_populate_recordset(null::tags, $1::jsonb) on conflict do nothing`,
);

export const fillCustomerGroups = fill(
  'customerGroups',
  `insert into customer_groups (code)
   select code from jsonb_populate_recordset(null::customer_groups, $1::jsonb) on conflict do nothing`,
);

/** Returns the new products by slug; the statements below add parts only to those. */
export const fillProducts = statement(
  'seed.products',
  v.object({ id: v.number(), slug: v.string() }),
  `insert into products (slug, type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh,
     variant_en, variant_zh, description_en, description_zh, texts_en, texts_zh, price, min_sale_qty, max_sale_qty,
     bulky, weight, size_amount, size_unit, image_hash, featured, sales_count, orders_count,
     published_at, created_at, updated_at)
   select r.slug, r.type, 'published', r.sku, b.id, c.id, r.name_en, r.name_zh, r.title_en, r.title_zh, r.variant_en,
     r.variant_zh, r.description_en, r.description_zh, r.texts_en, r.texts_zh, r.price, r.min_sale_qty, r.max_sale_qty,
     r.bulky, r.weight, r.size_amount, r.size_unit, r.image_hash, r.featured, r.sales_count, r.orders_count,
     r.created_at, r.created_at, r.created_at
   from jsonb_to_recordset($1::jsonb) as r (place integer, slug text, type text, sku text, brand text, category text,
     name_en text, name_zh text, title_en text, title_zh text, variant_en text, variant_zh text, description_en text,
     description_zh text, texts_en jsonb, texts_zh jsonb, price integer, min_sale_qty integer, max_sale_qty integer,
     bulky boolean, weight integer, size_amount integer, size_unit text, image_hash text, featured integer,
     sales_count integer, orders_count integer, created_at timestamptz)
   join categories c on c.slug = r.category left join brands b on b.slug = r.brand
   order by r.place on conflict do nothing returning id, slug`,
);

export const fillOptions = fill(
  'options',
  `insert into variation_options (product_id, position, sku, title_en, title_zh, price, weight, size_amount, size_unit,
     bulky, image_hash)
   select p.id, r.position, r.sku, r.title_en, r.title_zh, r.price, r.weight, r.size_amount, r.size_unit, r.bulky,
     r.image_hash
   from jsonb_to_recordset($1::jsonb) as r (product text, position smallint, sku text, title_en text, title_zh text,
     price integer, weight integer, size_amount integer, size_unit text, bulky boolean, image_hash text)
   join products p on p.slug = r.product order by p.id, r.position on conflict do nothing`,
);

export const fillInventory = fill(
  'inventory',
  `insert into inventory (product_id, variation_option_id, quantity, min_qty, is_continuous_selling)
   select p.id, o.id, r.quantity, r.min_qty, r.is_continuous_selling
   from jsonb_to_recordset($1::jsonb) as r (product text, option text, quantity integer, min_qty integer,
     is_continuous_selling boolean)
   join products p on p.slug = r.product left join variation_options o on o.product_id = p.id and o.sku = r.option
   order by p.id, o.id on conflict do nothing`,
);

export const fillProductImages = fill(
  'productImages',
  `insert into product_images (product_id, position, image_hash)
   select p.id, r.position, r.image_hash
   from jsonb_to_recordset($1::jsonb) as r (product text, position smallint, image_hash text)
   join products p on p.slug = r.product on conflict do nothing`,
);

export const fillTierPrices = fill(
  'tierPrices',
  `insert into tier_prices (product_id, qty, tier_price)
   select p.id, r.qty, r.tier_price
   from jsonb_to_recordset($1::jsonb) as r (product text, qty integer, tier_price integer)
   join products p on p.slug = r.product on conflict do nothing`,
);

export const fillGroupPrices = fill(
  'groupPrices',
  `insert into group_prices (product_id, group_id, group_price)
   select p.id, g.id, r.price from jsonb_to_recordset($1::jsonb) as r (product text, "group" text, price integer)
   join products p on p.slug = r.product join customer_groups g on g.code = r.group on conflict do nothing`,
);

/**
 * Sales of products, or of their options by SKU; `cheapest` names a variable product's cheapest option. Returns the
 * products with a new sale.
 */
export const fillSales = statement(
  'seed.sales',
  v.object({ product_id: v.number() }),
  `insert into sales (product_id, variation_option_id, sale_price, starts_at, ends_at, is_deal)
   select p.id, o.id, r.sale_price, r.starts_at, r.ends_at, r.is_deal
   from jsonb_to_recordset($1::jsonb) as r (product text, option text, cheapest boolean, sale_price integer,
     starts_at timestamptz, ends_at timestamptz, is_deal boolean)
   join products p on p.slug = r.product
   left join lateral (
     select each.id from variation_options each
     where each.product_id = p.id and each.is_active and (r.cheapest or each.sku = r.option)
     order by each.price, each.position limit 1
   ) o on true
   where p.type <> 'variable' or o.id is not null
   on conflict do nothing returning product_id`,
);

/** Adds past sales from before the shop's first order, so that its sales counts are not empty. */
export const fillProductSales = fill(
  'productSales',
  `insert into product_sales (product_id, day, pieces, orders)
   select p.id, r.day, r.pieces, r.orders
   from jsonb_to_recordset($1::jsonb) as r (product text, day date, pieces integer, orders integer)
   join products p on p.slug = r.product on conflict do nothing`,
);

export const fillCompanions = fill(
  'companions',
  `insert into product_companions (product_id, position, companion_id)
   select p.id, r.position, companion.id
   from jsonb_to_recordset($1::jsonb) as r (product text, position smallint, companion text)
   join products p on p.slug = r.product join products companion on companion.slug = r.companion
   on conflict do nothing`,
);

export const fillBundleItems = fill(
  'bundleItems',
  `insert into bundle_items (bundle_id, position, product_id, variation_option_id, quantity)
   select bundle.id, r.position, p.id, o.id, r.quantity
   from jsonb_to_recordset($1::jsonb)
     as r (bundle text, position smallint, product text, option text, quantity integer)
   join products bundle on bundle.slug = r.bundle join products p on p.slug = r.product
   left join variation_options o on o.product_id = p.id and o.sku = r.option on conflict do nothing`,
);

export const fillProductTags = fill(
  'productTags',
  `insert into product_tags (product_id, tag_id)
   select p.id, t.id from jsonb_to_recordset($1::jsonb) as r (product text, tag text)
   join products p on p.slug = r.product join tags t on t.slug = r.tag on conflict do nothing`,
);

export const fillProductDietaries = fill(
  'productDietaries',
  `insert into product_dietaries (product_id, dietary_id)
   select p.id, d.id from jsonb_to_recordset($1::jsonb) as r (product text, dietary text)
   join products p on p.slug = r.product join dietaries d on d.slug = r.dietary on conflict do nothing`,
);
