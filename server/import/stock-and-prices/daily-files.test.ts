/** The daily files of stock and prices (docs/import.md#daily-files). */
import { beforeAll, expect, test } from 'vitest';
import { makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { type MadeProduct, makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { insert } from '../../testing/database/insert.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import type { RowProblem } from '../columns/product-values.ts';
import { updatePrices } from './update-prices.ts';
import type { UpdateOptions } from './update-run.ts';
import { updateStock } from './update-stock.ts';

const server = await testServer();
const { api, db } = server;
const { write: writeFile } = makeCatalogueFolder();

function makeRecorder() {
  const problems: RowProblem[] = [];
  const changes: string[] = [];
  const options: UpdateOptions = {
    now: new Date(),
    dryRun: false,
    onProblem: (problem) => problems.push(problem),
    onChange: ({ code, text }) => changes.push(`${code}: ${text}`),
    onProgress: () => {},
  };
  return {
    options,
    problems: () => problems.map(({ line, handle, reason }) => `${line} ${handle}: ${reason}`),
    changes,
  };
}

async function updateStockFrom(path: string, more: { dryRun?: boolean; countedAt?: Date } = {}) {
  const { options, problems, changes } = makeRecorder();
  const report = await updateStock(db, path, { ...options, countedAt: null, ...more });
  return { report, problems: problems(), changes };
}

async function updatePricesFrom(path: string, more: { dryRun?: boolean } = {}) {
  const { options, problems, changes } = makeRecorder();
  const report = await updatePrices(db, path, { ...options, ...more });
  return { report, problems: problems(), changes };
}

let simple: MadeProduct;
let sizedProduct: MadeProduct;
let bundle: MadeProduct;
beforeAll(async () => {
  simple = await makeProduct(db, { name: 'Kaya', stock: 10, price: 600 });
  sizedProduct = await makeProduct(db, { name: 'Tea', options: [{ price: 500 }, { price: 900 }] });
  bundle = await makeProduct(db, { parts: [{ product: simple }] });
  await db.raw(`update products set sku = 'KAYA', barcode = '9551234567895' where id = $1`, [simple.id]);
  await db.raw(`update products set sku = 'TEA' where id = $1`, [sizedProduct.id]);
  await db.raw(`update products set sku = 'SET' where id = $1`, [bundle.id]);
  for (const [index, id] of sizedProduct.options.entries())
    await db.raw(`update variation_options set sku = $2, barcode = $3 where id = $1`, [
      id,
      `TEA-${index}`,
      `955000000000${index}`,
    ]);
});

let looks = 0;
const readProduct = async ({ id }: MadeProduct) => (await api('GET', `/products/${id}?_=${looks++}`)).body;

test('stock is set by SKU or barcode, and a running shop shows it within a second', async () => {
  const path = writeFile('SKU,Barcode,Quantity', 'KAYA,,"1,200"', ',9550000000000,7', "'TEA-1,,3.0");
  expect(await updateStockFrom(path)).toMatchObject({
    report: { updated: 3, unchanged: 0, rows_refused: 0, rows_read: 3 },
    problems: [],
  });
  await expect.poll(async () => (await readProduct(simple)).quantity).toBe(1200);
  await expect
    .poll(async () =>
      (await readProduct(sizedProduct)).variation_options.map((option: { quantity: number }) => option.quantity),
    )
    .toEqual([7, 3]);
  expect((await updateStockFrom(path)).report).toMatchObject({ updated: 0, unchanged: 3 });
});

test('a dry run says what would change and changes nothing', async () => {
  const result = await updateStockFrom(writeFile('SKU,Quantity', 'KAYA,5'), { dryRun: true });
  expect(result).toMatchObject({ report: { updated: 1 }, changes: ['KAYA: 1200 → 5'] });
  expect(await readStock(db, simple)).toBe(1200);
});

test('rows that cannot be used are reported with their line; the others land', async () => {
  const { report, problems } = await updateStockFrom(
    writeFile(
      'SKU;Barcode;Quantity',
      'NO-1;;1',
      'KAYA;;many',
      ';;4',
      'SET;;4',
      'TEA;;4',
      'TEA-0;;9',
      'TEA-0;;8',
      ';9550000000000;1',
    ),
  );
  expect(problems).toEqual([
    '3 KAYA: Quantity "many" is not a whole number',
    '4 : has neither a SKU nor a barcode',
    '8 TEA-0: repeats the SKU of line 7',
    '2 NO-1: no product or option has this SKU',
    `6 TEA: "${(await readProduct(sizedProduct)).slug}" has options: name the SKU or barcode of one`,
    '9 9550000000000: names the same goods as line 7',
    '5 SET: is a bundle: its stock is that of its parts',
  ]);
  expect(report).toMatchObject({ updated: 1, rows_refused: 7 });
  await expect(updateStockFrom(writeFile('SKU,Price', 'KAYA,1'))).rejects.toThrow(
    'The first line has no column "Quantity"',
  );
  await expect(updateStockFrom(writeFile('Name,Quantity', 'KAYA,1'))).rejects.toThrow('no column "SKU" or "Barcode"');
});

test('deducts units sold since the count', async () => {
  const item = await makeProduct(db, { stock: 40, price: 2_000 });
  await db.raw(`update products set sku = 'COUNTED' where id = $1`, [item.id]);
  const shopper = await newShopper(server);
  await shopper.fill([item, 3]);
  expect((await shopper.place(await shopper.prepare())).status).toBe(201);
  const path = writeFile('SKU,Quantity', 'COUNTED,50');
  const { changes } = await updateStockFrom(path, { countedAt: new Date(Date.now() - 3_600_000) });
  expect(changes).toEqual(['COUNTED: 37 → 47 (50 counted, 3 sold since)']);
  expect(await readStock(db, item)).toBe(47);
});

test('prices and sales are set by SKU or barcode; a product costs as much as its cheapest option', async () => {
  const path = writeFile(
    'SKU,Barcode,Price,Sale Price,From,To',
    'KAYA,,"RM 1,200.00",1100.00,,',
    'TEA-0,,9.50,,,',
    ',9550000000001,8.00,7.00,2020-01-01,2099-12-31 22:00',
  );
  const { report, problems, changes } = await updatePricesFrom(path);
  expect([problems, report.updated]).toEqual([[], 3]);
  expect(changes).toContain('KAYA: RM6.00 → RM1200.00, sale none → RM1100.00');
  await expect
    .poll(() => readProduct(simple))
    .toMatchObject({ price: '1200.00', sale_price: '1100.00', sale_ends_at: null });
  await expect
    .poll(() => readProduct(sizedProduct))
    .toMatchObject({
      price: '8.00',
      sale_price: '7.00',
      sale_ends_at: '2099-12-31T14:00:00.000Z',
      variation_options: [{ price: '9.50', sale_price: null }, { price: '8.00' }],
    });
  expect((await updatePricesFrom(path)).report).toMatchObject({ updated: 0, unchanged: 3 });
  const { rows } = await db.raw('select price from products where id = $1', [sizedProduct.id]);
  expect(rows).toEqual([{ price: 800 }]);
});

test('an empty Sale Price ends the sales but no shocking deal; a file without the column leaves them', async () => {
  const at = new Date();
  await insert(db, 'sales', { product_id: simple.id, sale_price: 100, starts_at: at, is_deal: true });
  expect((await updatePricesFrom(writeFile('SKU,Price', 'KAYA,1300.00'))).report.updated).toBe(1);
  expect((await updatePricesFrom(writeFile('SKU,Sale Price', 'KAYA,'))).changes).toEqual([
    'KAYA: sale RM1100.00 → none',
  ]);
  const { rows } = await db.raw('select sale_price, is_deal from sales where product_id = $1', [simple.id]);
  expect(rows).toEqual([{ sale_price: 100, is_deal: true }]);
});

test('prices that cannot be are reported with their line', async () => {
  const lines = [
    'TEA-0,1 200.00,,,',
    'KAYA,9.00,9.00,,',
    'TEA-1,8.00,5.00,2026-02-01,2026-01-01',
    'SET,9.00,,2026-01-01,',
  ];
  const { report, problems } = await updatePricesFrom(writeFile('SKU,Price,Sale Price,From,To', ...lines), {
    dryRun: true,
  });
  expect(problems).toEqual([
    '2 TEA-0: Price "1 200.00" must be ringgit such as 1200.50 or RM 1,200.50: a point before two decimals at most',
    '4 TEA-1: To is not after From',
    '5 SET: has a time but no Sale Price',
    '3 KAYA: Sale Price RM9.00 is not below the price RM9.00',
  ]);
  expect(report).toMatchObject({ updated: 0, rows_refused: 4 });
});
