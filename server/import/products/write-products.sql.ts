/** Set-based writes of one batch of products. */
import * as v from 'valibot';
import { lockingStatement, statement } from '../../db/database.ts';

const nothing = v.strictObject({});

/** Locks the stock rows of products in the order of their ids. Values: product ids. */
export const lockStock = lockingStatement(
  'stock',
  'import.lockStock',
  v.object({ id: v.number() }),
  'select id from inventory where product_id = any ($1::bigint[]) order by id for update',
);

/** Values: products, now. */
export const writeProducts = statement(
  'import.products',
  v.object({ id: v.number(), slug: v.string() }),
  `insert into products (slug, type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh,
     variant_en, variant_zh, description_en, description_zh, texts_en, texts_zh, price, min_sale_qty, max_sale_qty,
     bulky, weight, size_amount, size_unit, image_hash, featured, barcode, seo_title_en, seo_title_zh, seo_description_en,
     seo_description_zh, image_alts, cost_price, origin_country, tax_class, published_at,
     created_at, updated_at)
   select r.slug, r.type, r.status, r.sku, r.brand_id, r.category_id, r.name_en, r.name_zh, r.title_en, r.title_zh,
     r.variant_en, r.variant_zh, r.description_en, r.description_zh, r.texts_en, r.texts_zh, r.price,
     r.min_sale_qty, r.max_sale_qty, r.bulky, r.weight, r.size_amount, r.size_unit, r.image_hash, r.featured,
     r.barcode, r.seo_title_en, r.seo_title_zh, r.seo_description_en, r.seo_description_zh, r.image_alts,
     r.cost_price, r.origin_country, r.tax_class, r.published_at, r.created_at, $2
   from jsonb_populate_recordset(null::products, $1::jsonb) r
   on conflict (slug) do update set (type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh, variant_en, variant_zh,
     description_en, description_zh, texts_en, texts_zh, price, min_sale_qty, max_sale_qty, bulky, weight,
     size_amount, size_unit, image_hash, featured, barcode, seo_title_en, seo_title_zh, seo_description_en,
     seo_description_zh, image_alts, cost_price, origin_country, tax_class, published_at,
     created_at, updated_at) =
     (excluded.type, excluded.status, excluded.sku, excluded.brand_id, excluded.category_id, excluded.name_en,
     excluded.name_zh, excluded.title_en, excluded.title_zh, excluded.variant_en, excluded.variant_zh,
     excluded.description_en, excluded.description_zh, excluded.texts_en, excluded.texts_zh, excluded.price,
     excluded.min_sale_qty, excluded.max_sale_qty, excluded.bulky, excluded.weight, excluded.size_amount,
     excluded.size_unit, excluded.image_hash, excluded.featured,
     excluded.barcode, excluded.seo_title_en, excluded.seo_title_zh, excluded.seo_description_en, excluded.seo_description_zh,
     excluded.image_alts, excluded.cost_price, excluded.origin_country, excluded.tax_class,
     excluded.published_at, excluded.created_at, $2)
   returning id, slug`,
);

/** Writes options; a new one returns with the caller's key. Values: options. */
export const writeOptions = statement(
  'import.options',
  v.object({ product_id: v.number(), id: v.number(), position: v.number() }),
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r (id bigint, product_id bigint, position smallint, sku text,
       title_en text, title_zh text, price integer, weight integer, size_amount integer, size_unit text, bulky boolean,
       image_hash text, is_active boolean, barcode text, cost_price integer)
   ),
   changed as (
     update variation_options o set position = r.position, sku = r.sku, title_en = r.title_en, title_zh = r.title_zh,
       price = r.price, weight = r.weight, size_amount = r.size_amount, size_unit = r.size_unit, bulky = r.bulky,
       image_hash = r.image_hash, is_active = r.is_active, barcode = r.barcode, cost_price = r.cost_price
     from r where o.id = r.id returning o.product_id, o.id, o.position
   ),
   added as (
     insert into variation_options (product_id, position, sku, title_en, title_zh, price, weight, size_amount, size_unit,
       bulky, image_hash, is_active, barcode, cost_price)
     select product_id, position, sku, title_en, title_zh, price, weight, size_amount, size_unit, bulky, image_hash,
       is_active, barcode, cost_price
     from r where id is null order by product_id, position returning product_id, id, position
   )
   select * from changed union all select * from added`,
);

/**
 * Writes stock. A known count changes by the difference, so that stock taken by concurrent orders is not lost. Values:
 * stock rows.
 */
export const writeStock = statement(
  'import.stock',
  nothing,
  `insert into inventory as i (product_id, variation_option_id, quantity, min_qty, is_continuous_selling)
   select r.product_id, r.option_id,
     case when i.quantity is null then r.quantity
       when r.is_continuous_selling then i.quantity + r.difference
       else greatest(0, i.quantity + r.difference) end,
     r.min_qty, r.is_continuous_selling
   from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, quantity integer, difference integer,
     min_qty integer, is_continuous_selling boolean)
   left join inventory i on i.product_id = r.product_id and i.variation_option_id is not distinct from r.option_id
   order by r.product_id, r.option_id
   on conflict on constraint inventory_of do update set (quantity, min_qty, is_continuous_selling) =
     (excluded.quantity, excluded.min_qty, excluded.is_continuous_selling)`,
);

/** Replaces all sales of these products and options. Values: product ids, the new sales. */
export const writeSales = statement(
  'import.sales',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, option_id bigint, sale_price integer,
       starts_at timestamptz, ends_at timestamptz, is_deal boolean)
   ),
   ended as (
     delete from sales s where s.product_id = any ($1::bigint[]) and not exists (
       select 1 from r where r.product_id = s.product_id and r.option_id is not distinct from s.variation_option_id
         and r.starts_at = s.starts_at and r.is_deal = s.is_deal)
   )
   insert into sales (product_id, variation_option_id, sale_price, starts_at, ends_at, is_deal)
   select product_id, option_id, sale_price, starts_at, ends_at, is_deal from r
   on conflict on constraint sales_window do update set (sale_price, ends_at) = (excluded.sale_price, excluded.ends_at)`,
);

