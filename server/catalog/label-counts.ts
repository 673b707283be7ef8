/** How many products carry each label, counted over the index's columns. */
import type { Catalogue } from './catalog-index/catalog-index.ts';
import type { ProductRows } from './catalog-index/product-rows.ts';

/** Counts by label; ids for categories and brands, slugs for dietary needs. */
export type LabelCounts = {
  categories: ReadonlyMap<number, number>;
  brands: ReadonlyMap<number, number>;
  dietary: ReadonlyMap<string, number>;
};

/** How many products have each set of labels. */
export const newSetCounts = ({ brands, categories, dietary }: ProductRows) => ({
  brands: new Uint32Array(brands.size),
  categories: new Uint32Array(categories.size),
  dietary: new Uint32Array(dietary.size),
});

/** Adds one to a set's count. */
export function addTo(counts: Uint32Array, set: number | undefined): void {
  const number = set ?? 0;
  counts[number] = (counts[number] ?? 0) + 1;
}

/** From counts of sets to counts of labels. */
export const labelsCounted = (rows: ProductRows, sets: ReturnType<typeof newSetCounts>): LabelCounts => ({
  brands: rows.brands.countLabels(sets.brands),
  categories: rows.categories.countLabels(sets.categories),
  dietary: rows.dietary.countLabels(sets.dietary),
});

/** Counts over every product of which `holds` is true. */
export function countLabels({ rows }: Catalogue, holds: (slot: number) => boolean): LabelCounts {
  const sets = newSetCounts(rows);
  for (let slot = 0; slot < rows.size; slot++) {
    if (!rows.isLive(slot) || !holds(slot)) continue;
    addTo(sets.brands, rows.brandSets[slot]);
    addTo(sets.categories, rows.categorySets[slot]);
    addTo(sets.dietary, rows.dietarySets[slot]);
  }
  return labelsCounted(rows, sets);
}

const wholeShops = new WeakMap<ProductRows, { version: number; counts: LabelCounts }>();

/** Counts over the whole shop, counted once after each change. */
export function countShop(catalogue: Catalogue): LabelCounts {
  const { rows } = catalogue;
  const known = wholeShops.get(rows);
  if (known?.version === rows.version) return known.counts;
  const counts = countLabels(catalogue, () => true);
  wholeShops.set(rows, { version: rows.version, counts });
  return counts;
}
