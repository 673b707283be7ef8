/** The signed-in customer (docs/spec.md §4 "Signed-in state", docs/readings.md#2), and signing out. */

import { ApiError } from '@shop/contract/api/api-error';
import type { Customer } from '@shop/contract/identity';
import type { Lang } from '@shop/core/lang';
import { logoutPath } from '@shop/core/links/paths';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { langQuery, personalQuery, type Scope } from '../api/query-client.ts';
import { clearTokens, isSignedIn, tokenScope, useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import { trackedContact } from '../orders/track/tracked-contact.ts';
import { authToken, textKey } from '../storage.ts';

/** docs/spec.md §9 "Cache: customer 60 s with no retry". */
const CUSTOMER_STALE_MS = 60_000;

/** Statuses that mean that the token belongs to no customer (docs/readings.md#2). A missing response proves nothing. */
const NO_CUSTOMER_STATUSES: ReadonlySet<number> = new Set([401, 403, 404]);

/** Stored personal data that is removed on sign-out: addresses, the member card, the token of an unpaid order. */
const SESSION_VALUES = [textKey('checkout'), textKey('member_card'), textKey('payment_outside')];

const removeSessionValues = (): void => {
  for (const each of SESSION_VALUES) each.remove();
};

/** Removes an invalid token, unless another one has replaced it. */
function removeToken(token: string | null): void {
  if (token === null || authToken.read() !== token) return;
  authToken.remove();
  removeSessionValues();
}

/** docs/spec.md §7 "GET /me: only when an auth token exists; status 200 gives me, otherwise no customer". */
export function meQuery(lang: Lang, scope: Scope) {
  return {
    ...personalQuery('identity.me', lang, {}, scope, CUSTOMER_STALE_MS),
    enabled: scope !== 'guest',
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const token = authToken.read();
      // The customer signed out after the query was rendered.
      if (token === null) throw new ApiError(401, 'unknown', '');
      try {
        const response: { me: Customer | null } | null = await api(
          'identity.me',
          { query: langQuery(lang) },
          { signal },
        );
        if (response?.me) return { me: response.me };
      } catch (error) {
        if (error instanceof ApiError && NO_CUSTOMER_STATUSES.has(error.status)) removeToken(token);
        throw error;
      }
      removeToken(token);
      throw new ApiError(404, 'unknown', '');
    },
  };
}

/** Removes cached responses of other shoppers. */
export function clearOtherShoppers(queries: QueryClient): void {
  const scope = tokenScope();
  queries.removeQueries({
    predicate: ({ queryKey: [, , , owner] }) =>
      typeof owner === 'string' && (owner === 'guest' || owner.startsWith('customer:')) && owner !== scope,
  });
}

export type SignInState = {
  /** docs/spec.md §4 "True whenever an auth token is stored". False on the server and before hydration. */
  isSignedIn: boolean;
  /** Null until it is loaded, and when signed out. */
  me: Customer | null;
  /** Whether the last request failed. */
  isError: boolean;
  retry: () => void;
  /** Signs out, through the logout page. */
  signOut: () => void;
};

/** Returns the signed-in customer. */
export function useSession(): SignInState {
  const scope = useTokenScope();
  const go = useGo();
  const { data, isError, refetch } = useQuery(meQuery(useLang(), scope));
  const signedIn = scope !== 'guest';
  return {
    isSignedIn: signedIn,
    me: signedIn ? (data?.me ?? null) : null,
    isError,
    retry: () => void refetch(),
    signOut: () => go(logoutPath()),
  };
}

/** Signs out: ends the session on the server if it is reachable, and on this device at once. */
export function endSession(): void {
  if (isSignedIn()) {
    // The request carries the token, so it starts before the token is removed. An ended session is not an error.
    api('identity.logout', {}, { keepalive: true }).catch((error: unknown) => {
      console.warn('The session could not be ended on the server', error);
    });
    removeSessionValues();
    trackedContact.remove();
  }
  clearTokens();
}
