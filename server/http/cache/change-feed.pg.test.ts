import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { openPostgres } from '../../db/open.ts';
import { changeUnlistedProduct, createUnlistedProduct, makeProduct } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';

const { api, db, database } = await testServer();
/** Another connection to the same database, as of another process: this process is not notified of its writes. */
const otherProcess = await openPostgres('TEST_DATABASE_URL', database.url ?? '');
afterAll(() => otherProcess.close());

const product = await createUnlistedProduct(db, { price: 500 });
await publishProducts(db, [Number(product.id)], new Date());
const { rows } = await db.raw('select slug from products where id = $1', [product.id]);
const path = `/products/${rows[0]?.slug}`;
const readPrice = async () => (await api('GET', path)).body.price;

async function waitUntil(isMet: () => Promise<boolean>, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isMet()) && Date.now() < end) await sleep(20);
}

test('docs/design.md#fast-by-design: a change of another process invalidates the response within a second', async () => {
  expect(await readPrice()).toBe('5.00');
  await changeUnlistedProduct(otherProcess.db, product, { price: 600 });
  await publishProducts(otherProcess.db, [Number(product.id)], new Date());
  await waitUntil(async () => (await readPrice()) === '6.00', 1_000);
  expect(await readPrice()).toBe('6.00');
});

test('"a plain id > last loses late commits": finds a change that is committed after later ones', async () => {
  const lateWriter = await otherProcess.pool.connect();
  await lateWriter.query('begin');
  await lateWriter.query(`update products set price = 800 where id = $1`, [product.id]);
  await lateWriter.query(
    `update product_listing set doc = jsonb_set(doc::jsonb, '{price}', '800') where product_id = $1`,
    [product.id],
  );
  await lateWriter.query(`insert into catalog_changes (product_id, kind) values ($1, 'price')`, [product.id]);
  // Meanwhile, later changes are committed and read, and appear in responses.
  await otherProcess.pool.query(`insert into catalog_changes (product_id, kind) values (1, 'price')`);
  await sleep(1_200);
  expect(await readPrice()).toBe('6.00');
  await lateWriter.query('commit');
  lateWriter.release();
  await waitUntil(async () => (await readPrice()) === '8.00', 1_000);
  expect(await readPrice()).toBe('8.00');
});

const countByIndex = async (keyword: string) => (await api('GET', `/products?keyword=${keyword}`)).body.data.length;
const schedule = ({ id }: { id: string }) =>
  db.raw(`update products set published_at = now(), updated_at = now() - interval '1 day' where id = $1`, [id]);

test('a publication that waits for a lock delays no change of another process', async () => {
  const item = await makeProduct(db);
  const bundle = await makeProduct(db, { parts: [{ product: item }] });
  const readWaiting = async () => {
    const { rows } = await db.raw(
      `select pid, xact_start::text from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'select id from products%'`,
    );
    return rows;
  };
  const importer = await otherProcess.pool.connect();
  await importer.query('begin');
  await importer.query('select from products where id = $1 for update', [bundle.id]);
  await schedule(item);
  let count = 0;
  // The publication waits for 3 seconds and begins again: a change may take longer on a busy machine, so others follow.
  const arrivesDuringOneWait = async () => {
    const waiting = await readWaiting();
    await makeProduct(otherProcess.db, { name: 'Unhindered kuih' });
    count += 1;
    await expect.poll(() => countByIndex('unhindered')).toBe(count);
    return waiting.length === 1 && isDeepStrictEqual(await readWaiting(), waiting);
  };
  await expect.poll(arrivesDuringOneWait).toBe(true);
  await importer.query('commit');
  importer.release();
});

test('sales whose prices cannot be updated stop neither publications nor the changes of another process', async () => {
  const { id } = await makeProduct(db);
  await db.raw(
    `create function refuse_price() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
     create trigger refuse_price before update of price_now on product_listing for each row
       when (old.product_id = ${id}) execute function refuse_price();
     update product_listing set next_edge_at = now() - interval '1 day' where product_id = ${id}`,
  );
  const due = await createUnlistedProduct(db, { name: 'Punctual kuih' });
  await schedule(due);
  await expect.poll(() => countByIndex('punctual')).toBe(1);
  await makeProduct(otherProcess.db, { name: 'Undisturbed kuih' });
  await expect.poll(() => countByIndex('undisturbed')).toBe(1);
});
