/** Loads a list up to the page of the URL. */
import { useEffect, useMemo } from 'react';

/** The parts of an infinite query that `useLoadedPages` uses. */
export type PagedList<Product> = {
  data: { pages: { data: Product[]; total: number }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => unknown;
};

/** Fetches pages until `page` is loaded; `isIncomplete` while some are missing. */
export function useLoadedPages<Product extends { id: string }>(
  page: number,
  list: PagedList<Product>,
): { isIncomplete: boolean; products: Product[]; pageCount: number } {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const pageCount = data?.pages.length ?? 0;
  const isIncomplete = data !== undefined && pageCount < page && hasNextPage && !isPlaceholderData;
  useEffect(() => {
    if (isIncomplete && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isIncomplete, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  // A product that moved down the list between two requests is on both pages.
  const products = useMemo(
    () => [...new Map(data?.pages.flatMap((each) => each.data).map((product) => [product.id, product])).values()],
    [data],
  );
  return { isIncomplete, products, pageCount };
}
