/** Rows that scroll sideways work with a mouse: arrows, wheel, drag. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAndOpenCart, enterAddress } from '../testing/guest-checkout.ts';
import { DESKTOP, newShopper } from '../testing/shopper.ts';

/** A window in which the header's last chips do not fit, and one press of an arrow reaches them. */
const NARROW_WINDOW = { width: 800, height: 768 };
/** A window in which the days of delivery do not fit. */
const SMALL_LAPTOP = { width: 1024, height: 768 };

async function openChips() {
  const shopper = await newShopper({ viewport: NARROW_WINDOW });
  await shopper.visit('/');
  const row = shopper.page.getByRole('navigation', { name: 'Quick links' });
  // The arrows appear once the row listens to the mouse.
  await row.getByRole('button', { name: 'Next' }).waitFor();
  return { page: shopper.page, row, first: row.getByRole('link').first(), last: row.getByRole('link').last() };
}

/** Returns whether a click on the link's centre reaches it, and no element that covers it. */
const isReachable = (link: Locator) =>
  link.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Moves the mouse to a share of the row's width. */
async function hover(page: Page, row: Locator, share: number): Promise<{ x: number; y: number }> {
  const box = await row.boundingBox();
  if (box === null) throw new Error('The row is not visible');
  const point = { x: box.x + box.width * share, y: box.y + box.height / 2 };
  await page.mouse.move(point.x, point.y);
  return point;
}

test.each(['en', 'zh'] as const)(
  'at 1280 px every chip of the header is whole, the last one for dietary needs: %s',
  async (lang) => {
    const { page, visit } = await newShopper({ viewport: DESKTOP, lang });
    await visit('/');
    const lastChip = page.locator('header').getByRole('link', { name: lang === 'en' ? 'Dietary needs' : '饮食需求' });
    await expect.poll(() => isReachable(lastChip)).toBe(true);
    const rightEdge = await lastChip.evaluate((chip) => chip.getBoundingClientRect().right);
    expect(rightEdge).toBeLessThanOrEqual(DESKTOP.width);
    await lastChip.click();
    await page.getByRole('dialog').getByRole('link').first().click();
    await page.waitForURL(/dietary=/);
  },
);

test('arrows reach the last chip and lead back', async () => {
  const { row, first, last } = await openChips();
  expect(await isReachable(last)).toBe(false);
  await row.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => isReachable(last)).toBe(true);
  await row.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => isReachable(first)).toBe(true);
  await row.getByRole('button', { name: 'Previous' }).waitFor({ state: 'detached' });
});

test('a wheel moves the chips to their end, then the page', async () => {
  const { page, row, last } = await openChips();
  await hover(page, row, 0.5);
  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => isReachable(last)).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test('a drag moves the chips and follows no link', async () => {
  const { page, row, last } = await openChips();
  const { x, y } = await hover(page, row, 0.85);
  await page.mouse.down();
  await page.mouse.move(x - 800, y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => isReachable(last)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('arrows reach the last day of delivery', async () => {
  const shopper = await newShopper({ viewport: SMALL_LAPTOP });
  await addAndOpenCart(shopper, 'en');
  await enterAddress(shopper.page, 'en');
  const slots = shopper.page.getByRole('group', { name: 'Delivery slot' });
  const lastDay = slots.getByRole('button', { name: /\d/ }).last();
  await slots.getByRole('button', { name: 'Next' }).waitFor();
  expect(await isReachable(lastDay)).toBe(false);
  await slots.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => isReachable(lastDay)).toBe(true);
});
