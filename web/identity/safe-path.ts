/** Limits redirects after signing in to pages of this shop. */
import { homePath, ROUTES } from '@shop/core/links/paths';

/** Pages that are no target. */
const NOT_BACK: readonly string[] = [ROUTES.signIn, ROUTES.signUp, ROUTES.forgetPassword, ROUTES.logout];

/** Whether a page is a target, and not a step of signing in or out. */
export const isPlaceToGo = (pathname: string): boolean => !NOT_BACK.includes(pathname);

/** Returns the path of `then` if it belongs to this shop, else home. Other hosts never pass. */
export function safePath(then: string | null): string {
  if (then === null || !/^\/(?![/\\])/.test(then)) return homePath();
  try {
    const base = 'https://shop.invalid';
    const url = new URL(then, base);
    if (url.origin !== base || !isPlaceToGo(url.pathname)) return homePath();
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return homePath();
  }
}
