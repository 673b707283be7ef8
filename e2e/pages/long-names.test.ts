/** Names of 200 characters and extreme prices fit every width, in lists, on product pages and in the cart. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectQuiet, newShopper } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

/** The first has spaces, the second is one word. */
const NAMES = [
  `Longname ${'very long grocery name '.repeat(9)}`.slice(0, 200).trim().padEnd(200, 'e'),
  'Longword'.repeat(25),
];
const PRICES = ['0.05', '99999.00'];
const SHOWN_PAGES = ['RM0.05', 'RM99,999.00'];

const CSV = [
  'Handle,Title,Vendor,Type,Published,Variant SKU,Variant Price,Variant Inventory Qty,Status',
  ...NAMES.map(
    (name, index) =>
      `long-${index},${name},Longest Brand Name of All,Instant noodles,TRUE,LONG-${index},${PRICES[index]},50,active`,
  ),
].join('\n');

let dataDir = '';
let store: Awaited<ReturnType<typeof openStore>>;

beforeAll(async () => {
  dataDir = copySeededDataDir(inject('seededDataDir'));
  const folder = mkdtempSync(join(tmpdir(), 'long-names-'));
  const file = join(folder, 'products.csv');
  writeFileSync(file, CSV);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/import/commands/import-cli.ts', file], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(status, stdout + stderr).toBe(0);
  store = await openStore(dataDir);
});
afterAll(async () => {
  await store.stop();
  removeDataDir(dataDir);
});

/** Measures by how many pixels the page, and each text, is wider than its box. */
const listOverflows = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const texts = [
      ...document.querySelectorAll('main :is(h1, h3, li, bdi), [role=dialog] :is(a, p, bdi, span)'),
    ].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isVisible = width > 0 && getComputedStyle(element).visibility === 'visible';
      return isVisible && element.closest('.rail') === null && (left < -1 || right > root.clientWidth + 1);
    });
    return { page: root.scrollWidth - root.clientWidth, texts: texts.map((element) => element.textContent) };
  });

test.each(['en', 'zh'] as const)('list, product page and cart, in %s', async (lang) => {
  const shopper = await newShopper({ lang, url: store.url });
  const { page } = shopper;
  for (const path of ['/products?keyword=longest', '/products/view?slug=long-0', '/products/view?slug=long-1']) {
    await shopper.visit(path);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await listOverflows(page), `${path} at ${width} px`).toEqual({ page: 0, texts: [] });
    }
  }
  // A single picture has no thumbnails and takes their column too.
  const picture = await page.locator('main img').first().boundingBox();
  expect(picture?.width).toBeGreaterThan(400);

  for (const [index, price] of SHOWN_PAGES.entries()) {
    await shopper.visit(`/products/view?slug=long-${index}`);
    await page.getByText(price, { exact: true }).first().waitFor();
    await page
      .getByRole('button', { name: lang === 'en' ? /^Add ·/ : /^加入购物车/ })
      .first()
      .click();
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page
    .getByRole('button', { name: lang === 'en' ? /^Cart/ : /^购物车/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('RM99,999.00').first().waitFor();
  expect(await listOverflows(page)).toEqual({ page: 0, texts: [] });
  expectQuiet(shopper);
});
