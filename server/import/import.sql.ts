/** Statements of the import: staging, what the shop has, and the set-based writes of one batch. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { lockingStatement } from '../db/lock.ts';
import type { ProductDraft } from './draft.ts';

const nothing = v.strictObject({});
const json = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** Answers the places of the drafts that were staged; one whose handle is staged already is not. Values: import, drafts, now. */
export const stageDrafts = statement(
  'import.stage',
  v.object({ position: v.number() }),
  `insert into import_drafts (import_id, position, handle, draft, staged_at)
   select $1, r.position, r.handle, r.draft, $3
   from jsonb_to_recordset($2::jsonb) as r (position integer, handle text, draft jsonb)
   order by r.position on conflict do nothing returning position`,
);

/** A batch of staged drafts in the order of the file. Values: import, the last place seen, how many. */
export const stagedDrafts = statement(
  'import.staged',
  v.object({ position: v.number(), draft: json<ProductDraft>() }),
  `select position, draft from import_drafts where import_id = $1 and position > $2 order by position limit $3`,
);

/** Clears what this import staged, and what a broken one left behind. Values: import, the time before which. */
export const clearStaged = statement(
  'import.clear',
  nothing,
  'delete from import_drafts where import_id = $1 or staged_at < $2',
);

/** A product as the import compares it; `options` are those on sale or not, in their order. */
const sale = v.object({ id: v.number(), sale_price: v.number() });
const stock = v.object({ quantity: v.number(), min_qty: v.number(), is_continuous_selling: v.boolean() });
const shopProduct = v.object({
  id: v.number(),
  slug: v.string(),
  type: v.picklist(['simple', 'variable', 'voucher']),
  status: v.picklist(['draft', 'published', 'archived']),
  sku: v.nullable(v.string()),
  brand_id: v.nullable(v.number()),
  category_id: v.number(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  title_en: v.string(),
  title_zh: v.nullable(v.string()),
  variant_en: v.nullable(v.string()),
  variant_zh: v.nullable(v.string()),
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  price: v.number(),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  bulky: v.boolean(),
  weight: v.number(),
  size_amount: v.nullable(v.number()),
  size_unit: v.nullable(v.picklist(['g', 'ml', 'pc'])),
  image_hash: v.string(),
  images: v.array(v.string()),
  tag_ids: v.array(v.number()),
  dietary_ids: v.array(v.number()),
  tier_prices: v.array(v.object({ qty: v.number(), tier_price: v.number() })),
  stock: v.nullable(stock),
  sale: v.nullable(sale),
  is_bundle: v.boolean(),
  options: v.array(
    v.object({
      id: v.number(),
      sku: v.nullable(v.string()),
      position: v.number(),
      title_en: v.string(),
      title_zh: v.nullable(v.string()),
      price: v.number(),
      weight: v.number(),
      size_amount: v.nullable(v.number()),
      size_unit: v.nullable(v.picklist(['g', 'ml', 'pc'])),
      bulky: v.boolean(),
      image_hash: v.string(),
      is_active: v.boolean(),
      stock: v.nullable(stock),
      sale: v.nullable(sale),
    }),
  ),
});
export type ShopProduct = v.InferOutput<typeof shopProduct>;

const stockOf = (option: string) => `(select jsonb_build_object('quantity', i.quantity, 'min_qty', i.min_qty,
  'is_continuous_selling', i.is_continuous_selling)
  from inventory i where i.product_id = p.id and i.variation_option_id is not distinct from ${option})`;
// The import keeps sales without an end; windows with one belong to whoever planned them.
const saleOf = (option: string) => `(select jsonb_build_object('id', s.id, 'sale_price', s.sale_price) from sales s
  where s.product_id = p.id and s.variation_option_id is not distinct from ${option}
    and s.ends_at is null and not s.is_deal order by s.sale_price, s.id limit 1)`;

/** What the shop has under these handles. Values: handles. */
export const shopProducts = statement(
  'import.shopProducts',
  shopProduct,
  `select p.id, p.slug, p.type, p.status, p.sku, p.brand_id, p.category_id, p.name_en, p.name_zh, p.title_en, p.title_zh,
     p.variant_en, p.variant_zh, p.description_en, p.description_zh, p.price, p.min_sale_qty, p.max_sale_qty, p.bulky,
     p.weight, p.size_amount, p.size_unit, p.image_hash,
     coalesce((select jsonb_agg(g.image_hash order by g.position) from product_images g where g.product_id = p.id), '[]')
       as images,
     coalesce((select jsonb_agg(t.tag_id order by t.tag_id) from product_tags t where t.product_id = p.id), '[]')
       as tag_ids,
     coalesce((select jsonb_agg(d.dietary_id order by d.dietary_id)
       from product_dietaries d where d.product_id = p.id), '[]') as dietary_ids,
     coalesce((select jsonb_agg(jsonb_build_object('qty', t.qty, 'tier_price', t.tier_price) order by t.qty)
       from tier_prices t where t.product_id = p.id), '[]') as tier_prices,
     ${stockOf('null')} as stock, ${saleOf('null')} as sale,
     exists (select 1 from bundle_items b where b.bundle_id = p.id) as is_bundle,
     coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'sku', o.sku, 'position', o.position,
         'title_en', o.title_en, 'title_zh', o.title_zh, 'price', o.price, 'weight', o.weight,
         'size_amount', o.size_amount, 'size_unit', o.size_unit, 'bulky', o.bulky, 'image_hash', o.image_hash,
         'is_active', o.is_active, 'stock', ${stockOf('o.id')}, 'sale', ${saleOf('o.id')}) order by o.position, o.id)
       from variation_options o where o.product_id = p.id), '[]') as options
   from products p where p.slug = any ($1::text[])`,
);

/** Which products and options have these SKUs. Values: SKUs. */
export const skuOwners = statement(
  'import.skuOwners',
  v.object({ sku: v.string(), slug: v.string(), option_id: v.nullable(v.number()) }),
  `select p.sku, p.slug, null::bigint as option_id from products p where p.sku = any ($1::text[])
   union all
   select o.sku, p.slug, o.id from variation_options o join products p on p.id = o.product_id
   where o.sku = any ($1::text[])`,
);

const named = v.object({ id: v.number(), slug: v.string(), names: v.array(v.string()) });

/** What rows may name: by slug, and by name in either language. */
export const knownBrands = statement(
  'import.brands',
  named,
  'select id, slug, jsonb_build_array(name) as names from brands',
);
export const knownTags = statement(
  'import.tags',
  named,
  `select id, slug, jsonb_build_array(name_en, coalesce(name_zh, name_en)) as names from tags`,
);
export const knownDietaries = statement(
  'import.dietaries',
  named,
  `select id, slug, jsonb_build_array(name_en, coalesce(name_zh, name_en)) as names from dietaries`,
);
export const knownCategories = statement(
  'import.categories',
  v.object({
    ...named.entries,
    stage: v.picklist(['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet']),
  }),
  `select id, slug, jsonb_build_array(name_en, coalesce(name_zh, name_en)) as names, stage from categories order by id desc`,
);

export const addBrands = statement(
  'import.addBrands',
  nothing,
  `insert into brands (slug, name, image_hash)
   select slug, name, image_hash from jsonb_to_recordset($1::jsonb) as r (slug text, name text, image_hash text)
   on conflict do nothing`,
);

export const addTags = statement(
  'import.addTags',
  nothing,
  `insert into tags (slug, name_en) select slug, name from jsonb_to_recordset($1::jsonb) as r (slug text, name text)
   on conflict do nothing`,
);

/** Categories below the one whose slug is `parent`, or roots where it is null. Values: rows. */
export const addCategories = statement(
  'import.addCategories',
  nothing,
  `insert into categories (slug, parent_id, name_en, name_zh, stage, position, image_hash)
   select r.slug, parent.id, r.name, r.name_zh, r.stage,
     coalesce((select max(c.position) from categories c where c.parent_id is not distinct from parent.id), 0)
       + row_number() over (), r.image_hash
   from jsonb_to_recordset($1::jsonb)
     as r (slug text, parent text, name text, name_zh text, stage text, image_hash text)
   left join categories parent on parent.slug = r.parent on conflict do nothing`,
);

/** The stock rows of products, locked in the order of their ids. Values: product ids. */
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
  `insert into products (slug, type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh, variant_en,
     variant_zh, description_en, description_zh, price, min_sale_qty, max_sale_qty, bulky, weight, size_amount, size_unit,
     image_hash, published_at, created_at, updated_at)
   select r.slug, r.type, r.status, r.sku, r.brand_id, r.category_id, r.name_en, r.name_zh, r.title_en, r.title_zh,
     r.variant_en, r.variant_zh, r.description_en, r.description_zh, r.price, r.min_sale_qty, r.max_sale_qty, r.bulky,
     r.weight, r.size_amount, r.size_unit, r.image_hash, $2, $2, $2
   from jsonb_populate_recordset(null::products, $1::jsonb) r
   on conflict (slug) do update set (type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh,
     variant_en, variant_zh, description_en, description_zh, price, min_sale_qty, max_sale_qty, bulky, weight,
     size_amount, size_unit, image_hash, updated_at) = (excluded.type, excluded.status, excluded.sku, excluded.brand_id,
     excluded.category_id, excluded.name_en, excluded.name_zh, excluded.title_en, excluded.title_zh, excluded.variant_en,
     excluded.variant_zh, excluded.description_en, excluded.description_zh, excluded.price, excluded.min_sale_qty,
     excluded.max_sale_qty, excluded.bulky, excluded.weight, excluded.size_amount, excluded.size_unit,
     excluded.image_hash, $2)
   returning id, slug`,
);

