/** The store locator at /stores, /shops and /shoppings (docs/readings.md#67): the list first, the map beside it. */

import { locatorPath } from '@shop/core/links/paths';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import {
  countFilters,
  formatLocator,
  isPostcode,
  type LocatorName,
  type LocatorState,
  parseLocator,
} from '@shop/core/stores/locator-query';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLocation } from 'react-router';
import { statesQuery } from '../addresses/address-queries.ts';
import searchingSack from '../art/sack-searching.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink, useGo } from '../links.tsx';
import { pageRequest, prefetch } from '../page-loader.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { MapPanel } from './MapPanel.tsx';
import { STORE_ACTION_CLASSES, StoreCard } from './StoreCard.tsx';
import { StoreFilter } from './StoreFilter.tsx';
import { StoreSearch } from './StoreSearch.tsx';
import { prefetchStores, STORES_REFRESH_MS, type StoreRow, storeQuery, storesQuery } from './stores-queries.ts';

const LOCATOR_NAMES: readonly LocatorName[] = ['stores', 'shops', 'shoppings'];

const findLocatorName = (pathname: string): LocatorName =>
  LOCATOR_NAMES.find((name) => locatorPath(name) === pathname.toLowerCase().replace(/\/$/, '')) ?? 'stores';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const locator = parseLocator(findLocatorName(page.url.pathname), page.url.searchParams);
  return prefetch(
    page,
    prefetchStores(page, locator),
    locator.showsFilters ? page.queries.prefetchQuery(statesQuery(page.lang)) : Promise.resolve(),
  );
}

const TITLES = {
  stores: ['stores.title', 'stores.about'],
  shops: ['stores.title_shops', 'stores.about_shops'],
  shoppings: ['stores.title_shoppings', 'stores.about_shoppings'],
} as const;

