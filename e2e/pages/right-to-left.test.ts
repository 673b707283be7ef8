/**
 * Right-to-left pages (docs/readings.md#1): a guest's order, the account, modals, mirrored icons, and the longer texts
 * of the pseudo-locale.
 */
import {
  ACCOUNT_PAGES,
  accountPath,
  coinsPath,
  notificationSettingsPath,
  ROUTES,
  storePath,
} from '@shop/core/links/paths';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { signInDemoCustomer } from '../testing/customer.ts';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, sharedShopper } from '../testing/shopper.ts';
import { listTextCollisions } from '../testing/text-collisions.ts';

const SMALL_PHONE = { width: 320, height: 700 };

/** Lists visible texts that a box without a scroll bar cuts off, except those that end with an ellipsis. */
const listClippedTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const clippedTexts: string[] = [];
    const isCut = (rect: DOMRect, start: Element): boolean => {
      for (let each: Element | null = start; each !== null; each = each.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const box = each.getBoundingClientRect();
        // Only for screen readers (`lg:sr-only`).
        if (box.width <= 1) return false;
        if (/hidden|clip/.test(overflowX) && (rect.left < box.left - 1 || rect.right > box.right + 1)) return true;
      }
      return false;
    };
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === '' || !element.checkVisibility()) continue;
      if (element.closest('noscript, script, style, .sr-only, dialog') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some((rect) => rect.width > 0 && isCut(rect, element))) {
        clippedTexts.push(node.textContent ?? '');
      }
    }
    return clippedTexts;
  });

/** Expects the page to be right-to-left, as wide as its screen, without texts that overlap or are cut off. */
async function expectRightToLeft(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  for (const viewport of [DESKTOP, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    const measureOverflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(measureOverflow), `${viewport.width} px`).toBeLessThanOrEqual(0);
    expect(await listTextCollisions(page), `${viewport.width} px`).toEqual([]);
    expect(await listClippedTexts(page), `${viewport.width} px`).toEqual([]);
  }
}

/** Expects the open dialog to lie inside the screen, no wider than its content, without texts that overlap. */
async function expectDialogFits(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const viewport of [DESKTOP, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    const readLayout = () =>
      dialog.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const wideElements = [element, ...element.querySelectorAll('*')].filter(
          (each) => each.scrollWidth > each.clientWidth + 1 && /auto|hidden/.test(getComputedStyle(each).overflowX),
        );
        return {
          dir: getComputedStyle(element).direction,
          isInside: left >= 0 && right <= window.innerWidth,
          clipped: wideElements
            .filter((each) => !each.matches('.sr-only, .rail, .truncate'))
            .map(({ className }) => className),
        };
      });
    await expect
      .poll(readLayout, { message: `${viewport.width} px` })
      .toEqual({ dir: 'rtl', isInside: true, clipped: [] });
    expect(await listTextCollisions(page, 'dialog[open]'), `${viewport.width} px`).toEqual([]);
  }
}

/**
 * Lists the icons that lead somewhere (arrows, carets to a side), and everything that is mirrored: an element or one
 * around it has a negative horizontal scale.
 */
const readMirroring = (root: Locator) =>
  root.evaluate((element) => {
    const isMirrored = (start: Element): boolean => {
      let isFlipped = false;
      for (let each: Element | null = start; each !== null; each = each.parentElement) {
        const { scale, transform } = getComputedStyle(each);
        if (scale !== 'none' && Number(scale.split(' ')[0]) < 0) isFlipped = !isFlipped;
        if (transform !== 'none' && new DOMMatrix(transform).a < 0) isFlipped = !isFlipped;
      }
      return isFlipped;
    };
    const nameOf = (icon: Element) =>
      icon
        .querySelector('use')
        ?.getAttribute('href')
        ?.replace(/^.*#(icon-)?/, '') ?? '';
    const icons = [...element.querySelectorAll('svg:has(use)')].filter((icon) => icon.checkVisibility());
    const arrows = icons.filter((icon) => /^(caret|arrow)-(left|right)$/.test(nameOf(icon)));
    const otherElements = [
      ...icons.filter((icon) => !/^(caret|arrow)-(left|right)$|^sign-out$/.test(nameOf(icon))),
      ...element.querySelectorAll('img, picture, svg[role=img], a[href^="tel:"], h1, h2, h3, p, bdi, input'),
    ];
    return {
      arrows: arrows.length,
      unmirroredArrows: arrows.filter((icon) => !isMirrored(icon)).map(nameOf),
      mirrored: otherElements.filter(isMirrored).map((each) => nameOf(each) || each.outerHTML.slice(0, 120)),
    };
  });

/** Lists numbers, prices and phone numbers whose first character is seen to the right of the last one. */
const listReversedNumbers = (root: Locator) =>
  root.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const reversedTexts: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      // The order in which a reader sees the characters: their positions on the screen.
      for (const { index, 0: part } of text.matchAll(/(RM\s?)?[-+]?\d[\d.,:\- ]*\d%?/g)) {
        const [first, last] = [index, index + part.length - 1].map((at) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        });
        if (first && last && first.width > 0 && first.top === last.top && first.left > last.left)
          reversedTexts.push(text);
      }
    }
    return reversedTexts;
  });

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

