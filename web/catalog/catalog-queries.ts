/** What the pages ask of the catalogue. */
import type { AnswerOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import { EMPTY_LISTING, type Listing } from '@shop/core/links/listing';
import type { Page } from '../page.ts';
import { endpointPages, endpointQuery } from '../query-client.ts';
import { listingAsk } from './listing-query.ts';

/** The tree of aisles, for menus. */
export const navCategoriesQuery = (lang: Lang) =>
  endpointQuery('catalog.navCategories', lang, { query: { show_in_sidemenu: '1' } });

export const shockingDealsQuery = (lang: Lang) =>
  endpointQuery('catalog.shockingDeals', lang, { query: { limit: '10' } });

export const bestSellersQuery = (lang: Lang) => endpointQuery('catalog.bestSellers', lang, { query: { limit: '10' } });

export const bundlesQuery = (lang: Lang) => endpointQuery('catalog.bundles', lang, { query: { limit: '8' } });

export const brandsQuery = (lang: Lang) => endpointQuery('catalog.brands', lang, { query: { limit: '12' } });

/** One product, whole. */
export const productQuery = (lang: Lang, slug: string) => endpointQuery('catalog.product', lang, { params: { slug } });

/** One category by its slug. */
export const categoryQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.category', lang, { params: { id: slug } });

/** One brand by its id. */
export const brandQuery = (lang: Lang, id: string) => endpointQuery('catalog.brand', lang, { params: { id } });

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
