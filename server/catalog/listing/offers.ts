/**
 * Offers: what carts and orders need of a line's product, that is texts, current price, limits, and the stock rows
 * that one unit takes. `offersOf` reads listed products from the listing rows that the caller's statement joined
 * (`listedLine`), and all others from the source tables.
 */

import { BACKDROPS } from '@shop/core/catalog/backdrops';
import type { Lang } from '@shop/core/lang';
import * as v from 'valibot';
import { textIn } from '../../content/bilingual.ts';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/database.ts';
import { listingEntries } from '../catalog.sql.ts';
import { runningSale } from '../sales/running-sale.ts';
import type { ListingDoc, ListingOption } from './listing-document.ts';
import { type StockRow, stockRow } from './stock-units.ts';

/** Row schema of `OFFER_COLUMNS`, for statements that join them. Money in sen, weights in grams. */
export const offerRow = v.object({
  product_id: v.number(),
  variation_option_id: v.nullable(v.number()),
  slug: v.string(),
  type: v.picklist(['simple', 'variable', 'voucher']),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  /** The chosen option's title, else the product's size. */
  variant_en: v.nullable(v.string()),
  variant_zh: v.nullable(v.string()),
  image_hash: v.string(),
  stage: v.picklist(BACKDROPS),
  /** Regular unit price. */
  price: v.number(),
  /** Lowest running sale price at the requested time, if below the regular price. */
  sale_price: v.nullable(v.number()),
  /** End of that sale; null without a sale or without an end. */
  sale_ends_at: v.nullable(v.date()),
  tier_prices: v.array(v.object({ qty: v.number(), tier_price: v.number() })),
  /** Prices by customer group code. */
  group_prices: v.record(v.string(), v.number()),
  min_sale_qty: v.number(),
  /** 0: no limit. */
  max_sale_qty: v.number(),
  bulky: v.boolean(),
  weight: v.number(),
  is_bundle: v.boolean(),
  /** False if the product is not published, its option no longer exists, or a variable product has no option. */
  is_sold: v.boolean(),
  /** Stock rows, each once, by id: placing an order locks and decrements them. */
  stock: v.array(stockRow),
});

/** Everything needed to price and limit a line; `unitsAvailable(offer.stock)` is the quantity left to sell. */
export type Offer = v.InferOutput<typeof offerRow>;

/** Columns of an `Offer`, to select together with `offerJoins`. */
export const OFFER_COLUMNS = `
  p.id as product_id, wanted.option_id as variation_option_id, p.slug, p.type, p.name_en, p.name_zh,
  case when o.id is null then p.variant_en else o.title_en end as variant_en,
  case when o.id is null then p.variant_zh else o.title_zh end as variant_zh,
  coalesce(o.image_hash, p.image_hash) as image_hash, aisle.stage,
  coalesce(o.price, p.price) as price, sale.sale_price, sale.sale_ends_at, lower.tier_prices, lower.group_prices,
  p.min_sale_qty, p.max_sale_qty, coalesce(o.bulky, p.bulky) as bulky, coalesce(o.weight, p.weight) as weight,
  shelf.is_bundle,
  p.status = 'published' and p.published_at <= wanted.at and shelf.is_whole
    and case when p.type = 'variable' then coalesce(o.is_active, false) else wanted.option_id is null end as is_sold,
  shelf.stock`;

/**
 * Returns the joins for `OFFER_COLUMNS`, over rows with `product_id` and `variation_option_id` under the alias `line`;
 * `now` is the statement's parameter for ctx.now, such as `$2`. Rows of unknown products are dropped. Uses the aliases
 * wanted, p, o, aisle, sale, lower, shelf. Tier and group prices apply to the product's regular price; an option with
 * another price (a bigger size) has none.
 */
export const offerJoins = (line: string, now: string): string => `
  cross join lateral (select ${line}.variation_option_id as option_id, ${now}::timestamptz as at) wanted
  join products p on p.id = ${line}.product_id
  join categories aisle on aisle.id = p.category_id
  left join variation_options o on o.id = wanted.option_id and o.product_id = p.id
  left join lateral (
    select s.sale_price, s.ends_at as sale_ends_at from sales s
    where s.product_id = p.id and s.variation_option_id is not distinct from o.id
      and s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now}) and s.sale_price < coalesce(o.price, p.price)
    order by s.sale_price, s.ends_at desc nulls first limit 1
  ) sale on true
  cross join lateral (
    select coalesce((select jsonb_agg(jsonb_build_object('qty', t.qty, 'tier_price', t.tier_price) order by t.qty)
        from tier_prices t where t.product_id = p.id and coalesce(o.price, p.price) = p.price), '[]') as tier_prices,
      coalesce((select jsonb_object_agg(c.code, g.group_price)
        from group_prices g join customer_groups c on c.id = g.group_id
        where g.product_id = p.id and coalesce(o.price, p.price) = p.price), '{}') as group_prices
  ) lower
  cross join lateral (
    select coalesce(bool_or(part.in_bundle), false) as is_bundle,
      coalesce(bool_and(part.inventory_id is not null), true) as is_whole,
      coalesce(jsonb_agg(to_jsonb(part) - 'in_bundle' order by part.inventory_id)
        filter (where part.inventory_id is not null), '[]') as stock
    from (
      select id as inventory_id, 1 as per_unit, quantity, min_qty, is_continuous_selling, false as in_bundle
      from inventory own where own.product_id = p.id and own.variation_option_id is not distinct from o.id
      union all
      select held.id, item.per_unit, held.quantity, held.min_qty, held.is_continuous_selling, true
      from (
        select product_id, variation_option_id, sum(quantity)::integer as per_unit from bundle_items
        where bundle_id = p.id group by product_id, variation_option_id
      ) item
      -- The limit has it looked up item by item: a join would read the stock of the whole shop for each line.
      left join lateral (
        select * from inventory i where i.product_id = item.product_id
          and i.variation_option_id is not distinct from item.variation_option_id limit 1
      ) held on true
    ) part
  ) shelf`;

