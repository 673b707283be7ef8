/** Running, ended and coming deals of a page (docs/spec.md §2 "/shocking-deals"). */
import type { ProductRow, ShockingDeals } from '@shop/contract/catalog';

/** Formats a time in a response: text in the browser, a `Date` on the server. */
const toIsoText = (moment: string | Date): string => (typeof moment === 'string' ? moment : moment.toISOString());

/** Groups deals that end together, in the list's order; deals without an end have an empty text. */
export function groupDealsByEnd(deals: readonly ProductRow[]): [end: string, ProductRow[]][] {
  const groups = new Map<string, ProductRow[]>();
  for (const deal of deals) {
    const end = deal.sale_ends_at === null ? '' : toIsoText(deal.sale_ends_at);
    groups.set(end, [...(groups.get(end) ?? []), deal]);
  }
  return [...groups];
}

/**
 * Returns the earlier deals that have ended: the current list lacks them, and their end, if any, has passed.
 */
export function listEndedDeals(
  earlier: readonly ProductRow[],
  current: readonly ProductRow[],
  nowMs: number,
): ProductRow[] {
  const ids = new Set(current.map(({ id }) => id));
  return earlier.filter(
    ({ id, sale_ends_at }) => !ids.has(id) && (sale_ends_at === null || new Date(sale_ends_at).getTime() <= nowMs),
  );
}

/** Returns a product at its price after the deal. */
export const withNormalPrice = (product: ProductRow): ProductRow => ({
  ...product,
  sale_price: null,
  sale_ends_at: null,
  discount_percent: null,
  variation_options: product.variation_options.map((option) => ({ ...option, sale_price: null, sale_ends_at: null })),
});

/** Returns the coming deals of products that have no running one. */
export function listComingDeals(
  next: ShockingDeals['next'],
  running: readonly Pick<ProductRow, 'id'>[],
): ShockingDeals['next'] {
  const ids = new Set(running.map(({ id }) => id));
  return next.filter(({ product }) => !ids.has(product.id));
}

/** Returns the number of columns, four or five, that leaves fewer empty places in a wide grid's last row. */
export const chooseColumns = (count: number): 4 | 5 => ((4 - (count % 4)) % 4 < (5 - (count % 5)) % 5 ? 4 : 5);
