/** The import at depth: bundles, collections, sales, publication, and files as other tools write them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishDueProducts } from '../../catalog/sales/sale-clock.ts';
import { imageHash } from '../../media/image-hash.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testServer } from '../../testing/test-server.ts';
import { openReport } from '../commands/report.ts';
import { formatPictureAddress } from '../pictures/picture-address.ts';
import type { ImportOptions } from './import-run.ts';

const { api, db } = await testServer();
const { folder, write: writeFile } = makeCatalogueFolder();
const run = (path: string, more?: Partial<ImportOptions>) => importFile(db, path, more);

const getProduct = (slug: string) => api('GET', `/products/${slug}`);
const readProduct = async (slug: string) => (await getProduct(slug)).body;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const BUNDLE = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Bundle Items';

test('"bundles by handle list": parts may come later in the file; an unknown one is a bad row', async () => {
  const lines = [
    'tea-time,Tea Time,,,,,9.90,tea-bag:2; biscuit/BIS-L',
    'lost,Lost,,,,,1.00,nowhere:1',
    'vague,Vague,,,,,1.00,biscuit:1',
    'nested,Nested,,,,,1.00,tea-time:1',
    'self,Self,,,,,1.00,self:1',
    'tea-bag,Tea Bag,,,TEA-1,10,3.00,',
    'biscuit,Biscuit,Size,S,BIS-S,10,2.00,',
    'biscuit,,,L,BIS-L,3,5.00,',
  ];
  for (const dryRun of [true, false]) {
    const { report, problems } = await run(writeFile(BUNDLE, ...lines), { dryRun });
    expect(report).toMatchObject({ created: 3, skipped: 4 });
    expect(problems.map(({ line, column }) => [line, column]).sort()).toEqual([
      [3, 'Bundle Items'],
      [4, 'Bundle Items'],
      [5, 'Bundle Items'],
      [6, 'Bundle Items'],
    ]);
  }
  expect(await readProduct('tea-time')).toMatchObject({ is_bundle: true, price: '9.90', quantity: 3 });
  // The stock of a part limits the bundle's.
  await run(writeFile(BUNDLE, 'tea-bag,Tea Bag,,,TEA-1,3,3.00,'));
  await expect.poll(async () => (await readProduct('tea-time')).quantity).toBe(1);
  expect((await run(writeFile(BUNDLE, ...lines.slice(0, 1)))).report).toMatchObject({ unchanged: 1 });
  // A product with orders of its own cannot turn into a bundle.
  expect((await run(writeFile(BUNDLE, 'tea-bag,Tea Bag,,,,,3.00,biscuit/BIS-S'))).problems[0]?.reason).toContain(
    'by itself',
  );
});

test('a file that ends what a bundle names says so, unless it changes the bundle too', async () => {
  const tin = (size: string) => `tin,Tin,Size,${size},TIN-${size},10,2.00,`;
  const [box, hamper] = ['box,Box,,,BOX,10,3.00,', 'hamper,Hamper,,,,,9.90,box:2; tin/TIN-L'];
  await run(writeFile(BUNDLE, tin('S'), 'tin,,,L,TIN-L,3,5.00,', box, hamper));

  const warning = {
    line: 2,
    handle: 'tin',
    reason: 'no longer has the option "L", which the bundle "hamper" names: please change its Bundle Items',
    isWarning: true,
  };
  for (const how of [{ dryRun: true }, { allOrNothing: true }]) {
    const { report, problems } = await run(writeFile(BUNDLE, tin('S')), how);
    expect(problems).toEqual([warning]);
    expect(report).toMatchObject({ updated: 1, warnings: 1, rows_refused: 0 });
  }
  for (const dryRun of [true, false]) {
    const { problems } = await run(writeFile(BUNDLE, tin('S'), hamper), { dryRun });
    expect(problems.map(({ line, column }) => [line, column])).toEqual([[3, 'Bundle Items']]);
  }

  const options = await run(writeFile(BUNDLE, 'box,Box,Size,S,BOX-S,10,3.00,'));
  expect(options.problems).toMatchObject([
    { reason: 'has options now, of which the bundle "hamper" names none: please change its Bundle Items' },
  ]);
  expect(options.report.warnings).toBe(1);

  await run(writeFile(BUNDLE, tin('S'), 'tin,,,L,TIN-L,3,5.00,', 'hamper,Hamper,,,,,9.90,tin/TIN-L'));
  const both = await run(writeFile(BUNDLE, tin('S'), 'hamper,Hamper,,,,,9.90,tin/TIN-S'));
  expect([both.problems, both.report.updated]).toEqual([[], 2]);
});

test('collections: hand-picked ones are made or joined, at a position; those of a rule refuse', async () => {
  const header = 'Handle,Title,Variant Price,Collections';
  const { problems } = await run(
    writeFile(
      header,
      'pick-1,Pick One,1.00,Raya picks:5',
      'pick-2,Pick Two,1.00,raya_picks:2',
      'pick-3,Pick Three,1.00,RAYA PICKS',
      'pick-4,Pick Four,1.00,best_seller',
    ),
  );
  expect(problems.map(({ line, column }) => [line, column])).toEqual([[5, 'Collections']]);
  const listPlaces = async () =>
    (
      await db.raw(
        `select p.slug, c.position from collection_items c join products p on p.id = c.product_id
         where c.collection_key = 'raya_picks' order by c.position`,
      )
    ).rows.map((row) => [row.slug, row.position]);
  expect(await listPlaces()).toEqual([
    ['pick-2', 2],
    ['pick-1', 5],
    ['pick-3', 6],
  ]);
  await run(writeFile(header, 'pick-1,Pick One,1.00,', 'pick-3,Pick Three,1.00,raya_picks'));
  expect(await listPlaces()).toEqual([
    ['pick-2', 2],
    ['pick-3', 6],
  ]);
});

test('sale windows per variant, several at once, deals among them; compare-at keeps its meaning', async () => {
  const header =
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Sale Price,Sale Starts At,Sale Ends At,Deal';
  const { problems } = await run(
    writeFile(
      header,
      `sale-now,Sale Now,,,10.00,,7.50; 6.00,${inHours(-1)}; ${inHours(5)},${inHours(2)};,TRUE; FALSE`,
      `sale-opt,Sale Option,Size,S,10.00,,,,,`,
      `sale-opt,,,L,20.00,,15.00,${inHours(-1)},,`,
      `sale-bad,Sale Bad,,,10.00,,5.00,${inHours(2)},${inHours(1)},`,
      'sale-when,Sale When,,,10.00,,5.00,soon,,',
      'sale-before,Sale Before,,,8.00,10.00,,,,',
    ),
  );
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [5, 'Sale Price'],
    [6, 'Sale Starts At'],
  ]);
  expect(await readProduct('sale-now')).toMatchObject({ price: '10.00', sale_price: '7.50' });
  expect((await readProduct('sale-opt')).variation_options).toMatchObject([
    { sale_price: null },
    { sale_price: '15.00' },
  ]);
  expect(await readProduct('sale-before')).toMatchObject({ price: '10.00', sale_price: '8.00' });
  await run(writeFile(header, 'sale-now,Sale Now,,,10.00,,,,,'));
  // The product was read before: its response is cached until the change is noticed, within a second.
  await expect.poll(() => readProduct('sale-now')).toMatchObject({ price: '10.00', sale_price: null });
});

test('scheduled publication: not listed until then, then by itself', async () => {
  await run(
    writeFile(
      'Handle,Title,Variant Price,Published At',
      `soon,Soon,1.00,${inHours(2)}`,
      'old,Old,1.00,2020-01-31 08:00',
    ),
  );
  expect((await getProduct('soon')).status).toBe(404);
  expect((await getProduct('old')).status).toBe(200);
  expect(await publishDueProducts(db, new Date(inHours(3)))).toBe(1);
  expect((await api('GET', '/products?search=slug:soon')).status).toBe(200);
});

test('variations with own images: drawn ones come with their address, without a network', async () => {
  const spec = (flav: string): ImageSpec => ({
    kind: 'pack',
    view: 'front',
    pack: {
      type: 'can',
      brand: 'Test',
      lines: ['Soda'],
      flav,
      g: 'lime',
      base: '#112233',
      accent: '#445566',
      ink: '#ffffff',
      pat: 'dot',
    },
  });
  const at = (flav: string) => formatPictureAddress('https://old.example', spec(flav));
  const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Variant Image';
  const { problems } = await run(
    writeFile(
      header,
      `soda,Soda,Flavour,Lime,2.00,${at('b')},2,${at('lime')}`,
      `soda,,,Plain,2.00,${at('a')},1,`,
      `soda,,,,,${at('c')},3,`,
      `fake,Fake,,,2.00,${at('a').replace(/#drawn=.*/, `#drawn=${Buffer.from('{"kind":"pack","view":"front","pack":{"type":"constructor"}}').toString('base64url')}`)},,`,
    ),
  );
  expect(problems).toMatchObject([{ line: 5, column: 'Image Src' }]);
  const soda = await readProduct('soda');
  expect(soda.image.original).toContain(imageHash(spec('a')));
  expect(soda.variation_options[0].image.original).toContain(imageHash(spec('lime')));
  expect(soda.variation_options[1].image.original).toContain(imageHash(spec('a')));
});

test('files of other tools: semicolons, tabs, unknown and repeated columns, any order, any word for yes', async () => {
  for (const [sign, handle] of [
    [';', 'semi'],
    ['\t', 'tabs'],
  ] as const) {
    const lines = [
      ['Notes', 'Variant Price', 'Title', 'Handle', 'Published', 'Vendor', 'Notes'],
      ['x', '4.50', '"Comma, ""quoted"""', handle, '1', '', 'y'],
    ];
    const { report, problems } = await run(writeFile(...(lines.map((cells) => cells.join(sign)) as [string, string])));
    expect(problems).toEqual([]);
    expect(report).toMatchObject({ created: 1, ignored_columns: ['Notes', 'Notes'] });
    expect(await readProduct(handle)).toMatchObject({ name: 'Comma, "quoted"', price: '4.50', brand: null });
  }
  const { problems } = await run(
    writeFile(
      'Handle,Title,Variant Price',
      'eur,Currency,€5.00',
      'de,Comma for the decimals,"1 200,00"',
      'ok,Tom &amp; Jerry&#39;s,5.00',
    ),
  );
  expect(problems.map(({ line, column, reason }) => [line, column, /must be ringgit/.test(reason)])).toEqual([
    [2, 'Variant Price', true],
    [3, 'Variant Price', true],
  ]);
  expect(await readProduct('ok')).toMatchObject({ name: "Tom & Jerry's" });
});

test('Windows-1252 and UTF-16 with a byte order mark are converted, with a note; other encodings are refused', async () => {
  const path = join(folder, 'old.csv');
  const lines = ['Handle,Title,Variant Price', ...Array.from({ length: 9000 }, (_, i) => `enc-${i},Encoded ${i},1.00`)];
  const makeOldFile = (...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${lines.join('\n')}\ncafe,Caf`), Buffer.from(bytes), Buffer.from(',1.00\n')]);
  writeFileSync(path, makeOldFile(0xe9, 0x20, 0x80));
  const { report, problems } = await run(path);
  expect([problems, report.created, report.notes]).toEqual([[], 9001, [expect.stringContaining('Windows-1252')]]);
  expect(await readProduct('cafe')).toMatchObject({ name: 'Café €' });

  // 「咖啡」 in GBK, in Big5, and a byte that Windows-1252 does not have.
  for (const bytes of [[0xbf, 0xa7, 0xb7, 0xc8], [0xa9, 0x40, 0xb0, 0xd8], [0x81]]) {
    writeFileSync(path, makeOldFile(...bytes));
    await expect(run(path)).rejects.toThrow(/line 9002 .*old encoding/);
  }

  const wide = `\ufeff${lines.slice(0, 3).join('\r\n')}\r\nwide,龙眼 café,1.00`;
  writeFileSync(path, Buffer.from(wide, 'utf16le'));
  expect((await run(path)).report).toMatchObject({ created: 1, notes: [expect.stringContaining('UTF-16')] });
  expect(await readProduct('wide')).toMatchObject({ name: '龙眼 café' });
  writeFileSync(path, Buffer.from(wide.replaceAll('wide', 'wide-be'), 'utf16le').swap16());
  expect((await run(path)).report).toMatchObject({ created: 1, unchanged: 2 });
  writeFileSync(path, Buffer.from(wide.slice(1), 'utf16le'));
  await expect(run(path)).rejects.toThrow(/UTF-16 without a byte order mark/);
});

