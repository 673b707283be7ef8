/** Stock updates concurrent with orders, on PostgreSQL only: the embedded engine has one connection. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeStock } from '../../orders/orders.sql.ts';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { updateStock } from './update-stock.ts';

const database = await testDatabase();
const { db } = database;
const folder = mkdtempSync(join(tmpdir(), 'shop-stock-race-'));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const noReports = { now: new Date(), dryRun: false, countedAt: null, onProblem: () => {}, onProgress: () => {} };

async function makeStockedProduct(sku: string, quantity: number) {
  const product = await makeProduct(db, { stock: quantity });
  await db.raw('update products set sku = $2 where id = $1', [product.id, sku]);
  const { rows } = await db.raw('select id from inventory where product_id = $1', [product.id]);
  return { product, inventory_id: Number(rows[0]?.id) };
}

function writeStockFile(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, ['SKU,Quantity', ...lines].join('\n'));
  return path;
}

test('an order that commits between reading and writing the stock loses nothing', async () => {
  const { product, inventory_id } = await makeStockedProduct('RACE-1', 10);
  const path = writeStockFile('one.csv', ['RACE-1,50']);
  const order = Promise.withResolvers<void>();
  const isOrdered = Promise.withResolvers<void>();
  const ordering = db.transaction(async (tx) => {
    expect(await tx.rows(takeStock, [[inventory_id], [3]])).toHaveLength(1);
    isOrdered.resolve();
    await order.promise;
  });
  await isOrdered.promise;
  // The update reads 10, since the order has not committed; its write waits for the order.
  const updating = updateStock(db, path, { ...noReports, onChange: () => order.resolve() });
  await Promise.all([ordering, updating]);
  expect(await readStock(db, product)).toBe(47);
});

test('an order for more than the new count leaves no stock below zero', async () => {
  const { product, inventory_id } = await makeStockedProduct('RACE-2', 10);
  const path = writeStockFile('two.csv', ['RACE-2,1']);
  const onChange = () => {
    order = db.transaction(async (tx) => void (await tx.rows(takeStock, [[inventory_id], [5]])));
  };
  let order: Promise<void> | undefined;
  await updateStock(db, path, { ...noReports, onChange });
  await order;
  expect(await readStock(db, product)).toBeGreaterThanOrEqual(0);
});

test('orders of 20 shoppers beside five updates: each piece is counted once', async () => {
  const products = await Promise.all(Array.from({ length: 5 }, (_, i) => makeStockedProduct(`MANY-${i}`, 1000)));
  const ids = products.map(({ inventory_id }) => inventory_id);
  const takeOne = () => db.transaction(async (tx) => void (await tx.rows(takeStock, [ids, ids.map(() => 1)])));
  const counts = [990, 1100, 900, 1000, 950];
  let sold = 0;
  for (const [round, count] of counts.entries()) {
    const before = sold;
    const path = writeStockFile(
      `many-${round}.csv`,
      products.map((_, i) => `MANY-${i},${count}`),
    );
    let isRead = false;
    const orders: Promise<void>[] = [];
    const updating = updateStock(db, path, {
      ...noReports,
      onChange() {
        if (isRead) return;
        isRead = true;
        for (let i = 0; i < 4; i++) orders.push(takeOne());
        sold += 4;
      },
    });
    await updating;
    await Promise.all(orders);
    // Without a change of the stock `onChange` is not called, and no order would be placed beside the update.
    expect(isRead).toBe(true);
    for (const { product } of products) expect(await readStock(db, product)).toBe(count - (sold - before));
  }
});
