/**
 * Filters products by the list pattern's parameters, one pass over a column per parameter. Each row gets a mask of the
 * filters that exclude it, so that one result serves the list and, ignoring one filter's bit, that filter's facets.
 */
import type { ProductQuery } from '@shop/contract/catalog';
import type { AllowedConditions, ParsedSearch, SearchCondition } from '@shop/contract/list-query';
import { listBarcodeSpellings } from '@shop/core/catalog/barcode';
import { textToSen } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { requireSearch } from '../../lists/parse-list.ts';
import { refuseFields } from '../../refuse.ts';
import { productsByCode, productsBySlug } from '../catalog.sql.ts';
import type { KeywordMatches } from '../search/text-index.ts';
import type { CatalogData } from './catalog-data.ts';
import { IS_IN_STOCK, IS_LISTED, IS_ON_SALE, PRODUCT_TYPES, type ProductColumns } from './product-columns.ts';
import { parseCatalogueIds, parseRequestedBrands, parseRequestedCategories, splitCommas } from './requested-labels.ts';

/** Bits of the exclusion mask. `OTHER` covers keyword, `search` and tags, which have no facet. */
export const EXCLUDED_BY = { OTHER: 1, BRAND: 2, CATEGORY: 4, DIETARY: 8, PRICE: 16, SALE: 32, STOCK: 64 } as const;

/** The rows that match a query's filters. */
export type FilterResult = {
  /** By row: the bits of the filters that exclude it; 0 if the product is in the list. */
  excludedBy: Uint8Array;
  /** Rows that `keyword` matches; every other row is excluded. Null without a keyword. */
  matches: Uint32Array | null;
  /** How well each match fits, higher is better. */
  scores: Uint8Array | null;
  /** The spelling that was searched for instead of the keyword. */
  corrected: string | null;
  /** Whether no product has all words of the keyword: the matches have some of them. */
  isPartial: boolean;
  /** A brand in the keyword that the shop does not sell; the products are then of the kinds that it is known for. */
  notSold: string | null;
  /** Whether no product has all words of the keyword, ignoring the other filters. */
  isZeroResult: boolean;
  /** Ids of the requested categories; null without such a filter. */
  categories: readonly number[] | null;
  /** Ids of the requested brands. */
  brands: readonly number[];
};

/** Refuses a parameter's value, named by the field that has it. */
function refuseValue(parameter: string, field: string, value: string): never {
  return refuseFields({ [parameter]: [refusal('list.bad_value', { field, value })] });
}

/** By row: 1 where a condition is met. */
type RowMask = Uint8Array;
type SlugIds = ReadonlyMap<string, number>;

function maskRows({ columns }: CatalogData, isMet: (row: number) => boolean | number): RowMask {
  const mask = new Uint8Array(columns.size);
  for (let row = 0; row < mask.length; row++) if (isMet(row)) mask[row] = 1;
  return mask;
}

function markRows({ columns }: CatalogData, rows: Iterable<number | undefined>): RowMask {
  const mask = new Uint8Array(columns.size);
  for (const row of rows) if (row !== undefined) mask[row] = 1;
  return mask;
}

const maskBySets = (data: CatalogData, sets: Uint32Array, setMask: Uint8Array): RowMask =>
  maskRows(data, (row) => setMask[sets[row] ?? 0] ?? 0);

const maskBrands = (data: CatalogData, ids: readonly number[]): RowMask =>
  maskBySets(data, data.columns.brandSets, data.columns.brands.markSetsWith(ids));

const maskCategories = (data: CatalogData, ids: readonly number[]): RowMask =>
  maskBySets(data, data.columns.categorySets, data.columns.categories.markSetsWith(ids));

const maskDietary = (data: CatalogData, slugs: readonly string[]): RowMask =>
  maskBySets(data, data.columns.dietarySets, data.columns.dietary.markSetsWith(slugs));

const maskTags = (data: CatalogData, slugs: readonly string[]): RowMask =>
  maskBySets(data, data.columns.tagSets, data.columns.tags.markSetsWith(slugs));

type ProductSearchField = {
  conditions: readonly [SearchCondition, ...SearchCondition[]];
  mask(data: CatalogData, condition: SearchCondition, value: string, slugIds: SlugIds): RowMask;
};

const splitValues = (condition: SearchCondition, value: string): string[] =>
  condition === 'in' ? splitCommas(value) : [value];

