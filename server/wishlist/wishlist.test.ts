import { expect, test } from 'vitest';
import { publishProducts } from '../catalog/listing/publish-products.ts';
import { changeUnlistedProduct, createUnlistedProduct, setStock } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;

async function makeListedProduct(name?: string) {
  const product = await createUnlistedProduct(db, name === undefined ? {} : { name });
  await publishProducts(db, [Number(product.id)], now);
  return product;
}

const add = (customer: TestCustomer, product_id: unknown) => {
  now = new Date(now.getTime() + 1000);
  return customer.call('POST', '/wishlist', { product_id });
};

const listFavourites = async (customer: TestCustomer, query = '') =>
  (await customer.call('GET', `/wishlist${query}`)).body.data.map(({ id }: { id: string }) => id);

test('docs/spec.md §4: "A product can be added to or removed from favourites.", idempotently', async () => {
  const mine = await newCustomer(server);
  const [one, two] = [await makeListedProduct(), await makeListedProduct()];
  for (const product of [one, two, one]) {
    const { status, body } = await add(mine, product.id);
    expect([status, body]).toEqual([201, { success: true }]);
  }
  expect(await listFavourites(mine)).toEqual([two.id, one.id]);
  for (let time = 0; time < 2; time++) {
    const { status, body } = await mine.call('DELETE', `/wishlist/${two.id}`);
    expect([status, body]).toEqual([200, { success: true }]);
  }
  expect(await listFavourites(mine)).toEqual([one.id]);
});

test('GET /wishlist returns products as lists do, in the requested language', async () => {
  const mine = await newCustomer(server);
  const [product] = (await api('GET', '/products?limit=1')).body.data;
  await add(mine, product.id);
  const { status, headers, body } = await mine.call('GET', '/wishlist');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ current_page: 1, per_page: 30, last_page: 1, total: 1, from: 1, to: 1 });
  expect(body.data).toEqual([product]);
  expect((await mine.call('GET', '/wishlist?lang=zh')).body.data[0].text_lang).toBe('zh');
});

test('GET /wishlist/{id} returns one favourite as the list does; 404 for others, also another customer’s', async () => {
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const [one, two] = [await makeListedProduct(), await makeListedProduct()];
  await add(mine, one.id);
  await add(mine, two.id);
  const { data } = (await mine.call('GET', '/wishlist')).body;
  expect((await mine.call('GET', `/wishlist/${one.id}`)).body).toEqual(data[1]);
  for (const [customer, id] of [
    [other, one.id],
    [mine, (await makeListedProduct()).id],
  ] as const) {
    const { status, body } = await customer.call('GET', `/wishlist/${id}`);
    expect([status, body.code]).toEqual([404, 'request.not_found']);
  }
  expect((await api('GET', `/wishlist/${one.id}`)).status).toBe(401);
});

test('a withdrawn product disappears from favourites, a sold-out one stays', async () => {
  const mine = await newCustomer(server);
  const [gone, soldOut] = [await makeListedProduct(), await makeListedProduct()];
  await add(mine, gone.id);
  await add(mine, soldOut.id);
  await changeUnlistedProduct(db, gone, { status: 'archived' });
  await publishProducts(db, [Number(gone.id)], now);
  await setStock(db, soldOut, 0);
  const { data, total } = (await mine.call('GET', '/wishlist')).body;
  expect(data.map(({ id, out_of_stock }: { id: string; out_of_stock: boolean }) => [id, out_of_stock])).toEqual([
    [soldOut.id, true],
  ]);
  expect(total).toBe(1);
  expect((await mine.call('DELETE', `/wishlist/${gone.id}`)).status).toBe(200);
});

test('lists sold-out favourites last (docs/ux.md#rule-17)', async () => {
  const mine = await newCustomer(server);
  const [older, newer, soldOut] = [await makeListedProduct(), await makeListedProduct(), await makeListedProduct()];
  for (const { id } of [older, newer, soldOut]) await add(mine, id);
  expect(await listFavourites(mine)).toEqual([soldOut.id, newer.id, older.id]);
  await setStock(db, soldOut, 0);
  expect(await listFavourites(mine)).toEqual([newer.id, older.id, soldOut.id]);
  expect(await listFavourites(mine, '?limit=2')).toEqual([newer.id, older.id]);
});

test.each<[unknown, number]>([
  ['999999999999999999', 404],
  ['1 or 1=1', 422],
  ['-1', 422],
  ['', 422],
  [1, 422],
  [null, 422],
  [undefined, 422],
  [['1'], 422],
  ['9'.repeat(30), 422],
  ['\u0000', 422],
])('POST /wishlist with %j responds with %i', async (product_id, status) => {
  const mine = await newCustomer(server);
  expect((await add(mine, product_id)).status).toBe(status);
  expect((await mine.call('DELETE', `/wishlist/${encodeURIComponent(String(product_id))}`)).status).toBeLessThan(500);
  expect(await listFavourites(mine)).toEqual([]);
});

test('a product that is not sold cannot be added', async () => {
  const draft = await createUnlistedProduct(db, { status: 'draft' });
  expect((await add(await newCustomer(server), draft.id)).status).toBe(404);
});

test('GET /wishlist takes the list pattern (docs/readings.md#9)', async () => {
  const mine = await newCustomer(server);
  const [kaya, milo] = [await makeListedProduct('Kaya 100%'), await makeListedProduct('Milo')];
  await add(mine, kaya.id);
  await add(mine, milo.id);
  expect(await listFavourites(mine, '?search=kaya')).toEqual([kaya.id]);
  expect(await listFavourites(mine, '?search=name:mil')).toEqual([milo.id]);
  expect(await listFavourites(mine, '?orderBy=name&sortedBy=asc')).toEqual([kaya.id, milo.id]);
  expect(await listFavourites(mine, '?limit=1&page=2')).toEqual([kaya.id]);
  expect(await listFavourites(mine, '?search=100%25')).toEqual([kaya.id]);
  expect((await mine.call('GET', '/wishlist?search=owner:1')).status).toBe(422);
  expect((await mine.call('GET', '/wishlist?orderBy=owner')).status).toBe(422);
});

test('refuses the 501st favourite, but not one of the 500 again', async () => {
  const mine = await newCustomer(server);
  const products = await Promise.all(Array.from({ length: 500 }, () => createUnlistedProduct(db)));
  const ids = products.map(({ id }) => Number(id));
  await publishProducts(db, ids, now);
  await db.raw('insert into wishlist (customer_id, product_id, created_at) select $1, unnest($2::bigint[]), $3', [
    mine.id,
    ids,
    now,
  ]);
  const { body } = await mine.call('GET', '/wishlist?limit=1');
  expect(body.total).toBe(500);
  const refusal = await add(mine, (await makeListedProduct()).id);
  expect([refusal.status, refusal.body.message]).toEqual([422, 'My Favourite can hold at most 500 products']);
  expect((await add(mine, body.data[0].id)).status).toBe(201);
});
