/** The front of the shop (ux.md 2.4, 2.5): what there is, at a glance. */
import type { ProductRow } from '@shop/contract/catalog';
import type { Lang } from '@shop/core/lang';
import { EMPTY_LISTING, listingQuery } from '@shop/core/links/listing';
import { homePath, productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { bestSellersQuery, brandsQuery, bundlesQuery, shockingDealsQuery } from '../catalog/catalog-queries.ts';
import { deferred } from '../deferred.tsx';
import { dayText, timeText } from '../i18n/dates.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { Head } from '../layout/Head.tsx';
import { pageOf, prefetch } from '../page.ts';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { AisleTiles } from './AisleTiles.tsx';
import { bannersQuery } from './content-queries.ts';
import { HeroMosaic, HeroSkeleton } from './HeroMosaic.tsx';
import { useHashTarget } from './use-hash-target.ts';

const NewHereStrip = deferred(() => import('./NewHereStrip.tsx').then((file) => file.NewHereStrip));
const ProductModule = deferred(() => import('./ProductModule.tsx').then((file) => file.ProductModule));
const FreeShippingCard = deferred(() => import('./FreeShippingCard.tsx').then((file) => file.FreeShippingCard));
const MoodTiles = deferred(() => import('./MoodTiles.tsx').then((file) => file.MoodTiles));
const BundleCards = deferred(() => import('./BundleCards.tsx').then((file) => file.BundleCards));
const BrandWall = deferred(() => import('./BrandWall.tsx').then((file) => file.BrandWall));

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

function Hero() {
  const banners = useQuery(bannersQuery(useLang()));
  if (banners.data !== undefined) return <HeroMosaic banners={banners.data.data} />;
  return banners.isError ? <ErrorBlock onRetry={() => void banners.refetch()} /> : <HeroSkeleton />;
}

/** When the first of the deals ends, in words; never a countdown. */
function firstEndOf(deals: readonly ProductRow[], lang: Lang): string | undefined {
  const ends = deals.flatMap(({ sale_ends_at }) => (sale_ends_at === null ? [] : new Date(sale_ends_at).getTime()));
  if (ends.length === 0) return undefined;
  const first = Math.min(...ends);
  return `${dayText(first, lang)} ${timeText(first, lang)}`;
}

export function Component() {
  const t = useT();
  const lang = useLang();
  const deals = useQuery(shockingDealsQuery(lang));
  const bestSellers = useQuery(bestSellersQuery(lang));
  useHashTarget();
  const firstEnd = firstEndOf(deals.data?.data ?? [], lang);
  return (
    <div className="page-width grid gap-8 pt-2 lg:gap-11 lg:pt-6">
      <Head path={homePath()} />
      <h1 className="sr-only">{t('home.title')}</h1>
      <Hero />
      <AisleTiles />
      <NewHereStrip />
      <ProductModule
        id="shocking-deals"
        title={t('home.deals')}
        note={firstEnd !== undefined && <p className="text-sm text-ink-2">{t('home.deals_end', { when: firstEnd })}</p>}
        look="rail"
        query={deals}
      />
      <FreeShippingCard />
      <ProductModule
        id="best-sellers"
        title={t('home.best_sellers')}
        more={{
          to: productsPath(listingQuery({ ...EMPTY_LISTING, sort: 'best_sellers' })),
          label: t('home.see_all'),
        }}
        look="grid"
        query={bestSellers}
      />
      <MoodTiles products={[...(bestSellers.data?.data ?? []), ...(deals.data?.data ?? [])]} />
      <BundleCards />
      <BrandWall />
    </div>
  );
}
