/** A shop right after its migrations, as at production's first start: open, although it has no products. */
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { listOperations } from '../testing/api-document.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { setUpNewShop } from './prepare-shop.ts';

const database = await testDatabase();
afterAll(() => database.close());
const { rows } = await database.db.raw(
  `select string_agg(format('%I', tablename), ', ') as tables from pg_tables
   where schemaname = 'public' and tablename not like 'staff%'
     and tablename not in ('migrations', 'settings_version', 'states', 'collections')`,
);
await database.db.raw(`truncate ${rows[0]?.tables} restart identity cascade`);
await setUpNewShop(database.db, new Date());
const server = await testServer({ database, env: { DEMO: '0' }, jobs: true });
const { api, db } = server;
const operations = await listOperations(server);
const { token: guest } = await newShopper(server);

const VALUE = { id: '1', slug: 'nothing', number: 'AAAA-AAAA' };
const fill = (name: string) => VALUE[name as keyof typeof VALUE] ?? '1';

const reads = operations.filter(({ method }) => method === 'GET');

test.each(reads.map((operation) => [operation.path, operation] as const))(
  'GET %s answers without a 500',
  async (_, of) => {
    const path = of.path.replace(/\{(\w+)\}/g, (_, name) => fill(name));
    const query = new URLSearchParams(of.query.filter((each) => each.required).map(({ name }) => [name, fill(name)]));
    for (const token of [null, guest]) {
      const response = await api('GET', `${path}?${query}`, { token });
      expect(response.status, response.text).toBeLessThan(500);
    }
  },
);

test('lists are empty and the cart can be read', async () => {
  expect((await api('GET', '/products')).body).toMatchObject({ data: [], total: 0 });
  for (const collection of ['best_seller', 'popular', 'shocking_deals', 'bundles']) {
    expect((await api('GET', `/products_${collection}`)).body).toMatchObject({ data: [], total: 0 });
  }
  expect((await api('GET', '/cart', { token: guest })).status).toBe(200);
});

test('has delivery, cash on delivery and the information pages', async () => {
  const query = { state_id: 'MY-10' };
  const { body } = await api('GET', `/shippings?${new URLSearchParams(query)}`, { token: guest });
  expect(body.data).toMatchObject([{ name: 'Standard delivery', fee: '8.00' }]);
  expect(body.data[0].slots.length).toBeGreaterThan(0);
  expect((await api('GET', '/payment_methods')).body.data).toMatchObject([{ code: 'cod' }]);
  for (const slug of ['about-us', 'terms', 'privacy-policy', 'delivery-policy', 'return-policy', 'faq']) {
    expect((await api('GET', `/static_blocks/${slug}`)).status, slug).toBe(200);
  }
  expect((await api('GET', '/states')).body.data).toHaveLength(16);
});

test.each([
  ['development', undefined, true],
  ['development', '0', false],
  ['production', undefined, false],
  ['production', '1', true],
])('NODE_ENV %s with DEMO %s: the demo is %s', (NODE_ENV, DEMO, expected) => {
  const url = {
    DATABASE_URL: 'postgres://127.0.0.1/shop',
    SMTP_URL: 'smtp://127.0.0.1',
    PUBLIC_URL: 'https://shop.example',
  };
  const { isDemo } = readConfig({
    ...url,
    APP_SECRET: 'x'.repeat(32),
    DATA_DIR: server.config.dataDir,
    NODE_ENV,
    DEMO,
  });
  expect(isDemo).toBe(expected);
});

test('the daily job adds no demo data', async () => {
  await db.transaction((tx) => server.app.shop.jobs.send(tx, 'daily', {}));
  await expect
    .poll(
      async () =>
        (await db.raw(`select state, count(*) > 1 as steps from pgboss.job where name = 'daily' group by state`)).rows,
      { timeout: 15_000 },
    )
    .toEqual([{ state: 'completed', steps: true }]);
  expect((await db.raw('select count(*)::int as count from sales')).rows).toEqual([{ count: 0 }]);
});
