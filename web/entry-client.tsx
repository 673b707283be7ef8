/** Hydrates the server's page: same routes, same loaders, same data. */
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
import { HYDRATION_STATE_ID, type HydrationState } from './hydration/hydration-state.ts';
import { loadMessages } from './i18n/messages.ts';
import { readBranchFlag } from './mini-program/branch.ts';
import { appPlatform } from './native/shell.ts';
import { createShopRouter, loadMatched } from './shop-router.ts';

async function start(): Promise<void> {
  const call = appPlatform() === null ? api : await import('./native/start-app.ts').then((file) => file.startApp(api));
  const block = document.getElementById(HYDRATION_STATE_ID);
  // Written by our own server into this very page (entry-server.tsx).
  const state: HydrationState = JSON.parse(block?.textContent ?? 'null');
  const locale = parsePageLocale(new URLSearchParams(window.location.search).get('lang'));
  const messages = await loadMessages(locale);
  // The page's code must be there before React compares, or it would throw the server's page away.
  await loadMatched();

  const queries = createQueryClient(call);
  hydrate(queries, state.queries);
  const router = createShopRouter(queries, locale, state);

  // A transition yields to taps and scrolling between components; plain hydration is one long task.
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
