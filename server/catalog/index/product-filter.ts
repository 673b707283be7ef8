/**
 * Which products a list asks for: the list pattern's parameters as passes over the index's columns. Every slot holds what
 * it fails by, so that the same choice answers the list and, with one group's choice set aside, that group's facets.
 */
import type { ProductQuery } from '@shop/contract/catalog';
import { type Condition, type ParsedSearch, parseSearch, type SearchFields } from '@shop/contract/list';
import { textToSen } from '@shop/core/money';
import { isRefusal, refusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { refuseFields } from '../../refuse.ts';
import { productsBySlug } from '../catalog.sql.ts';
import type { Catalogue } from './catalog-index.ts';
import { chainOrUnion } from './labels.ts';
import { IN_STOCK, LIVE, ON_SALE, type ProductRows, TYPES } from './product-columns.ts';

/** What a product may fail by. `OUT` are words, `search` and tags, which no facet sets aside; the rest are its groups. */
export const FAILS = { OUT: 1, BRAND: 2, CATEGORY: 4, DIETARY: 8, PRICE: 16, SALE: 32, STOCK: 64 } as const;

/** A list's choice. */
export type Choice = {
  /** By slot; 0 where the product is in the list. */
  failing: Uint8Array;
  /** The slots that `keyword` names, ascending: all others fail. Null without one. */
  candidates: Uint32Array | null;
  /** How well each candidate matches. */
  scores: Uint8Array | null;
  /** The spelling that was searched for instead. */
  corrected: string | null;
  /** Whether `keyword` names no product at all, whatever else was asked for. */
  isMiss: boolean;
  /** Ids of the categories that were asked for; null where none were. */
  categories: readonly number[] | null;
  /** Ids of the brands that were asked for. */
  brands: readonly number[];
};

const CATALOGUE_ID = /^\d{1,18}$/;

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Wrong values are named by the field that has them. */
function refuseValue(parameter: string, field: string, value: string): never {
  return refuseFields({ [parameter]: [refusal('list.bad_value', { field, value })] });
}

function idsOf(parameter: string, field: string, value: string): number[] {
  const parts = list(value);
  const wrong = parts.find((part) => !CATALOGUE_ID.test(part));
  if (wrong !== undefined) refuseValue(parameter, field, wrong);
  return parts.map(Number);
}

/** By slot: 1 where a term holds. */
type Mask = Uint8Array;
type SlugIds = ReadonlyMap<string, number>;

function maskOf({ rows }: Catalogue, holds: (slot: number) => boolean | number): Mask {
  const mask = new Uint8Array(rows.size);
  for (let slot = 0; slot < mask.length; slot++) if (holds(slot)) mask[slot] = 1;
  return mask;
}

function maskOfSlots({ rows }: Catalogue, slots: Iterable<number | undefined>): Mask {
  const mask = new Uint8Array(rows.size);
  for (const slot of slots) if (slot !== undefined) mask[slot] = 1;
  return mask;
}

const inSets = (catalogue: Catalogue, sets: Uint32Array, holding: Uint8Array): Mask =>
  maskOf(catalogue, (slot) => holding[sets[slot] ?? 0] ?? 0);

const inBrands = (catalogue: Catalogue, ids: readonly number[]): Mask =>
  inSets(catalogue, catalogue.rows.brandSets, catalogue.rows.brands.holdingAny(ids));

const inCategories = (catalogue: Catalogue, ids: readonly number[]): Mask =>
  inSets(catalogue, catalogue.rows.categorySets, catalogue.rows.categories.holdingAny(ids));

const inDietary = (catalogue: Catalogue, slugs: readonly string[]): Mask =>
  inSets(catalogue, catalogue.rows.dietarySets, catalogue.rows.dietary.holdingAny(slugs));

const inTags = (catalogue: Catalogue, slugs: readonly string[]): Mask =>
  inSets(catalogue, catalogue.rows.tagSets, catalogue.rows.tags.holdingAny(slugs));

type Field = {
  conditions: readonly [Condition, ...Condition[]];
  mask(catalogue: Catalogue, condition: Condition, value: string, slugIds: SlugIds): Mask;
};

const values = (condition: Condition, value: string): string[] => (condition === 'in' ? list(value) : [value]);

const bySlug = (
  conditions: Field['conditions'],
  mask: (catalogue: Catalogue, slugs: readonly string[]) => Mask,
): Field => ({ conditions, mask: (catalogue, condition, value) => mask(catalogue, values(condition, value)) });

const brandSlug = bySlug(['in', '='], (catalogue, slugs) => {
  const chosen = [...catalogue.labels.brands.values()].filter((brand) => slugs.includes(brand.slug));
  return inBrands(
    catalogue,
    chosen.map(({ id }) => id),
  );
});

const name: Field = {
  conditions: ['like', '='],
  mask(catalogue, condition, value) {
    const { names } = catalogue.rows;
    const text = value.normalize('NFKC').toLowerCase();
    const mask = new Uint8Array(catalogue.rows.size);
    const isOne = (slot: number) => condition === 'like' || names.text(slot).split('\n').includes(text);
    names.eachContaining(text, (slot) => {
      if (isOne(slot)) mask[slot] = 1;
    });
    return mask;
  },
};

const price: Field = {
  conditions: ['=', 'between'],
  mask(catalogue, condition, value) {
    const amounts = (condition === 'between' ? value.split(',') : [value]).map((part) => textToSen(part.trim()));
    const [low, high = low] = amounts;
    if (low === null || low === undefined || high === null || high === undefined) {
      return refuseValue('search', 'price', value);
    }
    const { price: asked } = catalogue.rows;
    return maskOf(catalogue, (slot) => (asked[slot] ?? 0) >= low && (asked[slot] ?? 0) <= high);
  },
};

/** The allow-list of `search` on products. */
const FIELDS: Readonly<Record<string, Field>> = {
  id: {
    conditions: ['=', 'in'],
    mask: (catalogue, _, value) =>
      maskOfSlots(
        catalogue,
        idsOf('search', 'id', value).map((id) => catalogue.rows.slotOf(id)),
      ),
  },
  slug: {
    conditions: ['=', 'in'],
    mask: (catalogue, condition, value, slugIds) =>
      maskOfSlots(
        catalogue,
        values(condition, value).map((slug) => catalogue.rows.slotOf(slugIds.get(slug) ?? 0)),
      ),
  },
  name,
  'type.slug': bySlug(['=', 'in'], (catalogue, slugs) => {
    const { types } = catalogue.rows;
    return maskOf(catalogue, (slot) => slugs.includes(TYPES[types[slot] ?? 0] ?? ''));
  }),
  'categories.slug': bySlug(['in', '='], (catalogue, slugs) => {
    const chosen = [...catalogue.labels.categories.values()].filter(({ slug }) => slugs.includes(slug));
    return inCategories(
      catalogue,
      chosen.map(({ id }) => id),
    );
  }),
  'brand.slug': brandSlug,
  brand: brandSlug,
  'tags.slug': bySlug(['in', '='], inTags),
  tags: bySlug(['in', '='], inTags),
  'dietary.slug': bySlug(['in', '='], inDietary),
  dietary: bySlug(['in', '='], inDietary),
  price,
};

const ALLOWED: SearchFields = Object.fromEntries(
  Object.entries(FIELDS).map(([field, { conditions }]) => [field, conditions]),
);

function parsed(query: ProductQuery): ParsedSearch {
  const search = parseSearch(query, ALLOWED);
  return isRefusal(search) ? refuseFields({ [search.field ?? 'search']: [search] }) : search;
}

/** Slugs that `search` names are known by the database alone. */
async function idsOfSlugs(ctx: Ctx, search: ParsedSearch): Promise<SlugIds> {
  const slugs = search.terms
    .filter(({ field }) => field === 'slug')
    .flatMap(({ condition, value }) => values(condition, value));
  if (slugs.length === 0) return new Map();
  return new Map((await ctx.db.rows(productsBySlug, [slugs])).map((row) => [row.slug, row.product_id]));
}

/** What `search` says as one mask; null where it says nothing. */
function searchMask(catalogue: Catalogue, search: ParsedSearch, slugIds: SlugIds): Mask | null {
  const masks = [
    ...search.terms.flatMap(({ field, condition, value }) => {
      return FIELDS[field]?.mask(catalogue, condition, value, slugIds) ?? [];
    }),
    ...search.free.map((text) => maskOfSlots(catalogue, catalogue.text.find(text).slots)),
  ];
  const [joined, ...others] = masks;
  if (joined === undefined) return null;
  for (const mask of others) {
    for (let slot = 0; slot < joined.length; slot++) {
      const [one, other] = [joined[slot] ?? 0, mask[slot] ?? 0];
      joined[slot] = search.join === 'and' ? one & other : one | other;
    }
  }
  return joined;
}

/** Tags by slug, or by name in either language. */
function tagSlugs({ labels }: Catalogue, tagged_name: string): string[] {
  const names = new Set(list(tagged_name.toLowerCase()));
  const isNamed = (tag: { slug: string; name_en: string; name_zh: string | null }) =>
    names.has(tag.slug) || names.has(tag.name_en.toLowerCase()) || names.has(tag.name_zh ?? '');
  return [...labels.tags.values()].filter(isNamed).map(({ slug }) => slug);
}

/** The categories that a query's own parameters name; null where it names none. */
export function categoriesAsked(
  { labels }: Pick<Catalogue, 'labels'>,
  query: Pick<ProductQuery, 'category_slugs' | 'category_id'>,
): number[] | null {
  if (!query.category_slugs && !query.category_id) return null;
  const byId = query.category_id ? idsOf('category_id', 'category_id', query.category_id) : null;
  if (!query.category_slugs) return byId;
  const slugs = query.category_slugs.split(',').map((slug) => slug.trim());
  const bySlugs = chainOrUnion(labels.categories, slugs).map(({ id }) => id);
  return byId === null ? bySlugs : bySlugs.filter((id) => byId.includes(id));
}

/** Brands by `brand_id`. */
export const brandsAsked = (query: Pick<ProductQuery, 'brand_id'>): number[] =>
  query.brand_id ? idsOf('brand_id', 'brand_id', query.brand_id) : [];

/** What a filter's groups look at, of products or of kinds of them. */
type GroupColumns = Pick<ProductRows, 'size' | 'flags' | 'brandSets' | 'categorySets' | 'dietarySets'>;

/** Notes in the slots at hand what they fail by. */
class Narrowing {
  readonly failing: Uint8Array;
  readonly candidates: Uint32Array | null;
  readonly #count: number;

  constructor(columns: GroupColumns, candidates: Uint32Array | null) {
    this.failing = new Uint8Array(columns.size);
    this.candidates = candidates;
    this.#count = candidates?.length ?? columns.size;
    if (candidates !== null) {
      this.failing.fill(FAILS.OUT);
      for (const slot of candidates) this.failing[slot] = 0;
    }
    this.byFlag(columns.flags, LIVE, FAILS.OUT);
  }

  byMask(mask: Mask | null, fails: number): void {
    if (mask === null) return;
    for (let at = 0; at < this.#count; at++) {
      const slot = this.candidates === null ? at : (this.candidates[at] ?? 0);
      if (mask[slot] === 0) this.failing[slot] = (this.failing[slot] ?? 0) | fails;
    }
  }

  bySets(sets: Uint32Array, holding: Uint8Array, fails: number): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.candidates === null ? at : (this.candidates[at] ?? 0);
      if (holding[sets[slot] ?? 0] === 0) this.failing[slot] = (this.failing[slot] ?? 0) | fails;
    }
  }

  byFlag(flags: Uint8Array, flag: number, fails: number): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.candidates === null ? at : (this.candidates[at] ?? 0);
      if (((flags[slot] ?? 0) & flag) === 0) this.failing[slot] = (this.failing[slot] ?? 0) | fails;
    }
  }

  byRange(amounts: Int32Array, low: number, high: number, fails: number): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.candidates === null ? at : (this.candidates[at] ?? 0);
      const amount = amounts[slot] ?? 0;
      if (amount < low || amount > high) this.failing[slot] = (this.failing[slot] ?? 0) | fails;
    }
  }
}

