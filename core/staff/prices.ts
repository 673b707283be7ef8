/** Measures changes of prices, for the limit above which a second person approves them (docs/readings.md#102). */
import type { Sen } from '../money.ts';

/** A regular price, a promotion, a shocking deal, or the price of a group of customers. */
export const PRICE_KINDS = ['regular', 'sale', 'deal', 'group'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** A price before and after a change; null where it did not exist, or no longer exists. */
export type ChangedPrice = {
  of: PriceKind;
  price_before: Sen | null;
  price_after: Sen | null;
  /** The regular price before the change. */
  regular: Sen;
};

/** The highest percentage that is reported, also for a price that was zero. */
const MAX_PERCENT = 999;

/**
 * Returns by how many sen a price changes. A promotion or deal counts with its distance from the regular price, also
 * where only its times change; one that ends counts as nothing, since the regular price needs no approval.
 */
export function measurePriceChangeSen({ of, price_before, price_after, regular }: ChangedPrice): Sen {
  if (of === 'regular') return Math.abs((price_after ?? 0) - (price_before ?? 0));
  if (of === 'group') return Math.abs((price_after ?? regular) - (price_before ?? regular));
  return price_after === null ? 0 : Math.abs(regular - price_after);
}

/** Returns by how many percent a price changes, at most 999. */
export function measurePriceChangePercent(step: ChangedPrice): number {
  const { of, price_before, regular } = step;
  const change = measurePriceChangeSen(step);
  if (change === 0) return 0;
  const basis = of === 'regular' || of === 'group' ? (price_before ?? regular) : regular;
  return basis === 0 ? MAX_PERCENT : Math.min(MAX_PERCENT, (change * 100) / basis);
}
