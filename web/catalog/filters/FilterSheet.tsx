/**
 * The filters as a full sheet on phones (docs/ux.md#rule-10): it collects choices, and its button shows the number of
 * results. Pressing the button applies the choices as one history entry, which Back undoes.
 */
import type { ListState } from '@shop/core/links/list-state';
import { useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Overlay } from '../../ui/overlay/Overlay.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDraftFacets } from '../listing/listing-facets.ts';
import { countFilters } from '../listing/listing-query.ts';
import { FilterPanel, type FilterPanelProps } from './FilterPanel.tsx';

type FilterSheetProps = Omit<FilterPanelProps, 'facets' | 'onChoose'> & { open: boolean; onClose: () => void };

export function FilterSheet({ open, onClose, listing, baseListing, buildPath }: FilterSheetProps) {
  const t = useT();
  const go = useGo();
  const [draft, setDraft] = useState(listing);
  // Starts from the applied filters each time it opens.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(listing);
  }
  const { data: facets, isError, isPlaceholderData, refetch } = useDraftFacets(draft);

  const showResults = (next: ListState) => {
    if (buildPath(next) === buildPath(listing)) onClose();
    // Replaces the sheet's own history entry, which closes it.
    else go(buildPath(next), { replace: true });
  };
  const total = facets?.total;
  const label =
    total === 0
      ? t('listing.show_none')
      : total === undefined
        ? t('listing.show')
        : t('listing.show_results', { count: total });
  return (
    <Overlay
      open={open}
      onClose={onClose}
      title={t('listing.filters')}
      full
      footer={
        <div className="flex items-center gap-3">
          <p role="status" className="sr-only">
            {total === undefined ? '' : t('catalog.results', { count: total })}
          </p>
          {countFilters(draft, baseListing) > 0 && (
            <Button kind="secondary" className="shrink-0" onClick={() => setDraft(baseListing)}>
              {t('listing.clear_all')}
            </Button>
          )}
          <Button
            wide
            aria-disabled={total === 0}
            aria-busy={isPlaceholderData}
            onClick={() => total !== 0 && showResults(draft)}
          >
            {label}
          </Button>
        </div>
      }
    >
      {facets !== undefined ? (
        <FilterPanel
          listing={draft}
          baseListing={baseListing}
          buildPath={buildPath}
          facets={facets}
          onChoose={setDraft}
        />
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </Overlay>
  );
}
