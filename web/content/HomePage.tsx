/** The front of the shop (ux.md 2.4, 2.5): what there is, at a glance. */
import type { LoaderFunctionArgs } from 'react-router';
import { bestSellersQuery, brandsQuery, bundlesQuery, shockingDealsQuery } from '../catalog/catalog-queries.ts';
import { useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { pageOf, prefetch } from '../page.ts';
import { bannersQuery } from './content-queries.ts';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageOf(args);
  const { queries, lang } = page;
  return prefetch(
    page,
    queries.prefetchQuery(bannersQuery(lang)),
    queries.prefetchQuery(shockingDealsQuery(lang)),
    queries.prefetchQuery(bestSellersQuery(lang)),
    queries.prefetchQuery(bundlesQuery(lang)),
    queries.prefetchQuery(brandsQuery(lang)),
  );
}

export function Component() {
  const t = useT();
  return (
    <div className="page-width grid gap-8 py-2 lg:gap-11 lg:py-6">
      <Head path="/" />
      <h1 className="sr-only">{t('home.title')}</h1>
    </div>
  );
}
