/** Counts facets: how many products each value of a filter would leave. */
import type { ProductQuery } from '@shop/contract/catalog';
import type { Sen } from '@shop/core/money';
import type { Ctx } from '../../context.ts';
import type { CatalogData } from './catalog-data.ts';
import { addToSet, countLabels, createSetCounts } from './label-counts.ts';
import type { BrandRow, CategoryRow, LabelRow } from './labels.ts';
import { IS_IN_STOCK, IS_ON_SALE, type ProductColumns } from './product-columns.ts';
import { EXCLUDED_BY, type FilterResult, filterGroups, filterProducts } from './product-filter.ts';

/** The facets of a list: each filter counted as if its own values were not set. */
export type CatalogFacets = {
  total: number;
  brands: { brand: BrandRow; count: number }[];
  categories: { category: CategoryRow; parent_slug: string | null; count: number }[];
  dietary: { need: LabelRow; count: number }[];
  /** The lowest and the highest price; null without products. */
  price: { min_price: Sen; max_price: Sen } | null;
  on_sale: number;
  in_stock: number;
};

/**
 * Above this number of brands, only the requested ones and the most frequent for keyword and categories are offered.
 */
const MAX_BRANDS = 100;

/** Returns the roots, and the children of each requested category, or its siblings if it has none. */
function chooseCategories({ labels }: CatalogData, requested: readonly number[] | null): CategoryRow[] {
  const tree = labels.categories;
  const listChildren = (id: number | null) => [...tree.values()].filter(({ parent_id }) => parent_id === id);
  const next = (requested ?? []).flatMap((id) => {
    const children = listChildren(id);
    const category = tree.get(id);
    return children.length > 0 || category === undefined ? children : listChildren(category.parent_id);
  });
  return [...new Set([...listChildren(null), ...next])];
}

/** Columns of products, or of groups with the number of products in each. */
type CountedColumns = Pick<ProductColumns, 'flags' | 'brandSets' | 'categorySets' | 'dietarySets'> & {
  counts?: Uint32Array;
};

/** Counts in one pass: a row counts for a filter's facet if no other filter excludes it. */
function countRows(columns: ProductColumns, counted: CountedColumns, { excludedBy, matches }: FilterResult) {
  const { flags, brandSets, categorySets, dietarySets, counts } = counted;
  const sets = createSetCounts(columns);
  /** Brands of the products that keyword and categories find. */
  const nearbyBrands = new Uint32Array(columns.brands.size);
  let [total, on_sale, in_stock] = [0, 0, 0];
  const length = matches === null ? excludedBy.length : matches.length;
  for (let at = 0; at < length; at++) {
    const row = matches === null ? at : (matches[at] ?? 0);
    const by = counts === undefined ? 1 : (counts[row] ?? 0);
    const mask = excludedBy[row] ?? 0;
    const flag = flags[row] ?? 0;
    if ((mask & (EXCLUDED_BY.OTHER | EXCLUDED_BY.CATEGORY)) === 0) addToSet(nearbyBrands, brandSets[row], by);
    if ((mask & ~EXCLUDED_BY.BRAND) === 0) addToSet(sets.brands, brandSets[row], by);
    if ((mask & ~EXCLUDED_BY.CATEGORY) === 0) addToSet(sets.categories, categorySets[row], by);
    if ((mask & ~EXCLUDED_BY.DIETARY) === 0) addToSet(sets.dietary, dietarySets[row], by);
    if ((mask & ~EXCLUDED_BY.SALE) === 0 && (flag & IS_ON_SALE) !== 0) on_sale += by;
    if ((mask & ~EXCLUDED_BY.STOCK) === 0 && (flag & IS_IN_STOCK) !== 0) in_stock += by;
    if (mask === 0) total += by;
  }
  const labelCounts = countLabels(columns, sets);
  return { total, on_sale, in_stock, ...labelCounts, nearbyBrands: columns.brands.countLabels(nearbyBrands) };
}

/** Finds the price range of the rows that pass, from both ends of the order by price. */
function findPriceRange(columns: ProductColumns, passes: (row: number) => boolean): CatalogFacets['price'] {
  const { rows } = columns.sortRows([{ column: 'price', descending: false }]);
  const [lowest, highest] = [rows.find(passes), rows.findLast(passes)];
  if (lowest === undefined || highest === undefined) return null;
  return { min_price: columns.price[lowest] ?? 0, max_price: columns.price[highest] ?? 0 };
}

/** Lists the brands to offer, from A to Z. */
function chooseBrands({ labels }: CatalogData, requested: readonly number[], nearby: ReadonlyMap<number, number>) {
  const all = [...labels.brands.values()];
  if (all.length <= MAX_BRANDS) return all;
  const mostFrequent = [...nearby].sort(([, a], [, b]) => b - a).slice(0, MAX_BRANDS);
  const offeredIds = new Set([...requested, ...mostFrequent.map(([id]) => id)]);
  return all.filter(({ id }) => offeredIds.has(id));
}

function buildFacets(
  data: CatalogData,
  filter: FilterResult,
  counts: ReturnType<typeof countRows>,
  price: CatalogFacets['price'],
): CatalogFacets {
  const { categories, dietary } = data.labels;
  const { total, on_sale, in_stock } = counts;
  return {
    total,
    brands: chooseBrands(data, filter.brands, counts.nearbyBrands).map((brand) => {
      return { brand, count: counts.brands.get(brand.id) ?? 0 };
    }),
    categories: chooseCategories(data, filter.categories).map((category) => ({
      category,
      parent_slug: category.parent_id === null ? null : (categories.get(category.parent_id)?.slug ?? null),
      count: counts.categories.get(category.id) ?? 0,
    })),
    dietary: [...dietary.values()].map((need) => ({ need, count: counts.dietary.get(need.slug) ?? 0 })),
    price,
    on_sale,
    in_stock,
  };
}

/** Counts the facets of products that are filtered already. */
export function countFacets(data: CatalogData, filter: FilterResult): CatalogFacets {
  const { columns } = data;
  const passes = (row: number) => ((filter.excludedBy[row] ?? EXCLUDED_BY.OTHER) & ~EXCLUDED_BY.PRICE) === 0;
  return buildFacets(data, filter, countRows(columns, columns, filter), findPriceRange(columns, passes));
}

/** Counts the facets of a query, over groups of products if the query allows it. */
export async function countFacetsOfQuery(ctx: Ctx, data: CatalogData, query: ProductQuery): Promise<CatalogFacets> {
  const { columns } = data;
  const filter = filterGroups(data, query);
  if (filter === null) return countFacets(data, await filterProducts(ctx, data, query));
  const passes = (row: number) => filter.excludedBy[columns.groupOf[row] ?? 0] === 0;
  return buildFacets(data, filter, countRows(columns, columns.groups, filter), findPriceRange(columns, passes));
}
