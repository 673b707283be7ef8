/** Reads the shop's products as the import compares them and the export writes them. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { OPTION_FIELDS_SQL, PRODUCT_FIELDS_SQL, shopProductSchema } from '../columns/product-file.ts';
import { isoSql, listSql } from '../columns/stored-values.ts';

const selectStock = (option: string) => `(select jsonb_build_object('quantity', i.quantity, 'min_qty', i.min_qty,
  'is_continuous_selling', i.is_continuous_selling)
  from inventory i where i.product_id = p.id and i.variation_option_id is not distinct from ${option})`;
const selectSales = (option: string) =>
  listSql(
    `jsonb_build_object('sale_price', s.sale_price, 'starts_at', ${isoSql('s.starts_at')}, 'ends_at', ${isoSql('s.ends_at')},
       'is_deal', s.is_deal)`,
    's.starts_at, s.is_deal',
    `sales s where s.product_id = p.id and s.variation_option_id is not distinct from ${option}`,
  );

/** Columns of a whole product, for the alias `p`, with its places in collections that are picked by hand. */
const SHOP_COLUMNS = `p.id, p.slug, p.type, p.status, p.sku, p.category_id, p.name_en, p.title_en, p.title_zh,
  p.variant_en, p.variant_zh, p.texts_en, p.texts_zh, p.price, p.size_amount, p.size_unit, p.image_hash, p.image_alts,
  ${PRODUCT_FIELDS_SQL},
  ${listSql('g.image_hash', 'g.position', 'product_images g where g.product_id = p.id')} as images,
  ${listSql(
    `jsonb_build_object('collection_key', c.collection_key, 'position', c.position, 'starts_at', ${isoSql('c.starts_at')},
       'ends_at', ${isoSql('c.ends_at')})`,
    'c.collection_key',
    `collection_items c join collections k on k.key = c.collection_key and k.rule ->> 'by' = 'picked'
     where c.product_id = p.id`,
  )} as places,
  ${listSql(
    `jsonb_build_object('product_id', b.product_id, 'option_id', b.variation_option_id, 'quantity', b.quantity)`,
    'b.position',
    'bundle_items b where b.bundle_id = p.id',
  )} as parts,
  ${selectStock('null')} as stock, ${selectSales('null')} as sales,
  ${listSql(
    `jsonb_build_object('id', o.id, 'sku', o.sku, 'position', o.position, 'title_en', o.title_en,
      'title_zh', o.title_zh, 'price', o.price, 'size_amount', o.size_amount, 'size_unit', o.size_unit,
      'image_hash', o.image_hash, 'is_active', o.is_active, ${OPTION_FIELDS_SQL}, 'stock', ${selectStock('o.id')},
      'sales', ${selectSales('o.id')})`,
    'o.position, o.id',
    'variation_options o where o.product_id = p.id',
  )} as options`;

/** Finds products by handle. Values: handles. */
export const shopProducts = statement(
  'import.shopProducts',
  shopProductSchema,
  `select ${SHOP_COLUMNS} from products p where p.slug = any ($1::text[])`,
);

/** Finds the handles that the shop has. Values: handles. */
export const knownProducts = statement(
  'import.knownProducts',
  v.object({ slug: v.string() }),
  'select slug from products where slug = any ($1::text[])',
);

/** Finds products by id, for the export. Values: ids. */
export const wholeProducts = statement(
  'export.products',
  shopProductSchema,
  `select ${SHOP_COLUMNS} from products p where p.id = any ($1::bigint[]) order by p.slug collate "C"`,
);

/** Finds products with their options, as bundle items. Values: handles. */
export const itemProducts = statement(
  'import.partProducts',
  v.object({
    slug: v.string(),
    product_id: v.number(),
    type: v.picklist(['simple', 'variable', 'voucher']),
    is_bundle: v.boolean(),
    options: v.array(
      v.object({ id: v.number(), sku: v.nullable(v.string()), title: v.string(), is_active: v.boolean() }),
    ),
  }),
  `select p.slug, p.id as product_id, p.type, exists (select 1 from bundle_items b where b.bundle_id = p.id) as is_bundle,
     ${listSql(
       `jsonb_build_object('id', o.id, 'sku', o.sku, 'title', o.title_en, 'is_active', o.is_active)`,
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
