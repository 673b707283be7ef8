/** Navigation: Back, language, focus, two tabs, a lost network, a restarted server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { waitUntilOverlayEnteredHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

const ADD_KAYA = { name: 'Add Nyonya Pot Pandan Kaya to the cart' };

test('Back closes the top overlay and stays on the page (docs/ux.md#rule-6)', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  const before = page.url();
  await page.getByRole('navigation').getByRole('button', { name: /^Cart/ }).last().click();
  const drawer = page.getByRole('dialog', { name: /Your cart/ });
  await drawer.waitFor();
  await waitUntilOverlayEnteredHistory(page);
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(before);
  expectQuiet(shopper);
});

test('a cart opened while another page is on its way stays open over that page, until Back', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  await shopper.settle();
  await page.getByRole('button', ADD_KAYA).first().click();
  await page
    .getByRole('button', { name: /^Cart, 1/ })
    .first()
    .waitFor();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/products/nyonya-pot-pandan-kaya*', async (route) => {
    await arrival;
    await route.continue();
  });
  await page
    .getByRole('link', { name: /Nyonya Pot Pandan Kaya/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  const checkout = drawer.getByRole('link', { name: /^Checkout · RM/ });
  await checkout.waitFor();
  arrive();
  await page.waitForURL('**/products/view?slug=nyonya-pot-pandan-kaya');
  await page.getByRole('heading', { level: 1, name: /Pandan Kaya/, includeHidden: true }).waitFor();
  expect(await checkout.isVisible()).toBe(true);
  await waitUntilOverlayEnteredHistory(page);
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/products/view');
  expectQuiet(shopper);
});

test('a page that opens by a link does not move what a shopper taps next when its other files arrive', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const expectUnmoved = async (button: Locator) => {
    await button.waitFor();
    const { y } = (await button.boundingBox()) ?? {};
    await shopper.settle();
    expect((await button.boundingBox())?.y).toBe(y);
  };
  await shopper.visit('/products?keyword=kaya');
  await page.route('**/assets/*.js', async (route) => {
    await sleep(150);
    await route.continue();
  });
  await page
    .getByRole('link', { name: /Nyonya Pot Pandan Kaya/ })
    .first()
    .click();
  const add = page.getByRole('main').getByRole('button', { name: /^Add · RM/ });
  await expectUnmoved(add);
  await add.click();
  await page
    .getByRole('button', { name: /^Cart, 1/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Checkout · RM/ })
    .click();
  await expectUnmoved(page.getByRole('button', { name: 'Order Now as Guest' }));
  expectQuiet(shopper);
});

test('takes the language from ?lang= alone and keeps it on every link (docs/spec.md §1)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/categories');
  const links = await page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => !href.includes('lang=zh'))).toEqual([]);
  await page.getByRole('link', { name: 'EN English' }).first().click();
  await page.locator('html[lang=en]').waitFor({ state: 'attached' });
  expect(new URL(page.url()).searchParams.get('lang')).not.toBe('zh');
});

test('focuses the heading of a new page, on Back too, and keeps the focus when a list is sorted (WCAG 2.4.3)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const readFocusedTag = () => page.evaluate(() => document.activeElement?.tagName);
  await shopper.visit('/');
  expect(await readFocusedTag()).toBe('BODY');
  await page.getByRole('link', { name: 'Best sellers' }).first().click();
  await page.waitForURL('/best-sellers');
  await expect.poll(readFocusedTag).toBe('H1');
  await page.goBack();
  await expect.poll(readFocusedTag).toMatch(/^(H1|MAIN)$/);
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('combobox', { name: 'Sort by' }).focus();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc');
  await page.waitForURL(/sort=price_asc/);
  expect(await readFocusedTag()).toBe('SELECT');
  expectQuiet(shopper);
});

test('shows one cart in two tabs of one shopper (docs/readings.md#2)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  await shopper.visit('/products?keyword=kaya');
  const second = await shopper.context.newPage();
  await second.goto('/products?keyword=kaya');
  await second.locator('html[data-ready]').waitFor({ state: 'attached' });
  await shopper.page.getByRole('button', ADD_KAYA).first().click();
  await expect.poll(() => second.getByRole('button', { name: /^Cart, 1 item/ }).count()).toBeGreaterThan(0);
});

test('saves a cart change made offline and sends it when online (docs/security.md#c28)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page, context } = shopper;
  await shopper.visit('/products?keyword=kaya');
  // Waits until the lazy parts have loaded.
  await shopper.settle();
  await context.setOffline(true);
  await page.getByRole('button', ADD_KAYA).first().click();
  await page.getByText('You’re offline').first().waitFor();
  const cartUpdate = page.waitForResponse(
    (response) => response.url().includes('/api/cart') && response.request().method() === 'PUT',
  );
  await context.setOffline(false);
  expect((await cartUpdate).status()).toBe(200);
  await page.reload();
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
});

test('keeps the page when the network is lost while scripts load (docs/security.md#c28)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page, context } = shopper;
  // Only the page's first files load, as on a train into a tunnel.
  await page.route(/\/assets\/(?!entry-client).*\.js$/, (route) => route.abort('internetdisconnected'));
  const lostScript = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await page.goto('/products?keyword=kaya');
  await lostScript;
  await shopper.settle();
  expect(await page.getByRole('link', { name: /Nyonya Pot Pandan Kaya/ }).count()).toBeGreaterThan(0);
  await context.unrouteAll();
});

test('keeps cart and page after the server is killed and started again', async () => {
  const store = await openStore(copySeededDataDir(inject('seededDataDir')));
  const shopper = await newShopper({ viewport: DESKTOP, url: store.url });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  const cartUpdate = page.waitForResponse(
    (response) => response.url().includes('/api/cart') && response.request().method() === 'PUT',
  );
  await page.getByRole('button', ADD_KAYA).first().click();
  expect((await cartUpdate).status()).toBe(200);
  const { port } = new URL(store.url);
  await store.stop('SIGKILL');
  const restartedStore = await openStore(store.dataDir, { PORT: port });
  await page.reload();
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
  await restartedStore.stop();
  removeDataDir(store.dataDir);
});

test('/logout goes home after 5 seconds and can be cancelled (docs/spec.md §2, §9)', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit('/logout?force=1');
  await page.getByRole('button', { name: 'Stay here' }).waitFor();
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
  expectQuiet(shopper);
});
