/**
 * The shop's API client in the browser: its tokens, headers and reaction to a 403 (docs/spec.md §7 "Request
 * conventions"). The server runs the same calls in process; both are a `Call` of the contract.
 */
import { type Call, createClient } from '@shop/contract/api/client';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { parsePageLocale } from '@shop/core/lang';
import { logoutPath, ROUTES, withLang } from '@shop/core/links/paths';
import { platformOf, readBranch, withBranchFlag } from '../mini-program/branch.ts';
import { authToken, deviceToken, guestToken, sessionId } from '../storage.ts';
import { updateServerClock } from './server-clock.ts';

/** docs/spec.md §8 "403 from any call: go to logout with force=1". Here and nowhere else. */
function goToForcedLogout(): void {
  const here = new URL(window.location.href);
  if (here.pathname === ROUTES.logout) return;
  const path = withLang(logoutPath({ force: true }), parsePageLocale(here.searchParams.get('lang')));
  window.location.assign(withBranchFlag(path));
}

/** The API's origin: empty on the website, the shop's in the app. */
const API_HOST = import.meta.env.VITE_API_HOST ?? '';

/** Calls an endpoint by its name. Throws `ApiError`; an abort by the caller stays an `AbortError`. */
export const api: Call = createClient({
  paths: shopperPaths,
  host: API_HOST,
  headers: (name) => {
    const session = sessionId.read();
    const branch = readBranch();
    const device = name.startsWith('identity.') ? deviceToken.read() : null;
    return {
      // docs/spec.md §7: the auth token, else the guest token, else an empty bearer.
      Authorization: `Bearer ${authToken.read() ?? guestToken.read() ?? ''}`,
      'X-Platform': platformOf(branch),
      ...(branch !== null && { 'X-Branch': branch }),
      ...(session !== null && { 'x-session': session }),
      ...(device !== null && { 'x-device': device }),
    };
  },
  onResponse: ({ headers }) => updateServerClock(headers.get('date')),
  onErrorResponse: ({ status }) => {
    if (status === 403) goToForcedLogout();
  },
});

/** Returns whether the shop responds: to a request for the current page, or for the home page from the app. */
export const isShopReachable = (): Promise<boolean> =>
  fetch(API_HOST || window.location.href, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
