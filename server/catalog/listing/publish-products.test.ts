import { HOUR_MS } from '@shop/core/time';
import { expect, test, vi } from 'vitest';
import { ensureDealWindows } from '../../../demo/deal-windows.ts';
import { seed, seedIfEmpty, seedMany } from '../../../demo/seed.ts';
import { countStatements, type Db } from '../../db/database.ts';
import { changeUnlisted, type MadeProduct, makeUnlisted, setStock } from '../../testing/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { listingRows } from '../catalog.sql.ts';
import { advanceSales, publishDue } from '../sales/sale-clock.ts';
import { refreshAvailability } from './availability.ts';
import { type ListedLine, loadOffers, offersOf } from './offers.ts';
import { publishProducts } from './publish-products.ts';

const { api, db } = await testServer();
const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

const publish = (of: Db, ...made: MadeProduct[]) =>
  publishProducts(
    of,
    made.map(({ id }) => Number(id)),
    now,
  );
let looks = 0;
/** Reads a product from a list, bypassing the response cache. */
const listed = async (product: MadeProduct) =>
  (await api('GET', `/products?search=id:${product.id}&_search=${looks++}`)).body.data[0];

/** Records the catalogue's statements during `work`, without those of the change feed. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await countStatements(work);
  return statements.filter((name) => name.startsWith('catalog.'));
}

async function listingOf(product: MadeProduct) {
  const { rows } = await db.raw('select * from product_listing where product_id = $1', [product.id]);
  return rows[0];
}

/** Returns the changes recorded during `work`, oldest first. */
async function changesOf(work: () => Promise<unknown>): Promise<[string, string][]> {
  const { rows: before } = await db.raw('select coalesce(max(id), 0) as last from catalog_changes');
  await work();
  const { rows } = await db.raw('select product_id, kind from catalog_changes where id > $1 order by id', [
    before[0]?.last,
  ]);
  return rows.map((row) => [String(row.product_id), String(row.kind)]);
}

test('publishing lists a product, writes what changed only, and takes it away when it is no longer published', async () => {
  const product = await makeUnlisted(db, { name: 'Kuih Test', price: 450, sale_price: 390 });
  expect(await listed(product)).toBeUndefined();
  expect(await changesOf(() => publish(db, product))).toEqual([[product.id, 'content']]);
  expect(await listed(product)).toMatchObject({ name: 'Kuih Test', price: '4.50', sale_price: '3.90', quantity: 100 });
  expect(await changesOf(() => publish(db, product))).toEqual([]);

  await changeUnlisted(db, product, { price: 500 });
  expect(await changesOf(() => publish(db, product))).toEqual([[product.id, 'content']]);
  expect(await listed(product)).toMatchObject({ price: '5.00' });

  await changeUnlisted(db, product, { status: 'archived' });
  expect(await publish(db, product)).toEqual({ written: 0, removed: 1 });
  expect(await listed(product)).toBeUndefined();
});

test('the counts of categories follow what is published', async () => {
  const { rows } = await db.raw('select slug from categories order by id limit 1');
  const count = async () => (await api('GET', `/categories/${rows[0]?.slug}`)).body.products_count;
  const before = await count();
  const [a, b] = [await makeUnlisted(db), await makeUnlisted(db)];
  await Promise.all([publish(db, a, b), publish(db, b, a)]);
  // Cached responses are invalidated within half a second.
  await vi.waitFor(async () => expect(await count()).toBe(before + 2));
  await changeUnlisted(db, a, { status: 'draft' });
  await publish(db, a, b);
  await vi.waitFor(async () => expect(await count()).toBe(before + 1));
});

test('publishing takes the same few statements for one product and for hundreds', async () => {
  const { rows } = await db.raw('select id from products order by id limit 120');
  const ids = rows.map((row) => Number(row.id));
  const one = await statementsOf(() => publishProducts(db, ids.slice(0, 1), now));
  expect(await statementsOf(() => publishProducts(db, ids, now))).toEqual(one);
  expect(one).toHaveLength(4);
});

