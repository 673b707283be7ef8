/** Statements of stock and products for staff. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/**
 * Builds the statement that finds the goods whose ids a query `matches` selects. `code` names them for people. Without
 * a stock row `inventory_id` is null.
 */
const buildGoodsStatement = (name: string, matches: string) =>
  statement(
    name,
    v.object({
      product_id: v.number(),
      option_id: v.nullable(v.number()),
      slug: v.string(),
      code: v.string(),
      status: v.string(),
      type: v.string(),
      is_bundle: v.boolean(),
      inventory_id: v.nullable(v.number()),
      quantity: v.nullable(v.number()),
    }),
    `with matches as (${matches})
     select m.product_id, m.option_id, p.slug, p.status, p.type,
       coalesce(case when o.id is null then coalesce(p.sku, p.barcode) else coalesce(o.sku, o.barcode) end, p.slug) as code,
       exists (select from bundle_items b where b.bundle_id = p.id) as is_bundle, i.id as inventory_id, i.quantity
     from matches m join products p on p.id = m.product_id
       left join variation_options o on o.id = m.option_id
       left join inventory i on i.product_id = m.product_id and i.variation_option_id is not distinct from m.option_id
     order by m.product_id, m.option_id`,
  );

/** Finds products and options by SKU, barcode or slug $1. */
export const goodsByCode = buildGoodsStatement(
  'staff.goodsByCode',
  `select id as product_id, null::bigint as option_id from products where sku = $1
   union select id, null from products where barcode = $1
   union select id, null from products where slug = $1
   union select product_id, id from variation_options where sku = $1
   union select product_id, id from variation_options where barcode = $1`,
);

/** Finds product $1, or its option $2. */
export const goodsById = buildGoodsStatement(
  'staff.goodsById',
  `select id as product_id, null::bigint as option_id from products where id = $1 and $2::bigint is null
   union all select product_id, id from variation_options where product_id = $1 and id = $2`,
);

/** SQL expression: the names and codes of product `p` and option `o`, by which staff find them, in lower case. */
const SEARCH_TEXT = `lower(concat_ws(' ', p.name_en, p.name_zh, p.variant_en, p.variant_zh, o.title_en, o.title_zh,
  p.sku, p.barcode, o.sku, o.barcode))`;

/** SQL condition: product `p` or option `o` has the searched code. */
const IS_CODED = `p.id = any(array(select product_id from coded)) and exists (
  select from coded c where c.product_id = p.id and (c.option_id is null or c.option_id = o.id))`;

/**
 * Finds a page of products and options, those with the code first, then those whose name begins with the text, then the
 * most sold. Values: patterns for `like`, all of which match, and codes, and the text, in small letters, all three null
 * to list all; whether only products that are off sale; limit, offset. An id is the product's, and the option's after a
 * colon.
 */
export const goodsPage = statement(
  'staff.goodsPage',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with coded as materialized (
     select id as product_id, null::bigint as option_id from products where sku = any($2::text[])
     union select id, null from products where barcode = any($2)
     union select product_id, id from variation_options where sku = any($2)
     union select product_id, id from variation_options where barcode = any($2)
   ), matches as materialized (
     select p.id as product_id, o.id as option_id, p.sales_count, o.position,
       case when ${IS_CODED} then 0
         when position($3::text in lower(p.name_en)) = 1 or position($3 in p.name_zh) = 1 then 1 else 2 end as place
     from products p left join variation_options o on o.product_id = p.id and p.type = 'variable' and o.is_active
     where (not $4::boolean or p.status = 'archived')
       and ($1::text[] is null or ${SEARCH_TEXT} like all ($1) or ${IS_CODED})
   )
   select (select count(*) from matches) as total,
     array(select product_id || ':' || coalesce(option_id::text, '') from matches
       order by place, sales_count desc, product_id, position, option_id limit $5 offset $6) as ids`,
);

const goodsRow = v.object({
  product_id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  variant_en: v.nullable(v.string()),
  variant_zh: v.nullable(v.string()),
  sku: v.nullable(v.string()),
  barcode: v.nullable(v.string()),
  image_hash: v.string(),
  status: v.picklist(['draft', 'published', 'archived']),
  /** Null for goods without stock of their own. */
  quantity: v.nullable(v.number()),
  /** Sen. */
  price: v.number(),
  sale_price: v.nullable(v.number()),
});
export type GoodsRow = v.InferOutput<typeof goodsRow>;

/** Reads goods by the ids $1 of `goodsPage`, in their order, with the sales that run at $2. */
export const goodsOfPage = statement(
  'staff.goodsOfPage',
  goodsRow,
  `select p.id::text as product_id, o.id::text as variation_option_id, p.slug, p.name_en, p.name_zh,
     case when o.id is null then p.variant_en else o.title_en end as variant_en,
     case when o.id is null then p.variant_zh else o.title_zh end as variant_zh,
     case when o.id is null then p.sku else o.sku end as sku,
     case when o.id is null then p.barcode else o.barcode end as barcode,
     coalesce(o.image_hash, p.image_hash) as image_hash, p.status,
     case when p.type <> 'voucher' and not exists (select from bundle_items b where b.bundle_id = p.id)
       and (p.type <> 'variable' or o.id is not null) then coalesce(i.quantity, 0) end as quantity,
     coalesce(o.price, p.price) as price,
     (select min(s.sale_price) from sales s
      where s.product_id = p.id and s.variation_option_id is not distinct from o.id
        and s.sale_price < coalesce(o.price, p.price)
        and s.starts_at <= $2::timestamptz and (s.ends_at is null or s.ends_at > $2)) as sale_price
   from unnest($1::text[]) with ordinality page (id, place)
     join products p on p.id = split_part(page.id, ':', 1)::bigint
     left join variation_options o on o.id = nullif(split_part(page.id, ':', 2), '')::bigint
     left join inventory i on i.product_id = p.id and i.variation_option_id is not distinct from o.id
   order by page.place`,
);

/** Writes status $2 of product $1 at $3. */
export const writeStatus = statement(
  'staff.writeStatus',
  v.object({}),
  'update products set status = $2, updated_at = $3 where id = $1',
);
