/** A list that "Load more" grows: as many pages as the address says. */
import { useEffect, useMemo } from 'react';

/** What an infinite query tells, as far as it matters here. */
export type GrowingList<Product> = {
  data: { pages: { data: Product[]; total: number }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => unknown;
};

/** Fetches until there are so many pages; `isShort` while some are still to come. */
export function useLoadedPages<Product extends { id: string }>(
  page: number,
  list: GrowingList<Product>,
): { isShort: boolean; products: Product[]; loaded: number } {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const loaded = data?.pages.length ?? 0;
  const isShort = data !== undefined && loaded < page && hasNextPage && !isPlaceholderData;
  useEffect(() => {
    if (isShort && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  // A product that moved down a list while it was read stands on two of its pages.
  const products = useMemo(
    () => [...new Map(data?.pages.flatMap((each) => each.data).map((product) => [product.id, product])).values()],
    [data],
  );
  return { isShort, products, loaded };
}
