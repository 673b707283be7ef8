/**
 * The first open of the app, and the page that the shopper looked at before installing it (docs/spec.md §3 "Deferred
 * deep link", §4 "First-time native open"; docs/readings.md#71).
 */
import { Browser } from '@capacitor/browser';
import { Capacitor, registerPlugin } from '@capacitor/core';
import { shopperPaths } from '@shop/contract/api/endpoint-paths';
import { type DeferredDeepLink, deferLink, processDeferredLink } from '@shop/core/app/deferred-deep-link';
import type { Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import * as v from 'valibot';
import { api } from '../api/api.ts';
import { isSignedIn } from '../api/tokens.ts';
import { dataKey } from '../storage.ts';

/** docs/spec.md §4: "is_first_time_open defaults to true". */
const isFirstTimeOpen = dataKey('is_first_time_open', 1, v.boolean());

const storedLink = dataKey<DeferredDeepLink>(
  'deferred_deep_link',
  1,
  v.object({ url: v.string(), timestamp: v.number(), processed: v.boolean() }),
);

const [, DEFERRED_LINK_PATH = ''] = shopperPaths['app.deferredLink'].split(' ');

/** The plugin of our Android shell that reads the `referrer` of the listing from which the app was installed. */
const InstallReferrer = registerPlugin<{ read(): Promise<{ referrer: string | null }> }>('InstallReferrer');

/** Returns the token in the referrer of the listing (docs/readings.md#71); null without one. */
async function readReferredToken(): Promise<string | null> {
  if (!Capacitor.isPluginAvailable('InstallReferrer')) return null;
  const { referrer } = await InstallReferrer.read();
  return new URLSearchParams(referrer ?? '').get('token');
}

/**
 * Returns the URL of the page from which the app was installed; null if it is unknown, or if the plugin or the shop
 * fails.
 */
async function claimReferredPage(): Promise<string | null> {
  try {
    const token = await readReferredToken();
    return token === null ? null : (await api('app.deferredLink', { query: { type: '02', token } })).url;
  } catch (error) {
    console.warn('The page before the install was not claimed', error);
    return null;
  }
}

let isAwaited = false;

/** Returns whether the page that `openFirstTime` opened has not sent its link yet. */
export const awaitsDeferredLink = (): boolean => isAwaited;

/**
 * On a guest's first open, returns the URL of the page from which the app was installed. If that is unknown, opens the
 * page that verifies the session, and returns null. `origin` is the shop's public origin.
 */
export async function openFirstTime(origin: string, lang: Lang): Promise<string | null> {
  if (isSignedIn() || isFirstTimeOpen.read() === false) return null;
  isFirstTimeOpen.write(false);
  const page = await claimReferredPage();
  if (page !== null) return page;
  isAwaited = true;
  await Browser.open({ url: withLang(`${origin}/api${DEFERRED_LINK_PATH}?type=02`, lang) });
  return null;
}

/** Stores the link that the page of the first open sent. */
export function saveDeferredLink(url: string, now: Date): void {
  isAwaited = false;
  storedLink.write(deferLink(url, now));
}

/** Returns the stored link if it is to be opened, and marks it as processed; otherwise removes it and returns null. */
export function takeDeferredLink(now: Date): string | null {
  const { open, stored } = processDeferredLink(storedLink.read(), now);
  if (stored === null) storedLink.remove();
  else storedLink.write(stored);
  return open;
}
