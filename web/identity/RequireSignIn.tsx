/** Renders a page only for the signed-in customer (docs/spec.md §2 "My Account (needs sign-in)"). */
import { signInPath } from '@shop/core/links/paths';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { isSignedIn, useTokenScope } from '../api/tokens.ts';
import { useGo } from '../links.tsx';
import { useBranch } from '../mini-program/branch.ts';
import { TngSignInOffer } from '../mini-program/TngSignInOffer.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/**
 * Renders `children` for a customer. Redirects guests to the sign-in page, which returns to this URL; inside a
 * mini-program offers the app's sign-in instead.
 */
export function RequireSignIn({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const isHydrated = useHydrated();
  const signedIn = useTokenScope() !== 'guest';
  const inBrowser = useBranch() === null;
  const go = useGo();
  const { pathname, search, hash } = useLocation();
  const isLeaving = isHydrated && !signedIn && inBrowser;
  useEffect(() => {
    // Reads the token again: it may have been stored since rendering.
    if (isLeaving && !isSignedIn()) go(signInPath(`${pathname}${search}${hash}`), { replace: true });
  }, [isLeaving, go, pathname, search, hash]);
  if (isHydrated && signedIn) return children;
  if (!inBrowser) return <TngSignInOffer />;
  return fallback ?? <Skeleton className="h-72 w-full rounded-xl" />;
}
