/** Shows an unpublished product to holders of a valid signed token (docs/spec.md §2 "/products/preview"). */

import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { pageRequest } from '../../page-loader.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { previewQuery } from '../catalog-queries.ts';
import { ProductView } from './ProductView.tsx';
import { loadPreview, PreviewError } from './preview-page.tsx';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const query = page.url.searchParams;
  return loadPreview(page, previewQuery(page.lang, query.get('slug') ?? '', query.get('token') ?? ''));
}

export { PreviewError as ErrorBoundary };

export function Component() {
  const t = useT();
  const [query] = useSearchParams();
  const preview = previewQuery(useLang(), query.get('slug') ?? '', query.get('token') ?? '');
  const { data: product, isError, refetch } = useQuery(preview);
  return (
    <>
      <Head title={product?.title} noIndex />
      <p className="bg-coin py-2 text-center text-sm font-bold text-[#2b1d14]">{t('product.preview')}</p>
      {product !== undefined ? (
        <ProductView product={product} optionId={query.get('option')} isPreview />
      ) : (
        <div className="page-width py-4">
          {isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-90 w-full rounded-2xl" />}
        </div>
      )}
    </>
  );
}
