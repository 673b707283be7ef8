/** Being signed in, for the pages (docs/spec.md §4 "Signed-in state", docs/readings.md#2): who it is, the way in, and the way out. */
import type { Customer } from '@shop/contract/identity';
import type { Lang } from '@shop/core/lang';
import { logoutPath, signInPath } from '@shop/core/links/paths';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ApiError, api } from '../api.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import { langQuery, personalQuery, type Scope } from '../query-client.ts';
import { authToken, textKey } from '../storage.ts';
import { clearTokens, isSignedIn, tokenScope, useTokenScope } from '../tokens.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** docs/spec.md §9 "Cache: customer 60 s with no retry". */
const CUSTOMER_STALE_MS = 60_000;

/** Answers that say there is no customer behind the token (docs/readings.md#2). No answer at all says nothing. */
const NO_CUSTOMER: ReadonlySet<number> = new Set([401, 403, 404]);

/** The checkout that a customer began holds their addresses: it ends with their session, whichever page is open. */
const storedCheckout = textKey('checkout');

/** Removes the token that turned out to be nobody's, unless another took its place meanwhile. */
function dropToken(token: string | null): void {
  if (token === null || authToken.read() !== token) return;
  authToken.remove();
  storedCheckout.remove();
}

/** docs/spec.md §7 "GET /me: only when an auth token exists; status 200 gives me, otherwise no customer". */
export function meQuery(lang: Lang, scope: Scope) {
  return {
    ...personalQuery('identity.me', lang, {}, scope, CUSTOMER_STALE_MS),
    enabled: scope !== 'guest',
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const token = authToken.read();
      try {
        const answer: { me: Customer | null } | null = await api('identity.me', { query: langQuery(lang) }, { signal });
        if (answer?.me) return { me: answer.me };
      } catch (error) {
        if (error instanceof ApiError && NO_CUSTOMER.has(error.status)) dropToken(token);
        throw error;
      }
      dropToken(token);
      throw new ApiError(404, 'unknown', '');
    },
  };
}

/** Forgets what was answered to another shopper: whatever is not anybody's, and not of the token that is held now. */
export function clearOtherShoppers(queries: QueryClient): void {
  const scope = tokenScope();
  queries.removeQueries({
    predicate: ({ queryKey: [, , , whose] }) =>
      typeof whose === 'string' && (whose === 'guest' || whose.startsWith('customer:')) && whose !== scope,
  });
}

export type Session = {
  /** docs/spec.md §4 "True whenever an auth token is stored". False on the server and until the page is awake. */
  isSignedIn: boolean;
  /** The customer; null while unknown, and where nobody is signed in. */
  me: Customer | null;
  /** The customer could not be asked for just now. */
  isError: boolean;
  retry: () => void;
  /** Ends the session, by way of its page. */
  signOut: () => void;
};

/** Who is signed in. */
export function useSession(): Session {
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

/** A page that needs sign-in: whoever is signed out is led to sign in, and from there back to this very address. */
export function RequireSignIn({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isHydrated = useHydrated();
  const signedIn = useTokenScope() !== 'guest';
  const go = useGo();
  const { pathname, search, hash } = useLocation();
  const leaving = isHydrated && !signedIn;
  useEffect(() => {
    // The token is asked again: it may have come between rendering and now.
    if (leaving && !isSignedIn()) go(signInPath(`${pathname}${search}${hash}`), { replace: true });
  }, [leaving, go, pathname, search, hash]);
  if (isHydrated && signedIn) return children;
  return fallback ?? <Skeleton className="h-72 w-full rounded-xl" />;
}

/** Signs out: the session ends on the server where that can be told, and on this device at once. */
export function endSession(): void {
  if (isSignedIn()) {
    // The call takes the token along before it is forgotten. A session that has ended already is no error.
    api('identity.logout', {}, { keepalive: true }).catch((error: unknown) => {
      console.warn('The session could not be ended on the server', error);
    });
    storedCheckout.remove();
  }
  clearTokens();
}
