/**
 * An owner's way on PostgreSQL, by the commands of docs/own-shop.md: a folder, a large foreign catalogue, the first
 * orders, a new fee, its stores on a map, the day's files, undoing an import, and the move to another database.
 */

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lang } from '@shop/core/lang';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { chooseSlot, confirmOrder, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { openStore, type ShopProcess } from '../testing/store.ts';

const server = process.env.TEST_DATABASE_URL;
const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/own-shop.md'), 'utf8');

/** The commands of docs/own-shop.md, in its order. */
const commands = page
  .split('```')
  .filter((_, index) => index % 2 === 1)
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('npm '));

const DEPARTMENTS = ['Household', 'Personal Care', 'Pantry Goods', 'Pets'];
const AISLES = ['Everyday', 'Family', 'Travel', 'Festive', 'Value'];
const SHELVES = ['Toothpaste', 'Soap', 'Shampoo', 'Tissue', 'Cereal'];
const PRODUCTS = 2_000;

/** Builds a Shopify export of another shop: three-level categories, without pictures, Chinese names or our tags. */
function buildForeignExport(): string {
  const rows = Array.from({ length: PRODUCTS }, (_, index) => {
    const [department, aisle, shelf] = [DEPARTMENTS, AISLES, SHELVES].map((list) => list[index % list.length] ?? '');
    const brand = `Brand ${index % 37}`;
    return `item-${index},${brand} ${shelf} ${index},<p>Good.</p>,${brand},${department} > ${aisle} > ${shelf},${shelf},TRUE,SKU-${index},${(5 + (index % 50)).toFixed(2)},100,shopify,deny,200`;
  });
  return [
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Published,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker,Variant Inventory Policy,Variant Grams',
    ...rows,
    'colgate-total,Colgate Total Toothpaste 150 g,<p>Mint.</p>,Colgate,Personal Care > Mouth > Toothpaste,Toothpaste,TRUE,COLGATE-150,12.90,40,shopify,deny,180',
    '',
  ].join('\n');
}

const readFiles = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