const createSlugField = (
  conditions: ProductSearchField['conditions'],
  mask: (data: CatalogData, slugs: readonly string[]) => RowMask,
): ProductSearchField => ({ conditions, mask: (data, condition, value) => mask(data, splitValues(condition, value)) });

const brandSlug = createSlugField(['in', '='], (data, slugs) => {
  const matchingBrands = [...data.labels.brands.values()].filter((brand) => slugs.includes(brand.slug));
  return maskBrands(
    data,
    matchingBrands.map(({ id }) => id),
  );
});

const name: ProductSearchField = {
  conditions: ['like', '='],
  mask(data, condition, value) {
    const { names } = data.columns;
    const text = value.normalize('NFKC').toLowerCase();
    const mask = new Uint8Array(data.columns.size);
    const isOne = (row: number) => condition === 'like' || names.text(row).split('\n').includes(text);
    names.eachContaining(text, (row) => {
      if (isOne(row)) mask[row] = 1;
    });
    return mask;
  },
};

const price: ProductSearchField = {
  conditions: ['=', 'between'],
  mask(data, condition, value) {
    const amounts = (condition === 'between' ? value.split(',') : [value]).map((part) => textToSen(part.trim()));
    const [low, high = low] = amounts;
    if (low === null || low === undefined || high === null || high === undefined) {
      return refuseValue('search', 'price', value);
    }
    const { price: prices } = data.columns;
    return maskRows(data, (row) => (prices[row] ?? 0) >= low && (prices[row] ?? 0) <= high);
  },
};

/** The allow-list of `search` on products. */
const SEARCH_FIELDS: Readonly<Record<string, ProductSearchField>> = {
  id: {
    conditions: ['=', 'in'],
    mask: (data, _, value) =>
      markRows(
        data,
        parseCatalogueIds('search', 'id', value).map((id) => data.columns.rowOf(id)),
      ),
  },
  slug: {
    conditions: ['=', 'in'],
    mask: (data, condition, value, slugIds) =>
      markRows(
        data,
        splitValues(condition, value).map((slug) => data.columns.rowOf(slugIds.get(slug) ?? 0)),
      ),
  },
  name,
  'type.slug': createSlugField(['=', 'in'], (data, slugs) => {
    const { types } = data.columns;
    return maskRows(data, (row) => slugs.includes(PRODUCT_TYPES[types[row] ?? 0] ?? ''));
  }),
  'categories.slug': createSlugField(['in', '='], (data, slugs) => {
    const matchingCategories = [...data.labels.categories.values()].filter(({ slug }) => slugs.includes(slug));
    return maskCategories(
      data,
      matchingCategories.map(({ id }) => id),
    );
  }),
  'brand.slug': brandSlug,
  brand: brandSlug,
  'tags.slug': createSlugField(['in', '='], maskTags),
  tags: createSlugField(['in', '='], maskTags),
  'dietary.slug': createSlugField(['in', '='], maskDietary),
  dietary: createSlugField(['in', '='], maskDietary),
  price,
};

const ALLOWED_CONDITIONS: AllowedConditions = Object.fromEntries(
  Object.entries(SEARCH_FIELDS).map(([field, { conditions }]) => [field, conditions]),
);

/** Reads the ids of the slugs that `search` names, since the index has no slugs. */
async function readSlugIds(ctx: Ctx, search: ParsedSearch): Promise<SlugIds> {
  const slugs = search.terms
    .filter(({ field }) => field === 'slug')
    .flatMap(({ condition, value }) => splitValues(condition, value));
  if (slugs.length === 0) return new Map();
  return new Map((await ctx.db.rows(productsBySlug, [slugs])).map((row) => [row.slug, row.product_id]));
}

/** Pattern of an SKU or barcode: no spaces, and a digit or a separator. */
const CODE_PATTERN = /^(?=.{4,64}$)(?=.*[\d\-_./])[a-z0-9]+(?:[-_./][a-z0-9]+)*$/i;

