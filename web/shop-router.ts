/** The browser's router: the same routes and loaders as on the server, for the site and for the app. */
import { type PageLocale, parseLang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, matchRoutes } from 'react-router';
import type { HydrationState } from './hydration/hydration-state.ts';
import { shopContext } from './page-loader.ts';
import { routes } from './routes.tsx';

/** Loads the code of the page at the document's address. */
export async function loadPageCode(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module, { lazy: undefined });
    }),
  );
}

/** Creates the router. Without a page rendered by the server, it runs the page's loaders first. */
export function createShopRouter(
  queries: QueryClient,
  locale: PageLocale,
  state?: Pick<HydrationState, 'loaded' | 'errors'>,
): ReturnType<typeof createBrowserRouter> {
  // Not by the option `getContext`: the router waits for it, and if a second navigation begins meanwhile, it completes
  // both and loses the second one's history entry.
  shopContext.defaultValue = { queries, lang: parseLang(locale), onServer: false };
  return createBrowserRouter(routes, {
    ...(state !== undefined && { hydrationData: { loaderData: state.loaded, errors: state.errors } }),
  });
}
