/** What a page's loader works with. Loaders only prefetch or throw a status; data lives in the query cache alone. */
import type { Lang } from '@shop/core/lang';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import { ApiError } from './api.ts';

export type Page = {
  queries: QueryClient;
  lang: Lang;
  /** On the server a loader waits for its data, so that the page has it; the browser shows skeletons instead. */
  onServer: boolean;
  /** The page's address with its query. */
  url: URL;
};

/** Set once per request on the server and once per navigation in the browser. */
export const shopContext = createContext<{ queries: QueryClient; lang: Lang; onServer: boolean }>();

/** What the loader of a page was called for. */
export function pageOf({ context, request }: LoaderFunctionArgs): Page {
  return { ...context.get(shopContext), url: new URL(request.url) };
}

/** docs/ux.md#rule-38: "skeleton shaped like the real layout 150 ms–10 s": a quicker answer needs none. */
const SKELETON_AFTER_MS = 150;

/**
 * Fetches what a page shows: `prefetch(page, page.queries.prefetchQuery(query), …)`. A failure is not the page's: the
 * module that shows the data tells it and offers a retry. In the browser it waits only a moment, then the page appears
 * with skeletons.
 */
export async function prefetch(page: Page, ...fetches: Promise<unknown>[]): Promise<null> {
  const all = Promise.all(fetches);
  await (page.onServer ? all : Promise.race([all, new Promise((done) => setTimeout(done, SKELETON_AFTER_MS))]));
  return null;
}

/** What a page answers where the API refused what it is about: gone stays gone, any other refusal means there is none. */
function pageStatus(status: number): number {
  if (status === 410) return 410;
  return status >= 400 && status < 500 ? 404 : 503;
}

/**
 * Fetches what the page is about. Where there is no such thing the page answers 404, where it was removed 410; while the
 * server cannot tell, 503.
 */
export async function required<Data, Key extends QueryKey>(
  page: Page,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  try {
    return await page.queries.fetchQuery(query);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 403) throw error;
    throw data(null, { status: pageStatus(error.status) });
  }
}

/** Ends a loader with the 404 page. */
export function notFound(): never {
  throw data(null, { status: 404 });
}
