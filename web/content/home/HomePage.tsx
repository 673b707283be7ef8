/** The home page, with the sections that the shop's settings name in their order (docs/ux.md#2.4, docs/ux.md#2.5). */

import type { Settings } from '@shop/contract/settings';
import { homePath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import {
  bestSellersQuery,
  brandsQuery,
  bundlesQuery,
  dietariesQuery,
  shockingDealsQuery,
} from '../../catalog/catalog-queries.ts';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { appPlatform } from '../../native/shell.ts';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { bannersQuery, settingsQuery } from '../content-queries.ts';
import { CategoryTiles } from './CategoryTiles.tsx';
import { HeroSkeleton } from './HeroSkeleton.tsx';
import { useHashTarget } from './use-hash-target.ts';

const HeroMosaic = lazyHydrated(() => import('./HeroMosaic.tsx').then((file) => file.HeroMosaic), <HeroSkeleton />);
const HomeWelcome = lazyHydrated(() => import('./HomeWelcome.tsx').then((file) => file.HomeWelcome));
const DealsSection = lazyHydrated(() => import('./DealsSection.tsx').then((file) => file.DealsSection));
const FreeShippingCard = lazyHydrated(() => import('./FreeShippingCard.tsx').then((file) => file.FreeShippingCard));
const BestSellersSection = lazyHydrated(() =>
  import('./BestSellersSection.tsx').then((file) => file.BestSellersSection),
);
const MoodTiles = lazyHydrated(() => import('./MoodTiles.tsx').then((file) => file.MoodTiles));
const BundleCards = lazyHydrated(() => import('./BundleCards.tsx').then((file) => file.BundleCards));
const DietaryChips = lazyHydrated(() => import('./DietaryChips.tsx').then((file) => file.DietaryChips));
const BrandWall = lazyHydrated(() => import('./BrandWall.tsx').then((file) => file.BrandWall));
const RecentProducts = lazyHydrated(() =>
  import('../../catalog/card/RecentProducts.tsx').then((file) => file.RecentProducts),
);

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const { queries, lang } = page;
  return prefetch(
    page,
    queries.prefetchQuery(bannersQuery(lang, 'home_hero', 'home_tile')),
    ...(appPlatform() === null ? [] : [queries.prefetchQuery(bannersQuery(lang, 'app'))]),
    queries.prefetchQuery(shockingDealsQuery(lang)),
    queries.prefetchQuery(bestSellersQuery(lang)),
    queries.prefetchQuery(bundlesQuery(lang)),
    queries.prefetchQuery(dietariesQuery(lang)),
    queries.prefetchQuery(brandsQuery(lang)),
  );
}

export function Component() {
  const t = useT();
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  useHashTarget();
  const sections: Record<Settings['home']['sections'][number], ReactNode> = {
    banners: <HeroMosaic />,
    aisles: <CategoryTiles />,
    new_here: <HomeWelcome />,
    deals: <DealsSection />,
    free_shipping: <FreeShippingCard />,
    best_sellers: <BestSellersSection />,
    moods: <MoodTiles />,
    bundles: <BundleCards />,
    dietary: <DietaryChips />,
    brands: <BrandWall />,
    recent: <RecentProducts />,
  };
  return (
    <div className="page-width grid grid-cols-1 gap-8 pt-2 lg:gap-11 lg:pt-6">
      <Head path={homePath()} />
      <h1 className="sr-only">{t('home.title')}</h1>
      {settings?.home.sections.map((section) => (
        <Fragment key={section}>{sections[section]}</Fragment>
      ))}
    </div>
  );
}
