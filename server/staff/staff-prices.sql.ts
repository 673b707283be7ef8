/** Statements of prices for staff. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const bilingual = v.object({ en: v.string(), zh: v.nullable(v.string()) });

const isoSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Builds an SQL expression: all sales and deals of a product or option, including those that have ended. */
const selectSales = (option: string) => `
  coalesce((select jsonb_agg(jsonb_build_object('sale_price', s.sale_price, 'starts_at', ${isoSql('s.starts_at')},
      'ends_at', ${isoSql('s.ends_at')}, 'is_deal', s.is_deal) order by s.starts_at, s.id)
    from sales s where s.product_id = p.id and s.variation_option_id is not distinct from ${option}), '[]')`;

const productPricesRow = v.object({
  id: v.number(),
  slug: v.string(),
  title: bilingual,
  /** The product itself, or its active options. */
  goods: v.array(
    v.object({
      option_id: v.nullable(v.number()),
      title: bilingual,
      sku: v.nullable(v.string()),
      price: v.number(),
      sales: v.array(
        v.object({
          sale_price: v.number(),
          starts_at: v.string(),
          ends_at: v.nullable(v.string()),
          is_deal: v.boolean(),
        }),
      ),
    }),
  ),
  group_prices: v.array(v.object({ group: v.string(), group_price: v.nullable(v.number()) })),
});
export type ProductPricesRow = v.InferOutput<typeof productPricesRow>;

/** Reads all prices of product $1. */
export const productPrices = statement(
  'staff.productPrices',
  productPricesRow,
  `select p.id, p.slug, jsonb_build_object('en', p.title_en, 'zh', p.title_zh) as title,
     case when p.type = 'variable' then coalesce((
       select jsonb_agg(jsonb_build_object('option_id', o.id, 'sku', o.sku, 'price', o.price,
         'title', jsonb_build_object('en', o.title_en, 'zh', o.title_zh),
         'sales', ${selectSales('o.id')}) order by o.position, o.id)
       from variation_options o where o.product_id = p.id and o.is_active), '[]')
     else jsonb_build_array(jsonb_build_object('option_id', null, 'sku', p.sku, 'price', p.price,
       'title', jsonb_build_object('en', p.title_en, 'zh', p.title_zh), 'sales', ${selectSales('null')})) end as goods,
     coalesce((select jsonb_agg(jsonb_build_object('group', c.code, 'group_price', g.group_price) order by c.code)
       from customer_groups c left join group_prices g on g.group_id = c.id and g.product_id = p.id), '[]')
       as group_prices
   from products p where p.id = $1`,
);

/** Writes prices of groups of product $1; null removes one. Values: product, changes. */
export const writeGroupPrices = statement(
  'staff.writeGroupPrices',
  v.strictObject({}),
  `with r as (
     select c.id as group_id, each.group_price
     from jsonb_to_recordset($2::jsonb) as each ("group" text, group_price integer)
       join customer_groups c on c.code = each."group"
   ),
   removed as (
     delete from group_prices g using r
     where g.product_id = $1 and g.group_id = r.group_id and r.group_price is null
   )
   insert into group_prices (product_id, group_id, group_price)
   select $1, group_id, group_price from r where group_price is not null
   on conflict (product_id, group_id) do update set group_price = excluded.group_price`,
);

/** Reads the changes of prices of product $1 (as the audit names it) since $2, oldest first. */
export const priceChangesSince = statement(
  'staff.priceChangesSince',
  v.object({ before: v.record(v.string(), v.unknown()), is_approved: v.boolean() }),
  `select before, after ? 'approval' as is_approved from staff_audit
   where subject = $1 and action = 'staff.changePrices' and at >= $2 order by id`,
);