type Asked = { categories: readonly number[] | null; brands: readonly number[] };

/** The groups of filters that tell kinds apart. */
function narrowByGroups(
  narrowing: Narrowing,
  labels: ProductRows,
  columns: GroupColumns,
  query: ProductQuery,
  { categories, brands }: Asked,
): void {
  if (categories !== null) {
    narrowing.bySets(columns.categorySets, labels.categories.holdingAny(categories), FAILS.CATEGORY);
  }
  if (query.brand_id) narrowing.bySets(columns.brandSets, labels.brands.holdingAny(brands), FAILS.BRAND);
  if (query.dietary) {
    narrowing.bySets(columns.dietarySets, labels.dietary.holdingAny(list(query.dietary)), FAILS.DIETARY);
  }
  if (query.on_sale === true) narrowing.byFlag(columns.flags, ON_SALE, FAILS.SALE);
  if (query.show_available === true) narrowing.byFlag(columns.flags, IN_STOCK, FAILS.STOCK);
}

/**
 * What a query chooses among the kinds of products, by number of the kind; null where it asks for words, tags or prices,
 * which kinds do not know. Refuses as `chooseProducts` does.
 */
export function chooseKinds(catalogue: Catalogue, query: ProductQuery): Choice | null {
  const { rows } = catalogue;
  const search = parsed(query);
  const asked = { categories: categoriesAsked(catalogue, query), brands: brandsAsked(query) };
  const isPriced = query.min_price !== undefined || query.max_price !== undefined;
  if (query.keyword?.trim() || query.tagged_name || isPriced || search.terms.length + search.free.length > 0)
    return null;
  const narrowing = new Narrowing(rows.kinds, null);
  narrowByGroups(narrowing, rows, rows.kinds, query, asked);
  const { failing } = narrowing;
  return { failing, candidates: null, scores: null, corrected: null, isMiss: false, ...asked };
}

