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
    // The phone reads its files from its own disk.
    mode === 'app' ? appPage(process.env.VITE_API_HOST ?? '') : precompress(),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: mode === 'app' ? process.env.APP_SITE_DIR : 'dist/client',
        // Also empties a folder outside this one.
        emptyOutDir: true,
        manifest: true,
        // Everything is a file with a hashed name: a data: address would need a hole in the content security policy.
        assetsInlineLimit: 0,
        // Browsers with `:dir()`, which the scripts use too; for older ones each such rule would list every language.
        cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4', 'ios16.4'],
        // The server preloads the files of a page; navigation needs only small further ones.
        modulePreload: false,
        rolldownOptions: {
          input: mode === 'app' ? 'entry-app.tsx' : 'entry-client.tsx',
          // Every page needs two files: libraries, which stay cached across releases, and the shop's frame. Smaller
          // files would compress worse. The parts that load later are joined too.
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
      // The renderer carries its React along, so that it is the production build for every NODE_ENV of the server.
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
          // One file, so that a running server never loads a chunk of a newer build.
          output: {
            entryFileNames: '[name].js',
            codeSplitting: false,
            // The process holds the source in memory, so whitespace is removed; names stay, for stack traces.
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
}));
