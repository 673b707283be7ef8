/** Pages on narrow phones and with enlarged text (docs/ux.md): no page is wider than its screen. */
import { describe, expect, test } from 'vitest';
import { newShopper, PHONE } from './shopper.ts';

const WIDTHS = Array.from({ length: 12 }, (_, step) => 320 + 10 * step);
const TEXT_SIZES = [100, 130, 160, 200];

const PAGES = [
  '/',
  '/products',
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
  '/signin',
  '/signup',
  '/forget-password',
  '/checkout/result',
  '/track-order',
  '/track-order/view',
  '/about-us',
  '/contact-us',
  '/terms',
  '/privacy-policy',
  '/delivery-policy',
  '/return-policy',
  '/faq',
  '/logout',
  '/no-such-page',
];

describe.each(['en', 'zh'] as const)('in %s', (lang) => {
  test.each(PAGES)('%s fits screens from 320 to 430 px at 100 to 200 % text size', async (path) => {
    const shopper = await newShopper({ lang, viewport: PHONE });
    const { page } = shopper;
    await shopper.visit(path);
    await page.waitForLoadState('networkidle');
    const tooWide: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: PHONE.height });
      for (const size of TEXT_SIZES) {
        const beyond = await page.evaluate((percent) => {
          const root = document.documentElement;
          root.style.fontSize = `${percent}%`;
          return root.scrollWidth - root.clientWidth;
        }, size);
        if (beyond > 0) tooWide.push(`${width} px at ${size} %: ${beyond} px too wide`);
      }
    }
    expect(tooWide).toEqual([]);
  });

  test('header and search take at most 140 px of a product page', async () => {
    const shopper = await newShopper({ lang, viewport: PHONE });
    await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
    const top = await shopper.page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(140);
  });
});
