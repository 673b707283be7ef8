/** Builds the staff's application into `dist`. The server serves it below `/office` (`server/http/pages/serve-office.ts`). */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../tools/precompress.ts';
import { entryFileNames, officeWorker } from './build/office-worker.ts';

const BASE = '/office/';
const SHOP_URL = process.env.PUBLIC_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  plugins: [react(), officeWorker(BASE), precompress()],
  // npm installs more copies of react-router 7 beside packages that need it, because the root has the shop's version 8.
  resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-router-dom', '@tanstack/react-query'] },
  // The server replaces it by the nonce of each response.
  html: { cspNonce: 'OFFICE_NONCE' },
  // For `vite office` during development, beside a running shop.
  server: { proxy: { '/api': SHOP_URL, '/media': SHOP_URL } },
  build: {
    // Writes every asset as a file with a hashed name: data: addresses would need an exception in the content security
    // policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, 'service-worker': 'offline/service-worker.ts' },
      output: { entryFileNames },
    },
  },
});
