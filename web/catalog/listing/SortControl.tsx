/** Sorts a list by a native select, on wide screens (docs/ux.md#rule-10). */
import { isSortOption } from '@shop/core/catalog/sort-options';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { SORT_LABELS, SORT_NOTES, SORT_ORDER } from './sort-labels.ts';

type SortControlProps = { listing: ListState; onChoose: (next: ListState) => void };

export function SortControl({ listing, onChoose }: SortControlProps) {
  const t = useT();
  return (
    <label className="relative hidden shrink-0 items-center gap-2 text-sm font-semibold lg:flex">
      {t('listing.sort')}
      <select
        value={listing.sort}
        onChange={({ target }) => {
          if (isSortOption(target.value)) onChoose(refineListState(listing, { sort: target.value }));
        }}
        className="min-h-11 appearance-none rounded-md border-[1.5px] border-edge bg-surface ps-4 pe-10 text-base font-normal"
      >
        {SORT_ORDER.map((sort) => {
          const note = SORT_NOTES[sort];
          return (
            <option key={sort} value={sort} title={note && t(note)}>
              {t(SORT_LABELS[sort])}
            </option>
          );
        })}
      </select>
      <Icon name="caret-down" className="pointer-events-none absolute end-3 size-4 text-ink-2" />
    </label>
  );
}
