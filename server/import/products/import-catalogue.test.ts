import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testServer } from '../../testing/test-server.ts';
import { fetchPictures, isPrivateAddress } from '../pictures/fetch-pictures.ts';
import type { ImportOptions } from './import-run.ts';

const { api, db } = await testServer();
const { folder, write } = makeCatalogueFolder();

const fixture = (name: string) => join(import.meta.dirname, '..', 'fixtures', name);
const HEADER = 'Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price';

/** Writes a file with a header. */
const writeFile = (lines: readonly string[], header = HEADER) => write(header, ...lines);

const run = (path: string, more?: Partial<ImportOptions>) => importFile(db, path, more);

let looks = 0;
const readProduct = async (slug: string, lang = 'en') =>
  (await api('GET', `/products/${slug}?lang=${lang}&_=${looks++}`)).body;
const countRows = async (table: string) => Number((await db.raw(`select count(*) from ${table}`)).rows[0]?.count);

test('a real export goes in and is for sale: variants, sale, stock, brand, aisle, search, a drawn placeholder', async () => {
  const { report, problems } = await run(fixture('shopify-export.csv'));
  expect(problems).toEqual([]);
  expect(report).toMatchObject({ created: 6, updated: 0, unchanged: 0, skipped: 0, rows_refused: 0, is_applied: true });
  expect(report.ignored_columns).toContain('Variant Requires Shipping');
  expect(await readProduct('penang-nutmeg-drink')).toMatchObject({
    name: 'Penang Nutmeg Drink',
    price: '9.90',
    sale_price: '7.90',
    quantity: 48,
    brand: { name: 'Pulau Press', slug: 'pulau-press' },
    breadcrumbs: [{ slug: 'drinks' }, { slug: 'soft-drinks-juice' }],
    stage: 'drink',
    description: '<p>Pressed from <strong>Balik Pulau</strong> nutmeg.</p>\n<p>Serve over ice, "kaw" or light.</p>',
    tags: [{ slug: 'segar' }, { slug: 'nutmeg' }, { slug: 'penang' }],
  });
  const coffee = await readProduct('ipoh-white-coffee-stick');
  expect(coffee).toMatchObject({ type: 'variable', price: '13.50', quantity: 32 });
  expect(
    coffee.variation_options.map((option: { title: string; price: string; sale_price: string }) => [
      option.title,
      option.price,
      option.sale_price,
    ]),
  ).toEqual([
    ['10 sticks / Classic', '13.50', null],
    ['10 sticks / Hazelnut', '14.50', null],
    ['30 sticks / Classic', '40.50', '36.00'],
  ]);
  expect(coffee.description).not.toContain('script');
  expect((await readProduct('sarawak-black-pepper')).breadcrumbs.map((each: { name: string }) => each.name)).toEqual([
    'More goods',
    'Spices',
  ]);
  expect(await readProduct('柚子茶')).toMatchObject({
    out_of_stock: false,
    inventory: { is_continuous_selling: true },
  });
  expect((await api('GET', '/products/kek-lapis-legacy')).status).toBe(410);
  expect((await api('GET', '/products/mooncake-preview')).status).toBe(404);
  expect((await api('GET', '/products-search?keyword=nutmeg')).body.data[0].slug).toBe('penang-nutmeg-drink');
  expect((await api('GET', '/products?category_slugs=spices')).body.total).toBe(1);
});

test('an imported aisle shows the pack of its best-selling product, and the aisle above it another one', async () => {
  const rows = ['white,White Pepper', 'black,Black Pepper', 'green,Green Pepper'].map(
    (row) => `${row},Lada,Dry goods > Pepper,9.90`,
  );
  await run(writeFile(rows, 'Handle,Title,Vendor,Product Category,Variant Price'));
  const { data } = (await api('GET', '/categories?limit=280')).body;
  const findPicture = (name: string) => data.find((each: { name: string }) => each.name === name).image.original;
  const readPack = async (slug: string) => (await readProduct(slug)).image.original;
  const packs = await Promise.all(['white', 'black', 'green'].map(readPack));
  expect(packs).toContain(findPicture('Pepper'));
  expect(packs).toContain(findPicture('Dry goods'));
  expect(findPicture('Dry goods')).not.toBe(findPicture('Pepper'));
});

