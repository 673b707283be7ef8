/**
 * A list of products with what narrows and orders it: the same on `/products` and in an aisle. Filters, order and page
 * live in the address (ux.md rules 6, 9, 10, 12); the controls are links, so that they work before any script does.
 * The filters in depth take their place as a column before the list, and in a sheet beside the sort button.
 */
import type { Listing } from '@shop/core/links/listing';
import { refineListing } from '@shop/core/links/listing';
import type { ReactNode } from 'react';
import { ApiError } from '../api.ts';
import { useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { AppliedFilters } from './AppliedFilters.tsx';
import { EmptyList } from './EmptyList.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ListEnd } from './ListEnd.tsx';
import { isRefined, type PathOf } from './listing-query.ts';
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx';
import { SortControl } from './SortControl.tsx';
import { useListedProducts } from './use-listing.ts';

type ListingViewProps = {
  listing: Listing;
  pathOf: PathOf;
  /** The listing without what the shopper refined: where "Clear all" leads. */
  cleared: Listing;
  /** Filters of the page's own, before the others. */
  chips?: ReactNode;
  /** What is offered where nothing is found, beside clearing the filters. */
  elsewhere?: ReactNode;
};

export function ListingView({ listing, pathOf, cleared, chips, elsewhere }: ListingViewProps) {
  const t = useT();
  const { list, products, pages, isShort } = useListedProducts(listing);
  const total = pages?.at(-1)?.total;

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="sticky top-[58px] z-(--z-sticky) -mx-4 bg-paper md:-mx-6 lg:static lg:mx-0 lg:flex lg:items-center lg:justify-between lg:gap-6">
        <div className="rail items-center gap-2 px-4 py-2 md:px-6 lg:flex-wrap lg:px-0">
          <SortControl look="sheet" listing={listing} pathOf={pathOf} />
          {chips}
          <FilterChips listing={listing} pathOf={pathOf} />
        </div>
        <SortControl look="select" listing={listing} pathOf={pathOf} />
      </div>
      <AppliedFilters listing={listing} pathOf={pathOf} cleared={cleared} />
      <p role="status" className="min-h-5 text-sm text-ink-2 tabular-nums">
        {total === undefined ? '' : total > 0 && t('catalog.results', { count: total })}
      </p>
      <h2 className="sr-only">{t('catalog.products')}</h2>
      {list.isPending && <ProductGridSkeleton />}
      {list.isError && products.length === 0 && (
        <ErrorBlock message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {total === 0 && (
        <EmptyList keyword={listing.keyword} elsewhere={elsewhere}>
          {isRefined(listing) && pathOf(listing) !== pathOf(cleared) && (
            <LangLink to={pathOf(cleared)} className={buttonClass('secondary')}>
              {t('catalog.clear_filters')}
            </LangLink>
          )}
        </EmptyList>
      )}
      <div
        aria-busy={list.isPlaceholderData}
        className={classNames('transition-opacity', list.isPlaceholderData && 'opacity-50')}
      >
        <ProductGrid products={products} first />
      </div>
      {total !== undefined && total > 0 && !list.isPlaceholderData && (
        <ListEnd
          shown={products.length}
          total={total}
          more={list.hasNextPage ? pathOf({ ...refineListing(listing, {}), page: (pages?.length ?? 0) + 1 }) : null}
          busy={isShort && !list.isFetchNextPageError}
          error={list.isFetchNextPageError ? messageOf(list.error) : null}
          onRetry={() => void list.fetchNextPage()}
        />
      )}
    </div>
  );
}

/** What the server said; undefined where it said nothing that a shopper should read. */
const messageOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.message !== '' ? error.message : undefined;
