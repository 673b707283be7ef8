/** The shop's labels: categories, brands, dietary needs and tags, few enough to stay in memory. */
import type { Db, Statement } from '../../db/database.ts';
import { allBrands, allCategories, allDietaries, allTags } from './catalog-index.sql.ts';

type StatementRow<S> = S extends Statement<infer R> ? R : never;
export type CategoryRow = StatementRow<typeof allCategories>;
export type BrandRow = StatementRow<typeof allBrands>;
export type LabelRow = StatementRow<typeof allTags>;

/** Categories with siblings in their order, brands from A to Z. */
export type Labels = {
  categories: ReadonlyMap<number, CategoryRow>;
  brands: ReadonlyMap<number, BrandRow>;
  /** By slug. */
  dietary: ReadonlyMap<string, LabelRow>;
  /** By slug. */
  tags: ReadonlyMap<string, LabelRow>;
};

const byName = new Intl.Collator('en', { numeric: true });

/** Reads every label. */
export async function loadLabels(db: Db): Promise<Labels> {
  const brands = await db.rows(allBrands);
  brands.sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
  return {
    categories: new Map((await db.rows(allCategories)).map((row) => [row.id, row])),
    brands: new Map(brands.map((row) => [row.id, row])),
    dietary: new Map((await db.rows(allDietaries)).map((row) => [row.slug, row])),
    tags: new Map((await db.rows(allTags)).map((row) => [row.slug, row])),
  };
}

/** Returns whether `above` is an ancestor of `below`. */
export function isAncestor(tree: Labels['categories'], above: CategoryRow, below: CategoryRow): boolean {
  for (let next = below.parent_id; next !== null; next = tree.get(next)?.parent_id ?? null) {
    if (next === above.id) return true;
  }
  return false;
}

/**
 * Finds the categories that `category_slugs` means: the last one of a chain from ancestor to descendant, the union of
 * unrelated ones (docs/readings.md#8). Ignores unknown slugs.
 */
export function resolveCategorySlugs(tree: Labels['categories'], slugs: readonly string[]): CategoryRow[] {
  const chosen = [...tree.values()].filter((category) => slugs.includes(category.slug));
  return chosen.filter((category) => !chosen.some((other) => isAncestor(tree, category, other)));
}
