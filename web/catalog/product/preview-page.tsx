/** Shared parts of the pages of signed preview links: the loader, and the error of a wrong or expired token. */
import { ApiError } from '@shop/contract/api/api-error';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { data, isRouteErrorResponse, useRouteError } from 'react-router';
import tornSack from '../../art/sack-torn.svg?no-inline';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { PageError } from '../../layout/errors/PageError.tsx';
import { Head } from '../../layout/Head.tsx';
import { fetchRequired, type PageRequest } from '../../page-loader.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The API's status for a wrong or expired token; the page has the same. */
const BAD_TOKEN_STATUS = 422;

export async function loadPreview<Data, Key extends QueryKey>(
  page: PageRequest,
  preview: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<null> {
  try {
    await fetchRequired(page, preview);
  } catch (error) {
    const failure = page.queries.getQueryState(preview.queryKey)?.error;
    if (failure instanceof ApiError && failure.status === BAD_TOKEN_STATUS)
      throw data(null, { status: BAD_TOKEN_STATUS });
    throw error;
  }
  return null;
}

export function PreviewError() {
  const error = useRouteError();
  const title = formatRefusal(refusal('code.invalid'), useLang());
  if (!isRouteErrorResponse(error) || error.status !== BAD_TOKEN_STATUS) return <PageError />;
  return (
    <div className="page-width">
      <Head title={title} noIndex />
      <EmptyState art={tornSack} level={1} title={title} />
    </div>
  );
}
