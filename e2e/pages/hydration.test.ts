/** A page of the browser's cache keeps its HTML while it hydrates, although what it shows is refetched meanwhile. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newShopper, PHONE, setClockAhead } from '../testing/shopper.ts';

/** Longer than the catalogue's data stays fresh (docs/spec.md §9). */
const PAGE_AGE_MS = 5 * 60_000;

const PRODUCT = '/products/view?slug=nyonya-pot-pandan-kaya';

const PATHS = [
  '/',
  '/products',
  PRODUCT,
  '/categories',
  '/shocking-deals',
  '/best-sellers',
  '/bundles',
  '/brands',
  '/stores',
  '/faq',
];

/** Records in the page which of the elements of `<main>` are removed until every part is hydrated. */
function recordRemovals(): void {
  const removals: string[] = [];
  Object.assign(globalThis, { removals });
  new MutationObserver((mutations) => {
    if (document.documentElement.hasAttribute('data-ready')) return;
    for (const { target, removedNodes } of mutations) {
      if (!(target instanceof Element) || target.closest('main') === null) continue;
      for (const node of removedNodes) if (node instanceof Element) removals.push(node.outerHTML.slice(0, 200));
    }
  }).observe(document, { childList: true, subtree: true });
}

const readRemovals = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'removals') as string[]);

test('a product page keeps its HTML while it hydrates, with more of the product in the cart than the page offers', async () => {
  const { context, page, visit } = await newShopper({ viewport: PHONE });
  await visit(PRODUCT);
  await page.getByRole('button', { name: /^One more of/ }).click();
  await page.getByRole('button', { name: /^Add · / }).click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Cart, 2 items/ })
    .waitFor();
  await context.addInitScript(recordRemovals);
  await visit(PRODUCT);
  expect(await readRemovals(page)).toEqual([]);
});

test.each(PATHS)('%s, opened again by Back, keeps its HTML while it hydrates', async (path) => {
  const shopper = await newShopper({ viewport: PHONE });
  const { context, page, visit } = shopper;
  await visit(path);
  await page.goto('/robots.txt');
  await setClockAhead(shopper, PAGE_AGE_MS);
  await context.addInitScript(recordRemovals);
  await page.goBack();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  // Otherwise nothing would be refetched.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())).toHaveProperty(
    'transferSize',
    0,
  );
  expect(await readRemovals(page)).toEqual([]);
});
