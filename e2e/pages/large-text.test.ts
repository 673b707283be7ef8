/** docs/ux.md#2.4 "Large text": bars scroll along when they would cover the screen, and nothing in them is cut. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkout as checkoutEn } from '../../web/i18n/en/checkout.ts';
import { layout as layoutEn } from '../../web/i18n/en/layout.ts';
import { orders as ordersEn } from '../../web/i18n/en/orders.ts';
import { checkout as checkoutZh } from '../../web/i18n/zh/checkout.ts';
import { layout as layoutZh } from '../../web/i18n/zh/layout.ts';
import { orders as ordersZh } from '../../web/i18n/zh/orders.ts';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { placeOrder } from '../testing/place-order.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const MESSAGES = { en: { ...checkoutEn, ...ordersEn, ...layoutEn }, zh: { ...checkoutZh, ...ordersZh, ...layoutZh } };

const BUYER = {
  recipient: 'Tan Mei Ling',
  email: 'large-text@example.com',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
};

const PRODUCT = '/products/view?slug=nyonya-pot-pandan-kaya';

/** Sets the browser's own text size, in percent, which rem in media queries follows too. */
async function setTextSize({ context, page }: Shopper, percent: number): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}

/** Returns 'whole' if all of an element is within the screen and nothing over it, else where it is. */
const readVisibility = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    const isOnTop = [top + 4, (top + bottom) / 2, bottom - 4].every((y) =>
      node.contains(document.elementFromPoint((left + right) / 2, y)),
    );
    return isInside && isOnTop
      ? 'whole'
      : JSON.stringify({ left, right, top, bottom, innerWidth, innerHeight, isOnTop });
  });

/** Scrolls to an element, and expects all of it within the screen and nothing over it. */
async function expectReachable(element: Locator): Promise<void> {
  const scrollAndRead = async () => {
    // Scrolls again, because parts that load meanwhile may move the element.
    await element.scrollIntoViewIfNeeded();
    return readVisibility(element);
  };
  await expect.poll(scrollAndRead).toBe('whole');
}

/** Expects all of an element within the screen and nothing over it, without scrolling to it. */
async function expectWithinScreen(element: Locator): Promise<void> {
  await expect.poll(() => readVisibility(element)).toBe('whole');
}

/** Returns the share of the screen's height that bars cover in the middle of the page, or that a dialog's bars cover. */
const readShareOfBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const isInBar = (node: Element | null): boolean =>
      node !== null &&
      !node.matches('dialog') &&
      (['fixed', 'sticky'].includes(getComputedStyle(node).position) || isInBar(node.parentElement));
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

/** Returns the labels of the tab bar that are shortened or reach beyond the screen. */
const listCutLabels = (bar: Locator): Promise<(string | null)[]> =>
  bar.evaluate((node) =>
    [...node.querySelectorAll('span')]
      // One pixel wide is a text for screen readers.
      .filter((label) => label.clientWidth > 1 && label.textContent !== '')
      .filter((label) => {
        const { left, right } = label.getBoundingClientRect();
        return label.scrollWidth > label.clientWidth + 1 || left < 0 || right > innerWidth;
      })
      .map((label) => label.textContent),
  );

/** Returns the space for a field's placeholder minus its width, in px. */
const measureHintSpace = (field: Locator): Promise<number> =>
  field.evaluate((node: HTMLInputElement) => {
    const brush = document.createElement('canvas').getContext('2d');
    if (brush === null) throw new Error('This browser draws nothing');
    brush.font = getComputedStyle(node, '::placeholder').font;
    const { paddingLeft, paddingRight } = getComputedStyle(node);
    const space = node.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return space - brush.measureText(node.placeholder).width;
  });

