/** The browser's router: the same routes and loaders as on the server, for the site and for the app. */
import { type PageLocale, parseLang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import type { HydrationState } from './hydration/hydration-state.ts';
import { shopContext } from './page-loader.ts';
import { routes } from './routes.tsx';

/** Loads the code of the page at the document's address. */
export async function loadMatched(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module, { lazy: undefined });
    }),
  );
}

/** Creates the router; without a server-rendered page it runs the page's loaders first. */
export function createShopRouter(
  queries: QueryClient,
  locale: PageLocale,
  rendered?: Pick<HydrationState, 'loaded' | 'errors'>,
): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes, {
    getContext() {
      const context = new RouterContextProvider();
      context.set(shopContext, { queries, lang: parseLang(locale), onServer: false });
      return context;
    },
    ...(rendered !== undefined && { hydrationData: { loaderData: rendered.loaded, errors: rendered.errors } }),
  });
}
