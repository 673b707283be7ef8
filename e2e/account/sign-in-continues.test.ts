/** Signing in continues what the guest began: merges the cart, fills the tapped heart, returns to the page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import {
  asCustomer,
  createGuestHeaders,
  fillCart,
  makeAddressBody,
  PASSWORD,
  register,
  type TestAccount,
} from '../testing/customer.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

/** At most five units per order; plenty in stock. */
const KAYA = { id: '51', slug: 'nyonya-pot-pandan-kaya' };
/** No maximum quantity, four in stock. */
const GRANOLA = { id: '60', slug: 'bijirin-bay-gula-melaka-granola' };
/** Four in stock, which another guest buys. */
const CHEDDAR = { id: '89', slug: 'lembu-lane-cheddar-slices' };

/** Creates a guest with a cart, whose token this device stores. */
async function newGuest(shopper: Shopper, items: { id: string; quantity: number }[]): Promise<void> {
  const headers = await createGuestHeaders(shopper);
  await fillCart(shopper, headers, items);
  await shopper.visit('/faq');
  await shopper.page.evaluate(
    (token) => localStorage.setItem('guest_token', token),
    headers.authorization.replace('Bearer ', ''),
  );
}

async function typePassword(
  page: Page,
  { email }: TestAccount,
  words: { login: string; password: string; go: string },
) {
  await page.getByRole('textbox', { name: words.login }).fill(email);
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
  await page.getByRole('button', { name: words.go, exact: true }).click();
}

const EN = { login: 'Email or phone', password: 'Password', go: 'Sign in' };
const ZH = { login: '电邮或电话', password: '密码', go: '登录' };

test('merges the guest’s cart and reports reduced quantities at their lines, on a phone, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const account = await register(shopper);
  await fillCart(shopper, asCustomer(account), [
    { id: KAYA.id, quantity: 3 },
    { id: GRANOLA.id, quantity: 3 },
  ]);
  await newGuest(shopper, [
    { id: KAYA.id, quantity: 4 },
    { id: GRANOLA.id, quantity: 2 },
  ]);
  await shopper.visit('/signin?then=/faq');
  await typePassword(page, account, ZH);
  const drawer = page.getByRole('dialog', { name: /您的购物车/ });
  const kaya = drawer.getByRole('listitem').filter({ hasText: '班兰咖椰' });
  await kaya.getByText('每单最多 5 件，数量已调整').waitFor();
  expect(await kaya.getByRole('textbox').inputValue()).toBe('5');
  const granola = drawer.getByRole('listitem').filter({ hasText: '格兰诺拉' });
  expect(await granola.getByText('仅剩 4 件，数量已调整').isVisible()).toBe(true);
  expect(await granola.getByRole('textbox').inputValue()).toBe('4');
  expect(await findings(page)).toEqual([]);

  // The report stays until the shopper has read it, so a reload shows it again.
  await page.reload();
  await page
    .getByRole('button', { name: /^购物车，/ })
    .first()
    .click();
  await kaya.getByText('每单最多 5 件，数量已调整').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/faq');
  await page
    .getByRole('button', { name: /^购物车，/ })
    .first()
    .click();
  await kaya.waitFor();
  expect(await drawer.getByText('数量已调整').count()).toBe(0);
  expectQuiet(shopper);
});

