/**
 * Removes the code that Vite adds to each lazy import to load its style sheets: the shop has a single one, linked by
 * every page. The code would cost 1 kB gzip in the first file, and a line in every other.
 */
import type { Plugin } from 'vite';

export function withoutPreloads(): Plugin {
  return {
    name: 'shop:without-preloads',
    apply: 'build',
    transform: {
      filter: { id: /\bvite\/preload-helper/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
    },
    // Vite replaces this mark by the files to preload.
    renderChunk: (code) => ({ code: code.replaceAll(/,\s*__VITE_PRELOAD__/g, ''), map: null }),
  };
}
