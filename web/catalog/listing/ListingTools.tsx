/** Renders promoted filters, sorting (on wide screens) and applied filters above a list. */
import type { Facets } from '@shop/contract/catalog';
import type { ListState } from '@shop/core/links/list-state';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { AppliedFilters } from '../filters/AppliedFilters.tsx';
import { FilterChips } from '../filters/FilterChips.tsx';
import type { PathBuilder } from './listing-query.ts';
import { SortControl } from './SortControl.tsx';

type ListingToolsProps = {
  listing: ListState;
  baseListing: ListState;
  buildPath: PathBuilder;
  facets: Facets | undefined;
  onChoose: (next: ListState) => void;
};

export function ListingTools({ listing, baseListing, buildPath, facets, onChoose }: ListingToolsProps) {
  return (
    <>
      <div className="lg:flex lg:items-start lg:justify-between lg:gap-6">
        <ScrollRow
          as="div"
          className="-mx-4 min-h-10 items-center gap-2 px-4 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 lg:mask-none"
        >
          {facets !== undefined && (
            <FilterChips listing={listing} baseListing={baseListing} buildPath={buildPath} facets={facets} />
          )}
        </ScrollRow>
        <SortControl listing={listing} onChoose={onChoose} />
      </div>
      <AppliedFilters listing={listing} buildPath={buildPath} baseListing={baseListing} facets={facets} />
    </>
  );
}