test('running it twice changes nothing', async () => {
  for (const name of ['shopify-export.csv', 'our-columns.csv', 'bad-rows.csv']) {
    await run(fixture(name));
    const before = await Promise.all(
      ['catalog_changes', 'products', 'sales', 'inventory', 'categories'].map(countRows),
    );
    const { report, changes } = await run(fixture(name));
    expect(changes).toEqual([]);
    expect([report.created, report.updated]).toEqual([0, 0]);
    expect(
      await Promise.all(['catalog_changes', 'products', 'sales', 'inventory', 'categories'].map(countRows)),
    ).toEqual(before);
  }
  expect(await countRows('import_drafts')).toBe(0);
});

test('our own columns: Chinese, size, dietary, limits, stock kept in reserve, bulky, tiers', async () => {
  await run(fixture('our-columns.csv'));
  expect(await readProduct('dried-longan', 'zh')).toMatchObject({
    name: '龙眼干',
    text_lang: 'zh',
    variant: '250 g',
    description: '<p>煲汤用。</p>',
    unit_price: { price: '3.96', per: '100 g', amount: 2.5 },
    // Vegan implies vegetarian and dairy-free (docs/readings.md#48).
    dietary: [{ slug: 'vegetarian' }, { slug: 'vegan' }, { slug: 'gluten-free' }, { slug: 'dairy-free' }],
    min_sale_qty: 2,
    max_sale_qty: 20,
    inventory: { quantity: 60, min_qty: 5 },
    tier_prices: [
      { qty: 3, tier_price: '9.30' },
      { qty: 6, tier_price: '8.90' },
    ],
  });
  expect(await readProduct('mineral-water-carton', 'zh')).toMatchObject({
    bulky: true,
    price: '1.50',
    variation_options: [
      { title: '单瓶', tier_prices: [{ qty: 6, tier_price: '1.35' }] },
      { title: '一箱24瓶', price: '36.00', sale_price: '32.00', tier_prices: [] },
    ],
  });
});

test('"every bad row reported with its line number and reason while good rows still land"', async () => {
  const { report, problems } = await run(fixture('bad-rows.csv'));
  expect(problems.map(({ line }) => line).sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 9, 10, 11, 13, 14]);
  expect(report).toMatchObject({ skipped: 8, rows_refused: 10, is_applied: true });
  expect(await readProduct('good-two')).toMatchObject({ price: '4.50' });
  expect((await readProduct('half-good')).variation_options).toHaveLength(1);
});

test('"or none with --all-or-nothing": one bad row, whenever it is found, and nothing lands', async () => {
  const lines = (sku: string) => ['none-1,None One,NONE-1,5,1.00', `none-2,None Two,${sku},5,1.00`];
  for (const bad of [['none-2,None Two,X,5,cheap'], lines('tok-lada-belacan').slice(1)]) {
    const takenSku = (await db.raw('select sku from products where sku is not null order by id limit 1')).rows[0]?.sku;
    const path = writeFile([
      'none-1,None One,NONE-1,5,1.00',
      ...bad.map((line) => line.replace('tok-lada-belacan', String(takenSku))),
    ]);
    const { report, problems } = await run(path, { allOrNothing: true });
    expect(report).toMatchObject({ is_applied: false, rows_refused: 1 });
    expect(problems[0]?.line).toBe(3);
    expect((await api('GET', '/products/none-1')).status).toBe(404);
  }
  const good = await run(writeFile(lines('NONE-2')), { allOrNothing: true });
  expect(good.report).toMatchObject({ created: 2, is_applied: true });
});

