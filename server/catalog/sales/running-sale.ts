/** Current prices from a listing document. The SQL that sorts lists by price selects sales by the same rule. */
import type { ListingDoc, ListingOption, ListingSale } from '../listing/listing-document.ts';

/** A running sale: price in sen, and its end if it has one. */
export type RunningSale = { sale_price: number; ends_at: Date | null };

/**
 * Returns the lowest running sale price of the product (`option` null) or option that is below the regular price; if
 * several are equal, the longest; null if there is none.
 */
export function findRunningSale(
  sales: readonly ListingSale[],
  option: number | null,
  price: number,
  now: Date,
): RunningSale | null {
  let best: RunningSale | null = null;
  for (const sale of sales) {
    if (sale.option !== option || sale.sale_price >= price) continue;
    const ends_at = sale.ends_at === null ? null : new Date(sale.ends_at);
    if (now < new Date(sale.starts_at) || (ends_at !== null && now >= ends_at)) continue;
    const isLonger = (end: Date | null) => ends_at === null || (end !== null && ends_at > end);
    if (
      best === null ||
      sale.sale_price < best.sale_price ||
      (sale.sale_price === best.sale_price && isLonger(best.ends_at))
    ) {
      best = { sale_price: sale.sale_price, ends_at };
    }
  }
  return best;
}

/** Prices of a product or option, in sen. */
export type ListedPrices = {
  /** Regular unit price. */
  price: number;
  /** The running sale's price, if below the regular one. */
  sale_price: number | null;
  /** End of that sale; null without a sale or without an end. */
  sale_ends_at: Date | null;
  tier_prices: { qty: number; tier_price: number }[];
  /** By customer group code. */
  group_prices: Record<string, number>;
};

/**
 * Returns the prices of a product (`option` null) or option at `now`. Tier and group prices apply to the product's
 * regular price; an option with another price (a bigger size) has none.
 */
export function readListedPrices(doc: ListingDoc, option: ListingOption | null, now: Date): ListedPrices {
  const { price } = option ?? doc;
  const sale = findRunningSale(doc.sales, option?.id ?? null, price, now);
  const isRegular = price === doc.price;
  return {
    price,
    sale_price: sale?.sale_price ?? null,
    sale_ends_at: sale?.ends_at ?? null,
    tier_prices: isRegular ? doc.tier_prices : [],
    group_prices: isRegular ? doc.group_prices : {},
  };
}

/** Returns when the next of these sales starts or ends; null if none will. */
export function findNextSaleChange(sales: readonly ListingSale[], now: Date): Date | null {
  let next: Date | null = null;
  for (const sale of sales) {
    for (const edge of [sale.starts_at, sale.ends_at]) {
      if (edge === null) continue;
      const at = new Date(edge);
      if (at > now && (next === null || at < next)) next = at;
    }
  }
  return next;
}
