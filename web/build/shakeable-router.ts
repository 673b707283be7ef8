/**
 * Lets the bundler drop the router's unused components: the router creates them with `forwardRef` and names them for
 * developer tools, which a bundler has to treat as side effects. Forms, fetchers and framework links weigh 5 kB gzip,
 * what the router can do for them 3 kB.
 */
import type { Plugin } from 'vite';

const REACT_CALLS = /= (React(?:\$\d+)?\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;

/** Options that we never give, with everything that would follow from them. */
const UNUSED_OPTIONS =
  /\b(?:init|opts)\??\.(?:instrumentations|patchRoutesOnNavigation|submission|fetcherSubmission|pendingError|mask|viewTransition|enableViewTransition)\b|\bfuture\.unstable_\w+/g;
/** A navigation with a form's data. */
const IS_SUBMISSION = /(?<=!)isSubmissionNavigation\(opts\)/g;
/** Methods of the router for fetchers, blockers and routes that change. */
const UNUSED_METHODS =
  /^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: \w+|getBlocker|deleteBlocker|patchRoutes|_internal(?:FetchControllers: \w+|SetRoutes)),$/gm;

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
          .replace(UNUSED_OPTIONS, 'undefined')
          .replace(IS_SUBMISSION, 'false')
          .replace(UNUSED_METHODS, ''),
        map: null,
      }),
    },
  };
}