test('a sale starts and ends by itself: lists are priced anew, and it is noted as a price', async () => {
  const product = await makeUnlisted(db, { price: 1000 });
  await db.raw(
    'insert into sales (product_id, sale_price, starts_at, ends_at, is_deal) values ($1, 700, $2, $3, true)',
    [product.id, inHours(1), inHours(2)],
  );
  await publish(db, product);
  expect(await listingOf(product)).toMatchObject({ price_now: 1000, on_sale: false, next_edge_at: inHours(1) });

  expect(await changesOf(() => advanceSales(db, inHours(1)))).toContainEqual([product.id, 'price']);
  expect(await listingOf(product)).toMatchObject({
    price_now: 700,
    on_sale: true,
    is_deal: true,
    deal_ends_at: inHours(2),
  });
  expect(await changesOf(() => advanceSales(db, inHours(1.5)))).not.toContainEqual([product.id, 'price']);
  await advanceSales(db, inHours(2));
  expect(await listingOf(product)).toMatchObject({
    price_now: 1000,
    on_sale: false,
    is_deal: false,
    next_edge_at: null,
  });
});

test('scheduled publication: neither listed nor for sale until its time has come, then by itself', async () => {
  const product = await makeUnlisted(db, { name: 'Mooncake Early' });
  await db.raw('update products set published_at = $2 where id = $1', [product.id, inHours(5)]);
  await publish(db, product);
  expect(await listingOf(product)).toBeUndefined();
  const isSold = async (at: Date) =>
    [
      ...(await loadOffers({ db, now: at }, [{ product_id: Number(product.id), variation_option_id: null }])).values(),
    ][0]?.is_sold;
  expect(await isSold(now)).toBe(false);
  expect(await changesOf(() => publishDue(db, inHours(4.9)))).toEqual([]);
  expect(await changesOf(() => publishDue(db, inHours(5)))).toEqual([[product.id, 'content']]);
  expect(await listingOf(product)).toBeDefined();
  expect(await isSold(inHours(5))).toBe(true);
  expect(await publishDue(db, inHours(6))).toBe(0);
});

test('stock that moves is noted as stock, going in or out of stock as availability, for bundles too', async () => {
  const part = await makeUnlisted(db, { stock: 5 });
  const bundle = await makeUnlisted(db, { parts: [{ product: part, quantity: 2 }] });
  await publish(db, part, bundle);
  expect(await listed(bundle)).toMatchObject({ is_bundle: true, quantity: 2, out_of_stock: false });
  const refresh = () => changesOf(() => refreshAvailability(db, [Number(part.id)]));

  await setStock(db, part, 4);
  expect((await refresh()).sort()).toEqual(
    [
      [part.id, 'stock'],
      [bundle.id, 'stock'],
    ].sort(),
  );
  await setStock(db, part, 1);
  expect((await refresh()).sort()).toEqual(
    [
      [part.id, 'stock'],
      [bundle.id, 'availability'],
    ].sort(),
  );
  expect(await listingOf(bundle)).toMatchObject({ in_stock: false });
  await setStock(db, part, 0);
  expect((await refresh()).sort()).toEqual(
    [
      [part.id, 'availability'],
      [bundle.id, 'stock'],
    ].sort(),
  );
  await setStock(db, part, 9);
  expect((await refresh()).map(([, kind]) => kind)).toEqual(['availability', 'availability']);
  expect(await statementsOf(() => refreshAvailability(db, [Number(part.id)]))).toHaveLength(1);
});

