/** Shows an unpublished product to holders of a valid signed token (docs/spec.md §2 "/products/preview"). */

import { ApiError } from '@shop/contract/api/api-error';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useQuery } from '@tanstack/react-query';
import { data, isRouteErrorResponse, type LoaderFunctionArgs, useRouteError, useSearchParams } from 'react-router';
import tornSack from '../../art/sack-torn.svg?no-inline';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { PageError } from '../../layout/errors/PageError.tsx';
import { Head } from '../../layout/Head.tsx';
import { fetchRequired, pageRequest } from '../../page-loader.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { previewQuery } from '../catalog-queries.ts';
import { ProductView } from './ProductView.tsx';

/** The API's status for a wrong or expired token; the page has the same. */
const BAD_TOKEN = 422;

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const query = page.url.searchParams;
  const preview = previewQuery(page.lang, query.get('slug') ?? '', query.get('token') ?? '');
  try {
    await fetchRequired(page, preview);
  } catch (error) {
    const why = page.queries.getQueryState(preview.queryKey)?.error;
    if (why instanceof ApiError && why.status === BAD_TOKEN) throw data(null, { status: BAD_TOKEN });
    throw error;
  }
  return null;
}

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
        <ProductView product={product} optionId={query.get('option')} preview />
      ) : (
        <div className="page-width py-4">
          {isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-90 w-full rounded-2xl" />}
        </div>
      )}
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const title = refusalText(refusal('code.invalid'), useLang());
  if (!isRouteErrorResponse(error) || error.status !== BAD_TOKEN) return <PageError />;
  return (
    <div className="page-width">
      <Head title={title} noIndex />
      <EmptyState art={tornSack} level={1} title={title} />
    </div>
  );
}
