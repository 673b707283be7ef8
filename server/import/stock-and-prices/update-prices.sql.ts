/** Set-based writes of prices and sales. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

/**
 * Writes prices of products and options; a product with options costs as much as its cheapest. Values: changes, now.
 */
export const writePrices = statement(
  'import.writePrices',
  v.strictObject({}),
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, price integer)
   ),
   options as (
     update variation_options o set price = r.price from r where o.id = r.option_id returning o.id
   ),
   cheapest as (
     select o.product_id, min(coalesce(r.price, o.price)) as price
     from variation_options o left join r on r.option_id = o.id
     where o.is_active and o.product_id in (select product_id from r where option_id is not null) group by o.product_id
   ),
   priced as (
     select product_id, price from r where option_id is null union all select product_id, price from cheapest
   )
   update products p set price = priced.price, updated_at = $2 from priced where p.id = priced.product_id`,
);

/**
 * Replaces the sales of these products and options, or their shocking deals. Values: changes with `sales`, whether they
 * are deals.
 */
export const replaceSales = statement(
  'import.replaceSales',
  v.strictObject({}),
  `with r as (
     select * from jsonb_to_recordset($1::jsonb) as r (product_id bigint, option_id bigint, sales jsonb)
   ),
   planned as (
     select r.product_id, r.option_id, s.sale_price, s.starts_at, s.ends_at
     from r, jsonb_to_recordset(r.sales) as s (sale_price integer, starts_at timestamptz, ends_at timestamptz)
   ),
   ended as (
     delete from sales s using r
     where s.product_id = r.product_id and s.variation_option_id is not distinct from r.option_id
       and s.is_deal = $2::boolean
       and not exists (select 1 from planned p where p.product_id = s.product_id
         and p.option_id is not distinct from s.variation_option_id and p.starts_at = s.starts_at)
   )
   insert into sales (product_id, variation_option_id, sale_price, starts_at, ends_at, is_deal)
   select product_id, option_id, sale_price, starts_at, ends_at, $2::boolean from planned
   on conflict on constraint sales_window do update set (sale_price, ends_at) = (excluded.sale_price, excluded.ends_at)`,
);
