/** What a list of products can be narrowed by, with how many products each value would leave. */
import type { Facets, ProductQuery } from '@shop/contract/catalog';
import type { Ctx } from '../http/context.ts';
import { refIn } from './catalog.view.ts';
import type { CatalogIndex, Catalogue } from './catalog-index/catalog-index.ts';
import type { CategoryRow, LabelRow } from './catalog-index/labels.ts';
import { IN_STOCK, ON_SALE } from './catalog-index/product-rows.ts';
import { addTo, type LabelCounts, labelsCounted, newSetCounts } from './label-counts.ts';
import { type Choice, chooseProducts, FAILS } from './listing-choice.ts';

/** A shop with more brands lists those that the query's words and categories leave, the most frequent of them. */
const MOST_BRANDS = 100;

/** The categories to go on to: the roots, and below each one asked for, or beside it where nothing is below. */
function nextCategories({ labels }: Catalogue, asked: readonly number[] | null): CategoryRow[] {
  const tree = labels.categories;
  const below = (id: number | null) => [...tree.values()].filter(({ parent_id }) => parent_id === id);
  const next = (asked ?? []).flatMap((id) => {
    const children = below(id);
    const category = tree.get(id);
    return children.length > 0 || category === undefined ? children : below(category.parent_id);
  });
  return [...new Set([...below(null), ...next])];
}

/** One pass over the products at hand: each counts for every group whose choice is the only one that it fails, if any. */
function count({ rows }: Catalogue, { failing, candidates }: Choice) {
  const { flags, price, brandSets, categorySets, dietarySets } = rows;
  const sets = newSetCounts(rows);
  /** Brands of what the query's words and categories find. */
  const brandsAtHand = new Uint32Array(rows.brands.size);
  const found = { total: 0, on_sale: 0, in_stock: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  const count = candidates?.length ?? failing.length;
  for (let at = 0; at < count; at++) {
    const slot = candidates === null ? at : (candidates[at] ?? 0);
    const fails = failing[slot] ?? 0;
    if ((fails & FAILS.OUT) !== 0) continue;
    if ((fails & FAILS.CATEGORY) === 0) addTo(brandsAtHand, brandSets[slot]);
    // What fails two groups is missing from every count.
    if ((fails & (fails - 1)) !== 0) continue;
    const isIn = fails === 0;
    if (isIn) found.total++;
    if (isIn || fails === FAILS.BRAND) addTo(sets.brands, brandSets[slot]);
    if (isIn || fails === FAILS.CATEGORY) addTo(sets.categories, categorySets[slot]);
    if (isIn || fails === FAILS.DIETARY) addTo(sets.dietary, dietarySets[slot]);
    const state = flags[slot] ?? 0;
    if ((isIn || fails === FAILS.SALE) && (state & ON_SALE) !== 0) found.on_sale++;
    if ((isIn || fails === FAILS.STOCK) && (state & IN_STOCK) !== 0) found.in_stock++;
    if (isIn || fails === FAILS.PRICE) {
      const asked = price[slot] ?? 0;
      if (asked < found.low) found.low = asked;
      if (asked > found.high) found.high = asked;
    }
  }
  return { ...found, ...labelsCounted(rows, sets), brandsAtHand: rows.brands.countLabels(brandsAtHand) };
}

/** How many of the products found carry each label. */
export const countFound = (catalogue: Catalogue, choice: Choice): LabelCounts => count(catalogue, choice);

/** The brands to offer, from A to Z. */
function brandsToOffer({ labels }: Catalogue, { brands }: Choice, atHand: ReadonlyMap<number, number>) {
  const all = [...labels.brands.values()];
  if (all.length <= MOST_BRANDS) return all;
  const most = [...atHand].sort(([, a], [, b]) => b - a);
  const offered = new Set([...brands, ...most.slice(0, MOST_BRANDS).map(([id]) => id)]);
  return all.filter(({ id }) => offered.has(id));
}

/** The facets of a choice: each group counted with its own choice set aside. */
export function facetsOfChoice(ctx: Ctx, catalogue: Catalogue, choice: Choice): Facets {
  const counted = count(catalogue, choice);
  const named = (row: CategoryRow | LabelRow) =>
    refIn(ctx.lang, { ...row, name: { en: row.name_en, zh: row.name_zh } });
  const { categories, dietary } = catalogue.labels;
  return {
    total: counted.total,
    brands: brandsToOffer(catalogue, choice, counted.brandsAtHand).map(({ id, slug, name }) => {
      return { id: String(id), slug, name, count: counted.brands.get(id) ?? 0 };
    }),
    categories: nextCategories(catalogue, choice.categories).map((row) => ({
      ...named(row),
      parent: row.parent_id === null ? null : (categories.get(row.parent_id)?.slug ?? null),
      count: counted.categories.get(row.id) ?? 0,
    })),
    dietary: [...dietary.values()].map((row) => ({ ...named(row), count: counted.dietary.get(row.slug) ?? 0 })),
    price: counted.high < counted.low ? null : { min_price: counted.low, max_price: counted.high },
    on_sale: counted.on_sale,
    in_stock: counted.in_stock,
  };
}

/** The facets of a list's query. No statement, one where `search` names slugs. */
export async function facetsOf(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<Facets> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  return facetsOfChoice(ctx, catalogue, await chooseProducts(ctx, catalogue, query));
}
