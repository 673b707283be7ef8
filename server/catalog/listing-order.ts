/** In which order a list stands, and which products its page holds. */
import type { ProductQuery } from '@shop/contract/catalog';
import { parseSort } from '@shop/contract/list';
import type { Lang } from '@shop/core/lang';
import { isRefusal } from '@shop/core/refusal';
import { refuseFields } from '../http/refuse.ts';
import { IN_STOCK, type ProductRows, type SortPart } from './catalog-index/product-rows.ts';
import { type Choice, FAILS } from './listing-choice.ts';

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

function cut(ordered: Uint32Array, reversed: boolean, failing: Uint8Array, start: number, limit: number): Cut {
  const slots: number[] = [];
  let total = 0;
  const { length } = ordered;
  for (let at = 0; at < length; at++) {
    const slot = ordered[reversed ? length - 1 - at : at] ?? 0;
    if (failing[slot] !== 0) continue;
    if (total >= start && slots.length < limit) slots.push(slot);
    total++;
  }
  return { slots, total };
}

/**
 * All slots by how well they match, then those that can be had, then as they stand in `ordered`. Sorted by counting: one
 * pass to count, one to place.
 */
function ranked(rows: ProductRows, ordered: Uint32Array, reversed: boolean, scores: Uint8Array | null): Uint32Array {
  const { flags } = rows;
  const rankOf = (slot: number) => 511 - ((scores?.[slot] ?? 0) * 2 + ((flags[slot] ?? 0) & IN_STOCK ? 1 : 0));
  const places = new Uint32Array(513);
  for (const slot of ordered) places[rankOf(slot) + 1] = (places[rankOf(slot) + 1] ?? 0) + 1;
  for (let rank = 1; rank < places.length; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
  const placed = new Uint32Array(ordered.length);
  for (let at = 0; at < ordered.length; at++) {
    const slot = ordered[reversed ? ordered.length - 1 - at : at] ?? 0;
    const rank = rankOf(slot);
    const place = places[rank] ?? 0;
    placed[place] = slot;
    places[rank] = place + 1;
  }
  return placed;
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
  const isRanked = asked === null && (choice.scores !== null || own.availableFirst === true);
  const { slots, reversed } = rows.sortedBy(asked ?? (choice.scores === null ? own.parts : BEST_FIRST));
  if (!isRanked) return cut(slots, reversed, choice.failing, start, limit);
  return cut(ranked(rows, slots, reversed, choice.scores), false, choice.failing, start, limit);
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
  if (asked === null && choice.scores === null) {
    return cut(Uint32Array.from(among), false, choice.failing, start, limit);
  }
  const others = new Uint8Array(choice.failing.length).fill(FAILS.OUT);
  for (const slot of among) others[slot] = choice.failing[slot] ?? FAILS.OUT;
  return cutListing(rows, { ...choice, failing: others }, asked, { parts: DEFAULT_ORDER }, start, limit);
}
