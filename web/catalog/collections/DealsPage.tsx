/** Running deals by their end, and the next ones (docs/spec.md §2 "/shocking-deals"). */
import type { ProductRow } from '@shop/contract/catalog';
import { shockingDealsPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useWhenText } from '../../i18n/use-when-text.ts';
import { Head } from '../../layout/Head.tsx';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ProductGrid } from '../card/ProductGrid.tsx';
import { dealsPages } from '../catalog-queries.ts';
import { prefetchPages } from '../listing/listing-pages.ts';
import { parsePageNumber, withPage } from '../listing/listing-query.ts';
import { CollectionList } from './CollectionList.tsx';
import { chooseColumns, groupDealsByEnd, listComingDeals, listEndedDeals, withNormalPrice } from './deals.ts';
import { useDealEnd } from './use-deal-end.ts';

const NextDeals = lazyHydrated(() => import('./NextDeals.tsx').then((file) => file.NextDeals));
const BestSellers = lazyHydrated(() => import('./BestSellers.tsx').then((file) => file.BestSellers));

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  return prefetch(page, prefetchPages(page, dealsPages(page.lang)));
}

/** Returns the deals that ended while they were visible. They stay on the page, at the normal price. */
function useEndedDeals(list: { pages: readonly { data: readonly ProductRow[] }[] } | undefined): ProductRow[] {
  const [earlierList, setEarlierList] = useState(list);
  const [endedDeals, setEndedDeals] = useState<ProductRow[]>([]);
  if (list !== undefined && earlierList !== list) {
    setEarlierList(list);
    const deals = list.pages.flatMap(({ data }) => data);
    const before = [...(earlierList?.pages.flatMap(({ data }) => data) ?? []), ...endedDeals];
    setEndedDeals(listEndedDeals(before, deals, Date.now()).map(withNormalPrice));
  }
  return endedDeals;
}

/** A component of its own, because the browser's "today" would differ from the server's text in hydration. */
function DealTime({ message, at }: { message: 'collections.next' | 'collections.ends'; at: string | Date }) {
  const t = useT();
  const when = useWhenText();
  return t(message, { when: when(at) });
}

export function Component() {
  const t = useT();
  const [search] = useSearchParams();
  const list = useInfiniteQuery(dealsPages(useLang()));
  const first = list.data?.pages[0];
  const next = first?.next ?? [];
  const nextStart = next[0]?.starts_at;
  const comingDeals = listComingDeals(next, list.data?.pages.flatMap(({ data }) => data) ?? []);
  useDealEnd(first?.ends_at ?? null, () => list.refetch());
  useDealEnd(nextStart ?? null, () => list.refetch());
  const endedDeals = useEndedDeals(list.data);
  return (
    <div className="page-width grid grid-cols-1 gap-5 pt-4 pb-8 lg:gap-8 lg:pt-8">
      <Head
        title={t('layout.shocking_deals')}
        description={t('collections.deals_about')}
        path={withPage(shockingDealsPath(), parsePageNumber(search))}
      />
      <div className="grid gap-1">
        <h1 className="text-xl lg:text-3xl">{t('layout.shocking_deals')}</h1>
        <p className="text-ink-2">{t('collections.deals_text')}</p>
      </div>
      <CollectionList
        list={list}
        path={shockingDealsPath()}
        empty={
          <EmptyState title={t('collections.none_now')}>
            {nextStart === undefined ? (
              t('collections.next_none')
            ) : (
              <DealTime message="collections.next" at={nextStart} />
            )}
          </EmptyState>
        }
      >
        {(deals) =>
          groupDealsByEnd(deals).map(([end, products], index) => (
            <section key={end} aria-labelledby={`deals-${index}`} className="grid gap-3 lg:gap-4">
              <h2 id={`deals-${index}`} className="flex items-center gap-2 text-lg lg:text-xl">
                <Icon name="clock" className="size-6 text-deal" />
                {end === '' ? t('collections.open_end') : <DealTime message="collections.ends" at={end} />}
              </h2>
              <ProductGrid products={products} isAtTop={index === 0} columns={chooseColumns(products.length)} />
            </section>
          ))
        }
      </CollectionList>
      {endedDeals.length > 0 && (
        <section aria-labelledby="deals-ended" className="grid gap-3 lg:gap-4">
          <h2 id="deals-ended" role="status" className="text-lg lg:text-xl">
            {t('collections.ended')}
          </h2>
          <ProductGrid products={endedDeals} columns={chooseColumns(endedDeals.length)} />
        </section>
      )}
      {comingDeals.length > 0 && <NextDeals deals={comingDeals} />}
      {first?.total === 0 && <BestSellers />}
    </div>
  );
}
