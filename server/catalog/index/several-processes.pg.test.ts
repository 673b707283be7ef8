/** Two applications on one database, like two processes: they share nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { changeUnlistedProduct, createUnlistedProduct, setStock } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { refreshAvailability } from '../listing/availability.ts';
import { publishProducts } from '../listing/publish-products.ts';

const one = await testServer();
const other = await testServer({ database: one.database });

const product = await createUnlistedProduct(one.db, { name: 'Vlornik Wafer', price: 500, stock: 3 });
const ids = [Number(product.id)];
await publishProducts(one.db, ids, new Date());

/** Requests the listed ids from each process over HTTP, so that cached responses are tested too. */
const listIds = async (parameters: string) =>
  Promise.all(
    [one, other].map(async ({ api }) => {
      const { body } = await api('GET', `/products?keyword=vlornik&${parameters}`);
      return body.data.map(({ id }: { id: string }) => id);
    }),
  );

const both = [[product.id], [product.id]];
const neither = [[], []];

/** Repeats the request until the responses are as expected, for at most a second. */
async function expectWithinASecond(parameters: string, expected: string[][]): Promise<void> {
  const end = Date.now() + 1_000;
  while (JSON.stringify(await listIds(parameters)) !== JSON.stringify(expected) && Date.now() < end) await sleep(25);
  expect(await listIds(parameters)).toEqual(expected);
}

test('"a price or stock change is seen by the next request of every process within a second"', async () => {
  await expectWithinASecond('max_price=5.00', both);
  await changeUnlistedProduct(one.db, product, { price: 900 });
  await publishProducts(one.db, ids, new Date());
  await expectWithinASecond('max_price=5.00', neither);
  await expectWithinASecond('min_price=9.00', both);

  await expectWithinASecond('show_available=1', both);
  await setStock(one.db, product, 0);
  await refreshAvailability(one.db, ids);
  await expectWithinASecond('show_available=1', neither);
});

test('rebuilds the index after a change without a product, and drops cached responses', async () => {
  await expectWithinASecond('min_price=9.00', both);
  // Written without the change feed, like a restored backup.
  await one.db.raw('update product_listing set price_now = 100 where product_id = $1', [product.id]);
  await one.db.raw(`insert into catalog_changes (product_id, kind) values (null, 'content')`);
  await expect.poll(() => listIds('min_price=9.00')).toEqual(neither);
  await expect.poll(() => listIds('max_price=1.00')).toEqual(both);
});
