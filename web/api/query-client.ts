/**
 * The query cache. A query is only a key: endpoint name, language, parameters, and the owner of personal data. One
 * function turns the key into a call, so pages run the same way in browser and server; only the `Call` differs.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { Call, RequestOf, ResponseOf } from '@shop/contract/api/client';
import type { ShopperEndpointName } from '@shop/contract/api/endpoint-paths';
import type { Lang } from '@shop/core/lang';
import { type DefaultError, infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { tokenScope } from './tokens.ts';

/** docs/spec.md §9 "Cache: settings stale 60 s"; the same for the catalogue. */
export const SETTINGS_STALE_MS = 60_000;
/** docs/spec.md §9 "cart 30 s with no retry". */
export const CART_STALE_MS = 30_000;

/** Owner of a query's data: `anyone`, or the scope of a token (`tokens.ts`). Pages of a public list have `pages`. */
export type Scope = 'anyone' | (string & {});

/** Returns the language parameter of a call; the default language needs none. */
export const langQuery = (lang: Lang): { lang?: Lang } => (lang === 'en' ? {} : { lang });

type EndpointKey<Name extends ShopperEndpointName> = readonly [
  name: Name,
  lang: Lang,
  request: RequestOf<Name>,
  scope: Scope,
];

/** Builds the key of a query. To invalidate all queries of an endpoint, use `[name]` alone, or `[name, lang]`. */
export function endpointKey<Name extends ShopperEndpointName>(
  name: Name,
  lang: Lang,
  request: RequestOf<Name>,
  scope: Scope = 'anyone',
): EndpointKey<Name> {
  return [name, lang, request, scope];
}

/**
 * Builds the query of a public endpoint, for components and loaders:
 * `useQuery(endpointQuery('catalog.product', lang, { params: { slug } }))`. Adds the language to the parameters.
 */
export function endpointQuery<Name extends ShopperEndpointName>(name: Name, lang: Lang, request: RequestOf<Name>) {
  return queryOptions<ResponseOf<Name>, DefaultError, ResponseOf<Name>, EndpointKey<Name>>({
    queryKey: endpointKey(name, lang, request),
    staleTime: SETTINGS_STALE_MS,
  });
}

/**
 * Builds the query of personal data, which is never retried (docs/spec.md §9), never requested on the server, and
 * cleared when the token's scope changes.
 */
export function personalQuery<Name extends ShopperEndpointName>(
  name: Name,
  lang: Lang,
  request: RequestOf<Name>,
  scope: Scope,
  staleTime: number,
) {
  return queryOptions<ResponseOf<Name>, DefaultError, ResponseOf<Name>, EndpointKey<Name>>({
    queryKey: endpointKey(name, lang, request, scope),
    staleTime,
    retry: false,
  });
}

type ListPage = { current_page: number; last_page: number };
/** Names of the endpoints that return a list page by page. */
export type ListName = {
  [Name in ShopperEndpointName]: ResponseOf<Name> extends ListPage ? Name : never;
}[ShopperEndpointName];

/**
 * Builds the query of a list that grows by "Load more":
 * `useInfiniteQuery(endpointPages('catalog.products', lang, { query }))`.
 */
export function endpointPages<Name extends ListName>(name: Name, lang: Lang, request: RequestOf<Name>, firstPage = 1) {
  return infiniteQueryOptions<
    ResponseOf<Name>,
    DefaultError,
    { pages: ResponseOf<Name>[]; pageParams: number[] },
    EndpointKey<Name>,
    number
  >({
    queryKey: endpointKey(name, lang, request, 'pages'),
    staleTime: SETTINGS_STALE_MS,
    initialPageParam: firstPage,
    getNextPageParam: (last: ListPage) => (last.current_page < last.last_page ? last.current_page + 1 : undefined),
  });
}

/** Builds the query of a customer's own list, page by page; refetched whenever it is opened. */
export function personalPages<Name extends ListName>(name: Name, lang: Lang, request: RequestOf<Name>, scope: Scope) {
  return {
    ...endpointPages(name, lang, request),
    queryKey: endpointKey(name, lang, request, scope),
    staleTime: 0,
    retry: false,
  };
}

/**
 * Returns whether to retry a call: once, after a network error or a status of 502 and above. A refusal or a 500 is
 * final.
 */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Creates a query cache: in the browser one for the document's life, on the server one per request. */
export function createQueryClient(call: Call): QueryClient {
  const onServer = typeof window === 'undefined';
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The key was made by `endpointKey`, which the type of a default function cannot know.
        queryFn: ({ queryKey, signal, pageParam }) => {
          const [name, lang, request, scope] = queryKey as unknown as EndpointKey<'catalog.products'>;
          // Refuses a query of a customer who has signed out since it was rendered.
          if (scope.startsWith('customer:') && scope !== tokenScope()) throw new ApiError(401, 'unknown', '');
          const page = typeof pageParam === 'number' ? { page: String(pageParam) } : undefined;
          return call(name, { ...request, query: { ...request.query, ...page, ...langQuery(lang) } }, { signal });
        },
        refetchOnWindowFocus: false,
        // Offline a query fails at once, so that its page can say so, and is repeated when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: onServer ? false : mayRetry,
      },
      mutations: { retry: false },
    },
  });
}
