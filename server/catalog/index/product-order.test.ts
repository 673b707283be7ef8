import { beforeAll, expect, test } from 'vitest';
import { createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';

const { api, db } = await testServer();

type OrderedProduct = { id: string; slug: string; out_of_stock: boolean };
const list = async (path: string, query = ''): Promise<OrderedProduct[]> => {
  const { status, body } = await api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${query}`);
  expect(status, `${path}${query}`).toBe(200);
  return body.data;
};
const canBeBought = (product: OrderedProduct) => !product.out_of_stock;

/** A product in stock, and a sold-out one that ranks above all others in every order. */
let products: { inStock: string; soldOut: string };

beforeAll(async () => {
  const [inStock, soldOut] = [
    await createUnlistedProduct(db, { name: 'Zzyzx plain', stock: 5 }),
    await createUnlistedProduct(db, { name: 'Zzyzx', stock: 0 }),
  ];
  await db.raw(`update products set sales_count = 2000000, orders_count = 2000000, featured = -1,
    created_at = now() + interval '1 day' where id = ${soldOut.id}`);
  await publishProducts(
    db,
    [inStock, soldOut].map(({ id }) => Number(id)),
    new Date(),
  );
  products = { inStock: inStock.id, soldOut: soldOut.id };
});

test.each([
  ['/products', ''],
  ['/products', '&orderBy=best_sellers'],
  ['/products', '&orderBy=most_order&sortedBy=desc'],
  ['/products', '&orderBy=created_at&sortedBy=desc'],
  ['/products', '&orderBy=featured'],
  ['/products-search?keyword=zzyzx', ''],
  ['/products-search?keyword=a', ''],
  ['/products_best_seller', ''],
  ['/products_popular', ''],
  ['/products_bundles', ''],
])('docs/ux.md#rule-17: sold-out products come last in %s%s', async (path, query) => {
  const products = await list(path, query);
  const first = products.findIndex((product) => !canBeBought(product));
  expect(products.slice(first === -1 ? products.length : first).filter(canBeBought)).toEqual([]);
});

test('the last page of a list holds the sold-out products', async () => {
  const { body } = await api('GET', '/products?limit=100');
  const all = [...body.data, ...(await list('/products', '&page=2'))];
  expect(new Set(all.map(({ id }) => id)).size).toBe(body.total);
  const from = all.findIndex((product) => !canBeBought(product));
  expect(from).toBeGreaterThan(0);
  expect(all.slice(from).filter(canBeBought)).toEqual([]);
  expect(all.slice(from).map(({ id }) => id)).toEqual(expect.arrayContaining([products.soldOut]));
});

test('a search lists the exact name of a sold-out product after those that can be bought', async () => {
  const ids = (await list('/products-search?keyword=zzyzx')).map(({ id }) => id);
  expect(ids).toEqual([products.inStock, products.soldOut]);
});

test('best sellers are the forty that sell best among those that can be bought', async () => {
  const products = await list('/products_best_seller');
  expect(products).toHaveLength(40);
  expect(products.filter((product) => !canBeBought(product))).toEqual([]);
});

test.each(['price', 'name'])('a sort by %s mixes sold-out products with the others', async (column) => {
  const products = await list('/products', `&orderBy=${column}`);
  const first = products.findIndex((product) => !canBeBought(product));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(products.slice(first).some(canBeBought)).toBe(true);
});
