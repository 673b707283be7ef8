/** In which order a list stands, and which products its page holds. */
import type { ProductQuery } from '@shop/contract/catalog';
import { parseSort } from '@shop/contract/list';
import type { Lang } from '@shop/core/lang';
import { isRefusal } from '@shop/core/refusal';
import { refuseFields } from '../../refuse.ts';
import { IN_STOCK, type ProductRows, type SortPart } from './product-columns.ts';
import { type Choice, FAILS } from './product-filter.ts';
import { sortedByRank } from './row-order.ts';

const SORTS = ['price', 'name', 'created_at', 'best_sellers', 'featured', 'most_order'] as const;

/** The shop's own order: featured products first, then what sells best. */
export const DEFAULT_ORDER: readonly SortPart[] = [{ column: 'featured', descending: false }];
export const BEST_FIRST: readonly SortPart[] = [{ column: 'sales', descending: true }];

/**
 * The order that a query asks for; null where it asks for none. `price`, `name` and `created_at` are columns, ascending
 * unless said; `best_sellers` and `most_order` are ranks, best first unless `asc` is asked for; `featured` always begins
 * with the featured.
 */
export function orderAsked(query: ProductQuery, lang: Lang): SortPart[] | null {
  const sorts = parseSort(query, SORTS);
  if (isRefusal(sorts)) return refuseFields({ [sorts.field ?? 'orderBy']: [sorts] });
  const isSaid = query.sortedBy !== undefined && query.sortedBy !== '';
  const parts = new Map<string, SortPart>();
  for (const { column, direction } of sorts) {
    const descending = direction === 'desc';
    // What stands in an order twice is decided where it stands first.
    if (parts.has(column)) continue;
    if (column === 'price' || column === 'created_at') parts.set(column, { column, descending });
    else if (column === 'name') parts.set(column, { column: lang === 'zh' ? 'name_zh' : 'name_en', descending });
    else if (column === 'featured') parts.set(column, { column: 'featured', descending: false });
    else parts.set(column, { column: column === 'most_order' ? 'orders' : 'sales', descending: !isSaid || descending });
  }
  return parts.size === 0 ? null : [...parts.values()];
}

/** Slots of one page, and how many there are in all. */
export type Cut = { slots: number[]; total: number };

function cut(ordered: Uint32Array, reversed: boolean, choice: Choice, start: number, limit: number): Cut {
  const { failing } = choice;
  const total = countFound(choice);
  const slots: number[] = [];
  const { length } = ordered;
  const end = Math.min(start + limit, total);
  for (let at = 0, place = 0; at < length && place < end; at++) {
    const slot = ordered[reversed ? length - 1 - at : at] ?? 0;
    if (failing[slot] !== 0) continue;
    if (place >= start) slots.push(slot);
    place++;
  }
  return { slots, total };
}

function countFound({ failing, candidates }: Choice): number {
  let total = 0;
  if (candidates === null) {
    for (let slot = 0; slot < failing.length; slot++) if (failing[slot] === 0) total++;
    return total;
  }
  for (const slot of candidates) if (failing[slot] === 0) total++;
  return total;
}

/** How well a slot matches, and then whether it can be had: from 0 for the best to 511. */
const rankOf = (score: number, flags: number): number => 511 - (score * 2 + (flags & IN_STOCK ? 1 : 0));

/** The slots that `keyword` names: the best match first, then what can be had, then what sells best. */
function ranked(rows: ProductRows, candidates: Uint32Array, scores: Uint8Array): Uint32Array {
  const { flags, sales, ids } = rows;
  const ranks = new Uint16Array(rows.size);
  for (let at = 0; at < candidates.length; at++) {
    const slot = candidates[at] ?? 0;
    ranks[slot] = rankOf(scores[at] ?? 0, flags[slot] ?? 0);
  }
  return candidates.toSorted(
    (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (sales[b] ?? 0) - (sales[a] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
  );
}

/** The same by counting over all products: less work where the keyword names many of them. */
function rankedAmongAll(rows: ProductRows, candidates: Uint32Array, scores: Uint8Array): Uint32Array {
  const { flags } = rows;
  const ranks = new Uint16Array(rows.size).fill(511);
  for (let at = 0; at < candidates.length; at++) {
    const slot = candidates[at] ?? 0;
    ranks[slot] = rankOf(scores[at] ?? 0, flags[slot] ?? 0);
  }
  const { slots } = rows.sortedBy(BEST_FIRST);
  return sortedByRank(slots.toReversed(), ranks, 511, false);
}

/** From this share of all products on, counting is less work than comparing. */
const MANY = 1 / 16;

function byRelevance(rows: ProductRows, { candidates, scores }: Choice): Uint32Array {
  if (candidates === null || scores === null) return rows.sortedBy(DEFAULT_ORDER).slots;
  const rank = candidates.length > rows.size * MANY ? rankedAmongAll : ranked;
  return rank(rows, candidates, scores);
}

/** What can be had first, else as it stands. */
function availableFirst({ flags, size }: ProductRows, ordered: Uint32Array): Uint32Array {
  const soldOut = new Uint16Array(size);
  for (const slot of ordered) soldOut[slot] = (flags[slot] ?? 0) & IN_STOCK ? 0 : 1;
  return sortedByRank(ordered, soldOut, 1, false);
}

/** How a list stands where its query asks for nothing. */
export type OwnOrder = {
  parts: readonly SortPart[];
  /** Whether what is sold out comes last. */
  availableFirst?: boolean;
};

/** The page of the whole listing: as asked, else the best match first, else in its own order. */
export function cutListing(
  rows: ProductRows,
  choice: Choice,
  asked: readonly SortPart[] | null,
  own: OwnOrder,
  start: number,
  limit: number,
): Cut {
  if (asked === null && choice.scores !== null) return cut(byRelevance(rows, choice), false, choice, start, limit);
  const { slots, reversed } = rows.sortedBy(asked ?? own.parts);
  const isSplit = asked === null && own.availableFirst === true;
  return cut(isSplit ? availableFirst(rows, slots) : slots, reversed, choice, start, limit);
}

/** The page of a few products: as asked, else as they stand. */
export function cutAmong(
  rows: ProductRows,
  among: readonly number[],
  choice: Choice,
  asked: readonly SortPart[] | null,
  start: number,
  limit: number,
): Cut {
  const failing = new Uint8Array(choice.failing.length).fill(FAILS.OUT);
  for (const slot of among) failing[slot] = choice.failing[slot] ?? FAILS.OUT;
  const here: Choice = { ...choice, failing };
  if (asked === null && choice.scores === null) return cut(Uint32Array.from(among), false, here, start, limit);
  return cutListing(rows, here, asked, { parts: DEFAULT_ORDER }, start, limit);
}
