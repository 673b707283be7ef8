/** Queries the filters of a list with their counts. */
import type { Facets } from '@shop/contract/catalog';
import { DEFAULT_SORT } from '@shop/core/catalog/sort-options';
import type { Lang } from '@shop/core/lang';
import type { ListState } from '@shop/core/links/list-state';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/query-client.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { buildListingRequest } from './listing-query.ts';

/** Queries the facets of a listing; sorting does not change them. */
export const facetsQuery = (lang: Lang, listing: ListState) =>
  endpointQuery<'catalog.facets'>('catalog.facets', lang, buildListingRequest({ ...listing, sort: DEFAULT_SORT }));

/**
 * Returns the facets of the visible listing; the previous ones stay until the next are loaded. A search response
 * contains its facets.
 */
export function useFacets(listing: ListState, searchFacets: Facets | undefined): Facets | undefined {
  const isSearch = listing.keyword !== '';
  const { data } = useQuery({
    ...facetsQuery(useLang(), listing),
    enabled: !isSearch,
    placeholderData: keepPreviousData,
  });
  return isSearch ? searchFacets : data;
}

/** Returns the facets of a listing whose filters are not applied yet. */
export function useDraftFacets(listing: ListState) {
  return useQuery({ ...facetsQuery(useLang(), listing), placeholderData: keepPreviousData });
}
