/**
 * Deep links: which page of the app an opened URL leads to (docs/spec.md §2 "Native behaviour"), and links of the app's
 * own scheme to a page. App and site share these functions.
 */
import { homePath, productLinkPath, ROUTES, storePath } from './paths.ts';

/** The scheme and the origins whose links open the app. */
export type AppAddress = {
  /** The app's own scheme, without a colon: `sekampit`. */
  scheme: string;
  /** Origins whose links the app opens, such as `https://shop.example`. */
  origins: readonly string[];
};

/** The longest URL that the app opens, in characters; the shop's own links are shorter. */
export const MAX_LINK_LENGTH = 2_048;

/**
 * Browsers drop tabs and line breaks in a URL and read a backslash as a slash, so that both could hide another host.
 */
const UNSAFE_CHARACTER = /[\s\\\p{Cc}]/u;

/** A slug or an outlet's code: letters, digits and `._~-`, in any script, and never dots alone. */
const NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,199}$/u;

/** The three spellings `app://product/x`, `app:///product/x` and `app:/product/x`: engines parse them differently. */
const SCHEME_LINK = /^([a-z][a-z0-9+.-]*):\/{0,3}([^?#]*)(\?[^#]*)?/i;
const LINKED_PAGE = /^(product|store)\/([^/]+)\/?$/;

/** A placeholder, since `URL` parses no path without an origin. */
const ANY_ORIGIN = 'https://shop.invalid';

/** Parses a URL; null if malformed. `URL.parse` is missing in iOS 17. */
function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** Decodes percent-encoding; null if it is broken. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Percent-encodes a query as `URL` does; empty for `?` alone. */
const normalizeQuery = (query: string): string => parseUrl(query, ANY_ORIGIN)?.search ?? '';

/**
 * docs/spec.md §2: "the custom app scheme with /product/{slug} opens /products/{slug} with the query kept; /store/{id}
 * opens /stores/{id}; anything else opens home with the query". Null for a name that no product or outlet can have.
 */
function findSchemeLinkPath(rest: string, query: string): string | null {
  const [, page, encoded = ''] = LINKED_PAGE.exec(rest) ?? [];
  if (page === undefined) return `${homePath()}${query}`;
  const name = decode(encoded);
  if (name === null || !NAME_PATTERN.test(name)) return null;
  return `${page === 'product' ? productLinkPath(name) : storePath(name)}${query}`;
}

/** Returns path, query and fragment of a link of our own; null for one with a password, or whose path is malformed. */
function findOwnLinkPath({ username, password, pathname, search, hash }: URL): string | null {
  if (username !== '' || password !== '') return null;
  const decoded = decode(pathname);
  if (decoded === null || UNSAFE_CHARACTER.test(decoded)) return null;
  // Two slashes at the start would name another host.
  return `${pathname.replace(/\/{2,}/g, '/')}${search}${hash}`;
}

/**
 * Finds the path inside the app, with query, that an opened URL leads to. Null for another host or scheme and for
 * hostile input: such a URL is only logged (docs/spec.md §8).
 */
export function findDeepLinkPath(url: string, { scheme, origins }: AppAddress): string | null {
  if (url.length > MAX_LINK_LENGTH || UNSAFE_CHARACTER.test(url) || !url.isWellFormed()) return null;
  const [, linkScheme, rest = '', query = ''] = SCHEME_LINK.exec(url) ?? [];
  if (linkScheme === undefined) return null;
  if (linkScheme.toLowerCase() === scheme.toLowerCase()) return findSchemeLinkPath(rest, normalizeQuery(query));
  const link = parseUrl(url);
  // Not `link.origin`: a blob's is that of the page that made it.
  return link !== null && origins.includes(`${link.protocol}//${link.host}`) ? findOwnLinkPath(link) : null;
}

/** The pages that a scheme link can name: path pattern, and name in the link. */
const LINKED_PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/products\/([^/]+)$/, 'product'],
  [/^\/stores\/([^/]+)$/, 'store'],
];

/**
 * Builds the link of the app's own scheme for a path: the inverse of `findDeepLinkPath` for a product's and an outlet's
 * page. Any other path becomes home with its query, because scheme links can name no other page.
 */
export function buildSchemeLink(path: string, scheme: string): string {
  const { pathname, search, searchParams } = new URL(path, ANY_ORIGIN);
  if (pathname === ROUTES.product) {
    const slug = searchParams.get('slug') ?? '';
    searchParams.delete('slug');
    const query = searchParams.size === 0 ? '' : `?${searchParams}`;
    if (NAME_PATTERN.test(slug)) return `${scheme}://product/${encodeURIComponent(slug)}${query}`;
  }
  for (const [pattern, page] of LINKED_PAGES) {
    const name = pattern.exec(pathname)?.[1];
    if (name !== undefined && NAME_PATTERN.test(decode(name) ?? '')) return `${scheme}://${page}/${name}${search}`;
  }
  return `${scheme}://${search}`;
}
