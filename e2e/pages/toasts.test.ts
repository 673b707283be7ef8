/** Toasts cover nothing that the shopper reads, and stay longer for screen readers (docs/ux.md#rule-38). */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, newShopper, PHONE } from '../testing/shopper.ts';

const ADD_KAYA = { name: 'Add Nyonya Pot Pandan Kaya to the cart' };
const UPDATED = 'Successfully updated cart item(s)';

/** Returns the texts within `area` that the toast covers. */
const listCoveredTexts = (toast: Locator, area: string) =>
  toast.evaluate((box, selector) => {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    return [...document.querySelectorAll(selector)]
      .filter((element) => !box.contains(element) && element.textContent?.trim() !== '')
      .filter((element) => {
        const elementBox = element.getBoundingClientRect();
        return elementBox.top < bottom && elementBox.bottom > top && elementBox.left < right && elementBox.right > left;
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
  expect(await listCoveredTexts(toast, 'main :is(h1, h2, h3, p)')).toEqual([]);

  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByRole('button', { name: /^One more of/ })
    .first()
    .click();
  const drawerToast = drawer.getByRole('status').getByText(UPDATED);
  await drawerToast.waitFor();
  expect(await listCoveredTexts(drawerToast, 'dialog :is(h2, h3, p, footer)')).toEqual([]);
});

test('after its 1.5 seconds a toast is only there for screen readers', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('button', ADD_KAYA).first().click();
  const toast = page.getByRole('status').getByText(UPDATED);
  await toast.waitFor();
  const readWidth = async () => (await toast.boundingBox())?.width;
  await expect.poll(readWidth).toBe(1);
  expect(await toast.textContent()).toBe(UPDATED);
});

test('a toast moves away from the search field when it is in use', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/products?keyword=kaya');
  // Runs in the page, because the toast is visible for 1.5 seconds only.
  const overlaps = page.evaluate(async (text) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const findToast = () =>
      [...document.querySelectorAll<HTMLElement>('[role=status] > div')].find((box) => box.textContent === text);
    while (findToast() === undefined) await frame();
    const toast = findToast();
    const field = document.querySelector<HTMLInputElement>('header input[role=combobox]');
    const isOver = () => {
      const [a, b] = [toast, field].map((element) => element?.getBoundingClientRect() ?? new DOMRect());
      if (a === undefined || b === undefined) throw new Error('Neither is there');
      return a.top < b.bottom && a.bottom > b.top && a.left < b.right && a.right > b.left;
    };
    const before = isOver();
    field?.focus();
    await frame();
    return { before, after: isOver(), isFocused: document.activeElement === field };
  }, UPDATED);
  await page.getByRole('button', ADD_KAYA).first().click();
  expect(await overlaps).toEqual({ before: true, after: false, isFocused: true });
});
