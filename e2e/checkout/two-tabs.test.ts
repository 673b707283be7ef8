/**
 * Sign-in state in two tabs, and after the session ends (docs/readings.md#2, docs/spec.md §4 "Signed-in state", §8).
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asCustomer, PASSWORD, register } from '../testing/customer.ts';
import { DESKTOP, expectQuiet, newShopper } from '../testing/shopper.ts';

const KAYA = { id: '51', name: 'Nyonya Pot Pandan Kaya' };

const path = (page: Page) => new URL(page.url()).pathname;
const heart = (page: Page) => page.getByRole('button', { name: `Add to My Favourite: ${KAYA.name}` }).first();
const fullCart = (page: Page) => page.getByRole('button', { name: /^Cart, 1 item/ }).first();
const token = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Signs in a customer with a favourite and a product in the cart. */
async function customerWithCart() {
  const shopper = await newShopper({ viewport: DESKTOP });
  const account = await register(shopper);
  const headers = asCustomer(account);
  await shopper.page.request.post('/api/wishlist', { headers, data: { product_id: KAYA.id } });
  await shopper.page.request.put('/api/cart', { headers, data: { items: [{ id: KAYA.id, quantity: 1 }] } });
  await shopper.visit('/faq');
  await shopper.page.evaluate((value) => localStorage.setItem('auth_token', value), account.token);
  return { ...shopper, ...account };
}

test('updates pages, cart and hearts of the other tab on sign-out and sign-in', async () => {
  const shopper = await customerWithCart();
  const list = shopper.page;
  await shopper.visit('/products?keyword=kaya');
  await expect.poll(() => heart(list).getAttribute('aria-pressed')).toBe('true');
  await fullCart(list).waitFor();
  const account = await shopper.context.newPage();
  await open(account, '/my-account/address');
  await account.getByRole('heading', { name: 'Add your first address' }).waitFor();

  const third = await shopper.context.newPage();
  await open(third, '/logout');
  await expect.poll(() => path(account)).toBe('/signin');
  expect(new URL(account.url()).searchParams.get('then')).toBe('/my-account/address');
  await expect.poll(() => heart(list).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => fullCart(list).count()).toBe(0);
  await third.close();

  const signIn = await shopper.context.newPage();
  await open(signIn, '/signin?then=/faq');
  await signIn.getByRole('textbox', { name: 'Email or phone' }).fill(shopper.email);
  await signIn.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => path(signIn)).toBe('/faq');
  // The tab on the sign-in page goes to the page that it was opened for.
  await expect.poll(() => path(account)).toBe('/my-account/address');
  await expect.poll(() => heart(list).getAttribute('aria-pressed')).toBe('true');
  await fullCart(list).waitFor();
  expectQuiet(shopper);
});

test('"403 from any call: go to logout with force=1" on every page, then home after five seconds (docs/spec.md §8)', async () => {
  for (const address of ['/products?keyword=kaya', '/my-account/orders', '/checkout']) {
    const shopper = await customerWithCart();
    const { page } = shopper;
    // An open page of the shop would detect the end of the session and leave.
    await page.goto('about:blank');
    await page.request.post('/api/logout', { headers: asCustomer(shopper) });
    // The server caches a session for a second.
    await expect
      .poll(async () => (await page.request.get('/api/me', { headers: asCustomer(shopper) })).status())
      .toBe(403);
    // The page may leave for the logout before it has loaded.
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => `${path(page)}${new URL(page.url()).search}`).toBe('/logout?force=1');
    await expect.poll(() => token(page)).toBeNull();
    await expect.poll(() => path(page)).toBe('/');
    // The shop works for a guest.
    await page.getByRole('link', { name: 'Account' }).first().waitFor();
  }
});
