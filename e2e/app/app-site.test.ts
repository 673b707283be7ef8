/** The app's own build: its page starts empty, and the shop is on another host (docs/app.md). */
import { afterAll, expect, inject, test } from 'vitest';
import { buildApp, SHELL_ORIGIN } from '../testing/app-site.ts';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { runApp } from '../testing/native-bridge.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const site = buildApp();
afterAll(() => site.remove());

/** Opens the app on a phone, before its first page. */
async function newPhone({ lang }: { lang?: 'en' | 'zh' } = {}): Promise<Shopper> {
  const shopper = await newShopper({ viewport: PHONE, url: SHELL_ORIGIN, lang });
  await runApp(shopper.page);
  await site.serve(shopper.page, inject('storeUrl'));
  return shopper;
}

test('a skeleton is in the first frame, then the home page with its pictures', async () => {
  const shopper = await newPhone();
  const { page } = shopper;
  let answer = () => {};
  const answerPromise = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/assets/entry-app-*.js', async (route) => {
    await answerPromise;
    await route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('.skeleton').first().waitFor();
  answer();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const picture = page.getByRole('main').getByRole('article').first().locator('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/^https:\/\/shop\.test\/media\//);
  expectQuiet(shopper);
});

const APP_BANNER = { en: 'Your member card is in the app', zh: '会员卡就在 App 里' };

test.each(['en', 'zh'] as const)(
  'docs/readings.md#65: the banner of the app is first on its start screen, %s',
  async (lang) => {
    const shopper = await newPhone({ lang });
    const { page } = shopper;
    await shopper.visit('/');
    const banner = page.getByRole('main').getByRole('article').first();
    await banner.getByRole('heading', { name: APP_BANNER[lang] }).waitFor();
    const picture = banner.locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await banner.getByRole('link').click();
    await page.waitForURL((url) => url.pathname === '/kk-coins');
    expectQuiet(shopper);
  },
);

test('docs/readings.md#65: a browser neither loads nor shows the banner of the app', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(decodeURIComponent(request.url())));
  await shopper.visit('/');
  await page.getByRole('main').getByRole('article').first().waitFor();
  await shopper.settle();
  expect(await page.getByText(APP_BANNER.en).count()).toBe(0);
  expect(calls.filter((url) => url.includes('placement:app'))).toEqual([]);
});

test.each(['en', 'zh'] as const)('a guest orders in the app, %s', async (lang) => {
  const shopper = await newPhone({ lang });
  await addAndOpenCart(shopper, lang);
  await enterAddress(shopper.page, lang);
  await chooseSlot(shopper.page, lang);
  await confirmOrder(shopper.page, lang);
  expectQuiet(shopper);
});

test('the app opens in the language of its last run', async () => {
  const shopper = await newPhone();
  const { page, context } = shopper;
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('link', { name: '中文' }).first().click();
  await page.waitForURL(/lang=zh/);
  await page.locator('html[lang=zh-Hans][data-ready]').waitFor({ state: 'attached' });
  await page.close();
  const nextPage = await context.newPage();
  await runApp(nextPage);
  await site.serve(nextPage, inject('storeUrl'));
  await nextPage.goto('/');
  await nextPage.locator('html[lang=zh-Hans][data-ready]').waitFor({ state: 'attached' });
  expect(new URL(nextPage.url()).searchParams.get('lang')).toBe('zh');
  // Back to English, which has no `lang` in its addresses.
  await nextPage.getByRole('link', { name: 'EN' }).first().click();
  await nextPage.locator('html[lang=en][data-ready]').waitFor({ state: 'attached' });
  expect(new URL(nextPage.url()).search).toBe('');
  expectQuiet(shopper);
});

test('a product that does not exist is said so', async () => {
  const shopper = await newPhone();
  await shopper.visit('/products/view?slug=no-such-product');
  await shopper.page.getByRole('heading', { level: 1 }).waitFor();
  expectQuiet(shopper, [404]);
});