test('the report tells every bad row with line, column and reason, and the counts, as JSON or CSV', async () => {
  const path = writeFile('Handle,Title,Variant Price', 'rep-1,Report,1.00', 'rep-2,"Bad ""one""",cheap');
  for (const name of ['report.json', 'report.csv']) {
    const place = join(folder, 'deep', name);
    const report = openReport(place, { file: path, started_at: new Date().toISOString(), mode: 'dry-run' });
    report.finish((await run(path, { dryRun: true, onProblem: (problem) => report.problem(problem) })).report);
    expect(existsSync(`${place}.part`)).toBe(false);
  }
  expect(JSON.parse(readFileSync(join(folder, 'deep', 'report.json'), 'utf8'))).toMatchObject({
    problems: [{ line: 3, handle: 'rep-2', column: 'Variant Price', reason: expect.stringContaining('cheap') }],
    mode: 'dry-run',
    created: 1,
    skipped: 1,
    rows_read: 2,
    rows_per_second: expect.any(Number),
  });
  expect(readFileSync(join(folder, 'deep', 'report.csv'), 'utf8')).toContain('problem,3,"rep-2","Variant Price",');
});

test('stock that the file does not tell is left to the orders of the same moment', async () => {
  await run(writeFile('Handle,Title,Variant Price,Variant Inventory Qty', 'shelf,Shelf,1.00,10'));
  await db.raw(`update inventory set quantity = 9 where product_id = (select id from products where slug = 'shelf')`);
  await run(writeFile('Handle,Title,Variant Price,Min Qty', 'shelf,Shelf,1.00,2'));
  expect(await readProduct('shelf')).toMatchObject({ inventory: { quantity: 9, min_qty: 2 } });
});

