/** A guest on a desktop, in English, without a mouse: from the home page to the placed order (WCAG 2.1.1). */
import { expect, test } from 'vitest';
import { openLastDay } from '../testing/guest-checkout.ts';
import { pressOn, tabTo, typeInto } from '../testing/keyboard.ts';
import { DESKTOP, expectQuiet, newShopper } from '../testing/shopper.ts';

test('completes a purchase by keyboard alone, on a desktop, in English (docs/ux.md#rule-39)', async () => {
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
  await pressOn(page, page.getByRole('link', { name: /Padi Lima Fragrant Rice|Padi Lima Local White Rice/ }));
  await page.getByRole('heading', { level: 1, name: /Padi Lima/ }).waitFor();
  await pressOn(page, page.getByRole('button', { name: /^Add · RM/ }));
  await pressOn(page, page.getByRole('button', { name: /^Cart, / }));

  const drawer = page.getByRole('dialog', { name: /Your cart/ });
  await pressOn(page, drawer.getByRole('link', { name: /^Checkout · RM/ }));

  await pressOn(page, page.getByRole('button', { name: 'Order Now as Guest' }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('shipping-recipient');
  // An empty step lists the missing fields in a summary, which takes the focus (docs/ux.md#rule-30).
  await pressOn(page, page.getByRole('button', { name: 'Continue to delivery' }));
  await expect
    .poll(() => page.getByText('Please review name for your address and update to proceed.').first().isVisible())
    .toBe(true);

  await typeInto(page, 'Full name', 'Priya Nair');
  await typeInto(page, 'Phone', '0123456789');
  await typeInto(page, 'Email', 'priya@example.com');
  await typeInto(page, 'Postcode', '50200');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Kuala Lumpur');
  await typeInto(page, 'Street address', '8, Jalan Bukit Bintang');
  await pressOn(page, page.getByRole('button', { name: 'Continue to delivery' }));

  await pressOn(page, await openLastDay(page, 'en', (day) => pressOn(page, day)), 'Space');
  await pressOn(page, page.getByRole('button', { name: 'Continue to payment' }));
  // Tab reaches the first of the methods, and an arrow from there the last.
  await pressOn(page, page.getByRole('radio', { name: /^Online banking/ }), 'ArrowUp');
  await expect.poll(() => page.getByRole('radio', { name: /^Cash on delivery/ }).isChecked()).toBe(true);
  // The button is busy while the payment method is saved.
  await page.getByRole('button', { name: /^Place order · RM/, disabled: false }).waitFor();
  await pressOn(page, page.getByRole('button', { name: /^Place order · RM/ }));

  await page.getByRole('heading', { name: 'Order received' }).waitFor();
  await pressOn(page, page.getByRole('link', { name: 'Track your order' }));
  await page.getByRole('heading', { level: 1, name: /^Pending/ }).waitFor();
  expectQuiet(shopper);
});
