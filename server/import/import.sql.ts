/** Statements of the import: staging, what the shop has, and the set-based writes of one batch. */
import { SIZE_UNITS } from '@shop/core/catalog/unit-price';
import * as v from 'valibot';
import type { ProductTexts } from '../catalog/products/products.sql.ts';
import { statement } from '../db/database.ts';
import { lockingStatement } from '../db/lock.ts';
import type { ProductDraft } from './draft.ts';

const nothing = v.strictObject({});
const json = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** Stages drafts and returns their positions; skips a handle that is already staged. Values: import, drafts, now. */
export const stageDrafts = statement(
  'import.stage',
  v.object({ position: v.number() }),
  `insert into import_drafts (import_id, position, handle, draft, staged_at)
   select $1, r.position, r.handle, r.draft, $3
   from jsonb_to_recordset($2::jsonb) as r (position integer, handle text, draft jsonb)
   order by r.position on conflict do nothing returning position`,
);

/** Finds the next staged drafts in file order. Values: import, last position, limit. */
export const stagedDrafts = statement(
  'import.staged',
  v.object({ position: v.number(), draft: json<ProductDraft>() }),
  `select position, draft from import_drafts where import_id = $1 and position > $2 order by position limit $3`,
);

/** Deletes this import's staged drafts, and those of crashed imports. Values: import, the time before which. */
export const clearStaged = statement(
  'import.clear',
  nothing,
  'delete from import_drafts where import_id = $1 or staged_at < $2',
);

/** A product as the import compares it, with all its options in order. Times are ISO 8601 in UTC. */
const sale = v.object({
  sale_price: v.number(),
  starts_at: v.string(),
  ends_at: v.nullable(v.string()),
  is_deal: v.boolean(),
});
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
  texts_en: json<ProductTexts>(),
  texts_zh: v.nullable(json<ProductTexts>()),
  price: v.number(),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  bulky: v.boolean(),
  weight: v.number(),
  size_amount: v.nullable(v.number()),
  size_unit: v.nullable(v.picklist(SIZE_UNITS)),
  image_hash: v.string(),
  featured: v.nullable(v.number()),
  published_at: v.string(),
  created_at: v.string(),
  images: v.array(v.string()),
  tag_ids: v.array(v.number()),
  dietary_ids: v.array(v.number()),
  category_ids: v.array(v.number()),
  tier_prices: v.array(v.object({ qty: v.number(), tier_price: v.number() })),
  group_prices: v.array(v.object({ group_id: v.number(), group_price: v.number() })),
  places: v.array(
    v.object({
      collection_key: v.string(),
      position: v.number(),
      starts_at: v.nullable(v.string()),
      ends_at: v.nullable(v.string()),
    }),
  ),
  parts: v.array(v.object({ product_id: v.number(), option_id: v.nullable(v.number()), quantity: v.number() })),
  stock: v.nullable(stock),
  sales: v.array(sale),
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
      size_unit: v.nullable(v.picklist(SIZE_UNITS)),
      bulky: v.boolean(),
      image_hash: v.string(),
      is_active: v.boolean(),
      stock: v.nullable(stock),
      sales: v.array(sale),
    }),
  ),
});
export type ShopProduct = v.InferOutput<typeof shopProduct>;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const list = (of: string, order: string, from: string) =>
  `coalesce((select jsonb_agg(${of} order by ${order}) from ${from}), '[]')`;

const stockOf = (option: string) => `(select jsonb_build_object('quantity', i.quantity, 'min_qty', i.min_qty,
  'is_continuous_selling', i.is_continuous_selling)
  from inventory i where i.product_id = p.id and i.variation_option_id is not distinct from ${option})`;
const salesOf = (option: string) =>
  list(
    `jsonb_build_object('sale_price', s.sale_price, 'starts_at', ${iso('s.starts_at')}, 'ends_at', ${iso('s.ends_at')},
       'is_deal', s.is_deal)`,
    's.starts_at, s.is_deal',
    `sales s where s.product_id = p.id and s.variation_option_id is not distinct from ${option}`,
  );

/** Columns of a whole product, for the alias `p`, with its places in collections that are picked by hand. */
const SHOP_COLUMNS = `p.id, p.slug, p.type, p.status, p.sku, p.brand_id, p.category_id, p.name_en, p.name_zh, p.title_en,
  p.title_zh, p.variant_en, p.variant_zh, p.description_en, p.description_zh, p.texts_en, p.texts_zh, p.price,
  p.min_sale_qty, p.max_sale_qty, p.bulky, p.weight, p.size_amount, p.size_unit, p.image_hash, p.featured,
  ${iso('p.published_at')} as published_at, ${iso('p.created_at')} as created_at,
  ${list('g.image_hash', 'g.position', 'product_images g where g.product_id = p.id')} as images,
  ${list('t.tag_id', 't.tag_id', 'product_tags t where t.product_id = p.id')} as tag_ids,
  ${list('d.dietary_id', 'd.dietary_id', 'product_dietaries d where d.product_id = p.id')} as dietary_ids,
  ${list('c.category_id', 'c.category_id', 'product_categories c where c.product_id = p.id')} as category_ids,
  ${list(`jsonb_build_object('qty', t.qty, 'tier_price', t.tier_price)`, 't.qty', 'tier_prices t where t.product_id = p.id')}
    as tier_prices,
  ${list(
    `jsonb_build_object('group_id', g.group_id, 'group_price', g.group_price)`,
    'g.group_id',
    'group_prices g where g.product_id = p.id',
  )} as group_prices,
  ${list(
    `jsonb_build_object('collection_key', c.collection_key, 'position', c.position, 'starts_at', ${iso('c.starts_at')},
       'ends_at', ${iso('c.ends_at')})`,
    'c.collection_key',
    `collection_items c join collections k on k.key = c.collection_key and k.rule ->> 'by' = 'picked'
     where c.product_id = p.id`,
  )} as places,
  ${list(
    `jsonb_build_object('product_id', b.product_id, 'option_id', b.variation_option_id, 'quantity', b.quantity)`,
    'b.position',
    'bundle_items b where b.bundle_id = p.id',
  )} as parts,
  ${stockOf('null')} as stock, ${salesOf('null')} as sales,
  ${list(
    `jsonb_build_object('id', o.id, 'sku', o.sku, 'position', o.position,
      'title_en', o.title_en, 'title_zh', o.title_zh, 'price', o.price, 'weight', o.weight,
      'size_amount', o.size_amount, 'size_unit', o.size_unit, 'bulky', o.bulky, 'image_hash', o.image_hash,
      'is_active', o.is_active, 'stock', ${stockOf('o.id')}, 'sales', ${salesOf('o.id')})`,
    'o.position, o.id',
    'variation_options o where o.product_id = p.id',
  )} as options`;

