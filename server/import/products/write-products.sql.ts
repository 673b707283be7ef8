/** Set-based writes of one batch of products. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { OPTION_FIELD_NAMES, PRODUCT_FIELD_NAMES, ROW_FIELDS } from '../columns/product-file.ts';
import type { StoredRows } from '../columns/stored-values.ts';

const nothing = v.strictObject({});

/** Columns of a product's row that an import writes. */
const PRODUCT_COLUMNS = [
  ...['slug', 'type', 'status', 'sku', 'category_id', 'name_en', 'title_en', 'title_zh', 'variant_en', 'variant_zh'],
  ...['texts_en', 'texts_zh', 'price', 'size_amount', 'size_unit', 'image_hash', 'image_alts'],
  ...PRODUCT_FIELD_NAMES,
];

/** Columns of an option's row that an import writes, without its ids. */
const OPTION_COLUMNS = [
  ...['position', 'sku', 'title_en', 'title_zh', 'price', 'size_amount', 'size_unit', 'image_hash', 'is_active'],
  ...OPTION_FIELD_NAMES,
];

const listColumns = (columns: readonly string[], of = ''): string =>
  columns.map((column) => `${of}${column}`).join(', ');

/** Inserts products, and updates those whose handle exists. Values: products, now. */
export const writeProducts = statement(
  'import.products',
  v.object({ id: v.number(), slug: v.string() }),
  `insert into products (${listColumns(PRODUCT_COLUMNS)}, updated_at)
   select ${listColumns(PRODUCT_COLUMNS, 'r.')}, $2
   from jsonb_populate_recordset(null::products, $1::jsonb) r
   on conflict (slug) do update set (${listColumns(PRODUCT_COLUMNS)}, updated_at) =
     (${listColumns(PRODUCT_COLUMNS, 'excluded.')}, $2)
   returning id, slug`,
);

/**
 * Updates options that have an id and inserts the others; returns their ids by product and position. Values: options.
 */
export const writeOptions = statement(
  'import.options',
  v.object({ product_id: v.number(), id: v.number(), position: v.number() }),
  `with r as (select * from jsonb_populate_recordset(null::variation_options, $1::jsonb)),
   changed as (
     update variation_options o set (${listColumns(OPTION_COLUMNS)}) = row(${listColumns(OPTION_COLUMNS, 'r.')})
     from r where o.id = r.id returning o.product_id, o.id, o.position
   ),
   added as (
     insert into variation_options (product_id, ${listColumns(OPTION_COLUMNS)})
     select product_id, ${listColumns(OPTION_COLUMNS)}
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

/** Replaces the items of bundles. Values: bundle ids, the items. */
export const writeBundleItems = statement(
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

/** Makes the statement that replaces the products' rows of one table. Values: product ids, the new rows. */
function replaceRows({ table, columns, key }: Omit<StoredRows<never>, 'toRows'>) {
  const names = Object.keys(columns);
  const others = names.filter((name) => name !== key);
  const update = `do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return statement(
    `import.${table}`,
    nothing,
    `with r as (
       select * from jsonb_to_recordset($2::jsonb)
         as r (product_id bigint, ${names.map((name) => `${name} ${columns[name]}`).join(', ')})
     ),
     gone as (
       delete from ${table} t where t.product_id = any ($1::bigint[])
         and not exists (select 1 from r where r.product_id = t.product_id and r.${key} = t.${key})
     )
     insert into ${table} (product_id, ${listColumns(names)}) select product_id, ${listColumns(names)} from r
     on conflict (product_id, ${key}) ${others.length === 0 ? 'do nothing' : update}`,
  );
}

/** The pictures after a product's first one. */
const FURTHER_IMAGES: StoredRows<readonly string[]> = {
  table: 'product_images',
  columns: { position: 'smallint', image_hash: 'text' },
  key: 'position',
  toRows: (images) => images.map((image_hash, index) => ({ position: index + 1, image_hash })),
};

/** Fields that are rows of other tables, each with the statement that replaces them. */
export const WRITTEN_ROWS = [
  ...ROW_FIELDS,
  { field: 'images' as const, rows: FURTHER_IMAGES as StoredRows<unknown> },
].map(({ field, rows }) => ({ field, toRows: rows.toRows, replace: replaceRows(rows) }));

/** Reports changed details to every process, so that cached product pages are invalidated. Values: product ids. */
export const reportDetails = statement(
  'import.reportDetails',
  nothing,
  `insert into catalog_changes (product_id, kind) select id, 'content' from unnest($1::bigint[]) as changed (id)`,
  { writes: 'catalog_change' },
);