test('a dry run says what would change and changes nothing', async () => {
  await run(writeFile(['dry-1,Dry One,DRY-1,5,1.00']));
  const before = await Promise.all(['catalog_changes', 'products', 'brands', 'import_drafts'].map(countRows));
  const { report, changes } = await run(
    writeFile(['dry-1,Dry One,DRY-1,7,1.20,New Vendor', 'dry-2,Dry Two,,1,2.00,New Vendor'], `${HEADER},Vendor`),
    { dryRun: true },
  );
  expect(changes[1]).toBe('created dry-2');
  expect(changes[0]?.split(' ').sort()).toEqual(['brand_id', 'dry-1', 'price', 'stock', 'updated']);
  expect(report).toMatchObject({ created: 1, updated: 1 });
  expect(await Promise.all(['catalog_changes', 'products', 'brands', 'import_drafts'].map(countRows))).toEqual(before);
});

test('fields without a column in the file are unchanged; options missing from it are no longer sold', async () => {
  const options = `${HEADER},Option1 Name,Option1 Value,Chinese Title`;
  await run(writeFile(['keep,Keep,K-S,5,1.00,Size,S,留', 'keep,,K-L,5,2.00,,L,'], options));
  await run(writeFile(['keep,Keep,K-L,9,2.50,Size,L'], `${HEADER},Option1 Name,Option1 Value`));
  const product = await readProduct('keep', 'zh');
  expect(product).toMatchObject({ name: '留', price: '2.50', quantity: 9 });
  expect(product.variation_options).toHaveLength(1);
  await run(writeFile(['keep,Keep,1.00'], 'Handle,Title,Variant Price'));
  expect(await readProduct('keep')).toMatchObject({ type: 'simple', price: '1.00', variation_options: [] });
});

test('SKUs that belong elsewhere are refused', async () => {
  await run(writeFile(['owner,Owner,OWNED-1,5,1.00']));
  const { problems } = await run(
    writeFile(['thief,Thief,OWNED-1,5,1.00', 'twin-a,A,TWIN-1,1,1.00', 'twin-b,B,TWIN-1,1,1.00']),
  );
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'repeats the SKU "TWIN-1"'],
    [2, 'SKU "OWNED-1" belongs to "owner"'],
  ]);
});

test('a bundle of the shop is not changed by a file', async () => {
  const { problems } = await run(writeFile(['laksa-kit,Hijacked,,5,0.10']));
  expect(problems[0]?.reason).toContain('bundle');
});

test('files that are not UTF-8, not CSV or not a product list are refused in one line', async () => {
  const wrong: [string, RegExp][] = [
    // 「咖啡」 in GBK.
    [write(Buffer.from([...Buffer.from(`${HEADER}\na,`), 0xbf, 0xa7, 0xb7, 0xc8, 0x0a])), /not UTF-8 \(line 2/],
    [write(Buffer.from(`${HEADER}\n`, 'utf16le')), /no column|not UTF-8/],
    [writeFile(['x'], 'Name;Price'), /no column "Handle"/],
    [write(Buffer.alloc(0)), /empty/],
    [join(folder, 'missing.csv'), /There is no file/],
  ];
  for (const [path, message] of wrong) await expect(run(path)).rejects.toThrow(message);
  const result = await run(writeFile(['ok,Fine,,1,1.00', `open,"never closed,,1,1.00\n${'x'.repeat(1000)}`]));
  expect(result.report.created).toBe(1);
  expect(result.problems.length).toBe(1);
});

test('a quote that is not closed is reported at the line where it opened', async () => {
  const rows = ['fine,"Two\nlines",,1,1.00', 'open,"never closed,,1,1.00', 'next,Next,,1,1.00'];
  const listProblems = async (more: string[]) =>
    (await run(writeFile([...rows, ...more]))).problems.map(({ line, reason }) => [line, reason]);
  const expected = [[4, 'is not readable as CSV: the quote that opens here is not closed']];
  expect(await listProblems([])).toEqual(expected);
  expect(await listProblems(['last,"Quoted",,1,1.00'])).toEqual(expected);
});

test('5,000 rows stream through in bounded memory and short batches', async () => {
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `bulk-${index},Bulk Number ${index},BULK-${index},${index % 90},${(index % 50) + 1}.50`,
  );
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let peak = 0;
  const { report } = await run(writeFile(lines), {
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    },
  });
  expect(report).toMatchObject({ created: 5000, rows_refused: 0 });
  expect(peak - before).toBeLessThan(150_000_000);
  expect((await api('GET', '/products?search=name:bulk number 49&limit=1')).body.total).toBeGreaterThan(100);
}, 120_000);

