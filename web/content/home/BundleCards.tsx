/** Wide cards of bundles: product pictures, contents and savings. */
import { bundlesPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { bundlesQuery } from '../../catalog/catalog-queries.ts';
import { BundleCard } from '../../catalog/collections/BundleCard.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const GRID = 'rail -mx-4 gap-3 scroll-px-4 px-4 pb-1 md:-mx-6 md:px-6 lg:mx-0 lg:grid lg:grid-cols-2 lg:gap-4 lg:px-0';
const CARD = 'w-[330px] max-w-[88vw] shrink-0 snap-start lg:w-auto lg:max-w-none';

export function BundleCards() {
  const t = useT();
  const query = useQuery(bundlesQuery(useLang()));
  return (
    <HomeSection
      id="bundles"
      title={t('home.bundles')}
      moreLink={{ to: bundlesPath(), label: t('home.see_all') }}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={classNames(GRID, 'overflow-hidden')}>
          {['a', 'b'].map((key) => (
            <Skeleton key={key} className={classNames(CARD, 'h-[172px] rounded-xl!')} />
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={GRID}>
          {data.map((bundle) => (
            <li key={bundle.id} className={CARD}>
              <BundleCard bundle={bundle} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
