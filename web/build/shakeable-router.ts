/**
 * Lets the bundler drop the router's unused components. The router creates them with `forwardRef` and names them for
 * developer tools, which bundlers treat as side effects. Saves 5 kB gzip for forms, fetchers and framework links, and 3
 * kB for the router's code behind them.
 */
import type { Plugin } from 'vite';

const REACT_CALLS = /= (React(?:\$\d+)?\.(?:forwardRef|memo|createContext)\()/g;
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;

/** Options that the shop never passes, with the code that handles them. */
const UNUSED_OPTIONS =
  /\b(?:init|opts)\??\.(?:instrumentations|patchRoutesOnNavigation|submission|fetcherSubmission|pendingError|mask|viewTransition|enableViewTransition)\b|\bfuture\.unstable_\w+/g;
/** Whether a navigation submits a form. */
const IS_SUBMISSION = /(?<=!)isSubmissionNavigation\(opts\)/g;
/** The router's methods for fetchers, blockers and routes added later. */
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
