/**
 * Normalizes paths (RFC 3986, 6.2.2), so that checks by path (personal, cached) cannot be bypassed by another
 * spelling.
 */

/** Matches the few paths that may need normalizing. */
const MAY_NEED_NORMALIZING = /[^\w.~!$&'()*+,;=:@/-]|\/\/|\/\.|^[^/]/;
const UNRESERVED_CHARACTER = /[\w.~-]/;

/** Splits a request's target into its path and its query with the question mark. */
export function splitTarget(target: string): { path: string; query: string } {
  // A request to a proxy has an absolute address.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = local.indexOf('?');
  return at < 0 ? { path: local, query: '' } : { path: local.slice(0, at), query: local.slice(at) };
}

/**
 * Returns the normal form of a path: characters that need no percent-encoding are decoded and others encoded, dot
 * segments and repeated slashes are gone. It begins with exactly one slash, so it never names another host. Null if
 * the percent-encoding is broken.
 */
export function normalizePath(path: string): string | null {
  if (!MAY_NEED_NORMALIZING.test(path)) return path;
  try {
    if (decodeURIComponent(path).includes('\0')) return null;
  } catch {
    return null;
  }
  const { pathname } = new URL(`/${path.replace(/^[/\\]+/, '')}`, 'http://shop');
  return pathname.replace(/\/{2,}/g, '/').replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED_CHARACTER.test(character) ? character : encoded.toUpperCase();
  });
}
