/** Hydrates the page that the server rendered, with the same routes, loaders and data. */
import './styles.css';
import { parsePageLocale } from '@shop/core/lang';
import { hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { api } from './api/api.ts';
import { createQueryClient } from './api/query-client.ts';
import { ensureSessionId } from './api/tokens.ts';
import { App } from './app.tsx';
import { dateQueries, HYDRATION_STATE_ID, type HydrationState } from './hydration/hydration-state.ts';
import { loadMessages } from './i18n/messages.ts';
import { readBranchFlag } from './mini-program/branch.ts';
import { appPlatform } from './native/shell.ts';
import { createShopRouter, loadMatchedRoutes } from './shop-router.ts';

/**
 * Returns when the server sent or confirmed this document, by the browser's clock; null if the browser took it from its
 * cache, as after Back (Safari's size of a cached document is not zero).
 */
function readArrival(): number | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation === undefined || navigation.type === 'back_forward' || !(navigation.transferSize > 0)) return null;
  return Date.now() - (performance.now() - navigation.responseEnd);
}

async function start(): Promise<void> {
  const call = appPlatform() === null ? api : await import('./native/start-app.ts').then((file) => file.startApp(api));
  const block = document.getElementById(HYDRATION_STATE_ID);
  // Written by our server into this page (`entry-server.tsx`), so its type is known.
  const state: HydrationState = JSON.parse(block?.textContent ?? 'null');
  const locale = parsePageLocale(new URLSearchParams(window.location.search).get('lang'));
  const messages = await loadMessages(locale);
  // The page's code has to be loaded first, or hydration would discard the server's HTML.
  await loadMatchedRoutes();

  const queries = createQueryClient(call);
  const arrivedAt = readArrival();
  hydrate(queries, arrivedAt === null ? state.queries : dateQueries(state.queries, arrivedAt));
  const router = createShopRouter(queries, locale, state);

  // In a transition, hydration pauses for taps and scrolling; otherwise it is one long task.
  startTransition(() => {
    hydrateRoot(
      document,
      <App queries={queries} locale={locale} messages={messages} origin={state.origin}>
        <RouterProvider router={router} />
      </App>,
    );
  });
  void ensureSessionId();
}

if (!readBranchFlag()) void start();
