/** Modal view "similar products" (docs/spec.md §2): alternatives to a sold-out product. */
import { useQuery } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { ProductCard, ProductCardSkeleton } from '../card/ProductCard.tsx';
import { relatedQuery } from '../catalog-queries.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3';

export function SimilarProducts({ data: { slug } }: { data: { slug: string } }) {
  const t = useT();
  const { data, isError, refetch } = useQuery(relatedQuery(useLang(), slug));
  if (isError) return <ErrorBlock onRetry={() => void refetch()} />;
  if (data?.data.length === 0) return <p>{t('product.none_similar')}</p>;
  return (
    <ul className={GRID}>
      {data === undefined
        ? ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key}>
              <ProductCardSkeleton />
            </li>
          ))
        : data.data.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} variant="rail" />
            </li>
          ))}
    </ul>
  );
}
