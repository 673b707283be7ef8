/** The state of a product list in its URL: filters, order, page. Back and reload restore it. */
import { DEFAULT_SORT, isSortOption, type SortOption } from '../catalog/sort-options.ts';
import { type QueryReader, toQuery } from './query.ts';

/** Ids and slugs are unvalidated; the API checks them. */
export type ListState = {
  sort: SortOption;
  /** Starts at 1. */
  page: number;
  keyword: string;
  /** Category slugs: a chain from ancestor to descendant means its last one (docs/readings.md#8). */
  categories: readonly string[];
  /** Brand ids. */
  brands: readonly string[];
  /** Dietary slugs. */
  dietary: readonly string[];
  /** Bounds of the current price in ringgit, as in the URL; empty for none. */
  min_price: string;
  max_price: string;
  on_sale: boolean;
  /** Hides sold-out products. */
  available: boolean;
};

/** The state without filters. */
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

/** Formats the state as a query with its question mark, leaving out defaults. */
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

/** Returns a price such as `5`, `12.9` or `12.90` unchanged, and empty text for anything else. */
const parsePrice = (text: string | null): string => (/^\d{1,6}(\.\d{1,2})?$/.test(text ?? '') ? (text ?? '') : '');

const parseList = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((part) => part !== '')),
];

const MAX_PAGE = 1_000_000;

const parsePage = (text: string | null): number => {
  const page = /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
};

/** Parses a query. Invalid values fall back to their defaults: people edit URLs by hand. */
export function parseListState(query: QueryReader): ListState {
  const sort = query.get('sort') ?? '';
  return {
    sort: isSortOption(sort) ? sort : DEFAULT_SORT,
    page: parsePage(query.get('page')),
    keyword: (query.get('keyword') ?? '').trim(),
    categories: parseList(query.get('categories')),
    brands: parseList(query.get('brand')),
    dietary: parseList(query.get('dietary')),
    min_price: parsePrice(query.get('min_price')),
    max_price: parsePrice(query.get('max_price')),
    on_sale: query.get('on_sale') === '1',
    available: query.get('available') === '1',
  };
}

/** Applies filters or an order and returns to the first page. */
export function refineListState(listing: ListState, choices: Partial<Omit<ListState, 'page'>>): ListState {
  return { ...listing, ...choices, page: 1 };
}

/**
 * Returns the canonical state for search engines: `subject`, the same products with fewer filters. Each page of the
 * subject itself is its own canonical (docs/partners.md#9 "page≥2 self-canonical").
 */
export function toCanonicalListState(listing: ListState, subject: ListState): ListState {
  const isWhole = formatListState({ ...listing, page: 1 }) === formatListState(subject);
  return isWhole ? { ...subject, page: listing.page } : subject;
}