test('an offer has everything to price and limit a line, in one statement for all lines', async () => {
  const simple = await makeUnlisted(db, {
    price: 1000,
    sale_price: 800,
    tiers: [{ qty: 3, tier_price: 750 }],
    stock: { quantity: 7, min_qty: 2 },
    max_sale_qty: 6,
  });
  const variable = await makeUnlisted(db, {
    price: 500,
    tiers: [{ qty: 2, tier_price: 400 }],
    options: [{}, { price: 900, stock: 3 }],
  });
  const bundle = await makeUnlisted(db, {
    parts: [
      { product: simple, quantity: 2 },
      { product: variable, option: variable.options[0] },
    ],
  });
  const key = (product: MadeProduct, option?: string) => ({
    product_id: Number(product.id),
    variation_option_id: option === undefined ? null : Number(option),
  });
  const [small, large] = variable.options;
  const lines = [
    key(simple),
    key(simple, small),
    key(variable),
    key(variable, small),
    key(variable, large),
    key(bundle),
    { product_id: 999_999_999, variation_option_id: null },
  ];
  const { result: offers, statements } = await countStatements(() => loadOffers({ db, now }, lines));
  expect(statements).toEqual(['catalog.offers']);
  const offer = (product: MadeProduct, option?: string) => offers.get(`${product.id}:${option ?? ''}`);
  // A line with another product's option has no offer.
  expect(offers.size).toBe(5);
  expect(offer(simple)).toMatchObject({
    price: 1000,
    sale_price: 800,
    sale_ends_at: null,
    tier_prices: [{ qty: 3, tier_price: 750 }],
    max_sale_qty: 6,
    is_sold: true,
    stock: [{ per_unit: 1, quantity: 7, min_qty: 2, is_continuous_selling: false }],
  });
  expect(offer(variable)).toMatchObject({ is_sold: false });
  expect(offer(variable, small)).toMatchObject({
    is_sold: true,
    price: 500,
    tier_prices: [{ qty: 2, tier_price: 400 }],
  });
  expect(offer(variable, large)).toMatchObject({ is_sold: true, price: 900, tier_prices: [] });
  expect(offer(bundle)).toMatchObject({
    is_bundle: true,
    is_sold: true,
    stock: [
      { per_unit: 2, quantity: 7 },
      { per_unit: 1, quantity: 100 },
    ],
  });
  await changeUnlisted(db, simple, { status: 'draft' });
  expect((await loadOffers({ db, now }, [key(simple)])).get(`${simple.id}:`)).toMatchObject({ is_sold: false });
});

test('a listing row gives the same offers as the tables of truth, now and whenever a sale starts or ends', async () => {
  const { rows: units } = await db.raw(
    `select p.id as product_id, o.id as variation_option_id from products p
     left join variation_options o on o.product_id = p.id and o.is_active and p.type = 'variable'
     join product_listing l on l.product_id = p.id where p.published_at <= $1`,
    [now],
  );
  const lines = units.map((unit) => ({
    product_id: Number(unit.product_id),
    variation_option_id: unit.variation_option_id === null ? null : Number(unit.variation_option_id),
  }));
  const rows = await db.rows(listingRows, [lines.map(({ product_id }) => product_id)]);
  const listed = lines.map((line, index) => ({ ...rows[index], ...line }) as ListedLine);
  const { rows: edges } = await db.raw(
    'select distinct edge as at from sales, unnest(array[starts_at, ends_at]) edge where edge > $1 order by edge limit 5',
    [now],
  );
  expect(edges.length).toBeGreaterThan(0);
  for (const at of [now, ...edges.map((edge) => edge.at as Date)]) {
    const truth = await loadOffers({ db, now: at }, lines);
    expect(truth.size).toBe(lines.length);
    const { result: offers, statements } = await countStatements(() => offersOf({ db, now: at }, listed));
    expect(statements).toEqual([]);
    expect(offers).toEqual(lines.map((line) => truth.get(`${line.product_id}:${line.variation_option_id ?? ''}`)));
  }
});

test('seeding again changes nothing, growing goes on where it was, and there is always a running deal', async () => {
  const count = async () => Number((await db.raw('select count(*) from products')).rows[0]?.count);
  expect(await seedIfEmpty(db, { now })).toBe(false);
  const before = await count();
  expect(await changesOf(() => seed(db, { now }))).toEqual([]);
  expect(await count()).toBe(before);
  await seedMany(db, 140, { now });
  const grown = await count();
  expect(grown).toBe(before + 9);
  expect(await seedMany(db, 140, { now })).toBe(0);
  for (let day = 0; day < 9; day++) {
    const at = inHours(24 * day + 13);
    await ensureDealWindows(db, at);
    expect(await ensureDealWindows(db, at)).toBe(0);
    await advanceSales(db, at);
    const { rows } = await db.raw('select count(*) from product_listing where is_deal');
    expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(8);
  }
});
