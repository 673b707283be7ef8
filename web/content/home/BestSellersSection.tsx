/** The best sellers on the home page. */
import { bestSellersPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { bestSellersQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { ProductSection } from './ProductSection.tsx';

export function BestSellersSection() {
  const t = useT();
  return (
    <ProductSection
      id="best-sellers"
      title={t('home.best_sellers')}
      moreLink={{ to: bestSellersPath(), label: t('home.see_all') }}
      look="grid"
      query={useQuery(bestSellersQuery(useLang()))}
    />
  );
}