export function Component() {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const { pathname, search } = useLocation();
  const name = findLocatorName(pathname);
  const locator = parseLocator(name, new URLSearchParams(search));
  const { data, isError, refetch } = useQuery({
    ...storesQuery(lang, locator),
    refetchInterval: STORES_REFRESH_MS,
    placeholderData: (before) => before,
  });
  const [selected, setSelected] = useState<string | null>(null);
  const [isMapOpen, setMapOpen] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  const buildPath = (next: LocatorState) => locatorPath(name, formatLocator(name, next));
  const change = (next: LocatorState) => {
    setSelected(null);
    go(buildPath(next), { preventScrollReset: true });
  };
  const isUnknownZip = isPostcode(locator.q) && (isError || (data?.total === 0 && countFilters(locator) === 0));
  const [title, about] = TITLES[name];
  const showOnMap = (id: string) => {
    setMapOpen(true);
    setSelected(id);
    map.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="page-width grid grid-cols-1 gap-5 py-6 lg:py-10">
      <Head
        title={t(title)}
        description={t(about)}
        path={locatorPath(name)}
        noIndex={locator.q !== '' || locator.near !== ''}
      />
      <header className="grid gap-2">
        <h1 className="text-2xl lg:text-3xl">{t(title)}</h1>
        <p className="text-md text-ink-2">{t(about)}</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <div className="grid min-w-0 gap-4">
          <StoreSearch
            name={name}
            locator={locator}
            error={isUnknownZip ? formatRefusal(refusal('address.zip_unknown', { zip: locator.q }), lang) : null}
            onChange={change}
          />
          {locator.showsFilters && (
            <section
              id="filters"
              aria-label={t('stores.filter_title')}
              className="rounded-xl border border-line bg-surface p-4"
            >
              <StoreFilter key={search} data={{ name, locator }} />
            </section>
          )}
        </div>
        <div
          ref={map}
          className="grid min-w-0 scroll-mt-24 gap-3 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <MapPanel
            isOpen={isMapOpen}
            onOpen={setMapOpen}
            listedStores={data?.data ?? []}
            near={locator.near}
            isWhole={locator.q === '' && locator.near === '' && countFilters(locator) === 0}
            selected={selected}
            onSelect={setSelected}
          />
          {isMapOpen && selected !== null && data !== undefined && (
            <SelectedStore id={selected} listedStores={data.data} />
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          {data === undefined && !isError && <StoresSkeleton />}
          {data === undefined && isError && !isUnknownZip && <ErrorBlock onRetry={() => void refetch()} />}
          {data !== undefined && (
            <StoreResults
              locator={locator}
              stores={data.data}
              total={data.total}
              selected={selected}
              onShowOnMap={isMapOpen ? showOnMap : null}
            />
          )}
          {data?.total === 0 && <NoStores />}
          {data !== undefined && data.last_page > 1 && (
            <PageNavigation locator={locator} last={data.last_page} buildPath={buildPath} />
          )}
        </div>
      </div>
    </div>
  );
}

function NoStores() {
  const t = useT();
  return (
    <EmptyState
      art={searchingSack}
      title={t('stores.none_title')}
      action={
        <LangLink to={locatorPath()} className={buttonClass('secondary')}>
          {t('stores.show_all')}
        </LangLink>
      }
    >
      {t('stores.none_text')}
    </EmptyState>
  );
}

/** Returns the sentence that names the starting point of the distances; null if the list has none. */
function useOrderText({ q, near }: LocatorState): string | null {
  const t = useT();
  if (near !== '') return t('stores.nearest_to_you');
  return isPostcode(q) ? t('stores.nearest_to', { place: q }) : null;
}

type StoreResultsProps = {
  locator: LocatorState;
  stores: readonly StoreRow[];
  total: number;
  selected: string | null;
  onShowOnMap: ((id: string) => void) | null;
};

function StoreResults({ locator, stores, total, selected, onShowOnMap }: StoreResultsProps) {
  const t = useT();
  const order = useOrderText(locator);
  return (
    <>
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {total > 0 && [t('stores.count', { count: total }), order].filter((part) => part !== null).join(', ')}
      </p>
      <ul className="grid gap-3">
        {stores.map((store) => (
          <li key={store.id}>
            <StoreCard store={store} selected={store.id === selected}>
              {onShowOnMap !== null && (
                <button
                  type="button"
                  className={STORE_ACTION_CLASSES}
                  aria-label={t('stores.show_store_on_map', { name: store.name })}
                  onClick={() => onShowOnMap(store.id)}
                >
                  <Icon name="map-pin" className="size-5" />
                  {t('stores.show_on_map')}
                </button>
              )}
            </StoreCard>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the store that is selected on the map, below the map; loads a store that the list does not have. */
function SelectedStore({ id, listedStores }: { id: string; listedStores: readonly StoreRow[] }) {
  const t = useT();
  const inList = listedStores.find((store) => store.id === id);
  const { data } = useQuery({ ...storeQuery(useLang(), id), enabled: inList === undefined });
  const store = inList ?? data;
  return (
    <section role="status" aria-label={t('stores.map_selected')}>
      {store === undefined ? <Skeleton className="h-36 rounded-xl" /> : <StoreCard store={store} selected />}
    </section>
  );
}

type PageNavigationProps = { locator: LocatorState; last: number; buildPath: (next: LocatorState) => string };

function PageNavigation({ locator, last, buildPath }: PageNavigationProps) {
  const t = useT();
  const renderLink = (page: number, text: string) => (
    <LangLink to={buildPath({ ...locator, page })} className={buttonClass('secondary', 'compact')}>
      {text}
    </LangLink>
  );
  return (
    <nav aria-label={t('stores.pages')} className="flex flex-wrap items-center justify-between gap-3">
      {locator.page > 1 ? renderLink(locator.page - 1, t('stores.previous')) : <span />}
      <span className="text-sm text-ink-2 tabular-nums">{t('stores.page_of', { page: locator.page, last })}</span>
      {locator.page < last ? renderLink(locator.page + 1, t('stores.next')) : <span />}
    </nav>
  );
}

function StoresSkeleton() {
  return (
    <div className="grid gap-3">
      {['one', 'two', 'three'].map((place) => (
        <Skeleton key={place} className="h-40 rounded-xl" />
      ))}
    </div>
  );
}