/** New options come back with the key that the caller gave them; known ones are changed in place. Values: options. */
export const writeOptions = statement(
  'import.options',
  v.object({ product_id: v.number(), id: v.number(), position: v.number() }),
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r (id bigint, product_id bigint, position smallint, sku text,
       title_en text, title_zh text, price integer, weight integer, size_amount integer, size_unit text, bulky boolean,
       image_hash text, is_active boolean)
   ),
   changed as (
     update variation_options o set position = r.position, sku = r.sku, title_en = r.title_en, title_zh = r.title_zh,
       price = r.price, weight = r.weight, size_amount = r.size_amount, size_unit = r.size_unit, bulky = r.bulky,
       image_hash = r.image_hash, is_active = r.is_active
     from r where o.id = r.id returning o.product_id, o.id, o.position
   ),
   added as (
     insert into variation_options (product_id, position, sku, title_en, title_zh, price, weight, size_amount, size_unit,
       bulky, image_hash, is_active)
     select product_id, position, sku, title_en, title_zh, price, weight, size_amount, size_unit, bulky, image_hash,
       is_active
     from r where id is null order by product_id, position returning product_id, id, position
   )
   select * from changed union all select * from added`,
);

/** Values: rows of stock, their options by id. */
export const writeStock = statement(
  'import.stock',
  nothing,
  `insert into inventory as i (product_id, variation_option_id, quantity, min_qty, is_continuous_selling)
   select product_id, option_id, quantity, min_qty, is_continuous_selling
   from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, quantity integer, min_qty integer,
     is_continuous_selling boolean)
   order by product_id, option_id
   on conflict on constraint inventory_of do update set (quantity, min_qty, is_continuous_selling) =
     (excluded.quantity, excluded.min_qty, excluded.is_continuous_selling)`,
);

/** Replaces the open sales of these products and options; null ends one. Values: rows, now. */
export const writeSales = statement(
  'import.sales',
  nothing,
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, sale_price integer)
   ),
   ended as (
     delete from sales s using r
     where s.product_id = r.product_id and s.variation_option_id is not distinct from r.option_id
       and s.ends_at is null and not s.is_deal and (r.sale_price is null or s.sale_price <> r.sale_price)
   )
   insert into sales (product_id, variation_option_id, sale_price, starts_at)
   select r.product_id, r.option_id, r.sale_price, $2 from r
   where r.sale_price is not null and not exists (
     select 1 from sales s where s.product_id = r.product_id and s.variation_option_id is not distinct from r.option_id
       and s.ends_at is null and not s.is_deal and s.sale_price = r.sale_price)
   on conflict on constraint sales_window do update set sale_price = excluded.sale_price, ends_at = null`,
);

/** Replaces what hangs on the products. Each takes the product ids and the rows that stay. */
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
