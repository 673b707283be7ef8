/** docs/spec.md §2, §9: a mobile browser with `deeplink=1` tries to open the app (docs/readings.md#70). */
import type { Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, newShopper, PHONE, type Shopper, type ShopperOptions } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';

const MESSAGES = { en, zh };
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

const PRODUCT = '/products/view?slug=nyonya-pot-pandan-kaya';
const APPLE = 'https://apps.apple.com/my/app/sekampit/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=example.sekampit.app';

/** A shop whose apps are in the stores and open its links. */
let publishedShop: ShopProcess;
beforeAll(async () => {
  publishedShop = await openStore(copySeededDataDir(inject('seededDataDir')), {
    APP_IOS_ID: 'ABCDE12345.example.sekampit.app',
    APP_ANDROID_PACKAGE: 'example.sekampit.app',
    APP_ANDROID_FINGERPRINTS: Array.from({ length: 32 }, () => 'AB').join(':'),
    APP_STORE_IOS: APPLE,
    APP_STORE_ANDROID: PLAY,
  });
});
afterAll(async () => {
  await publishedShop?.stop();
  if (publishedShop !== undefined) removeDataDir(publishedShop.dataDir);
});

type Visitor = {
  shopper: Shopper;
  page: Page;
  lang: Lang;
  texts: typeof en | typeof zh;
};

const locateSheet = ({ page, texts }: Visitor) => page.getByRole('dialog', { name: texts['app.open_title'] });
const locateFrame = (page: Page) => page.locator('iframe');

/**
 * Step of the page's clock in ms, which only `runFor` moves: the test sees a launch at most one step after it began.
 */
const STEP_MS = 20;
const MAX_STEPS = 1_500;

/**
 * Runs the page's clock until a launch has begun, but not while a request is in flight: a launch waits for its token
 * for at most 1 s.
 */
async function awaitLaunch(visitor: Visitor): Promise<void> {
  const { page, shopper } = visitor;
  for (let steps = 0; !(await locateSheet(visitor).isVisible()); steps++) {
    if (steps === MAX_STEPS) throw new Error('No launch began');
    await shopper.waitForResponses();
    await page.clock.runFor(STEP_MS);
  }
}

/** Records the paths of the documents that the tab opens. Runs in the page. */
function recordDocument(): void {
  if (window !== window.top) return;
  const { pathname, search } = window.location;
  const documents = JSON.parse(sessionStorage.getItem('documents') ?? '[]') as string[];
  sessionStorage.setItem('documents', JSON.stringify([...documents, pathname + search]));
}

const readDocuments = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('documents') ?? '[]') as string[]);

/** Opens a path with `deeplink=1` on a phone whose clock stands still, up to the launch. */
async function openLink(lang: Lang, options: ShopperOptions, path = PRODUCT): Promise<Visitor> {
  const shopper = await newShopper({ viewport: PHONE, lang, ...options });
  const { page, context } = shopper;
  for (const store of ['https://apps.apple.com/**', 'https://play.google.com/**'])
    await context.route(store, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Store</h1>' }));
  await page.addInitScript(recordDocument);
  const visitor = { shopper, page, lang, texts: MESSAGES[lang] };
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const address = new URL(`${path}${path.includes('?') ? '&' : '?'}deeplink=1&utm_source=mail`, 'http://shop.invalid');
  await page.goto(withLang(address.pathname + address.search, lang), { waitUntil: 'commit' });
  await awaitLaunch(visitor);
  return visitor;
}

/** The address of the page without the flag. */
const pageAddress = (lang: Lang) => withLang(`${PRODUCT}&utm_source=mail`, lang);

const readPath = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** Hides the page, as an app that opens over it does. */
const hidePage = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Collects the URLs that the page navigates to, including those of apps. */
async function watchNavigations({ context, page }: Shopper): Promise<string[]> {
  const urls: string[] = [];
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => urls.push(url));
  return urls;
}

