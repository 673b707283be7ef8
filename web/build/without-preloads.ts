/**
 * Removes Vite's code that loads style sheets along with lazy imports: the shop has one style sheet, which every page
 * links. The code would cost 1 kB gzip in the first file, and a line in every other.
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
    // Vite replaces this placeholder by the files to preload.
    renderChunk: (code) => ({ code: code.replaceAll(/,\s*__VITE_PRELOAD__/g, ''), map: null }),
  };
}
