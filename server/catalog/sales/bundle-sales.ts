/**
 * Caps the price of bundles: sales of their items can make a bundle more expensive than the items. The cap changes with
 * these sales, so it is written into the listing document as sales of the bundle, which lists, carts and orders read
 * already.
 */
import { computeBundlePriceCap } from '@shop/core/catalog/bundle';
import type { ListingSale } from '../listing/listing-document.ts';
import { findRunningSale } from './running-sale.ts';

/** An item of a bundle with its own prices, in sen. */
export type PricedBundleItem = {
  option: number | null;
  quantity: number;
  price: number;
  tier_prices: { qty: number; tier_price: number }[];
  /** By group. */
  group_prices: Readonly<Record<string, number>>;
  sales: ListingSale[];
};

/** Start of the first period: any time before all sales. */
const BEFORE_ALL_SALES = '1970-01-01T00:00:00.000Z';

/**
 * Lists a sale of the bundle for each period in which its regular price saves less than `saving_percent` compared with
 * its items; the sale price then saves that much.
 */
export function listBundleSales(
  price: number,
  items: readonly PricedBundleItem[],
  saving_percent: number,
): ListingSale[] {
  if (items.length === 0) return [];
  const edges = items.flatMap(({ sales }) =>
    sales.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at ?? []].flat()),
  );
  const starts = [BEFORE_ALL_SALES, ...[...new Set(edges)].sort()];
  const periods: ListingSale[] = [];
  for (const [index, starts_at] of starts.entries()) {
    const at = new Date(starts_at);
    const cap = computeBundlePriceCap(
      items.map((item) => ({
        price: item.price,
        sale_price: findRunningSale(item.sales, item.option, item.price, at)?.sale_price ?? null,
        tier_prices: item.tier_prices,
        quantity: item.quantity,
      })),
      saving_percent,
    );
    const ends_at = starts[index + 1] ?? null;
    const last = periods.at(-1);
    if (last?.sale_price === cap && last.ends_at === starts_at) last.ends_at = ends_at;
    else if (cap < price) periods.push({ option: null, sale_price: cap, starts_at, ends_at, is_deal: false });
  }
  return periods;
}

/**
 * Adds or lowers the prices of groups for which the bundle would save less than `saving_percent` compared with its
 * items without their sales.
 */
export function capGroupPrices(
  price: number,
  group_prices: Readonly<Record<string, number>>,
  items: readonly PricedBundleItem[],
  saving_percent: number,
): Record<string, number> {
  const prices = { ...group_prices };
  for (const group of new Set(items.flatMap((item) => Object.keys(item.group_prices)))) {
    const cap = computeBundlePriceCap(
      items.map((item) => ({ ...item, sale_price: null, group_price: item.group_prices[group] ?? null })),
      saving_percent,
    );
    if (cap < (prices[group] ?? price)) prices[group] = cap;
  }
  return prices;
}
