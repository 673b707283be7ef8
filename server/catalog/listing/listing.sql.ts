/** Statements that write `product_listing` and record catalogue changes. */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { IMPLIED_DIETARY } from '@shop/core/catalog/dietary';
import { SIZE_UNITS } from '@shop/core/catalog/unit-price';
import * as v from 'valibot';
import { DEFAULT_BUNDLE_SAVING_PERCENT } from '../../content/settings.ts';
import { statement } from '../../db/database.ts';

/** Returns SQL for the rows of the sales in a listing document. */
const expandSales = (doc: string, alias: string): string => `json_to_recordset(${doc} -> 'sales')
  as ${alias} (option bigint, sale_price integer, starts_at timestamptz, ends_at timestamptz, is_deal boolean)`;

/**
 * Returns joins that price a product at a given time, as columns of the alias `priced`: lowest price of any option,
 * whether a sale or deal runs, and when that changes. A sale counts if it is below the regular price; with several
 * deals, the earliest end applies. `product`, `doc` (its listing document, which has all its sales) and `now` are SQL
 * expressions.
 */
const joinPrices = (product: string, doc: string, now: string): string => `
  cross join lateral (
    select min(coalesce(s.sale_price, unit.price)) as price_now,
      coalesce(bool_or(s.sale_price is not null), false) as on_sale,
      coalesce(bool_or(s.is_deal), false) as is_deal,
      min(s.deal_ends_at) as deal_ends_at,
      (select min(edge.at) from ${expandSales(doc, 'e')}, lateral (values (e.starts_at), (e.ends_at)) edge (at)
        where edge.at > ${now}) as next_edge_at
    from (
      select p.price, null::bigint as option_id from products p where p.id = ${product} and p.type <> 'variable'
      union all
      select o.price, o.id from variation_options o join products p on p.id = o.product_id
      where p.id = ${product} and p.type = 'variable' and o.is_active
    ) unit
    left join lateral (
      select min(each.sale_price) as sale_price, bool_or(each.is_deal) as is_deal,
        min(each.ends_at) filter (where each.is_deal) as deal_ends_at
      from ${expandSales(doc, 'each')}
      where each.option is not distinct from unit.option_id
        and each.starts_at <= ${now} and (each.ends_at is null or each.ends_at > ${now})
        and each.sale_price < unit.price
    ) s on true
  ) priced`;

/**
 * Returns the SQL condition that one unit can be sold: any stock row is in stock, for a bundle those of every item.
 * `row` is the alias of a row with product_id, is_bundle and stock_ids.
 */
const isInStockSql = (row: string): string => `
  case when ${row}.is_bundle then not exists (
    select 1 from (
      select b.product_id, b.variation_option_id, sum(b.quantity) as needed from bundle_items b
      where b.bundle_id = ${row}.product_id group by b.product_id, b.variation_option_id
    ) item
    left join inventory i on i.product_id = item.product_id
      and i.variation_option_id is not distinct from item.variation_option_id
    where i.id is null or not (i.is_continuous_selling or i.quantity - i.min_qty >= item.needed)
  ) else exists (
    select 1 from inventory i
    where i.id = any (${row}.stock_ids) and (i.is_continuous_selling or i.quantity > i.min_qty)
  ) end`;

/**
 * Locks these products, and the bundles that contain them, against other publishers; readers and orders are not
 * blocked. Values: ids.
 */
export const lockProducts = statement(
  'catalog.lockProducts',
  v.object({ id: v.number() }),
  `select id from products where id in (
     select unnest($1::bigint[]) union select bundle_id from bundle_items where product_id = any ($1::bigint[])
   ) order by id for no key update`,
);

/** Reads the whole category tree, to build paths. */
export const categoryTree = statement(
  'catalog.categoryTree',
  v.object({
    id: v.number(),
    parent_id: v.nullable(v.number()),
    slug: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    stage: v.picklist(BACKDROPS),
  }),
  'select id, parent_id, slug, name_en, name_zh, stage from categories',
);

const bilingual = v.object({ en: v.string(), zh: v.nullable(v.string()) });
const ref = v.object({ id: v.number(), slug: v.string(), name: bilingual });
const tier_prices = v.array(v.object({ qty: v.number(), tier_price: v.number() }));
const sales = v.array(
  v.object({
    option: v.nullable(v.number()),
    sale_price: v.number(),
    starts_at: v.string(),
    ends_at: v.nullable(v.string()),
    is_deal: v.boolean(),
  }),
);
const size = v.object({ amount: v.number(), unit: v.picklist(SIZE_UNITS) });

/** SQL values: pairs of a dietary need and a need that it implies. */
const IMPLIED_PAIRS = Object.entries(IMPLIED_DIETARY)
  .flatMap(([need, implied]) => implied.map((slug) => `('${need}', '${slug}')`))
  .join(', ');

