/** Right-to-left pages (docs/readings.md#1): a guest's walk to an order, and longer texts of the pseudo-locale. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, sharedShopper } from '../testing/shopper.ts';
import { textCollisions } from '../testing/text-collisions.ts';

const SMALL_PHONE = { width: 320, height: 700 };

/** Expects the page to be right-to-left, as wide as its screen, without texts that overlap. */
async function expectRightToLeft(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  for (const viewport of [DESKTOP, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(beyond), `${viewport.width} px`).toBeLessThanOrEqual(0);
    expect(await textCollisions(page), `${viewport.width} px`).toEqual([]);
  }
}

test('a guest orders from right to left, and every link stays so', async () => {
  const shopper = await newShopper({ viewport: SMALL_PHONE, lang: 'ar' });
  const { page } = shopper;
  await shopper.visit('/');
  await expectRightToLeft(page);
  await addAndOpenCart(shopper, 'en');
  // The drawer slides in from the end of the line, which is the left.
  const drawer = await page.getByRole('dialog').boundingBox();
  expect(drawer?.x).toBe(0);
  await enterAddress(page, 'en');
  await chooseSlot(page, 'en');
  await expectRightToLeft(page);
  await confirmOrder(page, 'en');
  await expectRightToLeft(page);
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('heading', { level: 1, name: /^Pending/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('lang')).toBe('ar');
  await expectRightToLeft(page);
  expectQuiet(shopper);
});

test('prices, numbers and phone numbers read from left to right', async () => {
  const shopper = await newShopper({ viewport: DESKTOP, lang: 'he' });
  const { page } = shopper;
  await shopper.visit('/products/view?slug=krupkrap-cassava-crackle-sambal');
  // The order in which a reader sees the characters of a text: their positions on the screen.
  const seen = await page.locator('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const reversed: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      if (!/^[-+]?[\d.,%]+$|^RM/.test(text.trim())) continue;
      const [first, last] = [0, text.length - 1].map((at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      });
      if (first && last && first.width > 0 && first.top === last.top && first.left > last.left) reversed.push(text);
    }
    return reversed;
  });
  expect(seen).toEqual([]);
});

describe('texts a third longer, in the pseudo-locale', () => {
  const reader = sharedShopper(() => ({ lang: 'ar-XB', viewport: DESKTOP }));

  test.each([
    '/',
    '/products?categories=snacks',
    '/products/view?slug=krupkrap-cassava-crackle-sambal',
    '/categories',
    '/bundles',
    '/signup',
    '/track-order',
    '/kk-coins',
    '/refer',
    '/faq',
  ])('%s fits 320 and 1280 px', async (path) => {
    const shopper = await reader();
    await shopper.visit(path);
    await shopper.settle();
    await expectRightToLeft(shopper.page);
    expectQuiet(shopper);
  });
});
