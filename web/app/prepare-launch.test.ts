import type { Settings } from '@shop/contract/settings';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { createCall, settings } from '../testing/api-responses.ts';
import { stubBrowser } from '../testing/browser-globals.ts';
import { linkFollowedAt } from './deep-link-flag.ts';
import { prepareLaunch, staysInBrowser } from './prepare-launch.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';

const STORES = { ios: 'https://apps.apple.com/my/app/id1', android: 'https://play.google.com/store/apps/details?id=x' };
const NO_STORES = { ios: '', android: '' };
const NO_IDS = { scheme: 'sekampit', has_universal_links: false, android_package: null };
const IDS = { scheme: 'sekampit', has_universal_links: true, android_package: 'example.sekampit.app' };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens a personal page, for which no deferred link is saved, in a tab with an empty storage. */
function openTab(userAgent: string, address = '/cart?deeplink=1&a=b'): void {
  stubBrowser();
  const { pathname, search, hash, origin } = new URL(address, 'https://shop.example');
  Object.assign(window, {
    location: { pathname, search, hash, origin },
    navigator: { userAgent, maxTouchPoints: 5 },
  });
}

/** Prepares the launch in a shop with these ids and listings. */
function prepare(ids: typeof IDS | typeof NO_IDS, app_links: Settings['app_links']) {
  const call = createCall({
    'app.settings': { ...ids, stores: { ios: null, android: null } },
    'content.settings': { ...settings, app_links },
  });
  return prepareLaunch(createQueryClient(call), 'en');
}

test.each([
  ['iOS by a universal link', IPHONE, IDS, 'link', 'https://shop.example/cart?a=b'],
  ['Android by an intent', ANDROID, IDS, 'intent', /^intent:\/\/shop\.example\/cart\?a=b#Intent;/],
  ['iOS by the scheme alone', IPHONE, NO_IDS, 'iframe', 'sekampit://?a=b'],
  ['Android by the scheme alone', ANDROID, NO_IDS, 'iframe', 'sekampit://?a=b'],
])('docs/spec.md §2 "with the query params": %s', async (_, userAgent, ids, form, url) => {
  openTab(userAgent);
  const preparation = await prepare(ids, STORES);
  expect(preparation).toMatchObject({ begunAt: null, path: '/cart?a=b', deferredPath: null, launch: { form } });
  expect(preparation?.launch.url).toEqual(typeof url === 'string' ? url : expect.stringMatching(url));
  expect(preparation?.launch.store).toBe(userAgent === IPHONE ? STORES.ios : STORES.android);
});

test('a shop with the ids, but without listings, opens the app and stays', async () => {
  openTab(ANDROID);
  expect((await prepare(IDS, NO_STORES))?.launch).toMatchObject({ form: 'intent', store: null });
});

test.each([IPHONE, ANDROID])('without settings of the platform nothing happens: %s', async (userAgent) => {
  openTab(userAgent);
  const otherStores = userAgent === IPHONE ? { ...STORES, ios: '' } : { ...STORES, android: '' };
  expect(await prepare(NO_IDS, otherStores)).toBeNull();
});

test('a desktop does nothing', async () => {
  openTab(WINDOWS);
  expect(await prepare(IDS, STORES)).toBeNull();
});

test('"Continue in browser" holds for the session', async () => {
  openTab(ANDROID);
  staysInBrowser.write('1');
  expect(await prepare(IDS, STORES)).toBeNull();
});

test('the document that a universal link loads continues the launch, once', async () => {
  openTab(IPHONE, '/cart?a=b');
  const begunAt = Date.now() - 700;
  linkFollowedAt.write(String(begunAt));
  expect(await prepare(IDS, STORES)).toMatchObject({ begunAt, launch: { form: 'link' } });
  expect(await prepare(IDS, STORES)).toBeNull();
});

test('a launch that was left long ago is not continued', async () => {
  openTab(IPHONE, '/cart?a=b');
  linkFollowedAt.write(String(Date.now() - 60_000));
  expect(await prepare(IDS, STORES)).toBeNull();
  expect(linkFollowedAt.read()).toBeNull();
});
