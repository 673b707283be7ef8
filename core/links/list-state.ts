/** A list of products as its page's address says it: order, page, filters. Back and reload restore exactly this. */
import { toQuery } from './query.ts';

/**
 * docs/spec.md §9 "Sort options: lowest price, highest price, title A-Z, title Z-A, new arrivals, best sellers, featured; also
 * most order", with what the list pattern is asked for each.
 */
export const SORTS = {
  featured: { orderBy: 'featured', sortedBy: 'asc' },
  best_sellers: { orderBy: 'best_sellers', sortedBy: 'desc' },
  price_asc: { orderBy: 'price', sortedBy: 'asc' },
  price_desc: { orderBy: 'price', sortedBy: 'desc' },
  title_asc: { orderBy: 'name', sortedBy: 'asc' },
  title_desc: { orderBy: 'name', sortedBy: 'desc' },
  new_arrivals: { orderBy: 'created_at', sortedBy: 'desc' },
  most_order: { orderBy: 'most_order', sortedBy: 'desc' },
} as const;

export type SortOption = keyof typeof SORTS;

/** The order of a list for which none was chosen. */
export const DEFAULT_SORT: SortOption = 'featured';

/** What a shopper chose. Ids and slugs are as the address gives them; the API judges them. */
export type ListState = {
  sort: SortOption;
  /** From 1. */
  page: number;
  keyword: string;
  /** Category slugs: one chain from ancestor to descendant means the last of it (docs/readings.md#8). */
  categories: readonly string[];
  /** Brand ids. */
  brands: readonly string[];
  /** Dietary slugs. */
  dietary: readonly string[];
  /** Ringgit, as the address says it: bounds of the price asked now, empty for none. */
  min_price: string;
  max_price: string;
  on_sale: boolean;
  /** Leave sold-out products away. */
  available: boolean;
};

/** The whole list. */
export const EMPTY_LIST_STATE: ListState = {
  sort: DEFAULT_SORT,
  page: 1,
  keyword: '',
  categories: [],
  brands: [],
  dietary: [],
  min_price: '',
  max_price: '',
  on_sale: false,
  available: false,
};

/** The query that says a listing, its question mark included; what is at its default is left out. */
export function formatListState(listing: ListState): string {
  return toQuery({
    categories: listing.categories.join(','),
    brand: listing.brands.join(','),
    keyword: listing.keyword,
    dietary: listing.dietary.join(','),
    min_price: listing.min_price,
    max_price: listing.max_price,
    on_sale: listing.on_sale,
    available: listing.available,
    sort: listing.sort === DEFAULT_SORT ? null : listing.sort,
    page: listing.page === 1 ? null : listing.page,
  });
}

const isSort = (text: string): text is SortOption => Object.hasOwn(SORTS, text);

/** Ringgit as shoppers type them into an address: `5`, `12.9`, `12.90`. */
const priceOf = (text: string | null): string => (/^\d{1,6}(\.\d{1,2})?$/.test(text ?? '') ? (text ?? '') : '');

const listOf = (text: string | null): string[] => [...new Set((text ?? '').split(',').filter((part) => part !== ''))];

/** The highest page that an address may ask for. */
const MAX_PAGE = 1_000_000;

const pageOf = (text: string | null): number => {
  const page = /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
};

/** The listing that a query says. It takes an address as people mangle them: what means nothing is left at its default. */
export function parseListState(query: { get(name: string): string | null }): ListState {
  const sort = query.get('sort') ?? '';
  return {
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    page: pageOf(query.get('page')),
    keyword: (query.get('keyword') ?? '').trim(),
    categories: listOf(query.get('categories')),
    brands: listOf(query.get('brand')),
    dietary: listOf(query.get('dietary')),
    min_price: priceOf(query.get('min_price')),
    max_price: priceOf(query.get('max_price')),
    on_sale: query.get('on_sale') === '1',
    available: query.get('available') === '1',
  };
}

/** The listing with other choices; whatever is chosen, the list starts at its first page again. */
export function refineListState(listing: ListState, choices: Partial<Omit<ListState, 'page'>>): ListState {
  return { ...listing, ...choices, page: 1 };
}

/**
 * The list by which search engines should know this one. Chosen otherwise or in another order it is `subject`, the same
 * products in fewer words; each page of the subject itself is a page of its own (docs/partners.md#9 "page≥2 self-canonical").
 */
export function canonicalListState(listing: ListState, subject: ListState): ListState {
  const isWhole = formatListState({ ...listing, page: 1 }) === formatListState(subject);
  return isWhole ? { ...subject, page: listing.page } : subject;
}
