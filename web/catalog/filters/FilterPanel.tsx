/**
 * All filters of a list with counts, loaded after the list. Each value is a link, so that it works without scripts. The
 * column applies a choice at once, the sheet collects choices.
 */
import type { Facets } from '@shop/contract/catalog';
import type { ListState } from '@shop/core/links/list-state';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { isPlainClick, useHref } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { navCategoriesQuery } from '../catalog-queries.ts';
import type { PathBuilder } from '../listing/listing-query.ts';
import {
  type FilterValue,
  isValueDisabled,
  listBrandValues,
  listCategoryValues,
  listDietaryValues,
  listOfferValues,
  pickFirstValues,
} from './filter-values.ts';
import { PriceRange } from './PriceRange.tsx';

export type FilterPanelProps = {
  listing: ListState;
  /** The listing without the shopper's filters: only the page's subject, such as a brand, and the order. */
  baseListing: ListState;
  buildPath: PathBuilder;
  facets: Facets;
  onChoose: (next: ListState) => void;
};

export function FilterPanel({ listing, baseListing, buildPath, facets, onChoose }: FilterPanelProps) {
  const t = useT();
  const { data: tree } = useQuery(navCategoriesQuery(useLang()));
  const linkProps = { buildPath, onChoose };
  const categories = listCategoryValues(listing, baseListing.categories, facets, tree?.data ?? []);
  const dietary = listDietaryValues(listing, facets);
  const brands = listBrandValues(listing, facets).filter(({ key }) => !baseListing.brands.includes(key));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the space bar of the checkboxes inside
    <div
      className="grid gap-6"
      onKeyDown={(event) => {
        if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        event.target.click();
      }}
    >
      <FilterGroup title={t('listing.offers')}>
        <FilterValues
          {...linkProps}
          values={listOfferValues(listing, facets, { on_sale: t('listing.on_sale'), in_stock: t('listing.in_stock') })}
        />
      </FilterGroup>
      {categories.length > 0 && (
        <FilterGroup title={t('layout.aisles')}>
          <FilterValues {...linkProps} values={categories} />
        </FilterGroup>
      )}
      {dietary.length > 0 && (
        <FilterGroup title={t('catalog.dietary')}>
          <FilterValues {...linkProps} values={dietary} />
        </FilterGroup>
      )}
      {brands.length > 0 && (
        <FilterGroup title={t('listing.brand')}>
          <LongFilterValues {...linkProps} values={brands} />
        </FilterGroup>
      )}
      {(facets.price !== null || listing.min_price !== '' || listing.max_price !== '') && (
        <FilterGroup title={t('listing.price')}>
          <PriceRange {...linkProps} listing={listing} price={facets.price} />
        </FilterGroup>
      )}
    </div>
  );
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-display text-md font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

type ValuesProps = { values: readonly FilterValue[]; buildPath: PathBuilder; onChoose: (next: ListState) => void };

const ROW = 'flex min-h-11 items-center gap-3 rounded-md pe-2 text-sm lg:min-h-9';
const BOX = 'grid size-5 shrink-0 place-items-center rounded-[6px] border-[1.5px]';

/** Plain elements, because the server renders a hundred of them per page. */
function FilterValues({ values, buildPath, onChoose }: ValuesProps) {
  const href = useHref();
  const choose = (event: MouseEvent, next: ListState) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onChoose(next);
  };
  return (
    <ul>
      {values.map((value) => {
        const { key, name, count, checked, isIndented, next } = value;
        const label = (
          <>
            <span className="flex-1">{name}</span>
            {count !== null && <span className="text-xs text-ink-3 tabular-nums">{count}</span>}
          </>
        );
        return (
          <li key={key} className={isIndented ? 'ps-6' : undefined}>
            {isValueDisabled(value) ? (
              // biome-ignore lint/a11y/useSemanticElements: it stands among links that are checkboxes
              // biome-ignore lint/a11y/useFocusableInteractive: disabled
              <span role="checkbox" aria-checked={false} aria-disabled className={classNames(ROW, 'text-ink-3')}>
                <span className={classNames(BOX, 'border-line bg-sunken')} aria-hidden />
                {label}
              </span>
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a link until the script is there, and in a new tab
              <a
                role="checkbox"
                aria-checked={checked}
                href={href(buildPath(next))}
                rel="nofollow"
                className={classNames(ROW, 'group hover:text-action-strong', checked && 'font-semibold')}
                onClick={(event) => choose(event, next)}
              >
                <span
                  aria-hidden
                  className={classNames(
                    BOX,
                    checked
                      ? 'border-action bg-action text-on-action'
                      : 'border-edge bg-surface text-transparent group-hover:border-action',
                  )}
                >
                  <Icon name="check" className="size-3.5 stroke-current stroke-[14]" />
                </span>
                {label}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows the most frequent values of a long group; its button shows all of them, with a search field. */
function LongFilterValues({ values, ...rest }: ValuesProps) {
  const t = useT();
  const field = useId();
  const [isWhole, setWhole] = useState(false);
  const [text, setText] = useState('');
  const firstValues = pickFirstValues(values);
  if (firstValues.length === values.length) return <FilterValues {...rest} values={values} />;
  const searchText = text.trim().toLowerCase();
  const visibleValues = isWhole ? values.filter(({ name }) => name.toLowerCase().includes(searchText)) : firstValues;
  return (
    <>
      {isWhole && (
        <span className="relative mb-1 flex items-center">
          <Icon name="magnifying-glass" className="pointer-events-none absolute start-3 size-4 text-ink-2" />
          <input
            id={field}
            type="search"
            aria-label={t('listing.find_brand')}
            placeholder={t('listing.find_brand')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="h-11 w-full rounded-md border-[1.5px] border-edge bg-surface ps-9 pe-3 text-[1rem] placeholder:text-ink-3"
          />
        </span>
      )}
      <FilterValues {...rest} values={visibleValues} />
      {visibleValues.length === 0 && <p className="py-2 text-sm text-ink-2">{t('listing.no_brand')}</p>}
      <button
        type="button"
        aria-expanded={isWhole}
        onClick={() => {
          setWhole(!isWhole);
          setText('');
        }}
        className="inline-flex min-h-11 items-center text-sm font-bold text-action-strong underline underline-offset-4"
      >
        {isWhole ? t('listing.show_fewer') : t('listing.show_all', { count: values.length })}
      </button>
    </>
  );
}
