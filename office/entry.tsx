/** Starts the office in the browser. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptSession } from './api/session.ts';
import { App } from './app.tsx';
import './office.css';

/** The nonce of this page, which the server put on its tags; browsers hide it from selectors, not from scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'office', nonce, prepend: true });

await adoptSession();
const root = document.getElementById('office');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={cache}>
        <App />
      </CacheProvider>
    </StrictMode>,
  );
}
