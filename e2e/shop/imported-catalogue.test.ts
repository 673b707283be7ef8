/** A shop's own catalogue: a Shopify export is imported and for sale (docs/import.md). */
import { spawnSync } from 'node:child_process';
import { expect, inject, test } from 'vitest';
import { DESKTOP, expectQuiet, newShopper } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

test('finds an imported Shopify product, draws its picture and adds it to the cart', async () => {
  const dataDir = copySeededDataDir(inject('seededDataDir'));
  const importRun = spawnSync(
    process.execPath,
    ['server/import/commands/import-cli.ts', 'server/import/fixtures/shopify-export.csv'],
    {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  );
  expect(importRun.stderr + importRun.stdout).not.toContain('Error');

  const store = await openStore(dataDir);
  const shopper = await newShopper({ viewport: DESKTOP, url: store.url });
  const { page } = shopper;
  await shopper.visit('/products?keyword=nutmeg');
  await page
    .getByRole('link', { name: /Penang Nutmeg Drink/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Penang Nutmeg Drink' }).waitFor();
  // Variant Price 7.90 against Compare At Price 9.90, both as shown.
  await page.locator('main').getByText('RM9.90').first().waitFor();
  const picture = page.locator('main img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Add · RM7.90' }).click();
  await page
    .getByRole('button', { name: /^Cart, 1 item, RM7\.90/ })
    .first()
    .waitFor();
  expectQuiet(shopper);
  await store.stop();
  removeDataDir(dataDir);
});
