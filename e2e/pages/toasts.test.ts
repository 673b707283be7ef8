/** Toasts cover nothing that the shopper reads, and stay longer for screen readers (docs/ux.md#rule-38). */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, newShopper, PHONE } from '../testing/shopper.ts';

const ADD_KAYA = { name: 'Add Nyonya Pot Pandan Kaya to the cart' };
const UPDATED = 'Successfully updated cart item(s)';

/** Returns the texts within `area` that the toast covers. */
const coveredTexts = (toast: Locator, area: string) =>
  toast.evaluate((box, selector) => {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    return [...document.querySelectorAll(selector)]
      .filter((element) => !box.contains(element) && element.textContent?.trim() !== '')
      .filter((element) => {
        const other = element.getBoundingClientRect();
        return other.top < bottom && other.bottom > top && other.left < right && other.right > left;
      })
      .map((element) => element.textContent);
  }, area);

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s a toast covers no text of the page or the drawer', async (_, viewport) => {
  const shopper = await newShopper({ viewport });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('button', ADD_KAYA).first().click();
  const toast = page.getByRole('status').getByText(UPDATED);
  await toast.waitFor();
  expect(await coveredTexts(toast, 'main :is(h1, h2, h3, p)')).toEqual([]);

  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByRole('button', { name: /^One more of/ })
    .first()
    .click();
  const inDrawer = drawer.getByRole('status').getByText(UPDATED);
  await inDrawer.waitFor();
  expect(await coveredTexts(inDrawer, 'dialog :is(h2, h3, p, footer)')).toEqual([]);
});

test('after its 1.5 seconds a toast is only there for screen readers', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('button', ADD_KAYA).first().click();
  const toast = page.getByRole('status').getByText(UPDATED);
  await toast.waitFor();
  const width = async () => (await toast.boundingBox())?.width;
  await expect.poll(width, { timeout: 5_000 }).toBe(1);
  expect(await toast.textContent()).toBe(UPDATED);
});
