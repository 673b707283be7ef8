/** How many products carry each label, counted over the index's columns. */
import type { Catalogue } from './catalog-index/catalog-index.ts';

/** Counts by label; ids for categories and brands, slugs for dietary needs. */
export type LabelCounts = {
  categories: ReadonlyMap<number, number>;
  brands: ReadonlyMap<number, number>;
  dietary: ReadonlyMap<string, number>;
};

/** Counts of each label of the slots that a pass meets; `total` has them all. */
export function labelCounter({ rows }: Catalogue) {
  const categorySets = new Uint32Array(rows.categories.size);
  const dietarySets = new Uint32Array(rows.dietary.size);
  const brands = new Map<number, number>();
  return {
    category(slot: number) {
      const set = rows.categorySets[slot] ?? 0;
      categorySets[set] = (categorySets[set] ?? 0) + 1;
    },
    dietary(slot: number) {
      const set = rows.dietarySets[slot] ?? 0;
      dietarySets[set] = (dietarySets[set] ?? 0) + 1;
    },
    brand(slot: number) {
      const id = rows.brands[slot] ?? 0;
      brands.set(id, (brands.get(id) ?? 0) + 1);
    },
    counts: (): LabelCounts => ({
      categories: rows.categories.countLabels(categorySets),
      brands,
      dietary: rows.dietary.countLabels(dietarySets),
    }),
  };
}

/** Counts over every listed product of which `holds` is true. */
export function countLabels(catalogue: Catalogue, holds: (slot: number) => boolean = () => true): LabelCounts {
  const counter = labelCounter(catalogue);
  for (let slot = 0; slot < catalogue.rows.size; slot++) {
    if (!catalogue.rows.isLive(slot) || !holds(slot)) continue;
    counter.category(slot);
    counter.dietary(slot);
    counter.brand(slot);
  }
  return counter.counts();
}
