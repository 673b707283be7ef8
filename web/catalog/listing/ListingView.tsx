/**
 * Lists products with filters and sorting, on `/products` and on the pages of categories and brands. The URL has
 * filters, order and page (docs/ux.md#rule-6, docs/ux.md#rule-9, docs/ux.md#rule-10, docs/ux.md#rule-12); the controls
 * are links, so that they work without scripts. Filters are a column on desktops and a sheet on phones.
 */
import type { ListState } from '@shop/core/links/list-state';
import { refineListState } from '@shop/core/links/list-state';
import { type ReactNode, useRef } from 'react';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { ProductGrid, ProductGridSkeleton } from '../card/ProductGrid.tsx';
import { ListingBar } from './ListingBar.tsx';
import { useFacets } from './listing-facets.ts';
import { countFilters, findServerMessage, type PathBuilder } from './listing-query.ts';
import { useListedProducts } from './use-listing.ts';

const FilterColumn = lazyHydrated(() => import('../filters/FilterColumn.tsx').then((file) => file.FilterColumn));
const ListingTools = lazyHydrated(
  () => import('./ListingTools.tsx').then((file) => file.ListingTools),
  <div className="h-10 lg:h-11" />,
);
const ListEnd = lazyHydrated(() => import('./ListEnd.tsx').then((file) => file.ListEnd));
const EmptyList = lazyHydrated(() => import('./EmptyList.tsx').then((file) => file.EmptyList));

type ListingViewProps = {
  listing: ListState;
  buildPath: PathBuilder;
  /** The listing without the shopper's filters, for "Clear all". */
  baseListing: ListState;
  /** Links for an empty list, before the root categories. */
  relatedLinks?: ReactNode;
};

export function ListingView({ listing, buildPath, baseListing, relatedLinks }: ListingViewProps) {
  const t = useT();
  const go = useGo();
  const top = useRef<HTMLDivElement>(null);
  const { list, products, first, last, isIncomplete, pageCount } = useListedProducts(listing);
  const searchResponse = first !== undefined && 'facets' in first ? first : undefined;
  const facets = useFacets(listing, searchResponse?.facets);
  const total = last?.total;
  // An empty list has nothing to filter, except to remove its filters.
  const hasFilters = total !== 0 || countFilters(listing, baseListing) > 0;

  const choose = (next: ListState) => {
    go(buildPath(next), { preventScrollReset: true });
    // Shows the new results if the list was scrolled down.
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  };

  return (
    <div
      ref={top}
      className={classNames('grid grid-cols-1', hasFilters && 'lg:grid-cols-[264px_minmax(0,1fr)] lg:gap-8')}
    >
      {hasFilters && (
        <aside
          id="filters"
          aria-label={t('listing.filters')}
          className="hidden self-start target:max-lg:block lg:sticky lg:top-22 lg:block lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto lg:overscroll-contain lg:pb-4"
        >
          <FilterColumn
            listing={listing}
            baseListing={baseListing}
            buildPath={buildPath}
            facets={facets}
            onChoose={choose}
          />
        </aside>
      )}
      <div className="grid grid-cols-1 content-start gap-3 lg:gap-4">
        {hasFilters && (
          <>
            <ListingBar listing={listing} baseListing={baseListing} buildPath={buildPath} />
            <ListingTools
              listing={listing}
              baseListing={baseListing}
              buildPath={buildPath}
              facets={facets}
              onChoose={choose}
            />
          </>
        )}
        {searchResponse?.corrected && (
          <p className="text-ink-2">
            {t('listing.corrected', { keyword: searchResponse.corrected, typed: listing.keyword })}
          </p>
        )}
        {searchResponse?.not_sold && products.length > 0 && (
          <p className="text-ink-2">{t('listing.not_sold', { brand: searchResponse.not_sold })}</p>
        )}
        {searchResponse?.partial && products.length > 0 && (
          <p className="text-ink-2">{t('listing.partial', { typed: listing.keyword })}</p>
        )}
        <p role="status" className="min-h-5 text-sm text-ink-2 tabular-nums">
          {total === undefined ? '' : total > 0 && t('catalog.results', { count: total })}
        </p>
        <h2 className="sr-only">{t('catalog.products')}</h2>
        {list.isPending && <ProductGridSkeleton isBesideColumn />}
        {list.isError && products.length === 0 && (
          <ErrorBlock message={findServerMessage(list.error)} onRetry={() => void list.refetch()} />
        )}
        {total === 0 && (
          <EmptyList listing={listing} baseListing={baseListing} buildPath={buildPath} relatedLinks={relatedLinks} />
        )}
        <div
          aria-busy={list.isPlaceholderData}
          className={classNames('transition-opacity', list.isPlaceholderData && 'opacity-50')}
        >
          <ProductGrid products={products} isAtTop isBesideColumn />
        </div>
        {total !== undefined && total > 0 && !list.isPlaceholderData && (
          <ListEnd
            shownCount={products.length}
            total={total}
            nextPath={list.hasNextPage ? buildPath({ ...refineListState(listing, {}), page: pageCount + 1 }) : null}
            busy={isIncomplete && !list.isFetchNextPageError}
            error={list.isFetchNextPageError ? findServerMessage(list.error) : null}
            onRetry={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </div>
  );
}
