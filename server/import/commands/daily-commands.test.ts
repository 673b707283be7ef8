/** The commands of the daily files, as processes that run while the shop is open (docs/import.md#daily-files). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { engine, fillDataFolder, testDatabase } from '../../testing/database/test-database.ts';
import { PROCESS_ENV } from '../../testing/processes/process-env.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes/start-api-process.ts';

/** A running shop shows a change within this time, in milliseconds. */
const SHOWN_WITHIN_MS = 1_000;

const { folder, write } = makeCatalogueFolder();
const database = engine() === 'postgres' ? await testDatabase() : undefined;
if (database === undefined) await fillDataFolder(folder);
const settings = { DATABASE_URL: database?.url ?? '', DATA_DIR: folder, LOG_LEVEL: 'silent' };
const shop: ApiProcess = await startApiProcess(settings);
afterAll(async () => {
  shop.child.kill();
  await database?.close();
});

/** Runs a command in a process of its own; returns its exit code and output. */
async function run(command: 'stock' | 'prices' | 'undo', ...args: string[]) {
  return runWith('', command, ...args);
}

/** Runs a command like `run`, with `input` on its standard input. */
async function runWith(input: string, command: 'stock' | 'prices' | 'undo', ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}-cli.ts`), ...args], {
    env: { ...PROCESS_ENV, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { out, err, code };
}

const product = database && (await makeProduct(database.db, { stock: 5, price: 600 }));
await database?.db.raw(`update products set sku = 'KAYA' where id = $1`, [product?.id]);
const readProduct = async () => (await shop.api('GET', `/products/${product?.id}`)).body;

test.runIf(database !== undefined)('the open shop shows new stock and prices within a second', async () => {
  expect(await readProduct()).toMatchObject({ quantity: 5, price: '6.00' });
  expect((await run('stock', write('SKU,Quantity', 'KAYA,4321'))).code).toBe(0);
  await expect.poll(async () => (await readProduct()).quantity, { timeout: SHOWN_WITHIN_MS }).toBe(4321);
  expect((await run('prices', write('SKU,Price', 'KAYA,7654.30'))).code).toBe(0);
  await expect.poll(async () => (await readProduct()).price, { timeout: SHOWN_WITHIN_MS }).toBe('7654.30');
});

test.runIf(database !== undefined)('catalog:undo says what it will take back and asks; --yes does not', async () => {
  expect((await run('stock', write('SKU,Quantity', 'KAYA,11'))).code).toBe(0);
  expect((await run('stock', write('SKU,Quantity', 'KAYA,22'))).code).toBe(0);
  const { code, out, err } = await runWith('no\n', 'undo', 'stock');
  expect([code, err]).toEqual([1, 'Nothing was taken back; --yes does not ask\n']);
  expect(out).toMatch(/^Dry run, nothing was written: the stock of .+ at .+[ap]m: 1 would be restored, 0 stay\.\n/);
  await expect.poll(async () => (await readProduct()).quantity, { timeout: SHOWN_WITHIN_MS }).toBe(22);
  expect((await runWith('yes\n', 'undo', 'stock')).out).toMatch(/Taken back: the stock of .+: 1 restored/);
  expect((await run('stock', write('SKU,Quantity', 'KAYA,33'))).code).toBe(0);
  expect((await run('undo', '--yes', 'stock')).out).toMatch(/^Taken back/);
  expect((await run('stock', write('SKU,Quantity', 'KAYA,44'))).code).toBe(0);
  // A script gives no answer.
  expect((await runWith('', 'undo', 'stock')).out).toMatch(/Taken back: the stock of/);
  await expect.poll(async () => (await readProduct()).quantity, { timeout: SHOWN_WITHIN_MS }).toBe(11);
});

test.runIf(database === undefined)('beside the embedded database of an open shop: one clear line', async () => {
  for (const command of ['stock', 'prices', 'undo'] as const) {
    const file = command === 'undo' ? [] : [write('SKU,Quantity,Price', 'KAYA,4321,7654.30')];
    const { code, err } = await run(command, ...file);
    expect([code, err.trimEnd().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/such as the open shop, is already using the data folder .* stop it first/)],
    ]);
  }
  expect((await shop.api('GET', '/health/ready')).status).toBe(200);
});
