/** docs/ux.md#2.4 "Large text": bars scroll along when they would cover the screen, and nothing in them is cut. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const PRODUCT = '/products/view?slug=nyonya-pot-pandan-kaya';

/** Sets the browser's own text size, in percent, which rem in media queries follows too. */
async function setTextSize({ context, page }: Shopper, percent: number): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}

/** Scrolls to an element, and expects all of it within the screen and nothing over it. */
async function expectReachable(element: Locator): Promise<void> {
  const readVisibility = async () => {
    // Scrolls again, because parts that load meanwhile may move the element.
    await element.scrollIntoViewIfNeeded();
    return element.evaluate((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      const isOnTop = [top + 4, (top + bottom) / 2, bottom - 4].every((y) =>
        node.contains(document.elementFromPoint((left + right) / 2, y)),
      );
      return isInside && isOnTop
        ? 'whole'
        : JSON.stringify({ left, right, top, bottom, innerWidth, innerHeight, isOnTop });
    });
  };
  await expect.poll(readVisibility).toBe('whole');
}

/** Returns the share of the screen's height that bars cover in the middle of the page. */
const readShareOfBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const isInBar = (node: Element | null): boolean =>
      node !== null && (['fixed', 'sticky'].includes(getComputedStyle(node).position) || isInBar(node.parentElement));
    const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
    return rows.filter(isInBar).length / innerHeight;
  });

/** Returns the elements that reach beyond the screen, except in rows that scroll. */
const listWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (node: Element | null): boolean =>
      node !== null && (['auto', 'scroll'].includes(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
    return [...document.querySelectorAll('main *')]
      .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(node.parentElement))
      .map((node) => node.outerHTML.slice(0, 200));
  });

describe.each([
  ['en', 200, { width: 390, height: 844 }],
  ['en', 175, { width: 360, height: 740 }],
  ['zh', 200, { width: 390, height: 844 }],
  ['zh', 175, { width: 360, height: 740 }],
] as const)('in %s at %i %%', (lang, percent, viewport) => {
  test('a guest reaches every button from the product to the order', async () => {
    const words = WORDS[lang];
    const shopper = await newShopper({ lang, viewport });
    const { page } = shopper;
    await setTextSize(shopper, percent);
    await shopper.visit(PRODUCT);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${(16 * percent) / 100}px`,
    );
    expect(await listWide(page)).toEqual([]);
    await expectReachable(page.getByRole('button', { name: words.add }).first());
    expect(await readShareOfBars(page)).toBeLessThanOrEqual(0.4);

    await addAndOpenCart(shopper, lang);
    const drawer = page.getByRole('dialog');
    await expectReachable(drawer.getByRole('link', { name: /Nyonya Pot|娘惹/ }).first());
    await expectReachable(drawer.getByRole('link', { name: words.checkout }));
    await enterAddress(page, lang);
    await chooseSlot(page, lang);
    expect(await listWide(page)).toEqual([]);
    await page.getByRole('radio', { name: words.cash }).check();
    await expectReachable(page.getByRole('button', { name: words.place, disabled: false }));
    expectQuiet(shopper);
  });
});

test('at 100 % the bars stay where they are while the page scrolls', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit(PRODUCT);
  const add = page.getByRole('button', { name: WORDS.en.add }).first();
  const before = await add.boundingBox();
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
  expect(await add.boundingBox()).toEqual(before);
  await add.click();
  await page.getByRole('button', { name: WORDS.en.cart }).first().click();
  const checkout = page.getByRole('dialog').getByRole('link', { name: WORDS.en.checkout });
  await expectReachable(checkout);
  const place = await checkout.boundingBox();
  await page.getByRole('dialog').getByRole('link').first().hover();
  await page.mouse.wheel(0, 300);
  expect(await checkout.boundingBox()).toEqual(place);
});
