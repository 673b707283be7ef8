/** The page of one product (docs/spec.md §2 "/products/view (query slug)"). */
import { productPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { isRouteErrorResponse, type LoaderFunctionArgs, useRouteError, useSearchParams } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { PageError } from '../../layout/errors/PageError.tsx';
import { Head } from '../../layout/Head.tsx';
import { fetchRequired, notFound, pageRequest, prefetch } from '../../page-loader.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { bestSellersQuery, productQuery, relatedQuery } from '../catalog-queries.ts';
import { ProductView } from './ProductView.tsx';
import { toPlainText } from './plain-text.ts';

const ErrorBlock = lazyHydrated(() => import('../../ui/EmptyState.tsx').then((file) => file.ErrorBlock));
const ProductGone = lazyHydrated(() => import('./ProductGone.tsx').then((file) => file.ProductGone));

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const slug = page.url.searchParams.get('slug') || notFound();
  try {
    await fetchRequired(page, productQuery(page.lang, slug));
  } catch (error) {
    // The 410 page offers related products or best sellers.
    const { queries, lang } = page;
    await prefetch(
      page,
      isRemoved(error)
        ? queries.prefetchQuery(relatedQuery(lang, slug))
        : queries.prefetchQuery(bestSellersQuery(lang)),
    );
    throw error;
  }
  return null;
}

/** Returns whether the product was removed permanently (410). */
const isRemoved = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'init' in thrown && Object(thrown.init).status === 410;

export function Component() {
  const [query] = useSearchParams();
  const slug = query.get('slug') ?? '';
  const { data: product, isError, refetch } = useQuery(productQuery(useLang(), slug));
  if (product === undefined) {
    return (
      <div className="page-width py-4">
        {isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-90 w-full rounded-2xl" />}
      </div>
    );
  }
  return (
    <>
      <Head
        title={product.seo.title ?? product.title}
        description={product.seo.description ?? toPlainText(product.description)}
        path={productPath(product.slug)}
        image={product.og_image}
        type="product"
      />
      <ProductView product={product} optionId={query.get('option')} />
    </>
  );
}

/** Suggests products for an unknown slug (404, docs/ux.md#5) and a removed product (410). */
export function ErrorBoundary() {
  const error = useRouteError();
  const [query] = useSearchParams();
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410)) return <PageError />;
  return <ProductGone slug={query.get('slug') ?? ''} isRemoved={error.status === 410} />;
}
