/** Tests of every page: width, overlapping texts, accessibility, console errors, reading without JavaScript. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, sharedShopper } from '../testing/shopper.ts';
import { textCollisions } from '../testing/text-collisions.ts';

/** Narrow phones to desktops; from 320 to 430 px with enlarged text too (docs/ux.md). */
const PHONE_WIDTHS = Array.from({ length: 12 }, (_, step) => 320 + 10 * step);
const WIDER = [768, 1280];
const TEXT_SIZES = [100, 130, 160, 200];

const NO_SUCH_PAGE = '/no-such-page';

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
  '/best-sellers',
  '/best-sellers?tab=popular',
  '/bundles',
  '/brands',
  '/signin',
  '/signup',
  '/forget-password',
  '/checkout',
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
  '/kk-coins',
  '/refer',
  '/logout',
  '/alerts/confirm',
  '/alerts/end',
  NO_SUCH_PAGE,
];

/** Returns by how many pixels the page is wider than its screen, at each width and text size where it is. */
async function findTooWide(page: Page): Promise<string[]> {
  const tooWide: string[] = [];
  // A new width costs less to lay out than a new text size.
  for (const size of TEXT_SIZES) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, size);
    for (const width of size === 100 ? [...PHONE_WIDTHS, ...WIDER] : PHONE_WIDTHS) {
      await page.setViewportSize({ width, height: PHONE.height });
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (beyond > 0) tooWide.push(`${width} px at ${size} %: ${beyond} px too wide`);
    }
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return tooWide;
}

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  const reader = sharedShopper(() => ({ lang, viewport: PHONE }));

  test.each(PAGES)(
    '%s passes axe, fits from 320 to 1280 px and logs nothing (docs/security.md#c27, docs/security.md#c28)',
    async (path) => {
      const statuses = path === NO_SUCH_PAGE ? [404] : [];
      const shopper = await reader();
      const { page } = shopper;
      expect(await shopper.visit(path)).toBe(statuses[0] ?? 200);
      await shopper.settle();
      expect(await page.locator('h1').count()).toBe(1);
      expect(await findTooWide(page)).toEqual([]);
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        expect(await textCollisions(page), `${viewport.width} px`).toEqual([]);
      }
      expect(await findings(page)).toEqual([]);
      expectQuiet(shopper, statuses);
    },
  );

  test('header and search take at most 140 px of a product page', async () => {
    const shopper = await newShopper({ lang, viewport: PHONE });
    await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
    const top = await shopper.page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(140);
  });
});

test.each(['/', '/products', '/products/view?slug=nyonya-pot-pandan-kaya', '/kk-coins'])(
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

test('responds with 404 and "currently unavailable" for a page that does not exist (docs/spec.md §8)', async () => {
  const { page } = await newShopper();
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  expect(await page.locator('main').textContent()).toContain('currently unavailable');
  expect((await page.goto('/products/view?slug=no-such-product'))?.status()).toBe(404);
});
