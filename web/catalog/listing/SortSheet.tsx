/** Sorts a list by radio buttons in a sheet, on phones (docs/ux.md#rule-10). */
import type { SortOption } from '@shop/core/catalog/sort-options';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Overlay } from '../../ui/overlay/Overlay.tsx';
import type { PathBuilder } from './listing-query.ts';
import { SORT_LABELS, SORT_NOTES, SORT_ORDER } from './sort-labels.ts';

type SortSheetProps = { open: boolean; onClose: () => void; listing: ListState; buildPath: PathBuilder };

/** A new order replaces the sheet's history entry, which closes the sheet; the same order only closes it. */
export function SortSheet({ open, onClose, listing, buildPath }: SortSheetProps) {
  const t = useT();
  const go = useGo();
  const choose = (sort: SortOption) => {
    if (sort === listing.sort) onClose();
    else go(buildPath(refineListState(listing, { sort })), { replace: true });
  };
  return (
    <Overlay open={open} onClose={onClose} title={t('listing.sort')}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('listing.sort')}</legend>
        {SORT_ORDER.map((sort) => {
          const note = SORT_NOTES[sort];
          return (
            <RadioCard
              key={sort}
              name="sort"
              value={sort}
              title={t(SORT_LABELS[sort])}
              note={note && t(note)}
              checked={sort === listing.sort}
              onChange={() => choose(sort)}
              onClick={() => {
                if (sort === listing.sort) onClose();
              }}
            />
          );
        })}
      </fieldset>
    </Overlay>
  );
}