/** Finds products by handle. Values: handles. */
export const shopProducts = statement(
  'import.shopProducts',
  shopProduct,
  `select ${SHOP_COLUMNS} from products p where p.slug = any ($1::text[])`,
);

/** Finds products by id, for the export. Values: ids. */
export const wholeProducts = statement(
  'export.products',
  shopProduct,
  `select ${SHOP_COLUMNS} from products p where p.id = any ($1::bigint[]) order by p.slug collate "C"`,
);

/** Finds products with their options, as bundle parts. Values: handles. */
export const partProducts = statement(
  'import.partProducts',
  v.object({
    slug: v.string(),
    product_id: v.number(),
    type: v.picklist(['simple', 'variable', 'voucher']),
    is_bundle: v.boolean(),
    options: v.array(v.object({ id: v.number(), sku: v.nullable(v.string()), title: v.string() })),
  }),
  `select p.slug, p.id as product_id, p.type, exists (select 1 from bundle_items b where b.bundle_id = p.id) as is_bundle,
     ${list(
       `jsonb_build_object('id', o.id, 'sku', o.sku, 'title', o.title_en)`,
       'o.is_active desc, o.position, o.id',
       'variation_options o where o.product_id = p.id',
     )} as options
   from products p where p.slug = any ($1::text[])`,
);

/** Finds staged drafts by handle. Values: import, handles. */
export const stagedByHandle = statement(
  'import.stagedByHandle',
  v.object({ draft: json<ProductDraft>() }),
  'select draft from import_drafts where import_id = $1 and handle = any ($2::text[])',
);

/** Finds the products and options with these SKUs. Values: SKUs. */
export const skuOwners = statement(
  'import.skuOwners',
  v.object({ sku: v.string(), slug: v.string(), option_id: v.nullable(v.number()) }),
  `select p.sku, p.slug, null::bigint as option_id from products p where p.sku = any ($1::text[])
   union all
   select o.sku, p.slug, o.id from variation_options o join products p on p.id = o.product_id
   where o.sku = any ($1::text[])`,
);

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
     bulky, weight, size_amount, size_unit, image_hash, featured, published_at, created_at, updated_at)
   select r.slug, r.type, r.status, r.sku, r.brand_id, r.category_id, r.name_en, r.name_zh, r.title_en, r.title_zh,
     r.variant_en, r.variant_zh, r.description_en, r.description_zh, r.texts_en, r.texts_zh, r.price,
     r.min_sale_qty, r.max_sale_qty, r.bulky, r.weight, r.size_amount, r.size_unit, r.image_hash, r.featured,
     r.published_at, r.created_at, $2
   from jsonb_populate_recordset(null::products, $1::jsonb) r
   on conflict (slug) do update set (type, status, sku, brand_id, category_id, name_en, name_zh, title_en, title_zh, variant_en, variant_zh,
     description_en, description_zh, texts_en, texts_zh, price, min_sale_qty, max_sale_qty, bulky, weight,
     size_amount, size_unit, image_hash, featured, published_at, created_at, updated_at) =
     (excluded.type, excluded.status, excluded.sku, excluded.brand_id, excluded.category_id, excluded.name_en,
     excluded.name_zh, excluded.title_en, excluded.title_zh, excluded.variant_en, excluded.variant_zh,
     excluded.description_en, excluded.description_zh, excluded.texts_en, excluded.texts_zh, excluded.price,
     excluded.min_sale_qty, excluded.max_sale_qty, excluded.bulky, excluded.weight, excluded.size_amount,
     excluded.size_unit, excluded.image_hash, excluded.featured, excluded.published_at, excluded.created_at, $2)
   returning id, slug`,
);

/** Writes options; a new one returns with the caller's key. Values: options. */
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

/** Writes stock; a null quantity keeps the stored one. Values: stock rows, option ids. */
export const writeStock = statement(
  'import.stock',
  nothing,
  `insert into inventory as i (product_id, variation_option_id, quantity, min_qty, is_continuous_selling)
   select r.product_id, r.option_id, coalesce(r.quantity, i.quantity, 0), r.min_qty, r.is_continuous_selling
   from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, quantity integer, min_qty integer,
     is_continuous_selling boolean)
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
