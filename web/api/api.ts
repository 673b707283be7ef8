/**
 * The shop's API client in the browser: its tokens, headers and reaction to a 403 (docs/spec.md §7 "Request
 * conventions"). The server runs the same calls in process; both are a `Call` of the contract.
 */
import { type Call, createClient } from '@shop/contract/api/client';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { parseLang } from '@shop/core/lang';
import { logoutPath, ROUTES, withLang } from '@shop/core/links/paths';
import { authToken, deviceToken, guestToken, sessionId } from '../storage.ts';
import { compareClocks } from './server-clock.ts';

/** docs/spec.md §8 "403 from any call: go to logout with force=1". Here and nowhere else. */
function leaveSignedOut(): void {
  const here = new URL(window.location.href);
  if (here.pathname === ROUTES.logout) return;
  window.location.assign(withLang(logoutPath({ force: true }), parseLang(here.searchParams.get('lang'))));
}

/** Calls an endpoint by its name. Throws `ApiError`; an abort by the caller stays an `AbortError`. */
export const api: Call = createClient({
  paths: shopperPaths,
  // Same origin on the site; the app shell is built with the shop's host.
  host: import.meta.env.VITE_API_HOST ?? '',
  headers: (name) => {
    const session = sessionId.read();
    const device = name.startsWith('identity.') ? deviceToken.read() : null;
    return {
      // docs/spec.md §7: the auth token, else the guest token, else an empty bearer.
      Authorization: `Bearer ${authToken.read() ?? guestToken.read() ?? ''}`,
      'X-Platform': 'web',
      ...(session !== null && { 'x-session': session }),
      ...(device !== null && { 'x-device': device }),
    };
  },
  onResponse: ({ headers }) => compareClocks(headers.get('date')),
  onErrorResponse: ({ status }) => {
    if (status === 403) leaveSignedOut();
  },
});

/** Returns whether the shop responds to a request for the current page. */
export const isShopReachable = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