test('--all-or-nothing changes the stock of more products than one batch holds', async () => {
  const lines = (stock: number) => Array.from({ length: 450 }, (_, i) => `whole-${i},Whole ${i},1.00,${stock}`);
  const header = 'Handle,Title,Variant Price,Variant Inventory Qty';
  await run(writeFile(header, ...lines(1)));
  const { report } = await run(writeFile(header, ...lines(2)), { allOrNothing: true });
  expect(report).toMatchObject({ updated: 450, is_applied: true });
  expect(await readProduct('whole-449')).toMatchObject({ quantity: 2 });
});

test('barcode, search texts, alternative texts, cost, country and tax class come from other shops’ columns', async () => {
  const header =
    'Handle,Title,Chinese Title,Option1 Name,Option1 Value,Variant Price,Barcode,Cost per item,SEO title,Chinese SEO Title,' +
    'SEO description,Image Alt Text,Chinese Image Alt Text,COO,Variant Tax Code';
  const { problems } = await run(
    writeFile(
      header,
      'milo,Milo,美禄,,,12.90,\'0036000291452,8.10,Milo 1 kg at the best price,美禄 1 公斤,"Malt,\ndelivered",A green pack,绿色包装,my,P0000000',
      'soap,Soap,,Size,S,3.00,036000291452,1.00,,,,,,新加坡,',
      'soap,,,,L,5.00,9556001234560,,,,,,,,',
      'cream,Cream,,,,3.00,9.55601E+12,1.00,,,,,,Malaysia,',
      'moon,Moon,,,,3.00,,1.00,,,,,,Moon,',
    ),
  );
  expect(problems.map(({ line, column, reason, isWarning }) => [line, column, isWarning ?? false, reason])).toEqual([
    [5, 'Variant Barcode', true, expect.stringContaining('check digit is wrong')],
    [6, 'Variant Barcode', false, expect.stringContaining('was shortened by a spreadsheet')],
    // Lines are those of the file: a quoted cell of the first product has two.
    [7, 'Country of Origin', false, expect.stringContaining('is not a country')],
  ]);
  const milo = await readProduct('milo');
  expect(milo).toMatchObject({
    barcode: '0036000291452',
    seo: { title: 'Milo 1 kg at the best price', description: 'Malt, delivered' },
    images: [{ alt: 'A green pack' }],
    origin: 'Malaysia',
  });
  expect((await api('GET', '/products/milo?lang=zh')).body).toMatchObject({
    seo: { title: '美禄 1 公斤', description: null },
    images: [{ alt: '绿色包装' }],
    origin: '马来西亚',
  });
  expect(await readProduct('soap')).toMatchObject({ origin: 'Singapore', barcode: null });
  const { rows } = await db.raw(
    `select p.cost_price, p.tax_class, o.barcode, o.cost_price as option_cost from products p
     left join variation_options o on o.product_id = p.id where p.slug in ('milo', 'soap') order by p.slug, o.position`,
  );
  expect(rows).toEqual([
    { cost_price: 810, tax_class: 'P0000000', barcode: null, option_cost: null },
    { cost_price: null, tax_class: null, barcode: '036000291452', option_cost: 100 },
    { cost_price: null, tax_class: null, barcode: '9556001234560', option_cost: null },
  ]);
  // A scanned barcode finds the option's product; no response has the cost price.
  await expect.poll(async () => (await api('GET', '/products-search?keyword=036000291452')).body.total).toBe(2);
  for (const path of [
    '/products/milo',
    '/products/soap',
    '/products?search=name:milo',
    '/products-search?keyword=milo',
  ])
    expect(JSON.stringify((await api('GET', path)).body)).not.toMatch(/cost|8\.10|tax_class|P0000000/);
  // Fields without a column stay; an empty cell clears its field.
  await run(writeFile('Handle,Title,Variant Price,Barcode,SEO Title', 'milo,Milo,12.90,,'));
  await expect
    .poll(() => readProduct('milo'))
    .toMatchObject({
      barcode: null,
      seo: { title: null, description: 'Malt, delivered' },
      images: [{ alt: 'A green pack' }],
    });
});

