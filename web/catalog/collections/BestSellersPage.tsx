/** Best sellers (docs/spec.md §2 "/best-sellers"): of the whole shop, of groceries, and by number of orders. */

import type { Lang } from '@shop/core/lang';
import { bestSellersPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { endpointPages } from '../../api/query-client.ts';
import { type PlainKey, useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { chipClass } from '../../ui/Chip.tsx';
import { prefetchPages } from '../listing/listing-pages.ts';
import { parsePageNumber, withPage } from '../listing/listing-query.ts';
import { CollectionList } from './CollectionList.tsx';

type BestSellersTab = 'all' | 'grocery' | 'popular';

const TAB_LABELS: { readonly [Each in BestSellersTab]: PlainKey } = {
  all: 'collections.all',
  grocery: 'collections.grocery',
  popular: 'collections.popular',
};
const TABS: readonly BestSellersTab[] = ['all', 'grocery', 'popular'];

const parseTab = (text: string | null): BestSellersTab => TABS.find((tab) => tab === text) ?? 'all';

const buildPath = (tab: BestSellersTab) => bestSellersPath(tab === 'all' ? undefined : tab);

const ENDPOINTS = {
  all: 'catalog.bestSellers',
  grocery: 'catalog.bestSellersGrocery',
  popular: 'catalog.popular',
} as const;

const tabPages = (lang: Lang, tab: BestSellersTab) => endpointPages(ENDPOINTS[tab], lang, {});

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  return prefetch(page, prefetchPages(page, tabPages(page.lang, parseTab(page.url.searchParams.get('tab')))));
}

export function Component() {
  const t = useT();
  const lang = useLang();
  const [search] = useSearchParams();
  const tab = parseTab(search.get('tab'));
  const list = useInfiniteQuery(tabPages(lang, tab));
  const name = t('layout.best_sellers');
  return (
    <div className="page-width grid grid-cols-1 gap-4 pt-4 pb-8 lg:gap-5 lg:pt-8">
      <Head
        title={tab === 'all' ? name : `${name} · ${t(TAB_LABELS[tab])}`}
        description={t('collections.sellers_text')}
        path={withPage(buildPath(tab), parsePageNumber(search))}
      />
      <div className="grid gap-1">
        <h1 className="text-xl lg:text-3xl">{name}</h1>
        <p className="text-ink-2">{t('collections.sellers_text')}</p>
      </div>
      <nav aria-label={t('collections.tabs')} className="flex flex-wrap gap-2">
        {TABS.map((each) => (
          <LangLink
            key={each}
            to={buildPath(each)}
            preventScrollReset
            aria-current={each === tab ? 'page' : undefined}
            className={chipClass(each === tab)}
          >
            {t(TAB_LABELS[each])}
          </LangLink>
        ))}
      </nav>
      <CollectionList key={tab} list={list} path={buildPath(tab)} />
    </div>
  );
}