/** Returns SQL for a product's tier prices. */
const selectTierPrices = (product: string): string => `
  coalesce((select jsonb_agg(jsonb_build_object('qty', t.qty, 'tier_price', t.tier_price) order by t.qty)
    from tier_prices t where t.product_id = ${product}), '[]')`;

/** Returns SQL for a product's prices by group. */
const selectGroupPrices = (product: string): string => `
  coalesce((select jsonb_object_agg(c.code, g.group_price)
    from group_prices g join customer_groups c on c.id = g.group_id where g.product_id = ${product}), '{}')`;

/** Returns SQL for a product's sales that have not ended at $2. */
const selectLastingSales = (product: string): string => `
  coalesce((select jsonb_agg(jsonb_build_object('option', s.variation_option_id, 'sale_price', s.sale_price,
      'starts_at', to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'is_deal', s.is_deal) order by s.starts_at, s.id)
    from sales s where s.product_id = ${product} and (s.ends_at is null or s.ends_at > $2)), '[]')`;

/** SQL condition: the product (alias `p`) is listed. */
const IS_LISTED = `and p.status = 'published' and p.published_at <= $2
     and (p.type <> 'variable'
       or exists (select 1 from variation_options o where o.product_id = p.id and o.is_active))`;

/** Reads published products with everything that their listing row needs. Values: ids, now. */
export const listingSource = statement(
  'catalog.listingSource',
  v.object({
    id: v.number(),
    slug: v.string(),
    type: v.picklist(['simple', 'variable', 'voucher']),
    name: bilingual,
    title: bilingual,
    variant: v.nullable(bilingual),
    price: v.number(),
    min_sale_qty: v.number(),
    max_sale_qty: v.number(),
    weight: v.number(),
    bulky: v.boolean(),
    size: v.nullable(size),
    image_hash: v.string(),
    category_id: v.number(),
    featured: v.nullable(v.number()),
    sales_count: v.number(),
    orders_count: v.number(),
    created_at: v.date(),
    brand: v.nullable(v.object({ id: v.number(), slug: v.string(), name: v.string() })),
    category_ids: v.array(v.number()),
    tags: v.array(ref),
    dietary: v.array(ref),
    tier_prices,
    group_prices: v.record(v.string(), v.number()),
    sales,
    options: v.array(
      v.object({
        id: v.number(),
        title: bilingual,
        price: v.number(),
        size: v.nullable(size),
        weight: v.number(),
        bulky: v.boolean(),
        image: v.string(),
        inventory: v.nullable(v.number()),
      }),
    ),
    inventory: v.nullable(v.number()),
    bundle_saving_percent: v.number(),
    frozen_categories: v.array(v.string()),
    bundle_items: v.array(
      v.object({
        /** Empty for a voucher, which is delivered anywhere. */
        category_ids: v.array(v.number()),
        inventory: v.nullable(v.number()),
        quantity: v.number(),
        option: v.nullable(v.number()),
        price: v.number(),
        tier_prices,
        group_prices: v.record(v.string(), v.number()),
        sales,
      }),
    ),
  }),
  `select p.id, p.slug, p.type, jsonb_build_object('en', p.name_en, 'zh', p.name_zh) as name,
     jsonb_build_object('en', p.title_en, 'zh', p.title_zh) as title,
     case when p.variant_en is not null then jsonb_build_object('en', p.variant_en, 'zh', p.variant_zh) end as variant,
     p.price, p.min_sale_qty, p.max_sale_qty, p.weight, p.bulky,
     case when p.size_unit is not null then jsonb_build_object('amount', p.size_amount, 'unit', p.size_unit) end as size,
     p.image_hash, p.category_id, p.featured, p.sales_count, p.orders_count,
     p.created_at,
     case when b.id is not null then jsonb_build_object('id', b.id, 'slug', b.slug, 'name', b.name) end as brand,
     coalesce((select jsonb_agg(c.category_id order by c.category_id)
       from product_categories c where c.product_id = p.id), '[]') as category_ids,
     coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug,
         'name', jsonb_build_object('en', t.name_en, 'zh', t.name_zh)) order by t.id)
       from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id), '[]') as tags,
     coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'slug', d.slug,
         'name', jsonb_build_object('en', d.name_en, 'zh', d.name_zh)) order by d.position)
       from dietaries d where d.id in (
         select pd.dietary_id from product_dietaries pd where pd.product_id = p.id
         union all
         select i.id from product_dietaries pd join dietaries own on own.id = pd.dietary_id
         join (values ${IMPLIED_PAIRS}) implies (need, slug) on implies.need = own.slug
         join dietaries i on i.slug = implies.slug where pd.product_id = p.id
       )), '[]') as dietary,
     ${selectTierPrices('p.id')} as tier_prices,
     ${selectGroupPrices('p.id')} as group_prices,
     ${selectLastingSales('p.id')} as sales,
     coalesce((select jsonb_agg(jsonb_build_object('id', o.id,
         'title', jsonb_build_object('en', o.title_en, 'zh', o.title_zh), 'price', o.price,
         'size', case when o.size_unit is not null
           then jsonb_build_object('amount', o.size_amount, 'unit', o.size_unit) end,
         'weight', o.weight, 'bulky', o.bulky, 'image', o.image_hash, 'inventory', i.id) order by o.position, o.id)
       from variation_options o
       left join inventory i on i.product_id = p.id and i.variation_option_id = o.id
       where o.product_id = p.id and o.is_active and p.type = 'variable'), '[]') as options,
     case when p.type <> 'variable' then
       (select i.id from inventory i where i.product_id = p.id and i.variation_option_id is null) end as inventory,
     coalesce((select (value #>> '{}')::integer from settings where key = 'bundle_saving_percent'),
       ${DEFAULT_BUNDLE_SAVING_PERCENT}) as bundle_saving_percent,
     coalesce((select value from settings where key = 'frozen_categories'), '[]') as frozen_categories,
     coalesce((select jsonb_agg(jsonb_build_object('inventory', i.id, 'quantity', item.needed,
         'category_ids', array(select pp.category_id where pp.type <> 'voucher' union
           select c.category_id from product_categories c where c.product_id = pp.id and pp.type <> 'voucher' order by 1),
         'option', item.variation_option_id, 'price', coalesce(po.price, pp.price),
         'tier_prices', case when coalesce(po.price, pp.price) = pp.price then ${selectTierPrices('pp.id')} else '[]' end,
        'group_prices', case when coalesce(po.price, pp.price) = pp.price then ${selectGroupPrices('pp.id')} else '{}' end,
         'sales', ${selectLastingSales('pp.id')}) order by i.id)
       from (
         select b.product_id, b.variation_option_id, sum(b.quantity) as needed from bundle_items b
         where b.bundle_id = p.id group by b.product_id, b.variation_option_id
       ) item
       join products pp on pp.id = item.product_id
       left join variation_options po on po.id = item.variation_option_id
       left join inventory i on i.product_id = item.product_id
         and i.variation_option_id is not distinct from item.variation_option_id), '[]') as bundle_items
   from products p left join brands b on b.id = p.brand_id
   where p.id = any ($1::bigint[]) ${IS_LISTED}`,
);

