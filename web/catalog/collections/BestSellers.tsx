/** Best sellers, for pages without content of their own; renders nothing if the request fails. */
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { ProductRail, ProductRailSkeleton } from '../card/ProductRail.tsx';
import { bestSellersQuery } from '../catalog-queries.ts';

export function BestSellers() {
  const t = useT();
  const { data, isPending } = useQuery(bestSellersQuery(useLang()));
  if (!isPending && (data === undefined || data.data.length === 0)) return null;
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="text-xl lg:text-2xl">{t('layout.best_sellers')}</h2>
      {data === undefined ? (
        <ProductRailSkeleton />
      ) : (
        <ProductRail products={data.data} label={t('layout.best_sellers')} />
      )}
    </section>
  );
}
