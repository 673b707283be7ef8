/** What a list of products can be narrowed by, with how many products each value would leave. */
import type { Facets, ProductQuery } from '@shop/contract/catalog';
import type { Ctx } from '../../context.ts';
import { refIn } from '../catalog.view.ts';
import type { CatalogIndex, Catalogue } from './catalog-index.ts';
import { addTo, type LabelCounts, labelsCounted, newSetCounts } from './label-counts.ts';
import type { CategoryRow, LabelRow } from './labels.ts';
import { IN_STOCK, ON_SALE, type ProductRows } from './product-columns.ts';
import { type Choice, chooseKinds, chooseProducts, FAILS } from './product-filter.ts';

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

/** Columns to count over, and how many products stand behind a place of them: one, or those of a kind. */
type Counted = Pick<ProductRows, 'flags' | 'brandSets' | 'categorySets' | 'dietarySets'> & { counts?: Uint32Array };

/** One pass: each place counts for every group whose choice is the only one that it fails, if any. */
function count(rows: ProductRows, columns: Counted, { failing, candidates }: Choice) {
  const { flags, brandSets, categorySets, dietarySets, counts } = columns;
  const sets = newSetCounts(rows);
  /** Brands of what the query's words and categories find. */
  const brandsAtHand = new Uint32Array(rows.brands.size);
  let [total, on_sale, in_stock] = [0, 0, 0];
  const length = candidates === null ? failing.length : candidates.length;
  for (let at = 0; at < length; at++) {
    const place = candidates === null ? at : (candidates[at] ?? 0);
    const by = counts === undefined ? 1 : (counts[place] ?? 0);
    const fails = failing[place] ?? 0;
    const state = flags[place] ?? 0;
    if ((fails & (FAILS.OUT | FAILS.CATEGORY)) === 0) addTo(brandsAtHand, brandSets[place], by);
    if ((fails & ~FAILS.BRAND) === 0) addTo(sets.brands, brandSets[place], by);
    if ((fails & ~FAILS.CATEGORY) === 0) addTo(sets.categories, categorySets[place], by);
    if ((fails & ~FAILS.DIETARY) === 0) addTo(sets.dietary, dietarySets[place], by);
    if ((fails & ~FAILS.SALE) === 0 && (state & ON_SALE) !== 0) on_sale += by;
    if ((fails & ~FAILS.STOCK) === 0 && (state & IN_STOCK) !== 0) in_stock += by;
    if (fails === 0) total += by;
  }
  return {
    total,
    on_sale,
    in_stock,
    ...labelsCounted(rows, sets),
    brandsAtHand: rows.brands.countLabels(brandsAtHand),
  };
}

type Counts = ReturnType<typeof count>;
type PriceRange = Facets['price'];

/** The lowest and the highest price of the products that pass, looked for from both ends of the order by price. */
function priceRange(rows: ProductRows, passes: (slot: number) => boolean): PriceRange {
  const { slots } = rows.sortedBy([{ column: 'price', descending: false }]);
  const [lowest, highest] = [slots.find(passes), slots.findLast(passes)];
  if (lowest === undefined || highest === undefined) return null;
  return { min_price: rows.price[lowest] ?? 0, max_price: rows.price[highest] ?? 0 };
}

/** How many of the products found carry each label. */
export const countFound = ({ rows }: Catalogue, choice: Choice): LabelCounts => count(rows, rows, choice);

/** The brands to offer, from A to Z. */
function brandsToOffer({ labels }: Catalogue, { brands }: Choice, atHand: ReadonlyMap<number, number>) {
  const all = [...labels.brands.values()];
  if (all.length <= MOST_BRANDS) return all;
  const most = [...atHand].sort(([, a], [, b]) => b - a);
  const offered = new Set([...brands, ...most.slice(0, MOST_BRANDS).map(([id]) => id)]);
  return all.filter(({ id }) => offered.has(id));
}

function presentFacets(ctx: Ctx, catalogue: Catalogue, choice: Choice, counted: Counts, price: PriceRange): Facets {
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
    price,
    on_sale: counted.on_sale,
    in_stock: counted.in_stock,
  };
}

/** The facets of a choice: each group counted with its own choice set aside. */
export function facetsOfChoice(ctx: Ctx, catalogue: Catalogue, choice: Choice): Facets {
  const { rows } = catalogue;
  const price = priceRange(rows, (slot) => ((choice.failing[slot] ?? FAILS.OUT) & ~FAILS.PRICE) === 0);
  return presentFacets(ctx, catalogue, choice, count(rows, rows, choice), price);
}

/** The facets of a list's query. No statement, one where `search` names slugs. */
export async function facetsOf(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<Facets> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const { rows } = catalogue;
  const kinds = chooseKinds(catalogue, query);
  if (kinds === null) return facetsOfChoice(ctx, catalogue, await chooseProducts(ctx, catalogue, query));
  const price = priceRange(rows, (slot) => kinds.failing[rows.kindOf[slot] ?? 0] === 0);
  return presentFacets(ctx, catalogue, kinds, count(rows, rows.kinds, kinds), price);
}
