/** The products of a collection in its own order, with "Load more"; the page is in the URL (docs/ux.md#rule-12). */
import type { ProductRow } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { ProductGrid, ProductGridSkeleton } from '../card/ProductGrid.tsx';
import { findServerMessage, parsePageNumber, withPage } from '../listing/listing-query.ts';
import { type PagedList, useLoadedPages } from '../listing/use-loaded-pages.ts';

const ListEnd = lazyHydrated(() => import('../listing/ListEnd.tsx').then((file) => file.ListEnd));

type CollectionListProps<Product extends ProductRow> = {
  list: PagedList<Product> & { isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown };
  /** The URL of the list's first page. */
  path: string;
  /** Shown for an empty list. */
  empty?: ReactNode;
  children?: (products: readonly Product[]) => ReactNode;
};

export function CollectionList<Product extends ProductRow>({
  list,
  path,
  empty,
  children,
}: CollectionListProps<Product>) {
  const t = useT();
  const { search } = useLocation();
  const { products, isIncomplete, pageCount } = useLoadedPages(parsePageNumber(new URLSearchParams(search)), list);
  const total = list.data?.pages.at(-1)?.total;
  if (list.isPending) return <ProductGridSkeleton count={10} />;
  if (list.isError && products.length === 0) {
    return <ErrorBlock message={findServerMessage(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (products.length === 0) return empty;
  return (
    <>
      <h2 className="sr-only">{t('catalog.products')}</h2>
      {children?.(products) ?? <ProductGrid products={products} isAtTop />}
      {total !== undefined && total > products.length && (
        <ListEnd
          shownCount={products.length}
          total={total}
          nextPath={list.hasNextPage ? withPage(path, pageCount + 1) : null}
          busy={isIncomplete && !list.isFetchNextPageError}
          error={list.isFetchNextPageError ? findServerMessage(list.error) : null}
          onRetry={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
