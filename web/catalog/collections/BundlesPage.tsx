/** All bundles with their contents and savings (docs/spec.md §2 "/bundles"). */
import { bundlesPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { bundlesPages } from '../catalog-queries.ts';
import { prefetchPages } from '../listing/listing-pages.ts';
import { parsePageNumber, withPage } from '../listing/listing-query.ts';
import { BundleCard } from './BundleCard.tsx';
import { CollectionList } from './CollectionList.tsx';

const BestSellers = lazyHydrated(() => import('./BestSellers.tsx').then((file) => file.BestSellers));

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  return prefetch(page, prefetchPages(page, bundlesPages(page.lang)));
}

export function Component() {
  const t = useT();
  const [search] = useSearchParams();
  const list = useInfiniteQuery(bundlesPages(useLang()));
  return (
    <div className="page-width grid grid-cols-1 gap-4 pt-4 pb-8 lg:gap-6 lg:pt-8">
      <Head
        title={t('layout.bundles')}
        description={t('collections.bundles_text')}
        path={withPage(bundlesPath(), parsePageNumber(search))}
      />
      <div className="grid gap-1">
        <h1 className="text-xl lg:text-3xl">{t('layout.bundles')}</h1>
        <p className="text-ink-2">{t('collections.bundles_text')}</p>
      </div>
      <CollectionList list={list} path={bundlesPath()} empty={<BestSellers />}>
        {(bundles) => (
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:gap-4">
            {bundles.map((bundle, index) => (
              <li key={bundle.id}>
                <BundleCard bundle={bundle} eager={index < 2} />
              </li>
            ))}
          </ul>
        )}
      </CollectionList>
    </div>
  );
}
