/** What a list of products can be narrowed by, with how many products each value would leave. */
import type { Facets, ProductQuery } from '@shop/contract/catalog';
import type { Ctx } from '../http/context.ts';
import { refIn } from './catalog.view.ts';
import type { CatalogIndex, Catalogue } from './catalog-index/catalog-index.ts';
import type { CategoryRow, LabelRow } from './catalog-index/labels.ts';
import { IN_STOCK, ON_SALE } from './catalog-index/product-rows.ts';
import { labelCounter } from './label-counts.ts';
import { type Choice, chooseProducts, FAILS } from './listing-choice.ts';

/** A shop with more brands lists those that the query's words and categories leave, the most frequent of them. */
const MOST_BRANDS = 100;

/** The categories to go on to: below each one asked for, beside it where nothing is below, the roots where none is. */
function nextCategories({ labels }: Catalogue, asked: readonly number[] | null): CategoryRow[] {
  const tree = labels.categories;
  const below = (id: number | null) => [...tree.values()].filter(({ parent_id }) => parent_id === id);
  if (asked === null) return below(null);
  const next = asked.flatMap((id) => {
    const children = below(id);
    const category = tree.get(id);
    return children.length > 0 || category === undefined ? children : below(category.parent_id);
  });
  return [...new Set(next)];
}

/** One pass over all products: each counts for every group whose choice is the only one that it fails, if any. */
function count(catalogue: Catalogue, { failing }: Choice) {
  const { flags, price } = catalogue.rows;
  const counter = labelCounter(catalogue);
  const found = { total: 0, on_sale: 0, in_stock: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  /** Brands of what the query's words and categories find. */
  const brandsAtHand = new Map<number, number>();
  for (let slot = 0; slot < failing.length; slot++) {
    const fails = failing[slot] ?? 0;
    if ((fails & (FAILS.OUT | FAILS.CATEGORY)) === 0) {
      const brand = catalogue.rows.brands[slot] ?? 0;
      brandsAtHand.set(brand, (brandsAtHand.get(brand) ?? 0) + 1);
    }
    if (fails === 0) found.total++;
    if ((fails & ~FAILS.BRAND) === 0) counter.brand(slot);
    if ((fails & ~FAILS.CATEGORY) === 0) counter.category(slot);
    if ((fails & ~FAILS.DIETARY) === 0) counter.dietary(slot);
    if ((fails & ~FAILS.SALE) === 0 && (flags[slot] ?? 0) & ON_SALE) found.on_sale++;
    if ((fails & ~FAILS.STOCK) === 0 && (flags[slot] ?? 0) & IN_STOCK) found.in_stock++;
    if ((fails & ~FAILS.PRICE) === 0) {
      const asked = price[slot] ?? 0;
      if (asked < found.low) found.low = asked;
      if (asked > found.high) found.high = asked;
    }
  }
  return { ...found, ...counter.counts(), brandsAtHand };
}

/** The brands to offer, from A to Z. */
function brandsToOffer({ labels }: Catalogue, { brands }: Choice, atHand: ReadonlyMap<number, number>) {
  const all = [...labels.brands.values()];
  if (all.length <= MOST_BRANDS) return all;
  const most = [...atHand].filter(([id]) => id !== 0).sort(([, a], [, b]) => b - a);
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
