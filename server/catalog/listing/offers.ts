/**
 * Offers: the data of a line's product for carts and orders, that is texts, current price, limits, and the stock rows
 * that one unit takes. Derived from the listing rows that the caller's statement joins (`listedLine`); products that
 * are no longer listed are not sold, and only their texts and prices are read.
 */

import { BACKDROPS } from '@shop/core/catalog/backdrops';
import { type Lang, textIn } from '@shop/core/lang';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { type Db, statement } from '../../db/database.ts';
import { listingEntries } from '../catalog.sql.ts';
import { type ListedPrices, readListedPrices } from '../sales/running-sale.ts';
import type { ListingDoc, ListingOption } from './listing-document.ts';

/** A stock row, and how many of it one unit takes (more than one only inside bundles). */
const stockRow = v.object({
  inventory_id: v.number(),
  per_unit: v.number(),
  quantity: v.number(),
  min_qty: v.number(),
  is_continuous_selling: v.boolean(),
});
export type StockRow = v.InferOutput<typeof stockRow>;

/**
 * Returns the units left to sell, net of `min_qty`: the scarcest row decides (docs/readings.md#5,
 * docs/readings.md#30). `Infinity` if every row sells without stock; 0 without rows; never negative.
 */
export function unitsAvailable(stock: readonly StockRow[]): number {
  if (stock.length === 0) return 0;
  const each = stock.map((row) =>
    row.is_continuous_selling ? Number.POSITIVE_INFINITY : Math.floor((row.quantity - row.min_qty) / row.per_unit),
  );
  return Math.max(0, Math.min(...each));
}

/** Identifies a line: a product, and its option if it has any (docs/readings.md#28). */
type OfferKey = { product_id: number; variation_option_id: number | null };

const toLineKey = (line: OfferKey): string => `${line.product_id}:${line.variation_option_id ?? ''}`;

/** Texts, regular price and limits of a line's product. Money in sen, weights in grams. */
const withdrawnProduct = v.object({
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
  min_sale_qty: v.number(),
  /** 0: no limit. */
  max_sale_qty: v.number(),
  bulky: v.boolean(),
  weight: v.number(),
});

/** Everything needed to price and limit a line; `unitsAvailable(offer.stock)` is the quantity left to sell. */
export type Offer = v.InferOutput<typeof withdrawnProduct> &
  ListedPrices & {
    is_bundle: boolean;
    /** False if the product or option is not listed, a variable product has no option, or an item of a bundle has no stock row. */
    is_sold: boolean;
    /** Stock rows, each once, by id: placing an order locks and decrements them. */
    stock: StockRow[];
  };

/** Reads the products of lines that are not for sale; an unknown product, or another product's option, has no row. */
const withdrawnProducts = statement(
  'catalog.withdrawnProducts',
  withdrawnProduct,
  `select p.id as product_id, line.variation_option_id, p.slug, p.type, p.name_en, p.name_zh,
     case when o.id is null then p.variant_en else o.title_en end as variant_en,
     case when o.id is null then p.variant_zh else o.title_zh end as variant_zh,
     coalesce(o.image_hash, p.image_hash) as image_hash, c.stage, coalesce(o.price, p.price) as price,
     p.min_sale_qty, p.max_sale_qty, coalesce(o.bulky, p.bulky) as bulky, coalesce(o.weight, p.weight) as weight
   from unnest($1::bigint[], $2::bigint[]) as line (product_id, variation_option_id)
   join products p on p.id = line.product_id
   join categories c on c.id = p.category_id
   left join variation_options o on o.id = line.variation_option_id and o.product_id = p.id
   where line.variation_option_id is not distinct from o.id`,
);

async function loadWithdrawn(db: Db, lines: readonly OfferKey[]): Promise<Map<string, Offer>> {
  const withdrawnRows = await db.rows(withdrawnProducts, [
    lines.map((line) => line.product_id),
    lines.map((line) => line.variation_option_id),
  ]);
  return new Map(
    withdrawnRows.map((product) => [
      toLineKey(product),
      {
        ...product,
        ...{ sale_price: null, sale_ends_at: null, tier_prices: [], group_prices: {} },
        ...{ is_bundle: false, is_sold: false, stock: [] },
      },
    ]),
  );
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
function pickStock(doc: ListingDoc, option: ListingOption | null, stock: ListedLine['stock']) {
  const own = option === null ? doc.inventory : option.inventory;
  const wanted = doc.parts.length > 0 ? doc.parts : own === null ? [] : [{ inventory: own, quantity: 1 }];
  const rows = new Map(stock?.map((row) => [row[0], row]));
  const stockRows = wanted.flatMap(({ inventory, quantity: per_unit }): StockRow[] => {
    const row = inventory === null ? undefined : rows.get(inventory);
    if (row === undefined) return [];
    const [inventory_id, quantity, min_qty, is_continuous_selling] = row;
    return [{ inventory_id, per_unit, quantity, min_qty, is_continuous_selling }];
  });
  return { stock: stockRows, isComplete: stockRows.length === wanted.length };
}

/**
 * Builds an offer from a listing row. Null if the product is not listed, does not sell the line's option, or sells
 * only options and the line has none.
 */
function toListedOffer({ product_id, variation_option_id, doc, stock }: ListedLine, now: Date): Offer | null {
  if (doc === null) return null;
  const option = doc.options.find(({ id }) => id === variation_option_id) ?? null;
  if ((option === null) !== (variation_option_id === null) || (option === null) !== (doc.type !== 'variable'))
    return null;
  const { weight, bulky, image } = option ?? doc;
  const ownStock = pickStock(doc, option, stock);
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
    ...readListedPrices(doc, option, now),
    min_sale_qty: doc.min_sale_qty,
    max_sale_qty: doc.max_sale_qty,
    bulky,
    weight,
    is_bundle: doc.parts.length > 0,
    is_sold: ownStock.isComplete,
    stock: ownStock.stock,
  };
}

/**
 * Returns the lines' offers at ctx.now, null for lines without one. Publishing writes the listing row in the
 * transaction of every change, so that lists and carts agree. Only lines that are no longer for sale take a statement.
 */
export async function loadOffers(
  ctx: Pick<Ctx, 'db' | 'now'>,
  lines: readonly ListedLine[],
): Promise<(Offer | null)[]> {
  const offers = lines.map((line) => toListedOffer(line, ctx.now));
  const others = lines.filter((_, index) => offers[index] === null);
  if (others.length === 0) return offers;
  const withdrawn = await loadWithdrawn(ctx.db, others);
  return lines.map((line, index) => offers[index] ?? withdrawn.get(toLineKey(line)) ?? null);
}

/** Picks an offer's texts for the shopper's language, and the language that the name is in. */
export function pickOfferTexts(offer: Offer, lang: Lang): { name: string; text_lang: Lang; variant: string | null } {
  const isChinese = lang === 'zh' && offer.name_zh !== null;
  return {
    name: textIn(lang, offer.name_en, offer.name_zh),
    text_lang: isChinese ? 'zh' : 'en',
    variant: offer.variant_en === null ? null : textIn(lang, offer.variant_en, offer.variant_zh),
  };
}