test("a brand's Chinese name: filled, then unchanged by an empty cell; two names of one brand are a bad row", async () => {
  const readChineseName = async (slug: string) =>
    (await db.raw(`select name_zh from brands where slug = '${slug}'`)).rows[0]?.name_zh;
  const search = async (keyword: string) =>
    (await api('GET', `/products-search?keyword=${encodeURIComponent(keyword)}`)).body.data.map(
      ({ slug }: { slug: string }) => slug,
    );
  const first = writeFile('Handle,Title,Variant Price,Vendor', 'osmanthus-jelly,Osmanthus Jelly,3.00,Moon Garden');
  await run(first);
  expect(await readChineseName('moon-garden')).toBeNull();
  const both = writeFile(
    'Handle,Title,Variant Price,Vendor,Brand (Chinese)',
    'osmanthus-jelly,Osmanthus Jelly,3.00,Moon Garden,月下花园',
    'agar-agar,Agar-agar,2.00,moon-garden,',
    'coconut-jelly,Coconut Jelly,2.50,Palm Row,棕榈街',
  );
  const dry = await run(both, { dryRun: true });
  expect(dry.report.brand_names).toEqual(['moon-garden: 月下花园']);
  expect(await readChineseName('moon-garden')).toBeNull();
  const { report, problems } = await run(both);
  expect([problems, report.brand_names]).toEqual([[], ['moon-garden: 月下花园']]);
  expect(await Promise.all(['moon-garden', 'palm-row'].map(readChineseName))).toEqual(['月下花园', '棕榈街']);
  // The new name also finds products of the brand that the file does not change.
  await expect.poll(() => search('月下花园')).toEqual(expect.arrayContaining(['osmanthus-jelly', 'agar-agar']));
  const again = await run(both);
  expect([again.changes, again.report.brand_names]).toEqual([[], []]);

  const clash = await run(
    writeFile(
      'Handle,Title,Variant Price,Vendor,品牌中文名',
      'osmanthus-jelly,Osmanthus Jelly,3.00,Moon Garden,',
      'coconut-jelly,Coconut Jelly,2.50,Palm Row,棕榈巷',
      'sago,Sago,2.00,palm row,棕榈街',
    ),
  );
  expect(clash.problems).toEqual([
    {
      line: 4,
      handle: 'sago',
      column: 'Chinese Vendor',
      reason: 'Chinese Vendor "棕榈街" differs from "棕榈巷" of line 3, of the same brand',
    },
  ]);
  expect(await Promise.all(['moon-garden', 'palm-row'].map(readChineseName))).toEqual(['月下花园', '棕榈巷']);
  // The vendor column may have the brand's Chinese name.
  await run(writeFile('Handle,Title,Variant Price,Vendor', 'sago,Sago,2.00,月下花园'));
  expect((await readProduct('sago')).brand).toMatchObject({ slug: 'moon-garden' });
});
