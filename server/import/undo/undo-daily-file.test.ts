/** Taking the last stock or price file back (docs/import.md#taking-a-file-back). */
import { beforeAll, expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { type MadeProduct, makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';
import { updatePrices } from '../stock-and-prices/update-prices.ts';
import { updateStock } from '../stock-and-prices/update-stock.ts';
import type { RunKind } from './register-run.ts';
import { undoLastImport } from './undo-import.ts';

const server = await testServer();
const { api, db } = server;
const { write } = makeCatalogueFolder();
const SILENT_OPTIONS = { onProblem: () => {}, onProgress: () => {}, onChange: () => {}, dryRun: false };
const loadStock = (...lines: string[]) =>
  updateStock(db, write('SKU,Quantity', ...lines), { ...SILENT_OPTIONS, now: new Date(), countedAt: null });
const loadPrices = (header: string, ...lines: string[]) =>
  updatePrices(db, write(header, ...lines), { ...SILENT_OPTIONS, now: new Date() });

async function undo(more: { dryRun?: boolean; kind?: RunKind } = {}) {
  const remaining: string[] = [];
  const report = await undoLastImport(db, {
    now: new Date(),
    dryRun: false,
    onRemaining: ({ handle, reason }) => remaining.push(`${handle}: ${reason}`),
    onProgress: () => {},
    ...more,
  });
  return { report, remaining };
}

let kaya: MadeProduct;
let tea: MadeProduct;
beforeAll(async () => {
  kaya = await makeProduct(db, { stock: 10, price: 2_000 });
  tea = await makeProduct(db, { options: [{ price: 500 }, { price: 900 }] });
  await db.raw(`update products set sku = 'KAYA' where id = $1`, [kaya.id]);
  for (const [index, id] of tea.options.entries())
    await db.raw('update variation_options set sku = $2 where id = $1', [id, `TEA-${index}`]);
});

let looks = 0;
const readProduct = async ({ id }: MadeProduct) => (await api('GET', `/products/${id}?_=${looks++}`)).body;

test('prices and sales are as before, and the open shop shows it', async () => {
  await loadPrices('SKU,Price,Sale Price,To', 'KAYA,18.00,15.00,2099-01-01');
  await loadPrices('SKU,Price,Sale Price,To', 'KAYA,30.00,,', 'TEA-0,20.00,,', 'TEA-1,1.00,0.50,');
  await expect.poll(() => readProduct(tea)).toMatchObject({ price: '1.00' });
  expect((await undo({ dryRun: true })).report).toMatchObject({ kind: 'prices', restored: 3, remaining: 0 });
  expect(await readProduct(tea)).toMatchObject({ price: '1.00' });

  const { report, remaining } = await undo();
  expect([report, remaining]).toMatchObject([{ kind: 'prices', restored: 3, remaining: 0 }, []]);
  await expect
    .poll(() => readProduct(kaya))
    .toMatchObject({ price: '18.00', sale_price: '15.00', sale_ends_at: '2098-12-31T16:00:00.000Z' });
  await expect
    .poll(() => readProduct(tea))
    .toMatchObject({
      price: '5.00',
      variation_options: [
        { price: '5.00', sale_price: null },
        { price: '9.00', sale_price: null },
      ],
    });
  expect((await undo()).report).toBeNull();
});

test('a price that was changed again stays and is reported; the sale of the same product is restored', async () => {
  await loadPrices('SKU,Price,Sale Price', 'KAYA,40.00,35.00', 'TEA-1,8.00,');
  await db.raw('update products set price = 4100 where id = $1', [kaya.id]);
  const { report, remaining } = await undo();
  expect(remaining).toEqual(['KAYA: its price was changed since']);
  expect(report).toMatchObject({ restored: 2, remaining: 1 });
  await expect.poll(() => readProduct(kaya)).toMatchObject({ price: '41.00', sale_price: '15.00' });
});

test('stock is as before, but not what was sold since', async () => {
  const stockBefore = (await readProduct(tea)).variation_options[0].quantity;
  await loadStock('KAYA,50', 'TEA-0,60');
  const shopper = await newShopper(server);
  await shopper.fill([kaya, 3]);
  expect((await shopper.place(await shopper.prepare())).status).toBe(201);
  await expect.poll(async () => (await readProduct(tea)).variation_options[0].quantity).toBe(60);
  const { report, remaining } = await undo();
  expect(remaining).toEqual(['KAYA: its stock was changed or sold since']);
  expect(report).toMatchObject({ kind: 'stock', restored: 1, remaining: 1 });
  expect(await readStock(db, kaya)).toBe(47);
  await expect.poll(async () => (await readProduct(tea)).variation_options[0].quantity).toBe(stockBefore);
  expect((await undo()).remaining).toEqual(['KAYA: its stock was changed or sold since']);
});

test('the last of all goes first, then the one before; a kind names another', async () => {
  await importFile(db, write('Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price', 'bun,Bun,BUN,5,1.00'));
  await loadPrices('SKU,Price', 'BUN,2.00');
  await loadStock('BUN,9');
  expect((await undo({ kind: 'prices' })).report).toMatchObject({ kind: 'prices', restored: 1 });
  expect((await undo()).report).toMatchObject({ kind: 'stock', restored: 1 });
  expect((await undo()).report).toMatchObject({ kind: 'import', removed: 1, remaining: 0 });
  expect((await undo({ kind: 'import' })).report).toBeNull();
});