const offersOfLines = statement(
  'catalog.offers',
  offerRow,
  `select ${OFFER_COLUMNS}
   from unnest($1::bigint[], $2::bigint[]) as line (product_id, variation_option_id) ${offerJoins('line', '$3::timestamptz')}
   where line.variation_option_id is not distinct from o.id`,
);

/** Identifies a line: a product, and its option if it has any (docs/readings.md#28). */
export type LineKey = { product_id: number; variation_option_id: number | null };

const lineKey = (line: LineKey): string => `${line.product_id}:${line.variation_option_id ?? ''}`;

/**
 * Loads the lines' offers at ctx.now from the source tables, by `lineKey`, in one statement. Lines with an unknown
 * product, or with another product's option, have none.
 */
export async function loadOffers(ctx: Pick<Ctx, 'db' | 'now'>, lines: readonly LineKey[]): Promise<Map<string, Offer>> {
  const found = await ctx.db.rows(offersOfLines, [
    lines.map((line) => line.product_id),
    lines.map((line) => line.variation_option_id),
    ctx.now,
  ]);
  return new Map(found.map((offer) => [lineKey(offer), offer]));
}

/** Row schema of a line with its product's listing row (null if not listed), for statements that join it. */
export const listedLine = v.object({
  product_id: v.number(),
  variation_option_id: v.nullable(v.number()),
  doc: v.nullable(listingEntries.doc),
  stock: listingEntries.stock,
});
export type ListedLine = v.InferOutput<typeof listedLine>;

/** Returns the stock rows that one unit takes, and whether all of them exist. */
function shelfOf(doc: ListingDoc, option: ListingOption | null, stock: ListedLine['stock']) {
  const own = option === null ? doc.inventory : option.inventory;
  const wanted = doc.parts.length > 0 ? doc.parts : own === null ? [] : [{ inventory: own, quantity: 1 }];
  const rows = new Map(stock?.map((row) => [row[0], row]));
  const found = wanted.flatMap(({ inventory, quantity: per_unit }): StockRow[] => {
    const row = inventory === null ? undefined : rows.get(inventory);
    if (row === undefined) return [];
    const [inventory_id, quantity, min_qty, is_continuous_selling] = row;
    return [{ inventory_id, per_unit, quantity, min_qty, is_continuous_selling }];
  });
  return { stock: found, is_whole: found.length === wanted.length };
}

/**
 * Builds an offer from a listing row. Null if the product is not listed, does not sell the line's option, or sells
 * only options and the line has none.
 */
function listedOffer({ product_id, variation_option_id, doc, stock }: ListedLine, now: Date): Offer | null {
  if (doc === null) return null;
  const option = doc.options.find(({ id }) => id === variation_option_id) ?? null;
  if ((option === null) !== (variation_option_id === null) || (option === null) !== (doc.type !== 'variable'))
    return null;
  const { price, weight, bulky, image } = option ?? doc;
  const sale = runningSale(doc.sales, variation_option_id, price, now);
  const shelf = shelfOf(doc, option, stock);
  // Tier and group prices apply to the product's regular price.
  const isRegular = price === doc.price;
  const variant = option === null ? doc.variant : option.title;
  return {
    product_id,
    variation_option_id,
    slug: doc.slug,
    type: doc.type,
    name_en: doc.name.en,
    name_zh: doc.name.zh,
    variant_en: variant?.en ?? null,
    variant_zh: variant?.zh ?? null,
    image_hash: image,
    stage: doc.stage,
    price,
    sale_price: sale?.sale_price ?? null,
    sale_ends_at: sale?.ends_at ?? null,
    tier_prices: isRegular ? doc.tier_prices : [],
    group_prices: isRegular ? doc.group_prices : {},
    min_sale_qty: doc.min_sale_qty,
    max_sale_qty: doc.max_sale_qty,
    bulky,
    weight,
    is_bundle: doc.parts.length > 0,
    is_sold: shelf.is_whole,
    stock: shelf.stock,
  };
}

/**
 * Returns the lines' offers at ctx.now, null for lines without one. Listed products are read from the listing row,
 * which publishing writes in the transaction of every change; only products no longer for sale need the source tables,
 * in one statement.
 */
export async function offersOf(ctx: Pick<Ctx, 'db' | 'now'>, lines: readonly ListedLine[]): Promise<(Offer | null)[]> {
  const offers = lines.map((line) => listedOffer(line, ctx.now));
  const others = lines.filter((_, index) => offers[index] === null);
  if (others.length === 0) return offers;
  const found = await loadOffers(ctx, others);
  return lines.map((line, index) => offers[index] ?? found.get(lineKey(line)) ?? null);
}

/** Picks an offer's texts for the shopper's language, and the language that the name is in. */
export function offerTexts(offer: Offer, lang: Lang): { name: string; text_lang: Lang; variant: string | null } {
  const isChinese = lang === 'zh' && offer.name_zh !== null;
  return {
    name: textIn(lang, offer.name_en, offer.name_zh),
    text_lang: isChinese ? 'zh' : 'en',
    variant: offer.variant_en === null ? null : textIn(lang, offer.variant_en, offer.variant_zh),
  };
}
