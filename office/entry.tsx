/** Starts the office in the browser. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptSession } from './api/session.ts';
import { adoptLinkToken, openRunCopy } from './driver/driver-api.ts';
import { markLanguage } from './i18n/current-locale.ts';
import { deleteCopiesAfterSignOut, deleteExpiredData } from './offline/copies.ts';
import { openOffline } from './offline/open-offline.ts';
import './office.css';

/** The nonce that the server put on this page's tags. Browsers hide it from selectors, not from scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'office', nonce, prepend: true });

/** The path of a driver's link; every other path is the office's. */
const DRIVER_PATH = '/office/run';

async function loadApp(): Promise<ReactNode> {
  if (window.location.pathname === DRIVER_PATH) {
    adoptLinkToken();
    const [{ DriverApp }, copyName] = await Promise.all([import('./driver/DriverApp.tsx'), openRunCopy()]);
    return <DriverApp copyName={copyName} />;
  }
  await adoptSession();
  deleteCopiesAfterSignOut();
  const { App } = await import('./app.tsx');
  return <App />;
}

deleteExpiredData();
const app = await loadApp();
markLanguage();
const root = document.getElementById('office');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>{app}</CacheProvider>
    </StrictMode>,
  );
}

openOffline();
