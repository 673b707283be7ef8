/**
 * Deferred deep links: the page that a shopper looked at before the app was installed (docs/spec.md §3 "Deferred deep
 * link", §4; docs/readings.md#71).
 */
import { isPagePath } from '../links/link-target.ts';
import { ROUTES } from '../links/paths.ts';
import { toQuery } from '../links/query.ts';
import { DAY_MS } from '../time.ts';

/** docs/spec.md §3: "Deferred deep link: url, timestamp, processed." `timestamp` in ms. */
export type DeferredDeepLink = { url: string; timestamp: number; processed: boolean };

/** docs/spec.md §4: "Deferred deep links on native expire after 24 hours". */
export const DEFERRED_LINK_MS = DAY_MS;

/** Makes the record that the app stores for a URL. */
export const deferLink = (url: string, now: Date): DeferredDeepLink => ({
  url,
  timestamp: now.getTime(),
  processed: false,
});

/**
 * Returns whether the app still has to open a stored link. A timestamp in the future counts as expired: the clock was set
 * back.
 */
export function isLinkDue({ timestamp, processed }: DeferredDeepLink, now: Date): boolean {
  const age = now.getTime() - timestamp;
  return !processed && age >= 0 && age < DEFERRED_LINK_MS;
}

/** The URL to open now, and the record that replaces the stored one; null opens nothing, or clears the record. */
export type DeferredLinkResult = { open: string | null; stored: DeferredDeepLink | null };

/**
 * docs/spec.md §4: "once processed they are marked and cleared". A due link is marked before it is opened, so that an
 * app that is killed meanwhile never opens it twice; a marked or expired one is cleared.
 */
export function processDeferredLink(link: DeferredDeepLink | null, now: Date): DeferredLinkResult {
  if (link === null || !isLinkDue(link, now)) return { open: null, stored: null };
  return { open: link.url, stored: { ...link, processed: true } };
}

/**
 * Builds the path of the server's page whose link opens the app at the page that was stored under the token.
 */
export const deferredLinkPath = (token: string): string => `/api/deferred-deeplink${toQuery({ type: '02', token })}`;

/** Pages that belong to one person, or that act when they are opened: they never become a deferred link. */
const NOT_DEFERRED = new RegExp(
  `^(${[ROUTES.logout, ROUTES.checkout, ROUTES.trackOrder, ROUTES.cancelOrder, ROUTES.completeOrder, ROUTES.profile, '/alerts', ROUTES.unsubscribe, ROUTES.productPreview, ROUTES.bannerPreview].join('|')})(/|$)`,
);

/** Returns whether a path, with query, may become a deferred link: a page of the shop that is the same for everyone. */
export function isDeferrable(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'https://shop.invalid');
  return isPagePath(path) && !NOT_DEFERRED.test(pathname) && !searchParams.has('token');
}
