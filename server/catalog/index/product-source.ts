/** Restricts a list to the siblings of one product or to a named collection, and finds similar products. */
import type { CollectionRule } from '../catalog.sql.ts';
import type { CatalogData } from './catalog-data.ts';
import { IS_BUNDLE, IS_DEAL, IS_IN_STOCK, type SortPart } from './product-columns.ts';
import type { FilterResult } from './product-filter.ts';
import { BEST_FIRST, DEFAULT_ORDER } from './product-order.ts';

export type ProductSource =
  /** The products of a category except one. */
  | { by: 'siblings'; category_id: number; product_id: number }
  /** A named collection, in its own order. */
  | {
      by: 'collection';
      rule: CollectionRule;
      /** Ids, for the rule `picked`. */
      picked: readonly number[];
      max_items: number | null;
      now: Date;
    };

/** A product, and categories whose other products are similar, the nearest first. */
export type SimilarProductsQuery = { product_id: number; categories: readonly number[] };

/** Excludes every product that is not a sibling. */
export function excludeAllButSiblings(
  { columns }: CatalogData,
  { excludedBy }: FilterResult,
  { category_id, product_id }: Extract<ProductSource, { by: 'siblings' }>,
): void {
  const inCategory = columns.categories.markSetsWith([category_id]);
  const itself = columns.rowOf(product_id);
  for (let row = 0; row < excludedBy.length; row++) {
    if (inCategory[columns.categorySets[row] ?? 0] !== 1 || row === itself) excludedBy[row] = 0xff;
  }
}

/** Returns the rows of a collection in its own order, those that can be bought first. */
export function listCollectionRows(
  { columns, labels }: CatalogData,
  { rule, picked, max_items, now }: Extract<ProductSource, { by: 'collection' }>,
): number[] {
  const most = max_items ?? Number.POSITIVE_INFINITY;
  const pickSorted = (parts: readonly SortPart[], matches: (row: number) => boolean) => {
    const { rows, reversed } = columns.sortRows(parts);
    const picks: number[] = [];
    for (const wanted of [IS_IN_STOCK, 0]) {
      for (let at = 0; at < rows.length && picks.length < most; at++) {
        const row = rows[reversed ? rows.length - 1 - at : at] ?? 0;
        if (((columns.flags[row] ?? 0) & IS_IN_STOCK) === wanted && matches(row)) picks.push(row);
      }
    }
    return picks;
  };
  const putBuyableFirst = (rows: readonly number[]) => {
    const canBeBought = (row: number) => ((columns.flags[row] ?? 0) & IS_IN_STOCK) !== 0;
    return [...rows.filter(canBeBought), ...rows.filter((row) => !canBeBought(row))];
  };
  // Comma-joined slugs mean their union, as in `category_slugs`.
  const createCategoryTest = (joined: string) => {
    const slugs = joined.split(',');
    const ids = [...labels.categories.values()].filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id);
    const setMask = columns.categories.markSetsWith(ids);
    return (row: number) => setMask[columns.categorySets[row] ?? 0] === 1;
  };
  switch (rule.by) {
    case 'best_sellers':
      return pickSorted(
        BEST_FIRST,
        rule.category_slug === undefined ? () => true : createCategoryTest(rule.category_slug),
      );
    case 'popular':
      return pickSorted([{ column: 'orders', descending: true }], (row) => (columns.orders[row] ?? 0) > 0);
    case 'deals': {
      const endsAt = (row: number) => columns.dealEndsAt[row] ?? 0;
      // The sale clock ticks once a second, so a deal that has just ended may still be marked.
      const isRunning = (row: number) => ((columns.flags[row] ?? 0) & IS_DEAL) !== 0 && endsAt(row) > now.getTime();
      const runningDeals = pickSorted(DEFAULT_ORDER, isRunning);
      runningDeals.sort((a, b) =>
        endsAt(a) === endsAt(b) ? (columns.ids[a] ?? 0) - (columns.ids[b] ?? 0) : endsAt(a) - endsAt(b),
      );
      return putBuyableFirst(runningDeals);
    }
    case 'bundles':
      return pickSorted(DEFAULT_ORDER, (row) => ((columns.flags[row] ?? 0) & IS_BUNDLE) !== 0);
    case 'newest':
      return pickSorted([{ column: 'created_at', descending: true }], () => true);
    case 'category':
      return pickSorted(DEFAULT_ORDER, createCategoryTest(rule.category_slug));
    default: {
      const rows = picked.flatMap((id) => columns.rowOf(id) ?? []).filter((row) => columns.isListed(row));
      return putBuyableFirst(rows).slice(0, most);
    }
  }
}

/**
 * Finds the most popular products of the first category, then of the next, without the product itself and products
 * that cannot be bought.
 */
export function findSimilar(
  { columns }: CatalogData,
  { product_id, categories }: SimilarProductsQuery,
  count: number,
): number[] {
  const { rows } = columns.sortRows(DEFAULT_ORDER);
  const setMask = categories.map((category) => columns.categories.markSetsWith([category]));
  const rowsByCategory = categories.map((): number[] => []);
  const [nearestRows] = rowsByCategory;
  for (let at = 0; at < rows.length && (nearestRows?.length ?? count) < count; at++) {
    const row = rows[at] ?? 0;
    if (((columns.flags[row] ?? 0) & IS_IN_STOCK) === 0 || columns.ids[row] === product_id) continue;
    const nearest = setMask.findIndex((sets) => sets[columns.categorySets[row] ?? 0] === 1);
    if ((rowsByCategory[nearest]?.length ?? count) < count) rowsByCategory[nearest]?.push(columns.ids[row] ?? 0);
  }
  return rowsByCategory.flat().slice(0, count);
}

/** Returns when the first deal among these rows ends; null without a deal. */
export function findSoonestDealEnd({ columns }: CatalogData, rows: readonly number[]): Date | null {
  const soonest = Math.min(...rows.map((row) => columns.dealEndsAt[row] ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(soonest) ? new Date(soonest) : null;
}
