/** The order of a list: a native select where there is room, a sheet of radios on phones (ux.md rule 10). */
import { DEFAULT_SORT, type Listing, refineListing, SORTS, type Sort } from '@shop/core/links/listing';
import { useState } from 'react';
import { type PlainKey, useT } from '../i18n/shop-words.tsx';
import { useGo } from '../links.tsx';
import { RadioCard } from '../ui/Checkbox.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Overlay } from '../ui/Overlay.tsx';
import type { PathOf } from './listing-query.ts';

const isSort = (value: string): value is Sort => Object.hasOwn(SORTS, value);

/** In the spec's order (§9 "Sort options"), the list's own order first. */
const ORDER: readonly Sort[] = [
  DEFAULT_SORT,
  'best_sellers',
  'price_asc',
  'price_desc',
  'title_asc',
  'title_desc',
  'new_arrivals',
  'most_order',
];

const LABEL: { readonly [Each in Sort]: PlainKey } = {
  featured: 'catalog.sort_featured',
  best_sellers: 'layout.best_sellers',
  price_asc: 'catalog.sort_price_asc',
  price_desc: 'catalog.sort_price_desc',
  title_asc: 'catalog.sort_title_asc',
  title_desc: 'catalog.sort_title_desc',
  new_arrivals: 'catalog.sort_new_arrivals',
  most_order: 'catalog.sort_most_order',
};

type SortControlProps = { look: 'select' | 'sheet'; listing: Listing; pathOf: PathOf };

export function SortControl({ look, ...rest }: SortControlProps) {
  return look === 'select' ? <SortSelect {...rest} /> : <SortButton {...rest} />;
}

function SortSelect({ listing, pathOf }: Omit<SortControlProps, 'look'>) {
  const t = useT();
  const go = useGo();
  return (
    <label className="relative hidden shrink-0 items-center gap-2 text-sm font-semibold lg:flex">
      {t('catalog.sort')}
      <select
        value={listing.sort}
        onChange={({ target }) => {
          if (isSort(target.value))
            go(pathOf(refineListing(listing, { sort: target.value })), { preventScrollReset: true });
        }}
        className="min-h-11 appearance-none rounded-md border-[1.5px] border-edge bg-surface ps-4 pe-10 text-base font-normal"
      >
        {ORDER.map((sort) => (
          <option key={sort} value={sort}>
            {t(LABEL[sort])}
          </option>
        ))}
      </select>
      <Icon name="caret-down" className="pointer-events-none absolute end-3 size-4 text-ink-2" />
    </label>
  );
}

function SortButton({ listing, pathOf }: Omit<SortControlProps, 'look'>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames(chipClass(), 'lg:hidden')}
        onClick={() => setOpen(true)}
      >
        <Icon name="sort-ascending" className="size-4" />
        {t('catalog.sort_by', { sort: t(LABEL[listing.sort]) })}
      </button>
      <Overlay open={open} onClose={() => setOpen(false)} title={t('catalog.sort')}>
        <SortSheet listing={listing} pathOf={pathOf} onDone={() => setOpen(false)} />
      </Overlay>
    </>
  );
}

type SortSheetProps = { listing: Listing; pathOf: PathOf; onDone: () => void };

/** A choice takes the sheet's place in the history, which closes it; choosing the same again just closes it. */
function SortSheet({ listing, pathOf, onDone }: SortSheetProps) {
  const t = useT();
  const go = useGo();
  const choose = (sort: Sort) => {
    if (sort === listing.sort) onDone();
    else go(pathOf(refineListing(listing, { sort })), { preventScrollReset: true });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('catalog.sort')}</legend>
      {ORDER.map((sort) => (
        <RadioCard
          key={sort}
          name="sort"
          value={sort}
          title={t(LABEL[sort])}
          checked={sort === listing.sort}
          onChange={() => choose(sort)}
          onClick={() => {
            if (sort === listing.sort) onDone();
          }}
        />
      ))}
    </fieldset>
  );
}
