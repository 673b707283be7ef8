/** Opens filters and sorting on phones: a sticky bar, "Filter (2) | Sort: Featured" (docs/ux.md#rule-10). */
import type { ListState } from '@shop/core/links/list-state';
import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../../hydration/lazy.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { isPlainClick } from '../../links.tsx';
import { registerBar } from '../../ui/bars.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { countFilters, type PathBuilder } from './listing-query.ts';
import { SORT_LABELS } from './sort-labels.ts';

const FilterSheet = lazyWithRetry(() => import('../filters/FilterSheet.tsx').then((file) => file.FilterSheet));
const SortSheet = lazyWithRetry(() => import('./SortSheet.tsx').then((file) => file.SortSheet));

const HALF_BUTTON = 'press inline-flex min-h-12 min-w-0 items-center justify-center gap-2 px-3 text-sm font-semibold';

type ListingBarProps = { listing: ListState; baseListing: ListState; buildPath: PathBuilder };

export function ListingBar({ listing, baseListing, buildPath }: ListingBarProps) {
  const t = useT();
  const [open, setOpen] = useState<'filter' | 'sort' | null>(null);
  // An opened sheet stays mounted, so that it can animate as it closes.
  const [wasOpened, setWasOpened] = useState({ filter: false, sort: false });
  const show = (sheet: 'filter' | 'sort') => {
    setWasOpened((was) => ({ ...was, [sheet]: true }));
    setOpen(sheet);
  };
  const close = () => setOpen(null);
  const count = countFilters(listing, baseListing);
  return (
    <>
      <div
        ref={registerBar}
        className="sticky top-(--h-search) bars-scroll:static z-(--z-sticky) -mx-4 grid grid-cols-2 max-3xs:grid-cols-[auto_1fr] border-y border-line bg-paper md:-mx-6 lg:hidden"
      >
        {/* Without scripts the link shows the filters in the page. */}
        {/* biome-ignore lint/a11y/useValidAnchor: a link without scripts, a button with them */}
        {/* biome-ignore lint/a11y/useSemanticElements: the same */}
        <a
          href="#filters"
          role="button"
          aria-haspopup="dialog"
          className={HALF_BUTTON}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            show('filter');
          }}
          onKeyDown={(event) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            show('filter');
          }}
        >
          <Icon name="funnel-simple" className="size-5" />
          {count === 0 ? t('listing.filter') : t('listing.filter_count', { count })}
        </a>
        <button
          type="button"
          aria-haspopup="dialog"
          className={`${HALF_BUTTON} border-s border-line`}
          onClick={() => show('sort')}
        >
          <Icon name="sort-ascending" className="size-5" />
          <span className="truncate max-3xs:whitespace-normal">
            {t('listing.sort_by', { sort: t(SORT_LABELS[listing.sort]) })}
          </span>
        </button>
      </div>
      <Suspense>
        {wasOpened.filter && (
          <FilterSheet
            open={open === 'filter'}
            onClose={close}
            listing={listing}
            baseListing={baseListing}
            buildPath={buildPath}
          />
        )}
        {wasOpened.sort && <SortSheet open={open === 'sort'} onClose={close} listing={listing} buildPath={buildPath} />}
      </Suspense>
    </>
  );
}