test('pictures come only from named hosts, never from a private network, and are checked', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
  ]) {
    expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  }
  expect(['23.227.38.33', '2606:4700::1'].map(isPrivateAddress)).toEqual([false, false]);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.url === '/good.png') return response.end(picture);
    if (request.url === '/moved.png') return response.writeHead(302, { location: '/good.png' }).end();
    if (request.url === '/large.png') return response.end(Buffer.alloc(6_000_000));
    return response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const failures: string[] = [];
  const get = (host: string, paths: string[], hosts: string[], isTest = true) =>
    fetchPictures(
      {
        dir: folder,
        hosts: new Set(hosts),
        ...(isTest && {
          lookupHost: (_, options, done) =>
            options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
        }),
      },
      db,
      paths.map((path) => `http://${host}:${port}${path}`),
      (_, reason) => failures.push(reason),
    );
  const hashes = await get(
    'pictures.example',
    ['/good.png', '/moved.png', '/large.png', '/drawn.svg'],
    ['pictures.example'],
  );
  expect([...hashes.values()]).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/)]);
  expect(failures.sort()).toEqual([
    'is larger than 5 MB',
    'is not accepted (upload.unsupported)',
    'returned status 302',
  ]);
  failures.length = 0;
  await get('elsewhere.example', ['/good.png'], ['pictures.example']);
  await get('127.0.0.1', ['/good.png'], ['127.0.0.1']);
  await get('localhost', ['/good.png'], ['localhost'], false);
  expect(failures).toEqual([
    'is on elsewhere.example, which --image-hosts does not name',
    'is in a private network',
    'is in a private network',
  ]);
  server.close();
  const path = writeFile([`pictured,Pictured,,1,1.00,http://pictures.example:${port}/good.png`], `${HEADER},Image Src`);
  await run(path, {
    fetchPictures: async () => new Map([[`http://pictures.example:${port}/good.png`, [...hashes.values()][0] ?? '']]),
  });
  expect((await readProduct('pictured')).image.original).toContain([...hashes.values()][0]);
  await run(path);
  expect((await readProduct('pictured')).image.original).toContain([...hashes.values()][0]);
});

test('a file of status alone makes no aisle, and no product leaves its own', async () => {
  await run(
    writeFile(
      ['status-alone,Status alone,STATUS-1,5,9.90'].map((line) => `${line},Drinks`),
      `${HEADER},Type`,
    ),
  );
  await db.raw(`update categories set slug = 'renamed' where slug = 'imported'`);
  const before = await countRows('categories');
  const breadcrumbs = (await readProduct('status-alone')).breadcrumbs;
  const { report, problems } = await run(
    write('Handle,Title,Variant Price,Status', 'status-alone,Status alone,9.90,archived'),
  );
  expect([problems, report.updated, report.new_categories]).toEqual([[], 1, []]);
  expect(await countRows('categories')).toBe(before);
  await run(write('Handle,Title,Variant Price,Status', 'status-alone,Status alone,9.90,active'));
  expect((await readProduct('status-alone')).breadcrumbs).toEqual(breadcrumbs);
  await db.raw(`update categories set slug = 'imported' where slug = 'renamed'`);
});
