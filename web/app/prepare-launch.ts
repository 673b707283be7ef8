/** Prepares the launch of the app from this browser: its form, and the deferred link that the store's listing carries. */
import { deferredLinkPath, isDeferrable } from '@shop/core/app/deferred-deep-link';
import { type AppLaunch, findPlatform, planLaunch, withoutDeepLink } from '@shop/core/app/open-in-app';
import { withReferrer } from '@shop/core/app/store-listing';
import type { Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { endpointQuery } from '../api/query-client.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { tabKey } from '../storage.ts';
import { hasDeepLinkFlag, linkFollowedAt } from './deep-link-flag.ts';

/** Set once the shopper chose to stay in the browser in this tab. */
export const staysInBrowser = tabKey('stays_in_browser');

/** The longest wait of a launch for the token of its deferred link. */
const TOKEN_WAIT_MS = 1_000;

/** The longest time for a launch to continue in another document; an older one was abandoned, for example by Back. */
const MAX_RELOAD_MS = 10_000;

export type PreparedLaunch = {
  launch: AppLaunch;
  /** When an earlier document of this tab began the launch, in ms; null: it begins here. */
  begunAt: number | null;
  /** The page's path with its query, without `deeplink`. */
  path: string;
  /** Path of the page that leads back to the app once it is installed (iOS); null without one. */
  deferredPath: string | null;
};

/** Reads and removes the start time of a launch that this document continues; null without one. */
function takeBegunAt(now: number): number | null {
  const begunAt = Number(linkFollowedAt.read());
  linkFollowedAt.remove();
  return !hasDeepLinkFlag() && now - begunAt < MAX_RELOAD_MS ? begunAt : null;
}

/**
 * Saves a deferred link to the page and returns its token; null for a personal page, and if the shop does not respond
 * in time.
 */
function saveDeferredLink(path: string): Promise<string | null> {
  if (!isDeferrable(path)) return Promise.resolve(null);
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, TOKEN_WAIT_MS, null));
  const request = api('app.deferLink', { body: { url: path } }).then(
    ({ token }) => token,
    () => null,
  );
  return Promise.race([request, timeout]);
}

/**
 * Plans the launch; null on a desktop, after "Continue in browser", and where the settings name no app for the
 * platform. Throws `ApiError` if the settings cannot be loaded.
 */
export async function prepareLaunch(queries: QueryClient, lang: Lang): Promise<PreparedLaunch | null> {
  const { location, navigator } = window;
  const browser = { userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints };
  const platform = findPlatform(browser);
  const path = withoutDeepLink(`${location.pathname}${location.search}${location.hash}`);
  const isFirst = hasDeepLinkFlag();
  const begunAt = takeBegunAt(Date.now());
  if (platform === null || staysInBrowser.read() !== null || !(isFirst || begunAt !== null)) return null;

  const [app, { app_links }] = await Promise.all([
    queries.fetchQuery(endpointQuery('app.settings', lang, {})),
    queries.fetchQuery(settingsQuery(lang)),
  ]);
  const listing = app_links[platform] || null;
  const opensLinks = platform === 'ios' ? app.has_universal_links : app.android_package !== null;
  if (listing === null && !opensLinks) return null;

  // On iOS the link may replace this document by another one, which then stores the page.
  const isReplaced = platform === 'ios' && app.has_universal_links && begunAt === null;
  const token = listing === null || isReplaced ? null : await saveDeferredLink(path);
  const android = app_links.android || null;
  const launch = planLaunch(browser, path, {
    origin: location.origin,
    scheme: app.scheme,
    hasUniversalLinks: app.has_universal_links,
    androidPackage: app.android_package,
    stores: {
      ios: app_links.ios || null,
      android: android !== null && token !== null ? withReferrer(android, token) : android,
    },
  });
  if (launch === null) return null;
  const deferredPath = platform === 'ios' && token !== null ? withLang(deferredLinkPath(token), lang) : null;
  return { launch, begunAt, path, deferredPath };
}
