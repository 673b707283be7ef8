import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import { type LocatorState, toShopsRequest } from '@shop/core/stores/locator-query';
import { endpointQuery } from '../api/query-client.ts';
import type { PageRequest } from '../page-loader.ts';

/** Interval in ms at which an open page refetches its stores, because stores open and close. */
export const STORES_REFRESH_MS = 300_000;

export type StoreRow = ResponseOf<'stores.list'>['data'][number];
export type Store = ResponseOf<'stores.one'>;

export const storesQuery = (lang: Lang, locator: LocatorState) =>
  endpointQuery('stores.list', lang, { query: toShopsRequest(locator) });

export const storeQuery = (lang: Lang, id: string) => endpointQuery('stores.one', lang, { params: { id } });

/** Number of other stores on a store's page. */
export const MAX_NEARBY_STORES = 3;

/** Queries the store itself and the three stores nearest to it. */
export const nearbyQuery = (lang: Lang, { lat, lng }: Pick<StoreRow, 'lat' | 'lng'>) =>
  endpointQuery('stores.list', lang, { query: { near: `${lat},${lng}`, limit: String(MAX_NEARBY_STORES + 1) } });

export const positionsQuery = (lang: Lang) => endpointQuery('stores.map', lang, {});

const NO_STORES: ResponseOf<'stores.list'> = {
  data: [],
  current_page: 1,
  per_page: 1,
  last_page: 1,
  total: 0,
  from: null,
  to: null,
};

const isRefused = (error: unknown): boolean => (error as { status?: number }).status === 422;

/**
 * Prefetches a page of the locator. If the server refuses the query, for example an unknown postcode, caches an empty
 * list.
 */
export async function prefetchStores(page: PageRequest, locator: LocatorState): Promise<void> {
  const query = storesQuery(page.lang, locator);
  await page.queries.fetchQuery(query).catch((error: unknown) => {
    if (isRefused(error)) page.queries.setQueryData(query.queryKey, NO_STORES);
  });
}
