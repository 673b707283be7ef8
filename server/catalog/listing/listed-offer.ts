/** A line's offer from the listing row of its product: the same as the tables of truth give (`offers.ts`), read at once. */

import { runningSale } from '../sales/running-sale.ts';
import type { ListingDoc, ListingOption } from './listing-document.ts';
import type { ListedLine, Offer } from './offers.ts';
import type { StockRow } from './stock-units.ts';

/** The stock rows that one unit takes, and whether none of them is missing. */
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

/** Null where the product is not listed, or does not sell the option that the line names, or sells options only. */
export function listedOffer({ product_id, variation_option_id, doc, stock }: ListedLine, now: Date): Offer | null {
  if (doc === null) return null;
  const option = doc.options.find(({ id }) => id === variation_option_id) ?? null;
  if ((option === null) !== (variation_option_id === null) || (option === null) !== (doc.type !== 'variable'))
    return null;
  const { price, weight, bulky, image } = option ?? doc;
  const sale = runningSale(doc.sales, variation_option_id, price, now);
  const shelf = shelfOf(doc, option, stock);
  // Tier and group prices are written for the product's regular price.
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
