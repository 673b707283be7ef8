import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testServer } from '../../testing/test-server.ts';
import { exportCatalogue } from './export-catalogue.ts';

const { api, db } = await testServer();
const { write } = makeCatalogueFolder();
const PUBLIC_URL = 'https://shop.example';

async function exportToFile() {
  let text = '';
  const { leftOut } = await exportCatalogue(db, PUBLIC_URL, (piece) => {
    text += piece;
  });
  return { path: write(text), text, leftOut };
}

async function run(path: string) {
  const { report, problems, changes } = await importFile(db, path);
  return { report, problems: problems.filter((problem) => !problem.isWarning), changes };
}

const emptyShop = () =>
  db.raw(
    `truncate products, categories, brands, tags, dietaries, customer_groups, collections, images,
       banners, catalog_changes cascade`,
  );

let looks = 0;
const readProduct = async (slug: string, lang = 'en') =>
  (await api('GET', `/products/${slug}?lang=${lang}&_=${looks++}`)).body;

/** Values that break careless CSV readers and writers. */
const NASTY = [
  '"quoted", and; semicolons',
  '=1+1',
  '+60 12',
  '-5 off',
  '@home',
  "'=already guarded",
  "'Tis the season",
  '007',
  '1e5',
  'Salt &amp; pepper',
  'Ros\u00e9 \u{1f35c} \u{1f1f2}\u{1f1fe}',
  'back\\slash: a/b; c',
  'TRUE',
];

test('an import of an export into the same shop changes nothing', async () => {
  const { path } = await exportToFile();
  const { report, problems, changes } = await run(path);
  expect([problems, changes]).toEqual([[], []]);
  expect(report).toMatchObject({ created: 0, updated: 0, skipped: 0, rows_refused: 0 });
  expect((await exportToFile()).text).toBe(readFileSync(path, 'utf8'));
});

test('export → import → export is byte-equal, with quotes, commas, emoji, leading zeros and formulas', async () => {
  const header =
    'Handle,Title,Vendor,Tags,Body (HTML),Variant SKU,Variant Inventory Qty,Variant Price,Ingredients,Chinese Title,' +
    'SEO Title,Chinese SEO Description,Image Alt Text,Chinese Image Alt Text,Tax Class,Barcode,Cost per item,COO';
  const cell = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const lines = NASTY.map((text, i) => {
    const texts = [text, text, 'nasty', `<p>line\r\nbreak ${text}</p>`, `${text} ${i}`].map(cell);
    return [`nasty-${i}`, ...texts, '3', '1.00', cell(`${text}\nsecond line`), cell(text)]
      .concat([cell(text), cell(text), cell(text), cell(text), cell(text), `0036000291${i + 100}`, '0.85', 'MY'])
      .join(',');
  });
  const path = write(`\ufeff${[header, ...lines].join('\r\n')}`);
  expect((await run(path)).problems).toEqual([]);
  const first = await exportToFile();
  expect((await run(first.path)).changes).toEqual([]);
  expect((await exportToFile()).text).toBe(first.text);
  for (const [i, text] of NASTY.entries()) {
    const expected = text === "'=already guarded" ? '=already guarded' : text.replace('&amp;', '&');
    expect(await readProduct(`nasty-${i}`)).toMatchObject({
      name: expected,
      seo: { title: expected },
      images: [{ alt: expected }],
      barcode: `0036000291${i + 100}`,
      sku: `${expected} ${i}`.replace(/^'/, '').replace('&', text.includes('&amp;') ? '&amp;' : '&'),
    });
  }
  // A spreadsheet runs none of it as a formula.
  expect(first.text).not.toMatch(/(^|,)"?[=+@]/m);
});

test('a description in the blocks of another shop comes back', async () => {
  const file = write(
    'Handle,Title,Body (HTML),Variant Price',
    'block,Block,<div><p>Text</p></div>,1.00',
    'blocks,Blocks,<div><div><ul><li>One</li></ul></div><div></div>Two</div>,1.00',
  );
  expect((await run(file)).problems).toEqual([]);
  expect(await readProduct('block')).toMatchObject({ description: '<p>Text</p>' });
  const first = await exportToFile();
  expect((await run(first.path)).changes).toEqual([]);
  expect((await run(file)).changes).toEqual([]);
});

test('a bundle that names what is no longer sold is left out with its reason, and the rest comes back', async () => {
  const header = 'Handle,Title,Option1 Value,Variant SKU,Variant Price,Bundle Items';
  const products = ['tin,Tin,S,TIN-S,2.00,', 'tin,,L,TIN-L,5.00,', 'box,Box,,BOX,3.00,'];
  const bundles = ['aa,A,,,9.90,tin/TIN-L', 'bb,B,,,9.90,box:2', 'cc,C,,,9.90,tin/TIN-S'];
  expect((await run(write(header, ...products, ...bundles))).problems).toEqual([]);
  expect((await exportToFile()).leftOut).toEqual([]);
  await run(write(header, 'tin,Tin,S,TIN-S,2.00,', 'box,Box,S,BOX-S,3.00,'));
  const { path, text, leftOut } = await exportToFile();
  expect(leftOut).toEqual([
    { handle: 'aa', reason: 'Bundle Items name "TIN-L", which "tin" no longer has' },
    { handle: 'bb', reason: 'Bundle Items must name an option of "box"' },
  ]);
  expect(text).not.toMatch(/^(aa|bb),/m);
  const same = await run(path);
  expect([same.problems, same.changes]).toEqual([[], []]);
  expect((await exportToFile()).text).toBe(text);
});

test('hundreds of sales of one variant come back', async () => {
  await run(write('Handle,Title,Variant Price', 'often,Often,9.00'));
  await db.raw(
    `insert into sales (product_id, sale_price, starts_at, ends_at)
     select p.id, 800, d, d + interval '12 hours' from products p,
       generate_series(timestamptz '2025-01-01', timestamptz '2026-06-01', interval '1 day') d where p.slug = 'often'`,
  );
  const { path } = await exportToFile();
  const same = await run(path);
  expect([same.problems, same.changes]).toEqual([[], []]);
});

test('an import of an export into an empty shop rebuilds it', async () => {
  const before = await exportToFile();
  await emptyShop();
  const { report, problems } = await run(before.path);
  expect(problems).toEqual([]);
  expect(report.created).toBeGreaterThan(100);
  expect((await db.raw(`select name_zh from brands where slug = 'krupkrap'`)).rows).toEqual([{ name_zh: '脆卜卜' }]);
  expect((await exportToFile()).text).toBe(before.text);
  expect((await run(before.path)).changes).toEqual([]);
  expect(await readProduct('laksa-kit', 'zh')).toMatchObject({ is_bundle: true, text_lang: 'zh' });
  const response = await api('GET', '/products?category_slugs=instant-noodles&limit=5');
  expect(response.body.total).toBeGreaterThan(2);
});
