/** A listing of the address (core/links/list-state.ts) as a question to the API, and what can be refined in it. */
import type { RequestOf } from '@shop/contract/client';
import { DEFAULT_SORT, type ListState, parseListState, SORTS } from '@shop/core/links/list-state';
import { ApiError } from '../../api.ts';

/** The address of a page with another listing. */
export type PathOf = (listing: ListState) => string;

/** As much of a keyword as is searched for; the field takes no more. */
const MAX_KEYWORD = 100;

const BRAND_ID = /^[1-9]\d{0,17}$/;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u;
const CONTROL = /\p{Cc}/gu;

/** The listing that a page's address says, without the parts that no shop could have. */
export function listingAt(url: URL): ListState {
  const listing = parseListState(url.searchParams);
  return {
    ...listing,
    keyword: listing.keyword.replace(CONTROL, '').slice(0, MAX_KEYWORD),
    categories: listing.categories.filter((slug) => SLUG.test(slug)),
    brands: listing.brands.filter((id) => BRAND_ID.test(id)),
    dietary: listing.dietary.filter((slug) => SLUG.test(slug)),
  };
}

/**
 * What the API is asked for a listing, its pages aside. docs/ux.md#rule-8: "Filters combine with OR inside a group and
 * AND across groups". In the default order nothing is asked for, so that a search answers the best matches first.
 */
export function listingRequest(listing: ListState): RequestOf<'catalog.products'> {
  const { keyword, categories, brands, dietary, min_price, max_price, on_sale, available, sort } = listing;
  return {
    query: {
      ...(keyword !== '' && { keyword }),
      ...(categories.length > 0 && { category_slugs: categories.join(',') }),
      ...(brands.length > 0 && { brand_id: brands.join(',') }),
      ...(dietary.length > 0 && { dietary: dietary.join(',') }),
      ...(min_price !== '' && { min_price }),
      ...(max_price !== '' && { max_price }),
      ...(on_sale && { on_sale: '1' as const }),
      ...(available && { show_available: '1' as const }),
      ...(sort !== DEFAULT_SORT && SORTS[sort]),
    },
  };
}

/** The listing with a value of a group taken in, or left out where it was in. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** How many choices narrow a listing beyond `cleared`, the page's own subject; a price range is one. */
export function countFilters(listing: ListState, cleared: ListState): number {
  const beyond = (values: readonly string[], own: readonly string[]) =>
    values.filter((value) => !own.includes(value)).length;
  return (
    beyond(listing.categories, cleared.categories) +
    beyond(listing.brands, cleared.brands) +
    listing.dietary.length +
    Number(listing.min_price !== '' || listing.max_price !== '') +
    Number(listing.on_sale) +
    Number(listing.available)
  );
}

/** The page that an address asks for, where a list has no other choices. */
export const pageNumber = (query: URLSearchParams): number => parseListState(query).page;

/** An address with a page; the first one needs no words. */
export const withPage = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;

/** What the server said of a failure; undefined where it said nothing that a shopper should read. */
export const messageOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.message !== '' ? error.message : undefined;
