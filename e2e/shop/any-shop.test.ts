/**
 * Tests every page of two shops: an empty one, and one with only an imported catalogue. The demo is in
 * every-page.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress, openLastDay } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper, sharedShopper } from '../testing/shopper.ts';
import { openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';
import { listTextCollisions } from '../testing/text-collisions.ts';

const PAGES = [
  '/',
  '/products',
  '/products?keyword=kaya',
  '/categories',
  '/shocking-deals',
  '/best-sellers',
  '/bundles',
  '/brands',
  '/signin',
  '/signup',
  '/forget-password',
  '/checkout',
  '/checkout/result',
  '/track-order',
  '/contact-us',
  '/logout',
];

/** Information pages that a shop may lack: without their text they respond with 404 and links. */
const TEXT_PAGES = ['/about-us', '/terms', '/privacy-policy', '/delivery-policy', '/return-policy', '/faq'];

/** Texts of the demo shop that no other shop may show. */
const DEMO_WORDS = /RM150|Jalan Contoh|700 outlets|Pedas|Registration no/;

const LONG_NAME = 'Grandmother’s hand-folded pandan coconut dumplings in banana leaf '.repeat(3).slice(0, 200).trim();

const CATALOGUE = `Handle,Title,Vendor,Product Category,Type,Variant Price,Variant Inventory Qty
long-name,${LONG_NAME},Kedai Nenek,One > Two > Three > Four > Five > Six,Six,99999.00,5
cheap,Toothpick,,One > Two > Three > Four > Five > Six,Six,0.05,5
`;

function importCatalogue(dataDir: string): void {
  const file = join(dataDir, 'catalogue.csv');
  writeFileSync(file, CATALOGUE);
  const importRun = spawnSync(process.execPath, ['server/import/commands/import-cli.ts', file], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, DEMO: '0' },
    encoding: 'utf8',
  });
  expect(importRun.status, importRun.stderr + importRun.stdout).toBe(0);
}

async function expectPage({ page, visit, settle }: Shopper, path: string, statuses: readonly number[]): Promise<void> {
  expect(statuses, path).toContain(await visit(path));
  await settle();
  expect(await page.locator('h1').count(), `${path}: headings`).toBe(1);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${path} at ${viewport.width} px: too wide`).toBe(0);
    expect(await listTextCollisions(page), `${path} at ${viewport.width} px`).toEqual([]);
  }
}

const withLang = (path: string, lang: 'en' | 'zh') =>
  lang === 'en' ? path : `${path}${path.includes('?') ? '&' : '?'}lang=zh`;

/** Fills an empty shop and keeps it open for the tests of the block; returns its address. */
function openShop(fill: (dataDir: string) => void): () => string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'));
  let store: ShopProcess;
  beforeAll(async () => {
    fill(dataDir);
    store = await openStore(dataDir, { DEMO: '0' });
  }, 120_000);
  afterAll(async () => {
    await store.stop();
    removeDataDir(dataDir);
  });
  return () => store.url;
}

function testPages(url: () => string, products: readonly string[] = []): void {
  const reader = sharedShopper(() => ({ url: url() }));

  test.each([...PAGES, ...products])('%s opens, fits and shows nothing of the demo', async (path) => {
    const shopper = await reader();
    for (const lang of ['en', 'zh'] as const) {
      await expectPage(shopper, withLang(path, lang), [200]);
      expect(await shopper.page.locator('body').textContent()).not.toMatch(DEMO_WORDS);
    }
    expectQuiet(shopper);
  });

  test.each(TEXT_PAGES)('%s shows its text or a way on', async (path) => {
    const shopper = await reader();
    for (const lang of ['en', 'zh'] as const) await expectPage(shopper, withLang(path, lang), [200, 404]);
  });
}

describe('an empty shop', () => {
  testPages(openShop(() => {}));
});

describe('a shop with an imported catalogue', () => {
  const url = openShop(importCatalogue);
  testPages(url, ['/products/view?slug=long-name', '/products/view?slug=cheap']);

  test('tips: [0.00] of a new shop: no step asks for one', async () => {
    const { page, ...shopper } = await newShopper({ url: url() });
    await addAndOpenCart({ page, ...shopper }, 'en', 'cheap');
    await enterAddress(page, 'en');
    await openLastDay(page, 'en');
    await page.getByLabel('Delivery instructions').waitFor();
    expect(await page.getByRole('group', { name: 'Tip for the driver' }).count()).toBe(0);

    // A tip that was chosen while the shop took some does not stop the checkout.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('checkout') ?? '');
      stored.data.state.checkoutData.tip = 200;
      localStorage.setItem('checkout', JSON.stringify(stored));
    });
    await page.reload();
    await chooseSlot(page, 'en');
    await confirmOrder(page, 'en');
  });

  test('shows names without Chinese in English, and every level of its aisles', async () => {
    const { page, visit } = await newShopper({ url: url(), lang: 'zh', viewport: DESKTOP });
    await visit('/products/view?slug=cheap');
    await page.locator('h1:lang(en)').getByText('Toothpick').waitFor();
    const crumbs = page.getByRole('navigation', { name: '当前位置' });
    await crumbs.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1 }).locator(':lang(en)', { hasText: 'Six' }).waitFor();
  });
});
