/** How many products carry each label, counted over the index's columns. */
import type { Catalogue } from './catalog-index.ts';
import type { ProductRows } from './product-columns.ts';

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

/** Adds so many to a set's count. */
export function addTo(counts: Uint32Array, set = 0, by = 1): void {
  counts[set] = (counts[set] ?? 0) + by;
}

/** From counts of sets to counts of labels. */
export const labelsCounted = (rows: ProductRows, sets: ReturnType<typeof newSetCounts>): LabelCounts => ({
  brands: rows.brands.countLabels(sets.brands),
  categories: rows.categories.countLabels(sets.categories),
  dietary: rows.dietary.countLabels(sets.dietary),
});

/** Counts over the products of every kind of which `holds` is true; without it over the whole shop. */
export function countLabels({ rows }: Catalogue, holds: (kind: number) => boolean = () => true): LabelCounts {
  const { kinds } = rows;
  const sets = newSetCounts(rows);
  for (let kind = 0; kind < kinds.size; kind++) {
    if (!holds(kind)) continue;
    addTo(sets.brands, kinds.brandSets[kind], kinds.counts[kind]);
    addTo(sets.categories, kinds.categorySets[kind], kinds.counts[kind]);
    addTo(sets.dietary, kinds.dietarySets[kind], kinds.counts[kind]);
  }
  return labelsCounted(rows, sets);
}