describe.each<Lang>(['en', 'zh'])('in %s', (lang) => {
  const texts = MESSAGES[lang];

  test('a shop with a scheme alone: iframe for 1 s, and the listing with the page’s token at 2 s', async () => {
    const visitor = await openLink(lang, { userAgent: ANDROID });
    const { page } = visitor;
    const query = lang === 'en' ? '?utm_source=mail' : '?utm_source=mail&lang=zh';
    expect(await locateFrame(page).getAttribute('src')).toBe(`sekampit://product/nyonya-pot-pandan-kaya${query}`);
    expect(await locateFrame(page).isHidden()).toBe(true);
    await page.getByText(texts['app.opening']).waitFor();
    expect(readPath(page)).toBe(pageAddress(lang));
    const link = locateSheet(visitor).getByRole('link', { name: texts['app.get'] });
    const listing = new URL((await link.getAttribute('href')) ?? '');

    await page.clock.runFor(1_000 - 2 * STEP_MS);
    expect(await locateFrame(page).count()).toBe(1);
    await page.clock.runFor(2 * STEP_MS);
    expect(await locateFrame(page).count()).toBe(0);
    await page.clock.runFor(1_000 - 3 * STEP_MS);
    expect(readPath(page)).toBe(pageAddress(lang));
    await page.clock.runFor(3 * STEP_MS);
    await page.waitForURL(listing.href);

    const token = /^token=(l_.+)$/.exec(listing.searchParams.get('referrer') ?? '')?.[1] ?? '';
    const answer = await page.request.get(`/api/deferred-deeplink?type=02&token=${token}`);
    expect((await answer.json()).url).toBe(`${new URL(answer.url()).origin}${pageAddress(lang)}`);
  });

  test('"lost focus or hidden": with the app the page stays', async () => {
    const visitor = await openLink(lang, { userAgent: ANDROID });
    const { page } = visitor;
    await hidePage(page);
    await page.clock.runFor(10_000);
    expect(await locateFrame(page).count()).toBe(0);
    await page.getByText(texts['app.opened']).waitFor();
    expect(readPath(page)).toBe(pageAddress(lang));
    await page.clock.resume();
    expect(await findings(page)).toEqual([]);
  });

  test('"Continue in browser" leads to the page below, for the whole session', async () => {
    const visitor = await openLink(lang, { userAgent: ANDROID });
    const { page, shopper } = visitor;
    await locateSheet(visitor).getByRole('button', { name: texts['app.stay'] }).click();
    await page.clock.resume();
    await expect.poll(() => locateSheet(visitor).count()).toBe(0);
    await expect.poll(() => readPath(page)).toBe(pageAddress(lang));
    await page.getByRole('button', { name: WORDS[lang].add }).first().click();
    await page.getByRole('button', { name: WORDS[lang].cart }).first().waitFor();

    await shopper.visit(`${PRODUCT}&deeplink=1`);
    await shopper.settle();
    expect(await locateSheet(visitor).count()).toBe(0);
    expect(await locateFrame(page).count()).toBe(0);
  });

  test('Android opens an intent, and goes to the listing "after 2.5 seconds"', async () => {
    const shopperOptions = { userAgent: ANDROID, url: publishedShop.url };
    const visitor = await openLink(lang, shopperOptions);
    const { page, shopper } = visitor;
    const navigations = await watchNavigations(shopper);
    const link = locateSheet(visitor).getByRole('link', { name: texts['app.get'] });
    const listing = (await link.getAttribute('href')) ?? '';
    expect(listing).toContain(`${PLAY}&referrer=token%3Dl_`);

    await locateSheet(visitor).getByRole('button', { name: texts['app.open'] }).click();
    await expect
      .poll(() => navigations)
      .toEqual([
        `intent://${new URL(publishedShop.url).host}${pageAddress(lang)}#Intent;scheme=http;package=example.sekampit.app;S.browser_fallback_url=${encodeURIComponent(listing)};end`,
      ]);
    expect(await locateFrame(page).count()).toBe(0);
    await page.clock.runFor(2_500 - STEP_MS);
    expect(readPath(page)).toBe(pageAddress(lang));
    await page.clock.runFor(STEP_MS);
    await page.waitForURL(listing);
  });

  test('iOS follows a universal link; a browser that keeps it goes on to the listing', async () => {
    const visitor = await openLink(lang, { userAgent: IPHONE, url: publishedShop.url });
    const { page } = visitor;
    await expect.poll(() => readDocuments(page)).toHaveLength(2);
    expect((await readDocuments(page))[1]).toBe(pageAddress(lang));
    await awaitLaunch(visitor);
    expect(await locateFrame(page).count()).toBe(0);
    await page.clock.runFor(2_500);
    await page.waitForURL(APPLE);
  });
});

test('iOS, once the app is installed: a link leads to the page of the deferred link', async () => {
  const visitor = await openLink('en', { userAgent: IPHONE });
  const { page, texts } = visitor;
  await hidePage(page);
  const link = locateSheet(visitor).getByRole('link', { name: texts['app.continue'] });
  await page.clock.resume();
  await link.click();
  await page.getByRole('link', { name: 'Open the app' }).waitFor();
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toContain(pageAddress('en'));
});

test.each([
  ['a desktop', { viewport: DESKTOP }],
  ['an app’s web view', { userAgent: `${ANDROID} MiniProgram` }],
])('%s does nothing', async (_, options) => {
  const shopper = await newShopper(options);
  const calls: string[] = [];
  shopper.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await shopper.visit(`${PRODUCT}&deeplink=1`);
  await shopper.settle();
  expect(calls).not.toContain('/api/app/settings');
  expect(await shopper.page.getByRole('dialog').count()).toBe(0);
  expect(new URL(shopper.page.url()).searchParams.get('deeplink')).toBe('1');
});

describe.each<Lang>(['en', 'zh'])('the page about the app, in %s', (lang) => {
  const texts = MESSAGES[lang];

  test.each([PHONE, DESKTOP])('has both listings, and a QR code on a desktop: $width px', async (viewport) => {
    const shopper = await newShopper({ lang, viewport, url: publishedShop.url });
    const { page } = shopper;
    await shopper.visit('/');
    const footer = page.getByRole('contentinfo');
    if (viewport === PHONE) await footer.locator('summary', { hasText: texts['footer.help'] }).click();
    await footer.getByRole('link', { name: texts['app.get'] }).click();
    await page.getByRole('heading', { level: 1, name: texts['app.title'] }).waitFor();
    expect(await page.getByRole('link', { name: texts['app.ios'] }).getAttribute('href')).toBe(APPLE);
    expect(await page.getByRole('link', { name: texts['app.android'] }).getAttribute('href')).toBe(PLAY);
    expect(await page.getByRole('img', { name: texts['app.qr'] }).isVisible()).toBe(viewport === DESKTOP);
    expect(await findings(page)).toEqual([]);
    expect(shopper.complaints).toEqual([]);
  });
});
