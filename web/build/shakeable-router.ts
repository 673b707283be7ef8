/**
 * Lets the bundler drop the router's unused components: the router creates them with `forwardRef` and names them for
 * developer tools, which a bundler has to treat as side effects. Forms, fetchers and framework links weigh 5 kB gzip.
 */
import type { Plugin } from 'vite';

const REACT_CALLS = /= (React(?:\$\d+)?\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;

/** Options that we never give, with everything that would follow from them. */
const UNUSED_OPTIONS = /\b(?:init|opts)\.(?:instrumentations|patchRoutesOnNavigation)\b/g;

export function shakeableRouter(): Plugin {
  return {
    name: 'shop:shakeable-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replace(DISPLAY_NAMES, '')
          .replace(REACT_CALLS, '= /* @__PURE__ */ $1')
          .replace(UNUSED_OPTIONS, 'undefined'),
        map: null,
      }),
    },
  };
}
