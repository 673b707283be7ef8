/** A guest at a desk, in English, who never touches the mouse: from the home page to the placed order (WCAG 2.1.1). */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, expectQuiet, newShopper } from './shopper.ts';

/** More than any page has between two controls of interest. */
const MOST_TABS = 250;

/** Presses Tab until `target` has the focus, as somebody without a mouse does; fails where Tab never gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test('ux.md rule 39: the whole purchase by keyboard alone, at desktop width, in English', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;

  await shopper.visit('/');
  await page.keyboard.press('Tab');
  expect(
    await page.getByRole('link', { name: 'Skip to content' }).evaluate((link) => link === document.activeElement),
  ).toBe(true);

  await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
  await page.keyboard.type('white rice');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('link', { name: /Padi Lima Fragrant Rice|Padi Lima Local White Rice/ }));
  await page.getByRole('heading', { level: 1, name: /Padi Lima/ }).waitFor();
  await press(page, page.getByRole('button', { name: /^Add · RM/ }));
  await press(page, page.getByRole('button', { name: /^Cart, / }));

  const drawer = page.getByRole('dialog', { name: /Your sack/ });
  await press(page, drawer.getByRole('link', { name: /^Checkout · RM/ }));

  await press(page, page.getByRole('button', { name: 'Order Now as Guest' }));
  // Left empty, the step says what is missing, in the summary that takes the focus (ux.md rule 30).
  await press(page, page.getByRole('button', { name: 'Continue to delivery' }));
  await expect
    .poll(() => page.getByText('Please review name for your address and update to proceed.').first().isVisible())
    .toBe(true);

  await type(page, 'Full name', 'Priya Nair');
  await type(page, 'Phone', '0123456789');
  await type(page, 'Email', 'priya@example.com');
  await type(page, 'Postcode', '50200');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Kuala Lumpur');
  await type(page, 'Street address', '8, Jalan Bukit Bintang');
  await press(page, page.getByRole('button', { name: 'Continue to delivery' }));

  await press(page, page.getByRole('radio', { name: /pm.*No extra fee|am.*No extra fee/ }), 'Space');
  await press(page, page.getByRole('button', { name: 'Continue to payment' }));
  // While the choice of payment is told to the server the button says so and does nothing.
  await page.getByRole('button', { name: /^Place order · RM/, disabled: false }).waitFor();
  await press(page, page.getByRole('button', { name: /^Place order · RM/ }));

  await page.getByRole('heading', { name: 'Order received' }).waitFor();
  await press(page, page.getByRole('link', { name: 'Track your order' }));
  await page.getByRole('heading', { level: 1, name: /^Pending/ }).waitFor();
  expectQuiet(shopper);
});
