/** A lost network: the offline page, the cart drawer, and the requested page once the network is back. */
import { expect, test } from 'vitest';
import { newShopper, PHONE } from '../testing/shopper.ts';

/** Longer than the 30 s after which a visible cart is refreshed (docs/spec.md §9). */
const STALE_CART_MS = 31_000;

const TEXTS = {
  en: {
    add: /^Add .* to the cart$/,
    title: 'You’re offline',
    open: 'Open cart',
    brands: 'Brands',
    heading: 'Brands A to Z',
    remove: /^Remove /,
    empty: 'Your cart is empty',
  },
  zh: {
    add: /^将.*加入购物车$/,
    title: '网络已断开',
    open: '打开购物车',
    brands: '品牌',
    heading: '品牌 A 至 Z',
    remove: /^移除/,
    empty: '您的购物车是空的',
  },
} as const;

test.each(['en', 'zh'] as const)(
  'offline, a page says so, opens the cart and returns with the network (%s)',
  async (lang) => {
    const shopper = await newShopper({ lang, viewport: PHONE });
    const { page, context } = shopper;
    const text = TEXTS[lang];
    await shopper.visit('/products?keyword=kaya');
    const cartUpdate = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: text.add }).first().click();
    await cartUpdate;
    await shopper.settle();

    await context.setOffline(true);
    await page.getByRole('link', { name: text.brands, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: text.title }).waitFor();
    const drawing = page.locator('main img');
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: text.open }).click();
    await page.getByRole('dialog').getByRole('heading', { name: /\b1\b/ }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: text.remove }).click();
    const emptyCart = page.getByRole('dialog').getByRole('heading', { name: text.empty }).locator('xpath=..');
    const picture = emptyCart.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');

    // The first request after the network is back is still lost.
    await page.route(
      ({ pathname }) => pathname.endsWith('/brands'),
      (route) => route.abort('internetdisconnected'),
      { times: 1 },
    );
    await context.setOffline(false);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.getByRole('heading', { level: 1, name: text.heading }).waitFor();
  },
);

test('a page that requests do not reach comes by itself once they do, though the device was never offline', async () => {
  const { page, visit, settle } = await newShopper({ viewport: PHONE });
  const text = TEXTS.en;
  const lostFiles = /\/brands$|\/BrandsPage[^/]*\.js$/;
  await page.route(lostFiles, (route) => route.abort('internetdisconnected'));
  await visit('/');
  await settle();
  await page.getByRole('link', { name: text.brands, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: text.title }).waitFor();
  await page.unroute(lostFiles);
  await page.getByRole('heading', { level: 1, name: text.heading }).waitFor();
});

test('a cart that cannot be refreshed says so, can be emptied, and takes back what was removed', async () => {
  const { page, visit, settle } = await newShopper({ viewport: PHONE });
  const text = TEXTS.en;
  await page.clock.install();
  await visit('/products?keyword=kaya');
  const cartUpdate = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: text.add }).first().click();
  await cartUpdate;
  // An update is followed by another request of the cart, whose response would be fresh after the clock has moved.
  await settle();
  await page.route(/\/api\/cart\b/, (route) => route.abort('internetdisconnected'));
  await page.clock.fastForward(STALE_CART_MS);
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .last()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('We could not refresh your cart.').waitFor();
  await drawer.getByRole('button', { name: text.remove }).click();
  await drawer.getByRole('heading', { name: text.empty }).waitFor();
  await drawer.getByRole('button', { name: 'Undo' }).click();
  await drawer.getByRole('heading', { name: /\b1\b/ }).waitFor();
});

test('what is added just before another document opens is in the cart there', async () => {
  const { page, visit } = await newShopper({ viewport: PHONE });
  const text = TEXTS.en;
  const firstCart = /\/api\/cart(\?|$)/;
  let isRequested = false;
  await page.route(firstCart, () => {
    isRequested = true;
  });
  await visit('/products?keyword=kaya');
  await page.getByRole('button', { name: text.add }).first().click();
  await expect.poll(() => isRequested).toBe(true);
  await page.unroute(firstCart);
  await visit('/');
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .last()
    .waitFor();
});