/** Reads the same data of products of any status, for previews. Values: ids, now. */
export const unpublishedSource = statement(
  'catalog.unpublishedSource',
  listingSource.row,
  listingSource.text.replace(IS_LISTED, ''),
);

/**
 * Writes listing rows, deletes the other listed products of the ids, and records the changes; unchanged rows are not
 * written. Values: all ids, the rows as JSON, now.
 */
export const writeListings = statement(
  'catalog.writeListings',
  v.object({ written: v.number(), removed: v.number() }),
  `with fresh as (
     select * from json_to_recordset($2::json) as f (product_id bigint, slug text, type text, doc json,
       stock_ids bigint[], is_bundle boolean, brand_id bigint, category_ids bigint[], tag_slugs text[],
       dietary_slugs text[], name_key_en text, name_key_zh text, names text, featured integer, sales_count integer,
       orders_count integer, created_at timestamptz)
   ),
   removed as (
     delete from product_listing
     where product_id = any ($1::bigint[]) and product_id not in (select product_id from fresh) returning product_id
   ),
   written as (
     insert into product_listing as l (product_id, slug, type, doc, stock_ids, is_bundle, brand_id, category_ids,
       tag_slugs, dietary_slugs, name_key_en, name_key_zh, names, featured, sales_count, orders_count,
       created_at, price_now, on_sale, is_deal, deal_ends_at, next_edge_at, in_stock)
     select f.product_id, f.slug, f.type, f.doc, f.stock_ids, f.is_bundle, f.brand_id, f.category_ids, f.tag_slugs,
       f.dietary_slugs, f.name_key_en, f.name_key_zh, f.names, f.featured, f.sales_count, f.orders_count, f.created_at,
       priced.price_now, priced.on_sale, priced.is_deal, priced.deal_ends_at, priced.next_edge_at, ${isInStockSql('f')}
     from fresh f ${joinPrices('f.product_id', 'f.doc', '$3::timestamptz')}
     on conflict (product_id) do update set (slug, type, doc, stock_ids, is_bundle, brand_id, category_ids, tag_slugs,
       dietary_slugs, name_key_en, name_key_zh, names, featured, sales_count, orders_count, created_at, price_now,
       on_sale, is_deal, deal_ends_at, next_edge_at, in_stock) =
       (excluded.slug, excluded.type, excluded.doc, excluded.stock_ids, excluded.is_bundle, excluded.brand_id,
       excluded.category_ids, excluded.tag_slugs, excluded.dietary_slugs, excluded.name_key_en, excluded.name_key_zh,
       excluded.names, excluded.featured, excluded.sales_count, excluded.orders_count, excluded.created_at,
       excluded.price_now, excluded.on_sale, excluded.is_deal, excluded.deal_ends_at, excluded.next_edge_at,
       excluded.in_stock)
     where (l.doc::text, l.stock_ids, l.featured, l.sales_count, l.orders_count, l.created_at, l.price_now, l.on_sale,
       l.is_deal, l.deal_ends_at, l.next_edge_at, l.in_stock) is distinct from
       (excluded.doc::text, excluded.stock_ids, excluded.featured, excluded.sales_count, excluded.orders_count,
       excluded.created_at, excluded.price_now, excluded.on_sale, excluded.is_deal, excluded.deal_ends_at,
       excluded.next_edge_at, excluded.in_stock)
     returning product_id
   ),
   touched as (select product_id from written union all select product_id from removed),
   noted as (insert into catalog_changes (product_id, kind) select product_id, 'content' from touched)
   select (select count(*) from written) as written, (select count(*) from removed) as removed`,
  { writes: 'catalog_change' },
);

