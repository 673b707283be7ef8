/** What the page's address asks for, and the products that answer it. */
import type { Listing } from '@shop/core/links/listing';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useLang } from '../i18n/shop-words.tsx';
import { listingPages } from './listing-pages.ts';
import { listingAt } from './listing-query.ts';

/** The listing that the page's address says. */
export function useListing(): Listing {
  const { pathname, search } = useLocation();
  return useMemo(() => listingAt(new URL(`${pathname}${search}`, 'https://shop.invalid')), [pathname, search]);
}

/** The pages that a listing asks for, and one more with each "Load more"; `isShort` while some are still to come. */
export function useListedProducts(listing: Listing) {
  const list = useInfiniteQuery({ ...listingPages(useLang(), listing), placeholderData: keepPreviousData });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const isShort = data !== undefined && data.pages.length < listing.page && hasNextPage && !isPlaceholderData;
  useEffect(() => {
    if (isShort && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  // A product that moved down a list while it was read stands on two of its pages.
  const products = new Map(data?.pages.flatMap((page) => page.data).map((product) => [product.id, product]));
  return { list, products: [...products.values()], pages: data?.pages, isShort };
}
