/** Builds the staff's application into `dist`. The server serves it below `/office` (`server/http/pages/serve-office.ts`). */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../tools/precompress.ts';
import { entryFileNames, officeWorker } from './build/office-worker.ts';

const BASE = '/office/';
const SHOP = process.env.PUBLIC_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  plugins: [react(), officeWorker(BASE), precompress()],
  // npm places further copies of react-router 7 beside packages that need it, since the shop's version 8 is at the root.
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'] },
  // The server replaces it with the nonce of the response.
  html: { cspNonce: 'OFFICE_NONCE' },
  // For `vite office` beside a running shop.
  server: { proxy: { '/api': SHOP, '/media': SHOP } },
  build: {
    // Everything is a file with a hashed name: a data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, 'service-worker': 'offline/service-worker.ts' },
      output: { entryFileNames },
    },
  },
});
