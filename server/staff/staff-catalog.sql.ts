/** Statements of stock and products for staff. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Finds products and options by SKU, barcode or slug $1. Without a stock row `inventory_id` is null. */
export const goodsByCode = statement(
  'staff.goodsByCode',
  v.object({
    product_id: v.number(),
    option_id: v.nullable(v.number()),
    slug: v.string(),
    status: v.string(),
    type: v.string(),
    is_bundle: v.boolean(),
    inventory_id: v.nullable(v.number()),
    quantity: v.nullable(v.number()),
  }),
  `with found as (
     select id as product_id, null::bigint as option_id from products where sku = $1
     union select id, null from products where barcode = $1
     union select id, null from products where slug = $1
     union select product_id, id from variation_options where sku = $1
     union select product_id, id from variation_options where barcode = $1
   )
   select f.product_id, f.option_id, p.slug, p.status, p.type,
     exists (select from bundle_items b where b.bundle_id = p.id) as is_bundle, i.id as inventory_id, i.quantity
   from found f join products p on p.id = f.product_id
     left join inventory i on i.product_id = f.product_id and i.variation_option_id is not distinct from f.option_id
   order by f.product_id, f.option_id`,
);

/** Writes status $2 of product $1 at $3. */
export const writeStatus = statement(
  'staff.writeStatus',
  v.object({}),
  'update products set status = $2, updated_at = $3 where id = $1',
);
