/** Starts the shop inside the app, whose files are on the phone: no server renders its pages. */
import './styles.css';
import { type PageLocale, parsePageLocale } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { api } from './api/api.ts';
import { createQueryClient } from './api/query-client.ts';
import { ensureSessionId } from './api/tokens.ts';
import { App } from './app.tsx';
import { loadMessages } from './i18n/messages.ts';
import { startApp } from './native/start-app.ts';
import { createShopRouter, loadPageCode } from './shop-router.ts';
import { tabKey, textKey } from './storage.ts';

/** The language of the last document, in which the app starts next time. */
const lastLang = textKey('app_lang');
const hasStarted = tabKey('app_started');

/**
 * Returns the language of the document. The app's first document has no language in its address: it takes that of the
 * last document, else the phone's (docs/readings.md#73).
 */
function findDocumentLocale(): PageLocale {
  const { pathname, search, hash } = window.location;
  const parameter = new URLSearchParams(search).get('lang');
  const isFirst = hasStarted.read() === null;
  hasStarted.write('1');
  const locale = parsePageLocale(
    isFirst ? (parameter ?? lastLang.read() ?? navigator.language.slice(0, 2)) : parameter,
  );
  if (parameter === null)
    window.history.replaceState(window.history.state, '', withLang(pathname + search + hash, locale));
  lastLang.write(locale);
  return locale;
}

/** Resolves once the loaders of the first page have run. */
const waitForLoaders = (router: ReturnType<typeof createShopRouter>): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

async function start(): Promise<void> {
  const call = await startApp(api);
  const locale = findDocumentLocale();
  const messages = await loadMessages(locale);
  await loadPageCode();
  const queries = createQueryClient(call);
  const router = createShopRouter(queries, locale);
  // The skeleton of index.html shows until then.
  await waitForLoaders(router);
  createRoot(document).render(
    <App queries={queries} locale={locale} messages={messages} origin={import.meta.env.VITE_API_HOST ?? ''}>
      <RouterProvider router={router} />
    </App>,
  );
  void ensureSessionId();
}

void start();
