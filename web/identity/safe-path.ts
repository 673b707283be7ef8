/** Where a shopper goes after signing in: only ever to a page of this shop. */
import { homePath, ROUTES } from '@shop/core/links/paths';

/** Pages that are no place to return to. */
const NOT_BACK: readonly string[] = [ROUTES.signIn, ROUTES.signUp, ROUTES.forgetPassword, ROUTES.logout];

/** Whether a shopper may want to go to a page, rather than only pass it on the way. */
export const isPlaceToGo = (pathname: string): boolean => !NOT_BACK.includes(pathname);

/** The path that `then` names: whole and of this shop, or home. Another host, in whatever disguise, is never one. */
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
