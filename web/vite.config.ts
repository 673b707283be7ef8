/**
 * Three builds from one configuration: the browser's into `dist/client`, the server's renderer into `dist/server`, and
 * with `--mode app` the app's into `APP_SITE_DIR`, for the shop at `VITE_API_HOST`.
 */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../tools/precompress.ts';
import { appPage } from './build/app-page.ts';
import { joinedParts } from './build/joined-parts.ts';
import { shakeableRouter } from './build/shakeable-router.ts';
import { withoutPreloads } from './build/without-preloads.ts';

const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack\/(query-core|react-query))\//;

const parts = joinedParts(import.meta.dirname);

export default defineConfig(({ command, mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    shakeableRouter(),
    withoutPreloads(),
    parts.plugin,
    // The app's files are on the phone, so they are not compressed for a transfer.
    mode === 'app' ? appPage(process.env.VITE_API_HOST ?? '') : precompress(),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: mode === 'app' ? process.env.APP_SITE_DIR : 'dist/client',
        // Vite empties a folder outside this one only with this option.
        emptyOutDir: true,
        manifest: true,
        // Writes every asset as a file with a hashed name: data: addresses would need an exception in the content
        // security policy.
        assetsInlineLimit: 0,
        // Browsers that support `:dir()`, which our scripts use too. For older ones, each such rule would be expanded
        // to a list of all languages.
        cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4', 'ios16.4'],
        // Off: the server preloads the files of a page, and a navigation needs only a few small ones more.
        modulePreload: false,
        rolldownOptions: {
          input: mode === 'app' ? 'entry-app.tsx' : 'entry-client.tsx',
          // Every page needs two files: libraries, which stay in the browser's cache across releases, and the shop's
          // frame. More, smaller files would compress worse. Parts that load later are joined too.
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR, priority: 2 },
                { name: 'shop', test: /entry-(client|app)\.tsx$/, priority: 1 },
                parts.group,
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Includes React, so that it is the production build whatever the server's NODE_ENV is.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true, conditions: ['module', 'node', 'production'] },
      }),
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'entry-server.tsx',
          // A single file, so that a running server never loads a chunk of a newer build.
          output: {
            entryFileNames: '[name].js',
            codeSplitting: false,
            // Removes whitespace, because the source stays in memory; names stay, for stack traces.
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
}));
