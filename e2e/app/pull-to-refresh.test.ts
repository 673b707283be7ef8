/** Pull to refresh in the app: a pull at the top of a page, with a finger, refetches the page's data. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { runApp } from '../testing/native-bridge.ts';
import { waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { expectQuiet, newShopper, PHONE, type Shopper, type ShopperOptions } from '../testing/shopper.ts';

const TEXTS = {
  en: { refreshing: 'Refreshing…', done: 'Up to date', failed: 'Could not refresh. Check your connection.' },
  zh: { refreshing: '正在刷新…', done: '已是最新', failed: '未能刷新，请检查网络。' },
} as const;

const SEARCH = '/products?keyword=kaya';

type TouchPoint = readonly [x: number, y: number];
const TOP: TouchPoint = [195, 300];
const DOWN: TouchPoint = [195, 520];

/** Moves a finger over the page; `beforeRelease` runs before it lets go. */
async function swipe(page: Page, from: TouchPoint, to: TouchPoint, beforeRelease?: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: from[0], y: from[1] }]);
  for (let step = 1; step <= 10; step++) {
    const interpolate = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / 10;
    await touch('touchMove', [{ x: interpolate(0), y: interpolate(1) }]);
  }
  await beforeRelease?.();
  await touch('touchEnd', []);
  await session.detach();
}

type OpenedPage = Shopper & {
  /** Paths of the API that were requested since the page was opened. */
  requestedPaths: string[];
};

/** Opens a page in the app, with everything loaded. */
async function openInApp(path: string, options: ShopperOptions = {}): Promise<OpenedPage> {
  const shopper = await newShopper({ viewport: PHONE, ...options });
  const app = await runApp(shopper.page);
  await shopper.visit(path);
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  await shopper.settle();
  const requestedPaths: string[] = [];
  shopper.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requestedPaths.push(pathname);
  });
  return { ...shopper, requestedPaths };
}

test.each(['en', 'zh'] as const)('a pull at the top refetches the page and says so, in %s', async (lang) => {
  const shopper = await openInApp(SEARCH, { lang });
  const { page, requestedPaths } = shopper;
  const text = TEXTS[lang];
  let answer = () => {};
  const answerPromise = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products-search*', async (route) => {
    await answerPromise;
    await route.continue();
  });
  await swipe(page, TOP, DOWN);
  const status = page.getByRole('status').filter({ hasText: text.refreshing });
  await status.waitFor();
  expect(await findings(page)).toEqual([]);
  answer();
  await page.getByText(text.done).waitFor();
  await status.waitFor({ state: 'detached' });
  expect(requestedPaths).toEqual(expect.arrayContaining(['/api/products-search', '/api/settings']));
  expectQuiet(shopper);
});

test('the indicator follows the finger; with reduced motion it only becomes visible', async () => {
  const { page } = await openInApp(SEARCH);
  const readIndicator = () =>
    page
      .locator('[role=status] > span.rounded-pill')
      .evaluate((element) => [getComputedStyle(element).visibility, getComputedStyle(element).translate]);
  for (const [reducedMotion, place] of [
    ['reduce', 'none'],
    ['no-preference', expect.stringMatching(/^0px -\d+/)],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    // Not far enough to refresh.
    await swipe(page, TOP, [195, 380], () => expect.poll(readIndicator).toEqual(['visible', place]));
    await expect.poll(readIndicator).toEqual(['hidden', 'none']);
  }
});

test('other movements of a finger refresh nothing', async () => {
  const shopper = await openInApp('/');
  const { page, requestedPaths } = shopper;
  const expectNoRefresh = async (movement: string) => {
    await shopper.settle();
    expect([
      movement,
      await page.getByText(TEXTS.en.refreshing).count(),
      requestedPaths.includes('/api/settings'),
    ]).toEqual([movement, 0, false]);
  };
  await swipe(page, TOP, [195, 340]);
  await expectNoRefresh('a short pull');
  await swipe(page, [330, 300], [60, 380]);
  await expectNoRefresh('a swipe along a carousel');
  await page.getByRole('navigation').getByRole('button', { name: WORDS.en.cart }).last().click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await swipe(page, TOP, DOWN);
  await expectNoRefresh('a pull in a sheet');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);
  await page.evaluate(() => window.scrollTo(0, 600));
  await swipe(page, TOP, DOWN);
  await expectNoRefresh('a pull below the top');
});

test('without a network the pull says that nothing was refreshed', async () => {
  const { page, context } = await openInApp(SEARCH, { lang: 'zh' });
  await context.setOffline(true);
  await swipe(page, TOP, DOWN);
  await page.getByText(TEXTS.zh.failed).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a browser keeps its own way to refresh', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  // The cart is requested once the page is at rest.
  const cart = page.waitForResponse((response) => response.url().includes('/api/cart'));
  await shopper.visit(SEARCH);
  await cart;
  await shopper.settle();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await swipe(page, TOP, DOWN);
  await shopper.settle();
  expect(urls.filter((url) => url.includes('/api/'))).toEqual([]);
});
