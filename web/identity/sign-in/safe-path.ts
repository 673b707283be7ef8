/** Limits redirects after signing in to pages of this shop. */
import { homePath, ROUTES } from '@shop/core/links/paths';

/** Sign-in and sign-out pages, to which a sign-in never returns. */
const SIGN_IN_PAGES: readonly string[] = [ROUTES.signIn, ROUTES.signUp, ROUTES.forgetPassword, ROUTES.logout];

/** Returns whether a page may open after signing in. */
export const isReturnTarget = (pathname: string): boolean => !SIGN_IN_PAGES.includes(pathname);

/** Returns the path of `then` if it belongs to this shop, else home. Other hosts never pass. */
export function safePath(then: string | null): string {
  if (then === null || !/^\/(?![/\\])/.test(then)) return homePath();
  try {
    const base = 'https://shop.invalid';
    const url = new URL(then, base);
    if (url.origin !== base || !isReturnTarget(url.pathname)) return homePath();
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return homePath();
  }
}