test('lists items that sold out meanwhile, on a desktop, in English', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const account = await register(shopper);
  await fillCart(shopper, asCustomer(account), [{ id: KAYA.id, quantity: 1 }]);
  await newGuest(shopper, [{ id: CHEDDAR.id, quantity: 2 }]);
  await shopper.visit(`/products/view?slug=${KAYA.slug}`);
  await page.getByRole('link', { name: 'Account' }).last().click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click();
  await page
    .getByRole('button', { name: /^Cart, 2 items/ })
    .last()
    .waitFor();
  await placeOrder(page, makeAddressBody(), undefined, [{ id: CHEDDAR.id, quantity: 4 }]);
  await typePassword(page, account, EN);
  const drawer = page.getByRole('dialog', { name: /Your cart/ });
  await drawer.getByRole('heading', { name: 'Not available (1)' }).waitFor();
  const cheddar = drawer.getByRole('listitem').filter({ hasText: 'Cheddar' });
  await cheddar.getByText('Item sold out').waitFor();
  expect(await findings(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe(`?slug=${KAYA.slug}`);
  expectQuiet(shopper);
});

test('reports reduced quantities in the checkout after signing in there', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const account = await register(shopper);
  await fillCart(shopper, asCustomer(account), [{ id: KAYA.id, quantity: 3 }]);
  await newGuest(shopper, [{ id: KAYA.id, quantity: 4 }]);
  await shopper.visit('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await typePassword(page, account, EN);
  await page.getByText('At most 5 of these in one order, quantity reduced').waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout');
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

const ADDED = 'Successfully added to My Favourite.';
const REMOVED = 'Successfully removed from My Favourite.';

test.each([
  ['the home page', '/', 'Manis Lane Ginger Chews'],
  ['a list', '/products?keyword=kaya', 'Nyonya Pot Pandan Kaya'],
  ['the page of the product', `/products/view?slug=${KAYA.slug}`, 'Nyonya Pot Pandan Kaya'],
])('fills the heart that was tapped on %s after signing in', async (_, path, product) => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const account = await register(shopper);
  await shopper.visit(path);
  const name = `Add to My Favourite: ${product}`;
  const heart = page.getByRole('button', { name }).first();
  await heart.click();
  const sheet = page.getByRole('dialog', { name: 'Sign in' });
  await sheet.getByRole('textbox', { name: 'Password' }).waitFor();
  expect(await findings(page)).toEqual([]);
  // Closing the sheet cancels the favourite and returns the focus to the heart.
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);
  await expect.poll(() => heart.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await typePassword(page, account, EN);
  await page.getByText(ADDED).waitFor();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  const { pathname, search } = new URL(page.url());
  expect(`${pathname}${search}`).toBe(path);

  await shopper.visit('/my-account/wishlist');
  const favourite = page.locator('main').getByRole('button', { name }).first();
  await expect.poll(() => favourite.getAttribute('aria-pressed')).toBe('true');
  await favourite.click();
  await page.getByText(REMOVED).waitFor();
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
  expectQuiet(shopper);
});

test('keeps a heart filled when a list requested before the change arrives after it', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const account = await register(shopper);
  await shopper.visit(`/products/view?slug=${KAYA.slug}`);
  const heart = page.getByRole('button', { name: 'Add to My Favourite: Nyonya Pot Pandan Kaya' }).first();
  await heart.click();
  const favouriteResponse = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/api/wishlist'),
  );
  let isAdded = false;
  void favouriteResponse.then(() => {
    isAdded = true;
  });
  await page.route('**/api/wishlist*', async (route) => {
    if (isAdded || route.request().method() !== 'GET') return route.continue();
    await favouriteResponse;
    // The page may have cancelled the request meanwhile.
    await route.fulfill({ json: { data: [], total: 0, last_page: 1 } }).catch(() => {});
  });
  await typePassword(page, account, EN);
  await page.getByText(ADDED).waitFor();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  expectQuiet(shopper);
});

test('fills the heart after signing up', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  const heart = page.getByRole('button', { name: 'Add to My Favourite: Nyonya Pot Pandan Kaya' });
  await heart.click();
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('link', { name: 'Create an account' }).click();
  await page.getByText('Email', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Aminah Osman');
  await page.getByRole('textbox', { name: 'Email' }).fill(`heart.${Date.now()}@e2e.example`);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Later' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByText(ADDED).waitFor();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  expect(new URL(page.url()).search).toBe('?keyword=kaya');
  expectQuiet(shopper);
});

test('fills the heart and reports reduced quantities together', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const account = await register(shopper);
  await fillCart(shopper, asCustomer(account), [{ id: KAYA.id, quantity: 5 }]);
  await newGuest(shopper, [{ id: KAYA.id, quantity: 1 }]);
  await shopper.visit('/products?keyword=kaya');
  const heart = page.getByRole('button', { name: /^加入我的最爱: .*班兰咖椰/ }).first();
  await heart.click();
  await typePassword(page, account, ZH);
  const drawer = page.getByRole('dialog', { name: /您的购物车/ });
  await drawer.getByText('每单最多 5 件，数量已调整').waitFor();
  await waitUntilOverlayEnteredHistory(page);
  // Back closes the drawer and stays on the page.
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/products');
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  expectQuiet(shopper);
});

test('fills the heart after signing in with Google, on the same page in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  const heart = page.getByRole('button', { name: /^加入我的最爱: .*班兰咖椰/ }).first();
  await heart.click();
  const sheet = page.getByRole('dialog', { name: '登录' });
  await sheet.getByRole('button', { name: '用 Google 登录' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole('button', { name: '用 Google 登录' }).click();
  await page.getByText('mei.google@example.com').click();
  await page.getByText('已成功加入我的最爱。').waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname).toBe('/products');
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ keyword: 'kaya', lang: 'zh' });
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  // All stories share the stand-in's customer, so its favourites are restored.
  await shopper.visit('/my-account/wishlist');
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await heart.click();
  await page.getByText('已成功从我的最爱移除。').waitFor();
  expectQuiet(shopper);
});

test('stays in Chinese after signing in with Google', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/signin?then=/my-account');
  await page.getByRole('button', { name: '用 Google 登录' }).click();
  await page.getByText('mei.google@example.com').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/my-account');
  expect(new URL(page.url()).search).toBe('?lang=zh');
  expectQuiet(shopper);
});