/**
 * What a list's query chooses. At most one statement, where `search` names slugs. Refuses with 422 and the parameter's
 * name.
 */
export async function chooseProducts(ctx: Ctx, catalogue: Catalogue, query: ProductQuery): Promise<Choice> {
  const search = parsed(query);
  const categories = categoriesAsked(catalogue, query);
  const brands = brandsAsked(query);
  const slugIds = await idsOfSlugs(ctx, search);

  const { rows } = catalogue;
  const found = query.keyword?.trim() ? catalogue.text.find(query.keyword) : null;
  const narrowing = new Narrowing(rows, found?.slots ?? null);
  narrowing.byMask(searchMask(catalogue, search, slugIds), FAILS.OUT);
  if (query.tagged_name) {
    narrowing.bySets(rows.tagSets, rows.tags.holdingAny(tagSlugs(catalogue, query.tagged_name)), FAILS.OUT);
  }
  narrowByGroups(narrowing, rows, rows, query, { categories, brands });
  if (query.min_price !== undefined || query.max_price !== undefined) {
    narrowing.byRange(rows.price, query.min_price ?? 0, query.max_price ?? Number.POSITIVE_INFINITY, FAILS.PRICE);
  }

  return {
    failing: narrowing.failing,
    candidates: narrowing.candidates,
    scores: found?.scores ?? null,
    corrected: found?.corrected ?? null,
    isMiss: found?.slots.length === 0,
    categories,
    brands,
  };
}
