/** Hydrates the server's page: same routes, same loaders, same data. */
import './styles.css';
import { parseLang } from '@shop/core/lang';
import { hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from './api/api.ts';
import { createQueryClient } from './api/query-client.ts';
import { ensureSessionId } from './api/tokens.ts';
import { App } from './app.tsx';
import { HYDRATION_STATE_ID, type HydrationState } from './hydration/hydration-state.ts';
import { loadMessages } from './i18n/messages.ts';
import { shopContext } from './page-loader.ts';
import { routes } from './routes.tsx';

/** The matched pages' code must be there before React compares, or it would throw the server's page away. */
async function loadMatched(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module, { lazy: undefined });
    }),
  );
}

async function start(): Promise<void> {
  const block = document.getElementById(HYDRATION_STATE_ID);
  // Written by our own server into this very page (entry-server.tsx).
  const state: HydrationState = JSON.parse(block?.textContent ?? 'null');
  const lang = parseLang(new URLSearchParams(window.location.search).get('lang'));
  const messages = await loadMessages(lang);
  await loadMatched();

  const queries = createQueryClient(api);
  hydrate(queries, state.queries);
  const router = createBrowserRouter(routes, {
    getContext() {
      const context = new RouterContextProvider();
      context.set(shopContext, { queries, lang, onServer: false });
      return context;
    },
    hydrationData: { loaderData: state.loaded, errors: state.errors },
  });

  // A transition yields to taps and scrolling between components; plain hydration is one long task.
  startTransition(() => {
    hydrateRoot(
      document,
      <App queries={queries} lang={lang} messages={messages} origin={state.origin}>
        <RouterProvider router={router} />
      </App>,
    );
  });
  void ensureSessionId();
}

void start();
