/** Products that this shopper viewed last, per customer or session. Personal, so only the browser renders it. */
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { recentProductsQuery } from '../catalog-queries.ts';
import { ProductRail } from './ProductRail.tsx';

type RecentProductsProps = {
  /** The slug of the current product, which the row leaves out. */
  except?: string;
};

export function RecentProducts({ except }: RecentProductsProps) {
  const t = useT();
  const { data } = useQuery(recentProductsQuery(useLang(), useTokenScope()));
  const products = data?.data.filter(({ slug }) => slug !== except) ?? [];
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="recent-title" className="grid grid-cols-1 gap-4">
      <h2 id="recent-title" className="text-xl lg:text-2xl">
        {t('catalog.recent')}
      </h2>
      <ProductRail products={products} label={t('catalog.recent')} />
    </section>
  );
}
