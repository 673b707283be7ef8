/** Lists of products that grow by "Load more". */
import type { ResponseOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import type { ListState } from '@shop/core/links/list-state';
import type { Page } from '../../page.ts';
import { endpointPages, type ListName } from '../../query-client.ts';
import { bestSellersQuery } from '../catalog-queries.ts';
import { facetsQuery } from './listing-facets.ts';
import { listingRequest, pageNumber } from './listing-query.ts';

/** A list as long as the shopper has asked for; words are looked for by the search. */
export const listingPages = (lang: Lang, listing: ListState) =>
  endpointPages(listing.keyword === '' ? 'catalog.products' : 'catalog.search', lang, listingRequest(listing));

/** An address asks for so many pages at once at most; the browser fetches what is above. */
const RESTORED_PAGES = 10;

/**
 * Fetches a list up to the page that its address says, so that reload and Back find everything again. What the browser
 * already has it shows, and grows it itself.
 */
export async function prefetchPages<Name extends ListName>(
  { queries, url }: Page,
  list: ReturnType<typeof endpointPages<Name>>,
): Promise<void> {
  if (queries.getQueryData(list.queryKey) !== undefined) return;
  const pages = Math.min(pageNumber(url.searchParams), RESTORED_PAGES);
  await queries.prefetchInfiniteQuery({ ...list, pages });
}

/** Fetches a listing, and what it can be narrowed by. */
export async function prefetchListing(page: Page, listing: ListState): Promise<void> {
  const { queries, lang } = page;
  const list = listingPages(lang, listing);
  await Promise.all([
    prefetchPages(page, list),
    // A search brings its own.
    listing.keyword !== '' || queries.prefetchQuery(facetsQuery(lang, listing)),
  ]);
  const found: Pages | undefined = queries.getQueryData(list.queryKey);
  if (found?.pages[0]?.total === 0) await queries.prefetchQuery(bestSellersQuery(lang));
}

type Pages = { pages: ResponseOf<'catalog.products'>[] };