function replaceIn(path: string, before: string, after: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

describe.skipIf(server === undefined)('a shop of one’s own', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'own-shop-'));
  const databases = ['one', 'other'].map((name) => `own_shop_${name}_${process.pid}`);
  const admin = new pg.Client(server);
  const databaseUrl = (name: string) => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href;
  const makeSettings = (which: 0 | 1) => ({
    DATABASE_URL: databaseUrl(databases[which] ?? ''),
    DATA_DIR: join(scratch, `data-${which}`),
    DEMO: '0',
  });
  let store: ShopProcess;

  beforeAll(async () => {
    await admin.connect();
    for (const name of databases) await admin.query(`create database ${name}`);
  });
  afterAll(async () => {
    await store?.stop();
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    rmSync(scratch, { recursive: true, force: true });
  });

  /** Runs a command of docs/own-shop.md with its files in the scratch folder; returns its standard output. */
  function run(command: string, { database = 0, status = 0 }: { database?: 0 | 1; status?: number } = {}): string {
    expect(commands, 'docs/own-shop.md').toContain(command);
    const [name = '', ...words] = command.replace('npm run ', '').split(' ');
    const files = words.map((word) => (/^my-shop$|\.csv$/.test(word) ? join(scratch, word) : word));
    const { stdout, stderr, ...ended } = spawnSync('npm', ['run', '--silent', name, ...files], {
      cwd: root,
      env: { ...process.env, ...makeSettings(database), NODE_ENV: '' },
      encoding: 'utf8',
    });
    expect(ended.status, `${command}\n${stdout}${stderr}`).toBe(status);
    return stdout;
  }

  const folder = (file: string) => join(scratch, 'my-shop', file);
  const newVisitor = (lang: Lang, viewport = PHONE) => newShopper({ url: store.url, lang, viewport });

  async function buy(shopper: Shopper, lang: Lang): Promise<void> {
    const words = WORDS[lang];
    await shopper.page.getByRole('button', { name: words.add }).first().click();
    await shopper.page.getByRole('button', { name: words.cart }).first().click();
    await enterAddress(shopper.page, lang, {
      email: `owner-${lang}@example.com`,
      phone: `012-345 67${lang === 'en' ? 1 : 2}9`,
    });
    await chooseSlot(shopper.page, lang);
    await shopper.page.getByRole('radio', { name: lang === 'en' ? /Cash on delivery/ : /货到付款/ }).check();
    await confirmOrder(shopper.page, lang);
    expectQuiet(shopper);
  }

  test('init, three lines, a large import: the shop opens with its own name and colour', async () => {
    run('npm run shop:init -- my-shop');
    replaceIn(folder('shop.yaml'), 'name: { en: Our shop, zh: 我们的商店 }', 'name: { en: Kedai Aman, zh: 安心杂货 }');
    replaceIn(folder('shop.yaml'), '  # name: Your Company Sdn. Bhd.', '  name: Aman Trading Sdn. Bhd.');
    replaceIn(folder('shop.yaml'), '# accent: "#1c7a3f"', 'accent: "#8f1a14"');
    expect(run('npm run shop:apply -- my-shop --dry-run')).toContain('Dry run, nothing was written');
    expect(run('npm run shop:apply -- my-shop')).toContain('"Our shop" → "Kedai Aman"');
    writeFileSync(join(scratch, 'products.csv'), buildForeignExport());
    expect(run('npm run catalog:import -- products.csv')).toContain(`${PRODUCTS + 1} products created`);
    expect(commands).toContain('npm start');
    store = await openStore(join(scratch, 'data-0'), makeSettings(0));

    const shopper = await newVisitor('en', DESKTOP);
    await shopper.visit('/');
    await shopper.page.getByRole('banner').getByRole('link', { name: 'Kedai Aman' }).first().waitFor();
    const colour = await shopper.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-action').trim(),
    );
    expect(colour).toBe('#8f1a14');
    expect(await shopper.page.locator('body').textContent()).not.toMatch(/Sekampit|RM150/);
    expectQuiet(shopper);
  });

  test('a guest finds a product through three levels of categories, sees its drawn pack and buys it in English', async () => {
    const shopper = await newVisitor('en', DESKTOP);
    await shopper.visit('/categories');
    const main = shopper.page.getByRole('main');
    await main
      .getByRole('region', { name: 'Personal Care' })
      .getByRole('link', { name: /^Mouth/ })
      .click();
    await shopper.page.getByRole('heading', { level: 1, name: 'Mouth' }).waitFor();
    await main
      .getByRole('link', { name: /^Toothpaste/ })
      .first()
      .click();
    await shopper.page.getByRole('heading', { level: 1, name: 'Toothpaste' }).waitFor();
    await shopper.page
      .getByRole('link', { name: /Colgate Total Toothpaste/ })
      .first()
      .click();
    await shopper.page.getByRole('heading', { level: 1, name: /Colgate Total/ }).waitFor();
    const picture = shopper.page.locator('main img').first();
    expect(await picture.getAttribute('src')).toMatch(/^\/media\/x.*\.svg$/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await buy(shopper, 'en');
  });

  test('a guest finds it by search and buys it in Chinese', async () => {
    const shopper = await newVisitor('zh');
    await shopper.visit('/');
    await shopper.page.getByRole('combobox', { name: '搜索商品' }).fill('colgate tooth paste');
    await shopper.page.keyboard.press('Enter');
    await shopper.page
      .getByRole('link', { name: /Colgate Total Toothpaste/ })
      .first()
      .click();
    await shopper.page.locator('h1:lang(en)').getByText('Colgate Total').waitFor();
    await buy(shopper, 'zh');
  });

  test('a new fee, a new text and a page of one’s own show in the open shop', async () => {
    const shopper = await newVisitor('en');
    replaceIn(folder('delivery.yaml'), 'peninsular: { fee: 8.00 }', 'peninsular: { fee: 6.50 }');
    replaceIn(folder('pages/en/about-us.md'), '- You choose the', '- We open on Deepavali.\n- You choose the');
    const halal = { en: ['Halal goods', 'We sell halal goods.'], zh: ['清真商品', '本店出售清真商品。'] };
    for (const [lang, [title, text]] of Object.entries(halal)) {
      writeFileSync(
        folder(`pages/${lang}/halal.md`),
        `---\ntitle: ${title}\ndescription: ${text}\n---\n\n## ${title}\n\n${text}\n`,
      );
    }
    // A title whose one word is wider than its column of the footer.
    writeFileSync(
      folder('pages/en/union.md'),
      '---\ntitle: Kedaikerjasamaserbagunapertamakampungbaru\n---\n\n## Union\n',
    );
    expect(run('npm run shop:apply -- my-shop')).toContain('RM8.00 → RM6.50');
    const read = (path: string) => fetch(`${store.url}${path}`, { redirect: 'manual' });
    const readAbout = async () => (await read('/about-us')).text();
    await expect.poll(readAbout).toMatch(/We open on Deepavali\.[\s\S]*Halal goods/);
    await shopper.visit('/about-us');
    await shopper.page.getByText('We open on Deepavali.').waitFor();
    const footer = shopper.page.getByRole('contentinfo');
    const about = footer.locator('summary', { hasText: 'About' });
    const link = footer.getByRole('link', { name: 'Halal goods' });
    await about.click();
    await link.click();
    await shopper.page.getByRole('heading', { level: 1, name: 'Halal goods' }).waitFor();
    await shopper.page.locator('section').getByText('We sell halal goods.').waitFor();
    await expect.poll(() => shopper.page.title()).toContain('Halal goods');
    expect(await findings(shopper.page)).toEqual([]);
    const union = footer.getByRole('link', { name: /^Kedaikerjasama/ });
    if (!(await union.isVisible())) await about.click();
    await union.waitFor();
    expect(await shopper.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expectQuiet(shopper);
    expect(await (await read('/pages/halal?lang=zh')).text()).toMatch(
      /<h1[^>]*>清真商品<[\s\S]*<p>本店出售清真商品。</,
    );
    expect([(await read('/pages/kosher')).status, (await read('/pages/terms')).headers.get('location')]).toEqual([
      404,
      '/terms',
    ]);
    expect(await (await read('/sitemaps/pages.xml')).text()).toContain('/pages/halal<');
    await shopper.visit('/delivery-policy');
    await shopper.page.getByText('RM6.50').first().waitFor();
  });

  test('the stores’ map shows the tiles of the server that the shop names, and pictures of no other', async () => {
    const tilePaths: string[] = [];
    const tiles = createServer((request, response) => {
      tilePaths.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>');
    });
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
    try {
      const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
      appendFileSync(folder('shop.yaml'), `map: { tiles: "${origin}/{z}/{x}/{y}.svg", attribution: © Street Maps }\n`);
      appendFileSync(
        folder('outlets.csv'),
        'A1,Kedai Aman Shah Alam,安心杂货 莎阿南,"12, Jalan Plumbum",40000,Selangor,3.0733,101.5185,60355100000,Sun-Sat 08:00-22:00,,,,,\n',
      );
      run('npm run shop:apply -- my-shop');
      const shopper = await newVisitor('en', DESKTOP);
      const { page: storesPage } = shopper;
      await expect
        .poll(async () => (await fetch(`${store.url}/stores`)).headers.get('content-security-policy'))
        .toMatch(new RegExp(`img-src 'self' data: ${origin};`));
      await shopper.visit('/stores');
      await storesPage.getByRole('link', { name: 'Kedai Aman Shah Alam', exact: true }).first().waitFor();
      await storesPage.getByRole('button', { name: en['stores.map_open'] }).click();
      await expect.poll(() => storesPage.locator('img.leaflet-tile-loaded').count()).toBeGreaterThan(0);
      expect(tilePaths[0]).toMatch(/^\/\d+\/\d+\/\d+\.svg$/);
      await storesPage.getByText('© Street Maps').waitFor();
      expect(await findings(storesPage)).toEqual([]);
      expectQuiet(shopper);
    } finally {
      tiles.closeAllConnections();
      tiles.close();
    }
  });

  test('loads the day’s stock and prices, and undoes an import', async () => {
    writeFileSync(join(scratch, 'stock.csv'), 'SKU,Quantity\nCOLGATE-150,0\nSKU-1,7\n');
    writeFileSync(join(scratch, 'prices.csv'), 'SKU,Price\nSKU-1,3.30\n');
    run('npm run catalog:stock -- stock.csv');
    run('npm run catalog:prices -- prices.csv');
    const read = async (slug: string) => {
      const response = await fetch(`${store.url}/api/products/${slug}`);
      return { status: response.status, body: await response.json() };
    };
    await expect.poll(async () => (await read('item-1')).body).toMatchObject({ price: '3.30', quantity: 7 });
    expect((await read('colgate-total')).body).toMatchObject({ out_of_stock: true });

    writeFileSync(
      join(scratch, 'products.csv'),
      'Handle,Title,Variant Price\nitem-2,Wrong name,1.00\nnew-one,New,2.00\n',
    );
    run('npm run catalog:import -- products.csv');
    await expect.poll(async () => (await read('item-2')).body.name).toBe('Wrong name');
    run('npm run catalog:undo');
    await expect.poll(async () => (await read('item-2')).body.name).toMatch(/^Brand/);
    expect((await read('new-one')).status).toBe(404);
    expect((await read('colgate-total')).status).toBe(200);
  });

  test('the shop moves: its export applied to an empty database is the same shop', async () => {
    rmSync(join(scratch, 'my-shop'), { recursive: true });
    run('npm run shop:export -- my-shop');
    run('npm run catalog:export -- products.csv');
    const before = readFiles(join(scratch, 'my-shop'));
    const products = readFileSync(join(scratch, 'products.csv'), 'utf8');
    run('npm run shop:apply -- my-shop', { database: 1 });
    run('npm run catalog:import -- products.csv', { database: 1 });
    rmSync(join(scratch, 'my-shop'), { recursive: true });
    rmSync(join(scratch, 'products.csv'));
    run('npm run shop:export -- my-shop', { database: 1 });
    run('npm run catalog:export -- products.csv', { database: 1 });
    expect(readFiles(join(scratch, 'my-shop'))).toEqual(before);
    expect(readFileSync(join(scratch, 'products.csv'), 'utf8')).toBe(products);
  });
});