/** Updates prices of products whose sale has started or ended, and records the changes. Values: now, limit. */
export const refreshDuePrices = statement(
  'catalog.refreshDuePrices',
  v.object({ product_id: v.number() }),
  `with due as (
     select product_id, doc from product_listing where next_edge_at <= $1
     order by next_edge_at limit $2 for no key update skip locked
   ),
   changed as (
     update product_listing l set price_now = priced.price_now, on_sale = priced.on_sale, is_deal = priced.is_deal,
       deal_ends_at = priced.deal_ends_at, next_edge_at = priced.next_edge_at
     from due ${joinPrices('due.product_id', 'due.doc', '$1::timestamptz')}
     where l.product_id = due.product_id returning l.product_id
   )
   insert into catalog_changes (product_id, kind) select product_id, 'price' from changed returning product_id`,
  { writes: 'catalog_change' },
);

/** Checks for products whose scheduled publication time has passed. Values: now. */
export const hasScheduledProducts = statement(
  'catalog.hasScheduledProducts',
  v.object({ some_due: v.boolean() }),
  'select exists (select 1 from products where published_at > updated_at and published_at <= $1) as some_due',
);

/**
 * Claims and locks products whose scheduled publication time has passed; skips rows locked by another process. Values:
 * now, limit.
 */
export const claimScheduledProducts = statement(
  'catalog.claimScheduledProducts',
  v.object({ id: v.number() }),
  `with due as (
     select id from products where published_at > updated_at and published_at <= $1
     order by published_at limit $2 for no key update skip locked
   )
   update products p set updated_at = $1 from due where p.id = due.id returning p.id`,
);

/**
 * Updates `in_stock` of these products and of bundles that contain them, in id order (against deadlocks), and records
 * all changes. Values: product ids.
 */
export const refreshListings = statement(
  'catalog.refreshListings',
  v.object({ product_id: v.number(), kind: v.picklist(['availability', 'stock']) }),
  `with touched as (
     select product_id from unnest($1::bigint[]) given (product_id)
     union
     select bundle_id from bundle_items where product_id = any ($1::bigint[])
   ),
   judged as (
     select l.product_id, l.in_stock as before, ${isInStockSql('l')} as after
     from product_listing l join touched using (product_id)
   ),
   locked as (
     select l.product_id, j.after from product_listing l join judged j on j.product_id = l.product_id
     where j.before <> j.after order by l.product_id for no key update of l
   ),
   flipped as (
     update product_listing l set in_stock = locked.after from locked where l.product_id = locked.product_id
   )
   insert into catalog_changes (product_id, kind)
   select product_id, case when before <> after then 'availability' else 'stock' end from judged
   returning product_id, kind`,
  { writes: 'catalog_change' },
);

/** Lists the bundles that a version before migration 0111 published, which lack `frozen_parts`. */
export const listBundlesOfOlderVersions = statement(
  'catalog.bundlesOfOlderVersions',
  v.object({ id: v.number() }),
  `select id from (select distinct bundle_id as id from bundle_items) bundle
   where exists (select from product_listing l where l.product_id = bundle.id and l.doc -> 'frozen_parts' is null)`,
);

/** Lists the ids of all bundles. */
export const listBundleIds = statement(
  'catalog.bundleIds',
  v.object({ id: v.number() }),
  'select distinct bundle_id as id from bundle_items order by id',
);