const PRODUCT = '/products/view?slug=krupkrap-cassava-crackle-sambal';
const CATEGORY = '/categories/view?categories=snacks,potato-cassava-chips';
const STORE = storePath('KTN01');

describe('what is mirrored', () => {
  const reader = sharedShopper(() => ({ lang: 'he', viewport: DESKTOP }));

  test.each(['/', PRODUCT, CATEGORY, ROUTES.stores, STORE, '/contact-us'])(
    '%s: arrows are; packs, pictures, numbers, prices and phone numbers are not',
    async (path) => {
      const shopper = await reader();
      const { page } = shopper;
      await shopper.visit(path);
      for (const viewport of [DESKTOP, SMALL_PHONE]) {
        await page.setViewportSize(viewport);
        expect(await listReversedNumbers(page.locator('body'))).toEqual([]);
        const { arrows: _, ...wrong } = await readMirroring(page.locator('body'));
        expect(wrong).toEqual({ unmirroredArrows: [], mirrored: [] });
      }
      expectQuiet(shopper);
    },
  );

  test('breadcrumbs and rows have arrows, which point right in English', async () => {
    const shopper = await newShopper({ viewport: DESKTOP });
    await shopper.visit(CATEGORY);
    const english = await readMirroring(shopper.page.locator('body'));
    expect(english.arrows).toBeGreaterThan(0);
    expect(english.unmirroredArrows).toHaveLength(english.arrows);
    expect(english.mirrored).toEqual([]);
  });
});

describe('a customer', () => {
  test('reads the account from right to left', async () => {
    const shopper = await signInDemoCustomer('mei.ling@demo.example', { lang: 'ar-XB', viewport: SMALL_PHONE });
    const { page } = shopper;
    const pages = [...ACCOUNT_PAGES.map(accountPath), notificationSettingsPath()];
    for (const path of pages) {
      await shopper.visit(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await shopper.settle();
      await expectRightToLeft(page);
    }
    await shopper.visit(accountPath('orders'));
    await page.locator('main a[href*="/orders/view"]').first().click();
    await page.waitForURL('**/orders/view*');
    await shopper.settle();
    await expectRightToLeft(page);
    expect(await listReversedNumbers(page.locator('main'))).toEqual([]);
    const { unmirroredArrows, mirrored } = await readMirroring(page.locator('body'));
    expect({ unmirroredArrows, mirrored }).toEqual({ unmirroredArrows: [], mirrored: [] });
    expectQuiet(shopper);
  });

  test('shows a member card whose codes are not mirrored', async () => {
    const shopper = await signInDemoCustomer('mei.ling@demo.example', { lang: 'ar', viewport: SMALL_PHONE });
    const { page } = shopper;
    await shopper.visit(coinsPath());
    await page.getByRole('button', { name: en['loyalty.show_code'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: en['loyalty.card_barcode'] }).waitFor();
    await expectDialogFits(page);
    expect((await readMirroring(dialog)).mirrored).toEqual([]);
    expect(await listReversedNumbers(dialog)).toEqual([]);
    expectQuiet(shopper);
  });
});

test('the store filter and the sign-in open from right to left', async () => {
  const shopper = await newShopper({ lang: 'ar', viewport: SMALL_PHONE });
  const { page } = shopper;
  await shopper.visit(ROUTES.stores);
  await page.getByRole('link', { name: en['stores.filter'], exact: true }).click();
  await page.getByRole('dialog', { name: en['stores.filter_title'] }).waitFor();
  await expectDialogFits(page);
  await shopper.visit(PRODUCT);
  await page.getByRole('main').getByRole('button', { name: en['wishlist.add'] }).first().click();
  await page.getByRole('dialog').waitFor();
  await expectDialogFits(page);
  expectQuiet(shopper);
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
    ROUTES.stores,
    STORE,
    CATEGORY,
  ])('%s fits 320 and 1280 px', async (path) => {
    const shopper = await reader();
    await shopper.visit(path);
    await shopper.settle();
    await expectRightToLeft(shopper.page);
    expectQuiet(shopper);
  });
});
