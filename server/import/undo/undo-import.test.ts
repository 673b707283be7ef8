/** Taking the last import back (docs/import.md#taking-a-file-back). */
import { expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { exportCatalogue } from '../export/export-catalogue.ts';
import { updatePrices } from '../stock-and-prices/update-prices.ts';
import type { RunKind } from './register-run.ts';
import { undoLastImport } from './undo-import.ts';

const server = await testServer();
const { api, db } = server;
const { write: writeFile } = makeCatalogueFolder();

const silentOptions = { onProblem: () => {}, onProgress: () => {}, onChange: () => {}, dryRun: false };

async function load(header: string, ...lines: string[]) {
  const { report } = await importFile(db, writeFile(header, ...lines));
  expect(report.rows_refused).toBe(0);
  return report;
}

async function undo(dryRun = false, kind?: RunKind) {
  const remaining: string[] = [];
  const report = await undoLastImport(db, {
    now: new Date(),
    dryRun,
    ...(kind && { kind }),
    onRemaining: ({ handle, reason }) => remaining.push(`${handle} ${reason}`),
    onProgress: () => {},
  });
  return { report, remaining: remaining.sort() };
}

async function exportText(): Promise<string> {
  let text = '';
  await exportCatalogue(db, 'https://shop.example', (piece) => {
    text += piece;
  });
  return text;
}

let looks = 0;
const getProduct = (slug: string) => api('GET', `/products/${slug}?_=${looks++}`);
const countRows = async (from: string) => Number((await db.raw(`select count(*) from ${from}`)).rows[0]?.count);

const HEADER =
  'Handle,Title,Vendor,Product Category,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Bundle Items';

test('without an import there is nothing to undo', async () => {
  expect((await undo()).report).toBeNull();
});

test('the catalogue is as before: new products, changed ones, options, sales, stock, parts, aisles, brands, tags', async () => {
  await load(
    HEADER,
    'tea,Tea,Old Brand,Drinks,warm,Size,S,TEA-S,5,3.00,4.00,',
    'tea,,,,,,L,TEA-L,6,5.00,,',
    'bun,Bun,,Bakery,,,,BUN,9,1.00,,',
  );
  const before = await exportText();
  const brands = await countRows('brands');
  await load(
    HEADER,
    'tea,Strong tea,New Brand,Drinks > Hot > Tea,hot,Size,XL,TEA-XL,50,6.00,,',
    'bun,Bun,,Bakery,,,,BUN,90,1.20,1.50,',
    'cup,Cup,New Brand,Drinks > Hot > Cups,,,,CUP,9,7.00,,',
    'set,Set,New Brand,Drinks > Hot > Cups,,,,,,9.00,,cup:2',
  );
  expect(await exportText()).not.toBe(before);

  const dry = await undo(true);
  expect(dry.report).toMatchObject({ removed: 2, restored: 2, remaining: 0 });
  expect((await getProduct('cup')).status).toBe(200);

  const { report, remaining } = await undo();
  expect([report, remaining]).toMatchObject([{ removed: 2, archived: 0, restored: 2, remaining: 0 }, []]);
  expect(await exportText()).toBe(before);
  await expect.poll(async () => (await getProduct('cup')).status).toBe(404);
  expect((await getProduct('tea')).body).toMatchObject({
    name: 'Tea',
    sale_price: '3.00',
    brand: { name: 'Old Brand' },
  });
  expect(await countRows(`categories where name_en in ('Hot', 'Cups')`)).toBe(0);
  expect([await countRows('brands'), await countRows(`tags where slug = 'hot'`)]).toEqual([brands, 0]);
  expect((await undo()).report).toBeNull();
});

test('what was ordered since stays, and so does what was changed again; both are named', async () => {
  await load('Handle,Title,Variant SKU,Variant Price', 'jam,Jam,JAM,5.00', 'nut,Nut,NUT,6.00');
  await load(
    'Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price',
    'jam,Sweet jam,JAM,7,5.50',
    'nut,Big nut,NUT,7,6.50',
    'rice,Rice,RICE,50,30.00',
    'oats,Oats,OATS,50,30.00',
  );
  const shopper = await newShopper(server);
  await shopper.fill([{ id: (await getProduct('rice')).body.id, options: [] }, 2]);
  expect((await shopper.place(await shopper.prepare())).status).toBe(201);
  await updatePrices(db, writeFile('SKU,Price', 'JAM,5.80'), { ...silentOptions, now: new Date() });

  const { report, remaining } = await undo(false, 'import');
  expect(remaining).toEqual(['jam it was changed again since: price', 'rice it was ordered since']);
  expect(report).toMatchObject({ removed: 1, restored: 2, remaining: 2 });
  expect((await getProduct('rice')).body).toMatchObject({ name: 'Rice', quantity: 48 });
  expect((await getProduct('jam')).body).toMatchObject({ name: 'Jam', price: '5.80' });
  expect((await getProduct('nut')).body).toMatchObject({ name: 'Nut', price: '6.00' });
  expect((await getProduct('oats')).status).toBe(404);
  expect((await undo(false, 'import')).remaining).toEqual(['rice it was ordered since']);
});

test('a new product in a cart is archived: the cart says that it is no longer sold', async () => {
  await load('Handle,Title,Variant Inventory Qty,Variant Price', 'held,Held,9,5.00', 'free,Free,9,5.00');
  const shopper = await newShopper(server);
  await shopper.fill([{ id: (await getProduct('held')).body.id, options: [] }, 1]);
  expect((await undo()).report).toMatchObject({ removed: 2, archived: 1, remaining: 0 });
  await expect.poll(async () => (await getProduct('held')).status).toBe(410);
  expect((await getProduct('free')).status).toBe(404);
  expect((await shopper.get('/cart')).status).toBe(200);
});

test('the last import only: an import that changes nothing is none, and a later one replaces it', async () => {
  const first = ['Handle,Title,Variant Price', 'one,One,1.00'] as const;
  await load(...first);
  await load(...first);
  expect((await undo(true)).report).toMatchObject({ removed: 1 });
  await load('Handle,Title,Variant Price', 'two,Two,1.00');
  expect((await undo()).report).toMatchObject({ removed: 1 });
  expect((await getProduct('one')).status).toBe(200);
  expect(await countRows(`import_runs where kind = 'import'`)).toBe(0);
});