/** Returns the parts of a list item that reach beyond its edges. */
const listProtruding = (item: Locator): Promise<string[]> =>
  item.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect();
    return [...node.querySelectorAll('p, bdi, fieldset, button')]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.right > right + 0.5 || box.left < left - 0.5)
      .map(({ part, box }) => `${part.tagName} ${part.textContent} ${box.left}–${box.right}, not ${left}–${right}`);
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
    const line = drawer.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Nyonya Pot|娘惹/ }) });
    expect(await listProtruding(line.first())).toEqual([]);
    await enterAddress(page, lang);
    // Neither this title nor those of the steps are broken inside their words.
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(title?.height).toBeLessThanOrEqual(viewport.height / 5);
    await chooseSlot(page, lang);
    expect(await listWide(page)).toEqual([]);
    for (const step of await page.getByRole('main').getByRole('heading', { level: 2 }).all()) {
      expect((await step.boundingBox())?.height).toBeLessThanOrEqual(viewport.height / 5);
    }
    await page.getByRole('radio', { name: words.cash }).check();
    await expectReachable(page.getByRole('button', { name: words.place, disabled: false }));
    expectQuiet(shopper);

    // The message that the shop did not answer makes the bar of the button higher.
    await page.route('**/api/orders/checkout*', (route) => route.abort());
    await page.getByRole('button', { name: words.place }).click();
    const problem = page.getByRole('alert').filter({ hasText: MESSAGES[lang]['checkout.unknown_text'] });
    await expectWithinScreen(problem);
    expect(await readShareOfBars(page)).toBeLessThanOrEqual(0.4);
  });

  test('a guest reaches every reason and button of the cancellation', async () => {
    const shopper = await newShopper({ lang, viewport });
    const { page } = shopper;
    const texts = MESSAGES[lang];
    const number = await placeOrder(page, BUYER);
    await setTextSize(shopper, percent);
    await shopper.visit('/cancel-order');
    expect(await listCutLabels(page.getByRole('navigation', { name: texts['layout.main_menu'] }))).toEqual([]);
    expect(await measureHintSpace(page.getByRole('combobox'))).toBeGreaterThanOrEqual(0);
    await page.getByLabel(texts['orders.number']).fill(number);
    await page.getByLabel(texts['orders.contact']).fill(BUYER.email);
    await page.getByRole('button', { name: texts['checkout.find_order'] }).click();
    const cancel = page.getByRole('button', { name: texts['orders.cancel'], exact: true });
    await cancel.waitFor();
    expect(await listWide(page)).toEqual([]);
    await cancel.click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: texts['orders.cancel_send'] });
    await expectReachable(send);
    expect(await readShareOfBars(page)).toBeLessThanOrEqual(0.4);
    await send.click();
    await expectWithinScreen(dialog.getByText(texts['orders.cancel_reason_required'], { exact: true }));
    expect(await readShareOfBars(page)).toBeLessThanOrEqual(0.4);
    await expectReachable(dialog.getByRole('radio').last());
    expectQuiet(shopper);
  });
});

test('at 200 % the greeting of the sign-in wraps instead of running out of its card', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  await setTextSize(shopper, 200);
  await shopper.visit('/signin');
  const { page } = shopper;
  const greeting = page.getByRole('complementary').getByText('Welcome back');
  const overflow = await greeting.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const card = text.closest('aside')?.getBoundingClientRect();
    return { beyond: range.getBoundingClientRect().right - (card?.right ?? 0), width: text.clientWidth };
  });
  expect(overflow.beyond).toBeLessThanOrEqual(0);
  expect(await listWide(page)).toEqual([]);
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

test.each([
  ['at 320 px', { width: 320, height: 700 }, 100],
  ['with text at 150 %', PHONE, 150],
])('%s the bar of a product, in two rows, leaves the end of the footer visible', async (_, viewport, percent) => {
  const shopper = await newShopper({ viewport });
  await setTextSize(shopper, percent);
  const { page } = shopper;
  await shopper.visit(PRODUCT);
  const last = page.getByRole('contentinfo').getByRole('paragraph').last();
  const scrollToEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return readVisibility(last);
  };
  await expect.poll(scrollToEnd).toBe('whole');
});
