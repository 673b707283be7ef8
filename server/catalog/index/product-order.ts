/** Sorts the products that match a filter, and picks one page of them. */
import type { ProductQuery } from '@shop/contract/catalog';
import type { Lang } from '@shop/core/lang';
import { requireSorts } from '../../lists/parse-list.ts';
import type { Matches } from '../search/score-documents.ts';
import { IS_IN_STOCK, type ProductColumns, type SortPart } from './product-columns.ts';
import { EXCLUDED_BY, type FilterResult } from './product-filter.ts';

const SORT_COLUMNS = ['price', 'name', 'created_at', 'best_sellers', 'featured', 'most_order'] as const;

/** The default order: featured products first, then best sellers. */
export const DEFAULT_ORDER: readonly SortPart[] = [{ column: 'featured', descending: false }];
export const BEST_FIRST: readonly SortPart[] = [{ column: 'sales', descending: true }];

/**
 * Reads the order that `orderBy` and `sortedBy` request; null without `orderBy`. `price`, `name` and `created_at`
 * ascend by default; `best_sellers` and `most_order` put the best first by default; `featured` always puts featured
 * products first.
 */
export function parseRequestedOrder(query: ProductQuery, lang: Lang): SortPart[] | null {
  const hasDirection = query.sortedBy !== undefined && query.sortedBy !== '';
  const parts = new Map<string, SortPart>();
  for (const { column, direction } of requireSorts(query, SORT_COLUMNS)) {
    const descending = direction === 'desc';
    // If a column is named twice, its first direction applies.
    if (parts.has(column)) continue;
    if (column === 'price' || column === 'created_at') parts.set(column, { column, descending });
    else if (column === 'name') parts.set(column, { column: lang === 'zh' ? 'name_zh' : 'name_en', descending });
    else if (column === 'featured') parts.set(column, { column: 'featured', descending: false });
    else
      parts.set(column, {
        column: column === 'most_order' ? 'orders' : 'sales',
        descending: !hasDirection || descending,
      });
  }
  return parts.size === 0 ? null : [...parts.values()];
}

/** `start` counts from 0. */
type PageRange = { start: number; limit: number };

/** Rows of one page, and the number of all matching products. */
type RowPage = { rows: number[]; total: number };

/** Rows in order, as `sortRows` returns them. */
type DirectedOrder = { rows: Uint32Array; reversed: boolean };

/** Picks a page. With `flags`, products that can be bought come first, otherwise in the given order. */
function pickPage(
  order: DirectedOrder,
  filter: FilterResult,
  { start, limit }: PageRange,
  flags: Uint8Array | null,
): RowPage {
  const { excludedBy } = filter;
  const total = countMatching(filter);
  const rows: number[] = [];
  const { length } = order.rows;
  const end = Math.min(start + limit, total);
  let place = 0;
  for (const wanted of flags === null ? [0] : [IS_IN_STOCK, 0]) {
    for (let at = 0; at < length && place < end; at++) {
      const row = order.rows[order.reversed ? length - 1 - at : at] ?? 0;
      if (excludedBy[row] !== 0 || (flags !== null && ((flags[row] ?? 0) & IS_IN_STOCK) !== wanted)) continue;
      if (place >= start) rows.push(row);
      place++;
    }
  }
  return { rows, total };
}

function countMatching({ excludedBy, matches }: FilterResult): number {
  let total = 0;
  if (matches === null) {
    for (let row = 0; row < excludedBy.length; row++) if (excludedBy[row] === 0) total++;
    return total;
  }
  for (const row of matches) if (excludedBy[row] === 0) total++;
  return total;
}

/** Returns the rank of a match, 0 to 511: products that can be bought first, then by score. */
const toRank = (score: number, flags: number): number => (flags & IS_IN_STOCK ? 255 : 511) - score;
const RANK_COUNT = 512;

/** Picks a page of matches by rank, then by sales. Sorts only those of the ranks that the page reaches. */
function pickByRelevance(
  columns: ProductColumns,
  { excludedBy }: FilterResult,
  { rows: matches, scores }: Matches,
  { start, limit }: PageRange,
): RowPage {
  const ranks = new Uint16Array(matches.length);
  const counts = new Uint32Array(RANK_COUNT);
  let total = 0;
  for (let at = 0; at < matches.length; at++) {
    const row = matches[at] ?? 0;
    if (excludedBy[row] !== 0) {
      ranks[at] = RANK_COUNT;
      continue;
    }
    const rank = toRank(scores[at] ?? 0, columns.flags[row] ?? 0);
    ranks[at] = rank;
    counts[rank] = (counts[rank] ?? 0) + 1;
    total++;
  }
  let last = 0;
  let reached = counts[0] ?? 0;
  while (reached < start + limit && last < RANK_COUNT - 1) reached += counts[++last] ?? 0;
  // One number holds rank and place by sales: numbers sort faster than rows with a comparison.
  const { rows: bySales, places } = columns.sortPlaces('sales');
  const size = bySales.length;
  const keys = new Uint32Array(reached);
  let count = 0;
  for (let at = 0; at < matches.length; at++) {
    const rank = ranks[at] ?? RANK_COUNT;
    if (rank <= last) keys[count++] = rank * size + size - 1 - (places[matches[at] ?? 0] ?? 0);
  }
  const page = keys.sort().subarray(start, start + limit);
  return { rows: Array.from(page, (key) => bySales[size - 1 - (key % size)] ?? 0), total };
}

/** Returns whether products that can be bought come first: in every order except by price or name. */
const isBuyableFirst = (requested: readonly SortPart[] | null): boolean => {
  const column = requested?.[0]?.column;
  return column !== 'price' && column !== 'name_en' && column !== 'name_zh';
};

/**
 * Returns one page of everything that matches: in the requested order, else the best match first, else the shop's own
 * order. Products that cannot be bought come last, except in orders by price or name.
 */
export function pickPageOfAll(
  columns: ProductColumns,
  filter: FilterResult,
  requested: readonly SortPart[] | null,
  page: PageRange,
): RowPage {
  const { matches, scores } = filter;
  if (requested === null && matches !== null && scores !== null) {
    return pickByRelevance(columns, filter, { rows: matches, scores }, page);
  }
  const order = columns.sortRows(requested ?? DEFAULT_ORDER);
  return pickPage(order, filter, page, isBuyableFirst(requested) ? columns.flags : null);
}

/** Returns one page of the given rows: in the requested order, else the best match first, else as given. */
export function pickPageOfRows(
  columns: ProductColumns,
  rows: readonly number[],
  filter: FilterResult,
  requested: readonly SortPart[] | null,
  page: PageRange,
): RowPage {
  const excludedBy = new Uint8Array(filter.excludedBy.length).fill(EXCLUDED_BY.OTHER);
  for (const row of rows) excludedBy[row] = filter.excludedBy[row] ?? EXCLUDED_BY.OTHER;
  const within: FilterResult = { ...filter, excludedBy };
  if (requested === null && filter.scores === null) {
    return pickPage({ rows: Uint32Array.from(rows), reversed: false }, within, page, null);
  }
  return pickPageOfAll(columns, within, requested, page);
}
