/** What a list can be narrowed by, with counts. */
import type { Facets } from '@shop/contract/catalog';
import type { Lang } from '@shop/core/lang';
import { DEFAULT_SORT, type ListState } from '@shop/core/links/list-state';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { endpointQuery } from '../../query-client.ts';
import { listingRequest } from './listing-query.ts';

/** The counts for a listing, which are the same in every order. */
export const facetsQuery = (lang: Lang, listing: ListState) =>
  endpointQuery<'catalog.facets'>('catalog.facets', lang, listingRequest({ ...listing, sort: DEFAULT_SORT }));

/**
 * Of a listing that is shown; those of the one before stay while the next are on their way. A search brings its own.
 */
export function useFacets(listing: ListState, searched: Facets | undefined): Facets | undefined {
  const isSearch = listing.keyword !== '';
  const { data } = useQuery({
    ...facetsQuery(useLang(), listing),
    enabled: !isSearch,
    placeholderData: keepPreviousData,
  });
  return isSearch ? searched : data;
}

/** Of a listing that is still being put together. */
export function useDraftFacets(listing: ListState) {
  return useQuery({ ...facetsQuery(useLang(), listing), placeholderData: keepPreviousData });
}
