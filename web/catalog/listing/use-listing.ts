/** Reads the listing of the URL and loads its products. */
import type { ListState } from '@shop/core/links/list-state';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { listingPages } from './listing-pages.ts';
import { parseListing } from './listing-query.ts';
import { useLoadedPages } from './use-loaded-pages.ts';

/** Returns the listing of the URL. */
export function useListing(): ListState {
  const { pathname, search } = useLocation();
  return useMemo(() => parseListing(new URL(`${pathname}${search}`, 'https://shop.invalid')), [pathname, search]);
}

/** Returns the products of a listing up to its page. */
export function useListedProducts(listing: ListState) {
  const list = useInfiniteQuery({ ...listingPages(useLang(), listing), placeholderData: keepPreviousData });
  const loadedPages = useLoadedPages(listing.page, list);
  return { list, first: list.data?.pages[0], last: list.data?.pages.at(-1), ...loadedPages };
}
