/** Reads the shop's products as the import compares them and the export writes them. */
import { SIZE_UNITS } from '@shop/core/catalog/unit-price';
import * as v from 'valibot';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import { statement } from '../../db/database.ts';

const json = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

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
  barcode: v.nullable(v.string()),
  seo_title_en: v.nullable(v.string()),
  seo_title_zh: v.nullable(v.string()),
  seo_description_en: v.nullable(v.string()),
  seo_description_zh: v.nullable(v.string()),
  image_alts: v.array(v.object({ en: v.nullable(v.string()), zh: v.nullable(v.string()) })),
  cost_price: v.nullable(v.number()),
  origin_country: v.nullable(v.string()),
  tax_class: v.nullable(v.string()),
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
      barcode: v.nullable(v.string()),
      cost_price: v.nullable(v.number()),
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
  p.barcode, p.seo_title_en, p.seo_title_zh, p.seo_description_en, p.seo_description_zh, p.image_alts, p.cost_price,
  p.origin_country, p.tax_class,
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
      'is_active', o.is_active, 'barcode', o.barcode, 'cost_price', o.cost_price, 'stock', ${stockOf('o.id')}, 'sales', ${salesOf('o.id')})`,
    'o.position, o.id',
    'variation_options o where o.product_id = p.id',
  )} as options`;

/** Finds products by handle. Values: handles. */
export const shopProducts = statement(
  'import.shopProducts',
  shopProduct,
  `select ${SHOP_COLUMNS} from products p where p.slug = any ($1::text[])`,
);

/** Finds which handles the shop has. Values: handles. */
export const knownProducts = statement(
  'import.knownProducts',
  v.object({ slug: v.string() }),
  'select slug from products where slug = any ($1::text[])',
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

/** Finds the products and options with these SKUs. Values: SKUs. */
export const skuOwners = statement(
  'import.skuOwners',
  v.object({ sku: v.string(), slug: v.string(), option_id: v.nullable(v.number()) }),
  `select p.sku, p.slug, null::bigint as option_id from products p where p.sku = any ($1::text[])
   union all
   select o.sku, p.slug, o.id from variation_options o join products p on p.id = o.product_id
   where o.sku = any ($1::text[])`,
);
