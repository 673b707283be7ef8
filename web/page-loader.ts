/**
 * The context and functions of page loaders. Loaders only prefetch or throw a status; data lives in the query cache
 * alone.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { Lang } from '@shop/core/lang';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, data, type LoaderFunctionArgs } from 'react-router';

export type PageRequest = {
  queries: QueryClient;
  lang: Lang;
  /** On the server a loader waits for its data; the browser shows skeletons instead. */
  onServer: boolean;
  /** The page's address with its query. */
  url: URL;
};

/**
 * The loader's context. On the server it is set for each request; in the browser its default value is set once for the
 * document.
 */
export const shopContext = createContext<{ queries: QueryClient; lang: Lang; onServer: boolean }>();

export function pageRequest({ context, request }: LoaderFunctionArgs): PageRequest {
  return { ...context.get(shopContext), url: new URL(request.url) };
}

/**
 * The browser waits this long for data before it renders skeletons (docs/ux.md#rule-38: "skeleton shaped like the real
 * layout 150 ms–10 s").
 */
const SKELETON_AFTER_MS = 150;

/** Waits for `work`, at most `ms`. */
export const waitAtMost = (work: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([work, new Promise((done) => setTimeout(done, ms))]);

/**
 * Fetches a page's data: `prefetch(page, page.queries.prefetchQuery(query), …)`. A failed request does not fail the
 * page: the component that shows the data offers a retry. The browser waits only briefly, then renders skeletons.
 */
export async function prefetch(page: PageRequest, ...fetches: Promise<unknown>[]): Promise<null> {
  const allFetches = Promise.all(fetches);
  await (page.onServer ? allFetches : waitAtMost(allFetches, SKELETON_AFTER_MS));
  return null;
}

/** Maps the status of a failed main request to the page's: 410 stays 410, any other 4xx becomes 404, all else 503. */
function toPageStatus(status: number): number {
  if (status === 410) return 410;
  return status >= 400 && status < 500 ? 404 : 503;
}

/**
 * Fetches the page's main data. Throws 404 if it does not exist, 410 if it was removed, 503 if the server fails;
 * rethrows a 403 and a lost connection.
 */
export async function fetchRequired<Data, Key extends QueryKey>(
  page: PageRequest,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  try {
    return await page.queries.fetchQuery(query);
  } catch (error) {
    // Without a response (0) the browser's connection failed, not the server.
    if (!(error instanceof ApiError) || error.status === 403 || error.status === 0) throw error;
    throw data(null, { status: toPageStatus(error.status) });
  }
}

/** Ends a loader with the 404 page. */
export function notFound(): never {
  throw data(null, { status: 404 });
}
