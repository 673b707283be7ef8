/**
 * Renders a page to HTML, always the guest's view, so that it can be cached. The server loads the built file by path
 * and passes in the API; this file imports nothing of the server.
 */

import textFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import { ApiError, readErrorCode } from '@shop/contract/api/api-error';
import type { Call } from '@shop/contract/api/client';
import { type Lang, type PageLocale, parseLang, parsePageLocale } from '@shop/core/lang';
import { branchOfPage } from '@shop/core/links/page-query';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { settingsQuery } from './content/content-queries.ts';
import { HYDRATION_STATE_ID, type HydrationState, toScriptJson } from './hydration/hydration-state.ts';
import { loadParts } from './hydration/lazy.tsx';
import { createT } from './i18n/MessagesProvider.tsx';
import { loadMessages, type Messages, pickMessagesFolder } from './i18n/messages.ts';
import { shopContext } from './page-loader.ts';
import { type PageHandle, routes } from './routes.tsx';
import { type HeadContent, HeadContext } from './seo/head-context.ts';
import { renderAppBanner, renderHeadTags } from './seo/head-tags.ts';
import { renderStructuredData } from './seo/structured-data.ts';
import { firstScreenSymbols } from './ui/icons/first-screen-symbols.ts';

/**
 * The browser's files, from the client build's manifest. The server declares the same shape, because neither package
 * imports the other.
 */
export type PageAssets = {
  /** Address of the entry script. */
  entry: string;
  /** Addresses of style sheets. */
  css: readonly string[];
  /**
   * Returns the addresses of the scripts that modules need, by their names in the manifest, such as
   * `content/home/HomePage.tsx`.
   */
  preloads(modules: readonly string[]): readonly string[];
};

export type RenderInput = {
  /** Path and query of the page. */
  url: string;
  /** The API, called in process. Its errors should have a numeric `status`. */
  call: Call;
  /** The shop's public origin, such as `https://shop.example`. */
  origin: string;
  assets: PageAssets;
};

export type RenderResult = {
  /**
   * 200, 404, 410, a redirect's status, or 503 if part of the data could not be fetched, in which case the page must
   * not be cached.
   */
  status: number;
  html: string;
  /** Target of a redirect. */
  location?: string;
};

const routeHandler = createStaticHandler(routes);

/** Renders the page of an address. Throws only on a bug. */
export async function render({ url, call, origin, assets }: RenderInput): Promise<RenderResult> {
  const address = new URL(url, origin);
  const locale = parsePageLocale(address.searchParams.get('lang'));
  const lang = parseLang(locale);
  const queries = createQueryClient(withApiErrors(call));
  const requestContext = new RouterContextProvider();
  requestContext.set(shopContext, { queries, lang, onServer: true });

  const context = await routeHandler.query(new Request(address), { requestContext });
  if (context instanceof Response) {
    return { status: context.status, html: '', location: context.headers.get('location') ?? '/' };
  }
  const hasFailed = removeFailedQueries(queries);
  const [messages] = await Promise.all([loadMessages(locale), loadParts()]);
  const headContext: { head: HeadContent | null } = { head: null };
  const router = createStaticRouter(routeHandler.dataRoutes, context);
  const body = renderToString(
    <HeadContext value={headContext}>
      <App queries={queries} locale={locale} messages={messages} origin={origin}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    </HeadContext>,
  );
  const tags =
    headContext.head === null ? '' : renderSeoTags(address, headContext.head, { queries, lang, origin, messages });
  const html = assembleDocument(body, renderHead(context, locale, assets) + tags, renderTail(context, queries, origin));
  queries.clear();
  return { status: hasFailed && context.statusCode === 200 ? 503 : context.statusCode, html };
}

/** Converts errors of in-process calls to the `ApiError` that pages handle. */
function withApiErrors(call: Call): Call {
  return async (name, request, options) => {
    try {
      return await call(name, request, options);
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
      throw new ApiError(status, readErrorCode(error), error instanceof Error ? error.message : '');
    }
  };
}

/**
 * Removes failed queries, so that the page renders skeletons and the browser fetches them again. Returns whether there
 * were any.
 */
function removeFailedQueries(queries: QueryClient): boolean {
  const failedQueries = queries
    .getQueryCache()
    .findAll()
    .filter((query) => query.state.status === 'error');
  for (const query of failedQueries) queries.getQueryCache().remove(query);
  return failedQueries.length > 0;
}

function renderHead(context: StaticHandlerContext, locale: PageLocale, assets: PageAssets): string {
  const messages = `i18n/${pickMessagesFolder(locale)}/bundles`;
  const modules = context.matches.flatMap(({ route }) => {
    const handle: PageHandle | undefined = route.handle;
    if (handle === undefined) return [];
    return handle.messages === 'rest' ? [handle.module, `${messages}/rest.ts`] : [handle.module];
  });
  const preloads = assets.preloads([`${messages}/everywhere.ts`, ...modules]).join(' ');
  return [
    `<link rel="preload" href="${textFont}" as="font" type="font/woff2" crossorigin>`,
    ...assets.css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script src="/boot.js" data-entry="${assets.entry}" data-preloads="${preloads}"></script>`,
  ].join('');
}

type RenderedPage = { queries: QueryClient; lang: Lang; origin: string; messages: Messages };

/** Returns a page's tags for search engines and link previews. */
function renderSeoTags(
  { pathname, searchParams }: URL,
  head: HeadContent,
  { queries, lang, origin, messages }: RenderedPage,
): string {
  const settings = queries.getQueryData(settingsQuery(lang).queryKey);
  const t = createT(lang, messages);
  const banner = branchOfPage(searchParams) === null ? renderAppBanner(head, settings, lang, origin) : '';
  return (
    renderHeadTags(head, settings, lang, origin) +
    banner +
    renderStructuredData(pathname, { head, queries, lang, origin, t })
  );
}

function renderTail(context: StaticHandlerContext, queries: QueryClient, origin: string): string {
  const errors = Object.entries(context.errors ?? {}).map(([route, error]) => {
    // A loader threw something other than a status: a bug, which the server logs.
    if (!isRouteErrorResponse(error)) throw error;
    return [route, { status: error.status, statusText: error.statusText, data: null, internal: false }] as const;
  });
  const state: HydrationState = {
    origin,
    queries: dehydrate(queries),
    loaded: Object.fromEntries(Object.keys(context.loaderData).map((route) => [route, null])),
    errors: errors.length === 0 ? null : Object.fromEntries(errors),
  };
  return `<script type="application/json" id="${HYDRATION_STATE_ID}">${toScriptJson(state)}</script>`;
}

/** Inserts the tags that React does not render. Hydration skips unknown elements in head and body. */
function assembleDocument(body: string, headTags: string, endTags: string): string {
  const headEnd = body.indexOf('</head>');
  const bodyStart = body.indexOf('>', body.indexOf('<body', headEnd)) + 1;
  const bodyEnd = body.lastIndexOf('</body>');
  return [
    '<!doctype html>',
    body.slice(0, headEnd),
    headTags,
    body.slice(headEnd, bodyStart),
    firstScreenSymbols,
    body.slice(bodyStart, bodyEnd),
    endTags,
    body.slice(bodyEnd),
  ].join('');
}
