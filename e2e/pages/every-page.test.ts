/** Tests of every page: width, overlapping texts, accessibility, console errors, reading without JavaScript. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, sharedShopper } from '../testing/shopper.ts';
import { listTextCollisions } from '../testing/text-collisions.ts';

/**
 * Widths of the narrowest and the widest screen, and of the widest phone, up to which pages must fit with enlarged text
 * too (docs/ux.md).
 */
const NARROWEST = 320;
const WIDEST = 1280;
const WIDEST_PHONE = 430;
const TEXT_SIZES = [200, 160, 130, 100];

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
  '/stores',
  '/stores?state=MY-12&parking=1',
  '/stores/KUL01',
  '/alerts/confirm',
  '/alerts/end',
  '/unsubscribe',
  '/app',
  NO_SUCH_PAGE,
];

/**
 * Lists the narrowest width of each layout: 320 px and the breakpoints of the style sheet; and the widest. A page that
 * fits the narrowest width of a layout fits all its widths.
 */
const listNarrowestWidths = (page: Page): Promise<number[]> =>
  page.evaluate(
    ([narrowest, widest]) => {
      const widths = new Set<number>([narrowest, widest]);
      const collect = (rules: Iterable<CSSRule>): void => {
        for (const rule of rules) {
          const [, rem] = rule instanceof CSSMediaRule ? (/width >= ([\d.]+)rem/.exec(rule.conditionText) ?? []) : [];
          // In a media query 1rem is always 16 px, whatever size the page sets.
          if (rem !== undefined) widths.add(16 * Number(rem));
          if (rule instanceof CSSGroupingRule) collect(rule.cssRules);
        }
      };
      for (const { cssRules } of document.styleSheets) collect(cssRules);
      return [...widths].filter((width) => width >= narrowest && width <= widest).sort((one, other) => one - other);
    },
    [NARROWEST, WIDEST] as const,
  );

const readOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns by how many pixels the right-to-left page is wider than its screen. */
const readMirroredOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.dir = 'rtl';
    const overflow = root.scrollWidth - root.clientWidth;
    root.dir = 'ltr';
    return overflow;
  });

/**
 * Lists the widths and text sizes at which the page is wider than its screen, and by how many pixels; right-to-left,
 * only the narrowest and the widest. Leaves the page at the widest.
 */
async function listTooWide(page: Page): Promise<string[]> {
  const overflows: string[] = [];
  const note = (where: string, overflow: number) => {
    if (overflow > 0) overflows.push(`${where}: ${overflow} px too wide`);
  };
  const widths = await listNarrowestWidths(page);
  const phoneWidths = widths.filter((width) => width <= WIDEST_PHONE);
  // A hidden page is laid out without being painted, in a third of the time.
  const paint = (visibility: string) =>
    page.evaluate((value) => {
      document.documentElement.style.visibility = value;
    }, visibility);
  await paint('hidden');
  // A new width costs less to lay out than a new text size.
  for (const size of TEXT_SIZES) {
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
    }, size);
    for (const width of size === 100 ? widths : phoneWidths) {
      await page.setViewportSize({ width, height: PHONE.height });
      note(`${width} px at ${size} %`, await readOverflow(page));
      if (size === 100 && (width === NARROWEST || width === WIDEST))
        note(`${width} px mirrored`, await readMirroredOverflow(page));
    }
  }
  await paint('');
  return overflows;
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
      expect(await listTextCollisions(page), `${PHONE.width} px`).toEqual([]);
      expect(await listTooWide(page)).toEqual([]);
      await page.setViewportSize(DESKTOP);
      expect(await listTextCollisions(page), `${DESKTOP.width} px`).toEqual([]);
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

test.each(['en', 'zh'] as const)(
  'on the narrowest phone no table of delivery is cut off and no phone number is broken, in %s',
  async (lang) => {
    const shopper = await newShopper({ lang, viewport: { width: NARROWEST, height: 700 } });
    const { page } = shopper;
    await shopper.visit('/delivery-policy');
    const measureOverflows = (tables: readonly Element[]) =>
      tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await page.locator('main table').evaluateAll(measureOverflows)).toEqual([0, 0]);
    const countLines = (links: readonly Element[]) => links.map((link) => link.getClientRects().length);
    for (const path of ['/delivery-policy', '/my-account/legal-notice', '/my-account/help-center']) {
      await shopper.visit(path);
      const lines = await page.locator('main :is(a[href^="tel:"], a[href^="https://wa.me/"])').evaluateAll(countLines);
      expect(new Set(lines), path).toEqual(new Set([1]));
    }
  },
);

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
  await page.getByRole('heading', { level: 1, name: /Nyonya Pot Pandan Kaya/ }).waitFor();
  await expect.poll(() => page.locator('main').textContent()).toContain('6.90');
});

test('responds with 404 and "currently unavailable" for a page that does not exist (docs/spec.md §8)', async () => {
  const { page } = await newShopper();
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  expect(await page.locator('main').textContent()).toContain('currently unavailable');
  expect((await page.goto('/products/view?slug=no-such-product'))?.status()).toBe(404);
});
