/** Lists of products that grow by "Load more". */
import type { AnswerOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import { EMPTY_LISTING, type Listing } from '@shop/core/links/listing';
import type { Page } from '../page.ts';
import { endpointPages } from '../query-client.ts';
import { listingAsk } from './listing-query.ts';

/** A list as long as the shopper has asked for; words are looked for by the search. */
export const listingPages = (lang: Lang, listing: Listing) =>
  endpointPages(listing.keyword === '' ? 'catalog.products' : 'catalog.search', lang, listingAsk(listing));

/** The same words and aisles unrefined: what its products have in common is offered as filters. */
export const unrefinedPages = (lang: Lang, { keyword, categories, brands }: Listing) =>
  listingPages(lang, { ...EMPTY_LISTING, keyword, categories, brands });

/** An address asks for so many pages at once at most; the browser fetches what is above. */
const RESTORED_PAGES = 10;

/**
 * Fetches a list up to the page that its address says, so that reload and Back find everything again. What the browser
 * already has it shows, and grows it itself.
 */
export async function prefetchListing({ queries, lang }: Page, listing: Listing): Promise<Pages | undefined> {
  const list = listingPages(lang, listing);
  const base = unrefinedPages(lang, listing);
  const isKnown = (query: typeof list) => queries.getQueryData(query.queryKey) !== undefined;
  await Promise.all([
    isKnown(list) || queries.prefetchInfiniteQuery({ ...list, pages: Math.min(listing.page, RESTORED_PAGES) }),
    isKnown(base) || queries.prefetchInfiniteQuery(base),
  ]);
  return queries.getQueryData(list.queryKey);
}

type Pages = { pages: AnswerOf<'catalog.products'>[] };
