/** Tests of every page: width, accessibility, console errors, reading without JavaScript. */
import { describe, expect, test } from 'vitest';
import { findings } from './axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from './shopper.ts';

const PAGES = [
  '/',
  '/products',
  '/products?keyword=kaya',
  '/products?keyword=zzzzzz',
  '/products?categories=snacks&dietary=vegetarian&max_price=9.90',
  '/products/view?slug=krupkrap-cassava-crackle-sambal',
  '/products/view?slug=ombak-bay-tuna-in-olive-oil',
  '/categories',
  '/categories/view?categories=snacks',
  '/categories/view?brand=3',
  '/shocking-deals',
  '/best-sellers?tab=popular',
  '/bundles',
  '/brands',
  '/checkout/result',
  '/track-order',
  '/track-order/view',
  '/track-order/print',
  '/cancel-order',
  '/about-us',
  '/contact-us',
  '/terms',
  '/privacy-policy',
  '/delivery-policy',
  '/return-policy',
  '/faq',
];

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  test.each(PAGES)(
    '%s passes axe, fits from 320 to 1280 px and logs nothing (docs/security.md#c27, docs/security.md#c28)',
    async (path) => {
      const shopper = await newShopper({ lang, viewport: PHONE });
      const { page } = shopper;
      await shopper.visit(path);
      expect(await page.locator('h1').count()).toBe(1);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond, `sideways at ${width} px`).toBe(0);
      }
      expect(await findings(page)).toEqual([]);
      expectQuiet(shopper);
    },
  );
});

test.each(['/', '/products', '/products/view?slug=nyonya-pot-pandan-kaya'])(
  '%s passes axe in the dark theme',
  async (path) => {
    const shopper = await newShopper({ dark: true, viewport: DESKTOP });
    await shopper.visit(path);
    expect(await findings(shopper.page)).toEqual([]);
  },
);

test('shows products, prices and links without JavaScript', async () => {
  const shopper = await newShopper({ javaScript: false });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  const card = page.getByRole('article').filter({ hasText: 'Nyonya Pot Pandan Kaya' }).first();
  expect(await card.textContent()).toContain('RM');
  await page
    .getByRole('link', { name: /Nyonya Pot Pandan Kaya/ })
    .first()
    .click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Nyonya Pot Pandan Kaya');
  expect(await page.locator('main').textContent()).toContain('6.90');
});

test('answers 404 with "currently unavailable" for a page that does not exist (docs/spec.md §8)', async () => {
  const { page } = await newShopper();
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  expect(await page.locator('main').textContent()).toContain('currently unavailable');
  expect((await page.goto('/products/view?slug=no-such-product'))?.status()).toBe(404);
});
