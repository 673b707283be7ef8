/** Reads the listing of a URL (core/links/list-state.ts), turns it into API parameters, and counts its filters. */

import { ApiError } from '@shop/contract/api/api-error';
import type { RequestOf } from '@shop/contract/api/client';
import { DEFAULT_SORT, SORT_OPTIONS } from '@shop/core/catalog/sort-options';
import { type ListState, parseListState } from '@shop/core/links/list-state';

/** Builds the path of the current page for another listing. */
export type PathBuilder = (listing: ListState) => string;

/** Maximum length of a keyword, as in the search field. */
const MAX_KEYWORD_LENGTH = 100;

const BRAND_ID = /^[1-9]\d{0,17}$/;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u;
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Reads the listing of a URL and drops impossible values. */
export function parseListing(url: URL): ListState {
  const listing = parseListState(url.searchParams);
  return {
    ...listing,
    keyword: listing.keyword.replace(CONTROL_CHARACTERS, '').slice(0, MAX_KEYWORD_LENGTH),
    categories: listing.categories.filter((slug) => SLUG.test(slug)),
    brands: listing.brands.filter((id) => BRAND_ID.test(id)),
    dietary: listing.dietary.filter((slug) => SLUG.test(slug)),
  };
}

/**
 * Returns the API parameters of a listing, without its page. docs/ux.md#rule-8: "Filters combine with OR inside a group
 * and AND across groups". The default order sends no sort, so that a search returns the best matches first.
 */
export function buildListingRequest(listing: ListState): RequestOf<'catalog.products'> {
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
      ...(sort !== DEFAULT_SORT && SORT_OPTIONS[sort]),
    },
  };
}

/** Adds a value to a group, or removes it. */
export function toggleValue(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** Counts the filters of a listing that are not in `baseListing`; a price range is one. */
export function countFilters(listing: ListState, baseListing: ListState): number {
  const countBeyond = (values: readonly string[], own: readonly string[]) =>
    values.filter((value) => !own.includes(value)).length;
  return (
    countBeyond(listing.categories, baseListing.categories) +
    countBeyond(listing.brands, baseListing.brands) +
    listing.dietary.length +
    Number(listing.min_price !== '' || listing.max_price !== '') +
    Number(listing.on_sale) +
    Number(listing.available)
  );
}

/** Reads the page number of a list without filters. */
export const parsePageNumber = (query: URLSearchParams): number => parseListState(query).page;

/** Adds a page number to a path; page 1 has none. */
export const withPage = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;

/** Returns the server's error message for the shopper, if it sent one. */
export const findServerMessage = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.message !== '' ? error.message : undefined;
