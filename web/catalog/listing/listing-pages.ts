/** Queries lists of products page by page. */
import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import type { ListState } from '@shop/core/links/list-state';
import { endpointPages, type ListName } from '../../api/query-client.ts';
import type { PageRequest } from '../../page-loader.ts';
import { bestSellersQuery } from '../catalog-queries.ts';
import { facetsQuery } from './listing-facets.ts';
import { buildListingRequest, parsePageNumber } from './listing-query.ts';

/** Queries a listing; one with a keyword uses the search. */
export const listingPages = (lang: Lang, listing: ListState) =>
  endpointPages(listing.keyword === '' ? 'catalog.products' : 'catalog.search', lang, buildListingRequest(listing));

/** Maximum number of pages that the loader fetches for a URL; the browser fetches further ones. */
const MAX_PREFETCHED_PAGES = 10;

/**
 * Fetches a list up to the page of the URL, so that reload and Back restore all loaded items. Does nothing for a list
 * in the browser's cache.
 */
export async function prefetchPages<Name extends ListName>(
  { queries, url }: PageRequest,
  list: ReturnType<typeof endpointPages<Name>>,
): Promise<void> {
  if (queries.getQueryData(list.queryKey) !== undefined) return;
  const pages = Math.min(parsePageNumber(url.searchParams), MAX_PREFETCHED_PAGES);
  await queries.prefetchInfiniteQuery({ ...list, pages });
}

/** Fetches a listing and its facets, and best sellers if it is empty. */
export async function prefetchListing(page: PageRequest, listing: ListState): Promise<void> {
  const { queries, lang } = page;
  const list = listingPages(lang, listing);
  await Promise.all([
    prefetchPages(page, list),
    // A search response contains its facets.
    listing.keyword !== '' || queries.prefetchQuery(facetsQuery(lang, listing)),
  ]);
  const data: ListingData | undefined = queries.getQueryData(list.queryKey);
  if (data?.pages[0]?.total === 0) await queries.prefetchQuery(bestSellersQuery(lang));
}

type ListingData = { pages: ResponseOf<'catalog.products'>[] };
