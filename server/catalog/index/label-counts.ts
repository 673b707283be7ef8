/** Counts products by label. */
import type { CatalogData } from './catalog-data.ts';
import type { ProductColumns } from './product-columns.ts';
import type { FilterResult } from './product-filter.ts';

/** Numbers of products by label: by id for categories and brands, by slug for dietary needs. */
export type LabelCounts = {
  categories: ReadonlyMap<number, number>;
  brands: ReadonlyMap<number, number>;
  dietary: ReadonlyMap<string, number>;
};

/** Numbers of products by label set; see `label-sets.ts`. */
type SetCounts = { brands: Uint32Array; categories: Uint32Array; dietary: Uint32Array };

/** Creates counters at zero. */
export const createSetCounts = ({ brands, categories, dietary }: ProductColumns): SetCounts => ({
  brands: new Uint32Array(brands.size),
  categories: new Uint32Array(categories.size),
  dietary: new Uint32Array(dietary.size),
});

/** Adds `by` products to a set's count. */
export function addToSet(counts: Uint32Array, set = 0, by = 1): void {
  counts[set] = (counts[set] ?? 0) + by;
}

/** Converts counts by label set to counts by label. */
export const countLabels = (columns: ProductColumns, sets: SetCounts): LabelCounts => ({
  brands: columns.brands.countLabels(sets.brands),
  categories: columns.categories.countLabels(sets.categories),
  dietary: columns.dietary.countLabels(sets.dietary),
});

/** Counts over the whole shop, or over the products within some brands and categories. */
export function countByLabel(
  { columns }: CatalogData,
  within: { brands?: readonly number[]; categories?: readonly number[] } = {},
): LabelCounts {
  const { groups } = columns;
  const inBrands = within.brands && columns.brands.markSetsWith(within.brands);
  const inCategories = within.categories && columns.categories.markSetsWith(within.categories);
  const sets = createSetCounts(columns);
  for (let group = 0; group < groups.size; group++) {
    if (inBrands && inBrands[groups.brandSets[group] ?? 0] !== 1) continue;
    if (inCategories && inCategories[groups.categorySets[group] ?? 0] !== 1) continue;
    addToSet(sets.brands, groups.brandSets[group], groups.counts[group]);
    addToSet(sets.categories, groups.categorySets[group], groups.counts[group]);
    addToSet(sets.dietary, groups.dietarySets[group], groups.counts[group]);
  }
  return countLabels(columns, sets);
}

/** Counts the labels of the products that match a filter. */
export function countMatches({ columns }: CatalogData, { excludedBy, matches }: FilterResult): LabelCounts {
  const sets = createSetCounts(columns);
  const length = matches === null ? excludedBy.length : matches.length;
  for (let at = 0; at < length; at++) {
    const row = matches === null ? at : (matches[at] ?? 0);
    if (excludedBy[row] !== 0) continue;
    addToSet(sets.brands, columns.brandSets[row]);
    addToSet(sets.categories, columns.categorySets[row]);
    addToSet(sets.dietary, columns.dietarySets[row]);
  }
  return countLabels(columns, sets);
}