/** Replaces the parts of bundles. Values: bundle ids, the parts. */
export const writeParts = statement(
  'import.parts',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (bundle_id bigint, position smallint, product_id bigint,
       option_id bigint, quantity integer)
   ),
   gone as (
     delete from bundle_items b where b.bundle_id = any ($1::bigint[])
       and not exists (select 1 from r where r.bundle_id = b.bundle_id and r.position = b.position)
   )
   insert into bundle_items (bundle_id, position, product_id, variation_option_id, quantity)
   select bundle_id, position, product_id, option_id, quantity from r
   on conflict (bundle_id, position) do update set (product_id, variation_option_id, quantity) =
     (excluded.product_id, excluded.variation_option_id, excluded.quantity)`,
);

/** Replaces the products' places in collections that are picked by hand. Values: product ids, the places. */
export const writePlaces = statement(
  'import.places',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, collection_key text, position integer,
       starts_at timestamptz, ends_at timestamptz)
   ),
   gone as (
     delete from collection_items c using collections k
     where k.key = c.collection_key and k.rule ->> 'by' = 'picked' and c.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = c.product_id and r.collection_key = c.collection_key)
   )
   insert into collection_items (collection_key, position, product_id, starts_at, ends_at)
   select collection_key, position, product_id, starts_at, ends_at from r
   on conflict (collection_key, product_id) do update set (position, starts_at, ends_at) =
     (excluded.position, excluded.starts_at, excluded.ends_at)`,
);

/** Each of these replaces the products' rows of one table. Values: product ids, the new rows. */
export const writeTiers = statement(
  'import.tiers',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, qty integer, tier_price integer)
   ),
   gone as (
     delete from tier_prices t where t.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = t.product_id and r.qty = t.qty)
   )
   insert into tier_prices (product_id, qty, tier_price) select product_id, qty, tier_price from r
   on conflict (product_id, qty) do update set tier_price = excluded.tier_price`,
);

export const writeTags = statement(
  'import.productTags',
  nothing,
  `with r as (select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, tag_id bigint)),
   gone as (
     delete from product_tags t where t.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = t.product_id and r.tag_id = t.tag_id)
   )
   insert into product_tags (product_id, tag_id) select product_id, tag_id from r on conflict do nothing`,
);

export const writeDietaries = statement(
  'import.productDietaries',
  nothing,
  `with r as (select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, dietary_id bigint)),
   gone as (
     delete from product_dietaries d where d.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = d.product_id and r.dietary_id = d.dietary_id)
   )
   insert into product_dietaries (product_id, dietary_id) select product_id, dietary_id from r on conflict do nothing`,
);

export const writeImages = statement(
  'import.productImages',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, position smallint, image_hash text)
   ),
   gone as (
     delete from product_images g where g.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = g.product_id and r.position = g.position)
   )
   insert into product_images (product_id, position, image_hash) select product_id, position, image_hash from r
   on conflict (product_id, position) do update set image_hash = excluded.image_hash`,
);

export const writeGroupPrices = statement(
  'import.groupPrices',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, group_id bigint, group_price integer)
   ),
   gone as (
     delete from group_prices g where g.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = g.product_id and r.group_id = g.group_id)
   )
   insert into group_prices (product_id, group_id, group_price) select product_id, group_id, group_price from r
   on conflict (product_id, group_id) do update set group_price = excluded.group_price`,
);

export const writeCategories = statement(
  'import.productCategories',
  nothing,
  `with r as (select * from jsonb_to_recordset($2::jsonb) as r (product_id bigint, category_id bigint)),
   gone as (
     delete from product_categories c where c.product_id = any ($1::bigint[])
       and not exists (select 1 from r where r.product_id = c.product_id and r.category_id = c.category_id)
   )
   insert into product_categories (product_id, category_id) select product_id, category_id from r on conflict do nothing`,
);

/** Reports changed details to every process, so that cached product pages are invalidated. Values: product ids. */
export const reportDetails = statement(
  'import.reportDetails',
  nothing,
  `insert into catalog_changes (product_id, kind) select id, 'content' from unnest($1::bigint[]) as changed (id)`,
  { writes: 'catalog_change' },
);