/** Finds the products that `keyword` names by SKU or barcode; null without one. One statement if it may be a code. */
async function findByCode(ctx: Ctx, { columns }: CatalogData, keyword: string): Promise<KeywordMatches | null> {
  const code = keyword.trim();
  if (!CODE_PATTERN.test(code)) return null;
  const skus = [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
  const codeRows = await ctx.db.rows(productsByCode, [skus, listBarcodeSpellings(code)]);
  const rows = codeRows
    .flatMap(({ product_id }) => columns.rowOf(product_id) ?? [])
    .filter((row) => columns.isListed(row));
  if (rows.length === 0) return null;
  return {
    rows: Uint32Array.from(rows).sort(),
    scores: new Uint8Array(rows.length).fill(100),
    corrected: null,
    isPartial: false,
    notSold: null,
  };
}

async function findKeyword(ctx: Ctx, data: CatalogData, keyword: string | undefined): Promise<KeywordMatches | null> {
  if (!keyword?.trim()) return null;
  return (await findByCode(ctx, data, keyword)) ?? data.text.find(keyword);
}

/** Combines the conditions of `search` into one mask; null without conditions. */
function maskSearch(data: CatalogData, search: ParsedSearch, slugIds: SlugIds): RowMask | null {
  const masks = [
    ...search.terms.flatMap(({ field, condition, value }) => {
      return SEARCH_FIELDS[field]?.mask(data, condition, value, slugIds) ?? [];
    }),
    ...search.free.map((text) => {
      const { rows, isPartial, notSold } = data.text.find(text);
      return markRows(data, isPartial || notSold !== null ? [] : rows);
    }),
  ];
  const [joined, ...others] = masks;
  if (joined === undefined) return null;
  for (const mask of others) {
    for (let row = 0; row < joined.length; row++) {
      const [one, other] = [joined[row] ?? 0, mask[row] ?? 0];
      joined[row] = search.join === 'and' ? one & other : one | other;
    }
  }
  return joined;
}

/** Finds tags by slug, or by name in either language. Returns their slugs. */
function findTagSlugs({ labels }: CatalogData, tagged_name: string): string[] {
  const names = new Set(splitCommas(tagged_name.toLowerCase()));
  const isNamed = (tag: { slug: string; name_en: string; name_zh: string | null }) =>
    names.has(tag.slug) || names.has(tag.name_en.toLowerCase()) || names.has(tag.name_zh ?? '');
  return [...labels.tags.values()].filter(isNamed).map(({ slug }) => slug);
}

/** Columns of products, or of groups of products (`product-groups.ts`). */
type FilterColumns = Pick<ProductColumns, 'size' | 'flags' | 'brandSets' | 'categorySets' | 'dietarySets'>;

/**
 * Collects the exclusion mask, one filter after the other. One loop per kind of filter: a shared one with a callback is
 * slower.
 */
class ExclusionMask {
  readonly excludedBy: Uint8Array;
  readonly matches: Uint32Array | null;
  readonly #count: number;

  constructor(columns: FilterColumns, matches: Uint32Array | null) {
    const { size, flags } = columns;
    this.excludedBy = new Uint8Array(size).fill(EXCLUDED_BY.OTHER);
    this.matches = matches;
    this.#count = matches?.length ?? size;
    for (let at = 0; at < this.#count; at++) {
      const row = matches === null ? at : (matches[at] ?? 0);
      if (((flags[row] ?? 0) & IS_LISTED) !== 0) this.excludedBy[row] = 0;
    }
  }

  excludeByMask(mask: RowMask | null, bit: number): void {
    if (mask === null) return;
    for (let at = 0; at < this.#count; at++) {
      const row = this.matches === null ? at : (this.matches[at] ?? 0);
      if (mask[row] === 0) this.excludedBy[row] = (this.excludedBy[row] ?? 0) | bit;
    }
  }

  excludeBySets(sets: Uint32Array, setMask: Uint8Array, bit: number): void {
    for (let at = 0; at < this.#count; at++) {
      const row = this.matches === null ? at : (this.matches[at] ?? 0);
      if (setMask[sets[row] ?? 0] === 0) this.excludedBy[row] = (this.excludedBy[row] ?? 0) | bit;
    }
  }

  excludeByFlag(flags: Uint8Array, flag: number, bit: number): void {
    for (let at = 0; at < this.#count; at++) {
      const row = this.matches === null ? at : (this.matches[at] ?? 0);
      if (((flags[row] ?? 0) & flag) === 0) this.excludedBy[row] = (this.excludedBy[row] ?? 0) | bit;
    }
  }

  excludeByRange(amounts: Int32Array, low: number, high: number, bit: number): void {
    for (let at = 0; at < this.#count; at++) {
      const row = this.matches === null ? at : (this.matches[at] ?? 0);
      const amount = amounts[row] ?? 0;
      if (amount < low || amount > high) this.excludedBy[row] = (this.excludedBy[row] ?? 0) | bit;
    }
  }
}

type RequestedLabels = Pick<FilterResult, 'categories' | 'brands'>;

/** Applies the filters that treat all products of a group alike. */
function excludeByGroup(
  mask: ExclusionMask,
  labels: ProductColumns,
  columns: FilterColumns,
  query: ProductQuery,
  { categories, brands }: RequestedLabels,
): void {
  if (categories !== null) {
    mask.excludeBySets(columns.categorySets, labels.categories.markSetsWith(categories), EXCLUDED_BY.CATEGORY);
  }
  if (query.brand_id) mask.excludeBySets(columns.brandSets, labels.brands.markSetsWith(brands), EXCLUDED_BY.BRAND);
  if (query.dietary) {
    mask.excludeBySets(
      columns.dietarySets,
      labels.dietary.markSetsWith(splitCommas(query.dietary)),
      EXCLUDED_BY.DIETARY,
    );
  }
  if (query.on_sale === true) mask.excludeByFlag(columns.flags, IS_ON_SALE, EXCLUDED_BY.SALE);
  if (query.show_available === true) mask.excludeByFlag(columns.flags, IS_IN_STOCK, EXCLUDED_BY.STOCK);
}

/**
 * Filters groups of products instead of products, by group number; null if the query has a keyword, tags, prices or
 * `search`, which groups do not have. Refuses as `filterProducts` does.
 */
export function filterGroups({ columns, labels }: CatalogData, query: ProductQuery): FilterResult | null {
  const search = requireSearch(query, ALLOWED_CONDITIONS);
  const requested = { categories: parseRequestedCategories(labels, query), brands: parseRequestedBrands(query) };
  const hasPrice = query.min_price !== undefined || query.max_price !== undefined;
  if (query.keyword?.trim() || query.tagged_name || hasPrice || search.terms.length + search.free.length > 0)
    return null;
  const mask = new ExclusionMask(columns.groups, null);
  excludeByGroup(mask, columns, columns.groups, query, requested);
  const { excludedBy } = mask;
  return {
    excludedBy,
    matches: null,
    scores: null,
    corrected: null,
    isPartial: false,
    notSold: null,
    isZeroResult: false,
    ...requested,
  };
}

/**
 * Filters products by a list's query. Runs one statement if `search` contains slugs, and one if the keyword may be a
 * code. Refuses a wrong parameter with 422 and its name.
 */
export async function filterProducts(ctx: Ctx, data: CatalogData, query: ProductQuery): Promise<FilterResult> {
  const search = requireSearch(query, ALLOWED_CONDITIONS);
  const requested = { categories: parseRequestedCategories(data.labels, query), brands: parseRequestedBrands(query) };
  const slugIds = await readSlugIds(ctx, search);

  const { columns } = data;
  const keywordMatches = await findKeyword(ctx, data, query.keyword);
  const mask = new ExclusionMask(columns, keywordMatches?.rows ?? null);
  mask.excludeByMask(maskSearch(data, search, slugIds), EXCLUDED_BY.OTHER);
  if (query.tagged_name) {
    mask.excludeBySets(
      columns.tagSets,
      columns.tags.markSetsWith(findTagSlugs(data, query.tagged_name)),
      EXCLUDED_BY.OTHER,
    );
  }
  excludeByGroup(mask, columns, columns, query, requested);
  if (query.min_price !== undefined || query.max_price !== undefined) {
    const [low, high] = [query.min_price ?? 0, query.max_price ?? Number.POSITIVE_INFINITY];
    mask.excludeByRange(columns.price, low, high, EXCLUDED_BY.PRICE);
  }

  return {
    excludedBy: mask.excludedBy,
    matches: mask.matches,
    scores: keywordMatches?.scores ?? null,
    corrected: keywordMatches?.corrected ?? null,
    isPartial: keywordMatches?.isPartial ?? false,
    notSold: keywordMatches?.notSold ?? null,
    isZeroResult:
      keywordMatches !== null &&
      (keywordMatches.isPartial || keywordMatches.notSold !== null || keywordMatches.rows.length === 0),
    ...requested,
  };
}
