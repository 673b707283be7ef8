/** `npm run dev` shows a page or a banner as saved (docs/own-shop.md#banners). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';

const DEMO_FOLDER = join(import.meta.dirname, '../../demo/shop');

/** Opens a copy of the demo's shop as `npm run dev` does. */
async function openInDevelopment(env: Record<string, string>): Promise<ShopProcess> {
  const store = await openStore(copySeededDataDir(inject('seededDataDir')), { DEMO: '1', ...env }, ['--dev']);
  onTestFinished(async () => {
    await store.stop();
    removeDataDir(store.dataDir);
  });
  return store;
}

/** Waits until saved files are noticed, which is after the shop has opened. */
const waitForWatcher = (store: ShopProcess, folder: string) =>
  expect.poll(() => store.printed()).toContain(`Saving a file of ${folder} applies it`);

function replaceIn(path: string, before: string, after: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

test('a saved page and a saved banner reach the open shop, and a wrong one is named and changes nothing', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'saved-files-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const folder = join(scratch, 'my-shop');
  cpSync(DEMO_FOLDER, folder, { recursive: true });
  const store = await openInDevelopment({ SHOP: folder });
  await waitForWatcher(store, folder);
  const read = async (path: string) => (await fetch(store.url + path)).text();
  const page = join(folder, 'pages/en/about-us.md');

  expect(await read('/about-us')).not.toContain('We open on Deepavali.');
  replaceIn(page, '\n## ', '\n## Deepavali {#deepavali}\n\nWe open on Deepavali.\n\n## ');
  await expect.poll(() => read('/about-us')).toContain('We open on Deepavali.');

  replaceIn(join(folder, 'banners/banners.yaml'), 'place: home_tile', 'place: nowhere');
  await expect.poll(() => store.printed()).toMatch(/nothing was changed\n.*banners\.yaml:\d+: /);
  expect(await read('/about-us')).toContain('We open on Deepavali.');

  replaceIn(join(folder, 'banners/banners.yaml'), 'place: nowhere', 'place: home_tile');
  replaceIn(join(folder, 'banners/banners.yaml'), 'en: Stock up for Friday night', 'en: Stock up for Saturday');
  await expect.poll(() => read('/')).toContain('Stock up for Saturday');
});

test('the demo applies its own folder', async () => {
  const store = await openInDevelopment({});
  await waitForWatcher(store, DEMO_FOLDER);
});
