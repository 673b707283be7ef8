import { computeCurrentPrice } from '@shop/core/catalog/price';
import { HOUR_MS } from '@shop/core/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureDealWindows } from '../../../demo/deal-windows.ts';
import { seed, seedIfEmpty, seedMany } from '../../../demo/seed.ts';
import { countStatements, type Db } from '../../db/database.ts';
import { placeholderHash } from '../../media/placeholder-images.ts';
import {
  changeUnlistedProduct,
  createUnlistedProduct,
  type MadeProduct,
  setStock,
} from '../../testing/catalog/make-product.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { testServer } from '../../testing/test-server.ts';
import { listingRows } from '../catalog.sql.ts';
import { readListedPrices } from '../sales/running-sale.ts';
import { advanceSales, publishDueProducts } from '../sales/sale-clock.ts';
import { refreshAvailability } from './availability.ts';
import type { ListingDoc } from './listing-document.ts';
import { type ListedLine, loadOffers } from './offers.ts';
import { publishProducts } from './publish-products.ts';

const server = await testServer();
const { api, db } = server;
const now = new Date();
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

const publish = (target: Db, ...made: MadeProduct[]) =>
  publishProducts(
    target,
    made.map(({ id }) => Number(id)),
    now,
  );
/** Builds the key of a line: its product and option. */
const lineKey = (product: MadeProduct, option?: string) => ({
  product_id: Number(product.id),
  variation_option_id: option === undefined ? null : Number(option),
});

/** Loads the lines' offers as the cart's statement does: with their listing rows. */
async function readOffers(lines: Pick<ListedLine, 'product_id' | 'variation_option_id'>[], at = now) {
  const rows = await db.rows(listingRows, [lines.map(({ product_id }) => product_id)]);
  const listings = new Map(rows.map((row) => [row.product_id, row]));
  const listedLines = lines.map((line) => ({ doc: null, stock: null, ...listings.get(line.product_id), ...line }));
  return loadOffers({ db, now: at }, listedLines);
}

let looks = 0;
/** Reads a product from a list, bypassing the response cache. */
const readListed = async (product: MadeProduct) =>
  (await api('GET', `/products?search=id:${product.id}&_search=${looks++}`)).body.data[0];

/** Records the catalogue's statements during `work`, without those of the change feed. */
async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = await countStatements(work);
  return statements.filter((name) => name.startsWith('catalog.'));
}

async function readListing(product: MadeProduct) {
  const { rows } = await db.raw('select * from product_listing where product_id = $1', [product.id]);
  return rows[0];
}

/** Returns the changes recorded during `work`, oldest first. */
async function recordChanges(work: () => Promise<unknown>): Promise<[string, string][]> {
  const { rows: before } = await db.raw('select coalesce(max(id), 0) as last from catalog_changes');
  await work();
  const { rows } = await db.raw('select product_id, kind from catalog_changes where id > $1 order by id', [
    before[0]?.last,
  ]);
  return rows.map((row) => [String(row.product_id), String(row.kind)]);
}

test('lists a published product, writes only changes, and removes it when it is no longer published', async () => {
  const product = await createUnlistedProduct(db, { name: 'Kuih Test', price: 450, sale_price: 390 });
  expect(await readListed(product)).toBeUndefined();
  expect(await recordChanges(() => publish(db, product))).toEqual([[product.id, 'content']]);
  expect(await readListed(product)).toMatchObject({
    name: 'Kuih Test',
    price: '4.50',
    sale_price: '3.90',
    quantity: 100,
  });
  expect(await recordChanges(() => publish(db, product))).toEqual([]);

  await changeUnlistedProduct(db, product, { price: 500 });
  expect(await recordChanges(() => publish(db, product))).toEqual([[product.id, 'content']]);
  expect(await readListed(product)).toMatchObject({ price: '5.00' });

  await changeUnlistedProduct(db, product, { status: 'archived' });
  expect(await publish(db, product)).toEqual({ written: 0, removed: 1 });
  expect(await readListed(product)).toBeUndefined();
});

test('category counts follow publishing', async () => {
  const { rows } = await db.raw('select slug from categories order by id limit 1');
  const count = async () => (await api('GET', `/categories/${rows[0]?.slug}`)).body.products_count;
  const before = await count();
  const [a, b] = [await createUnlistedProduct(db), await createUnlistedProduct(db)];
  await Promise.all([publish(db, a, b), publish(db, b, a)]);
  // Cached responses are invalidated within half a second.
  await vi.waitFor(async () => expect(await count()).toBe(before + 2));
  await changeUnlistedProduct(db, a, { status: 'draft' });
  await publish(db, a, b);
  await vi.waitFor(async () => expect(await count()).toBe(before + 1));
});

test('publishing one product needs as many statements as publishing hundreds', async () => {
  const { rows } = await db.raw('select id from products order by id limit 120');
  const ids = rows.map((row) => Number(row.id));
  const one = await listStatements(() => publishProducts(db, ids.slice(0, 1), now));
  expect(await listStatements(() => publishProducts(db, ids, now))).toEqual(one);
  expect(one).toHaveLength(4);
});

test('a sale starts and ends on time: listed prices are updated and recorded as price changes', async () => {
  const product = await createUnlistedProduct(db, { price: 1000 });
  await db.raw(
    'insert into sales (product_id, sale_price, starts_at, ends_at, is_deal) values ($1, 700, $2, $3, true)',
    [product.id, inHours(1), inHours(2)],
  );
  await publish(db, product);
  expect(await readListing(product)).toMatchObject({ price_now: 1000, on_sale: false, next_edge_at: inHours(1) });

  expect(await recordChanges(() => advanceSales(db, inHours(1)))).toContainEqual([product.id, 'price']);
  expect(await readListing(product)).toMatchObject({
    price_now: 700,
    on_sale: true,
    is_deal: true,
    deal_ends_at: inHours(2),
  });
  expect(await recordChanges(() => advanceSales(db, inHours(1.5)))).not.toContainEqual([product.id, 'price']);
  await advanceSales(db, inHours(2));
  expect(await readListing(product)).toMatchObject({
    price_now: 1000,
    on_sale: false,
    is_deal: false,
    next_edge_at: null,
  });
});

test('a scheduled product is neither listed nor sold before its time, and published at it', async () => {
  const product = await createUnlistedProduct(db, { name: 'Mooncake Early' });
  await db.raw('update products set published_at = $2 where id = $1', [product.id, inHours(5)]);
  await publish(db, product);
  expect(await readListing(product)).toBeUndefined();
  const isSold = async (at: Date) => (await readOffers([lineKey(product)], at))[0]?.is_sold;
  expect(await isSold(now)).toBe(false);
  expect(await recordChanges(() => publishDueProducts(db, inHours(4.9)))).toEqual([]);
  expect(await recordChanges(() => publishDueProducts(db, inHours(5)))).toEqual([[product.id, 'content']]);
  expect(await readListing(product)).toBeDefined();
  expect(await isSold(inHours(5))).toBe(true);
  expect(await publishDueProducts(db, inHours(6))).toBe(0);
});

test('records a stock change, or an availability change when a product or bundle goes in or out of stock', async () => {
  const part = await createUnlistedProduct(db, { stock: 5 });
  const bundle = await createUnlistedProduct(db, { parts: [{ product: part, quantity: 2 }] });
  await publish(db, part, bundle);
  expect(await readListed(bundle)).toMatchObject({ is_bundle: true, quantity: 2, out_of_stock: false });
  const refresh = () => recordChanges(() => refreshAvailability(db, [Number(part.id)]));

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
  expect(await readListing(bundle)).toMatchObject({ in_stock: false });
  await setStock(db, part, 0);
  expect((await refresh()).sort()).toEqual(
    [
      [part.id, 'availability'],
      [bundle.id, 'stock'],
    ].sort(),
  );
  await setStock(db, part, 9);
  expect((await refresh()).map(([, kind]) => kind)).toEqual(['availability', 'availability']);
  expect(await listStatements(() => refreshAvailability(db, [Number(part.id)]))).toHaveLength(1);
});

test('loads everything needed to price and limit lines in one statement', async () => {
  const simple = await createUnlistedProduct(db, {
    price: 1000,
    sale_price: 800,
    tiers: [{ qty: 3, tier_price: 750 }],
    stock: { quantity: 7, min_qty: 2 },
    max_sale_qty: 6,
  });
  const variable = await createUnlistedProduct(db, {
    price: 500,
    tiers: [{ qty: 2, tier_price: 400 }],
    options: [{}, { price: 900, stock: 3 }],
  });
  const bundle = await createUnlistedProduct(db, {
    parts: [
      { product: simple, quantity: 2 },
      { product: variable, option: variable.options[0] },
    ],
  });
  await publish(db, simple, variable, bundle);
  const [small, large] = variable.options;
  const lineKeys = [lineKey(simple), lineKey(variable, small), lineKey(variable, large), lineKey(bundle)];
  const { result, statements } = await countStatements(() => readOffers(lineKeys));
  // Listed products take no statement besides the one that reads the lines.
  expect(statements).toEqual(['catalog.listing']);
  const [ofSimple, ofSmall, ofLarge, ofBundle] = result;
  expect(ofSimple).toMatchObject({
    price: 1000,
    sale_price: 800,
    sale_ends_at: null,
    tier_prices: [{ qty: 3, tier_price: 750 }],
    max_sale_qty: 6,
    is_sold: true,
    stock: [{ per_unit: 1, quantity: 7, min_qty: 2, is_continuous_selling: false }],
  });
  expect(ofSmall).toMatchObject({
    is_sold: true,
    price: 500,
    tier_prices: [{ qty: 2, tier_price: 400 }],
  });
  expect(ofLarge).toMatchObject({ is_sold: true, price: 900, tier_prices: [] });
  expect(ofBundle).toMatchObject({
    is_bundle: true,
    is_sold: true,
    stock: [
      { per_unit: 2, quantity: 7 },
      { per_unit: 1, quantity: 100 },
    ],
  });
  // A variable product without an option is not sold; another product's option and an unknown product have no offer.
  const others = [lineKey(variable), lineKey(simple, small), { product_id: 999_999_999, variation_option_id: null }];
  expect(await readOffers(others)).toMatchObject([{ is_sold: false }, null, null]);
  await changeUnlistedProduct(db, simple, { status: 'draft' });
  await publish(db, simple);
  const [offer] = await readOffers([lineKey(simple)]);
  expect(offer).toMatchObject({ is_sold: false, price: 1000, max_sale_qty: 6, stock: [] });
});

test('a bundle follows the prices of its parts: never dearer than they are less 3%, in its list row, its price order and its offer', async () => {
  const [tea, cake] = [
    await createUnlistedProduct(db, { price: 1000 }),
    await createUnlistedProduct(db, { price: 2000 }),
  ];
  const bundle = await createUnlistedProduct(db, { price: 2900, parts: [{ product: tea }, { product: cake }] });
  await publish(db, tea, cake, bundle);
  expect(await readListed(bundle)).toMatchObject({ price: '29.00', sale_price: null, discount_percent: null });

  const sale = 'insert into sales (product_id, sale_price, starts_at, ends_at) values ($1, $2, $3, $4)';
  await db.raw(sale, [cake.id, 1700, inHours(-1), inHours(2)]);
  await publish(db, cake);
  expect(await readListed(bundle)).toMatchObject({
    price: '29.00',
    sale_price: '26.15',
    sale_ends_at: expect.anything(),
  });
  expect(await readListing(bundle)).toMatchObject({ price_now: 2615, on_sale: true, next_edge_at: inHours(2) });
  const readOfferAt = async (at: Date) => (await readOffers([lineKey(bundle)], at))[0];
  expect(await readOfferAt(now)).toMatchObject({ price: 2900, sale_price: 2615, sale_ends_at: inHours(2) });
  expect(await readOfferAt(inHours(2))).toMatchObject({ sale_price: null });

  await changeUnlistedProduct(db, tea, { price: 500 });
  await publish(db, tea);
  expect(await readOfferAt(inHours(2))).toMatchObject({ sale_price: 2425 });
  await advanceSales(db, inHours(2));
  expect(await readListing(bundle)).toMatchObject({ price_now: 2425, next_edge_at: null });
});

test('the prices that order lists are those that carts charge, now and at every start or end of a sale', async () => {
  // After the sales of the tests above, which have advanced some products already.
  const start = inHours(24);
  const { rows: edges } = await db.raw(
    'select distinct edge as at from sales, unnest(array[starts_at, ends_at]) edge where edge > $1 order by edge limit 5',
    [start],
  );
  expect(edges.length).toBeGreaterThan(0);
  for (const at of [start, ...edges.map((edge) => edge.at as Date)]) {
    await advanceSales(db, at);
    const { rows } = await db.raw('select product_id, doc, price_now from product_listing');
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      const doc = row.doc as ListingDoc;
      const units = doc.type === 'variable' ? doc.options : [null];
      const prices = units.map((option) => computeCurrentPrice(readListedPrices(doc, option, at)));
      expect(row.price_now, doc.slug).toBe(Math.min(...prices));
    }
  }
});

test('seeding twice changes nothing, and growing continues', async () => {
  const count = async () => Number((await db.raw('select count(*) from products')).rows[0]?.count);
  expect(await seedIfEmpty(db, { now })).toBe(false);
  // The first time adds deals of another day, if the database was seeded on the day before.
  await seed(db, { now });
  const before = await count();
  expect(await recordChanges(() => seed(db, { now }))).toEqual([]);
  expect(await count()).toBe(before);
  await seedMany(db, 140, { now });
  const countAfter = await count();
  expect(countAfter).toBe(before + 9);
  expect(await seedMany(db, 140, { now })).toBe(0);
});

test('a deal is always running', async () => {
  // A database of its own: the tests above have advanced sales beyond the first days.
  const { db, close } = await testDatabase();
  onTestFinished(close);
  for (let day = 0; day < 9; day++) {
    const at = inHours(24 * day + 13);
    await ensureDealWindows(db, at);
    expect(await ensureDealWindows(db, at)).toBe(0);
    await advanceSales(db, at);
    const { rows } = await db.raw('select count(*) from product_listing where is_deal');
    expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(8);
  }
});

test('a product without a picture is shown as a pack with its own name, drawn again under a new name', async () => {
  const product = await createUnlistedProduct(db, { price: 500 });
  await db.raw(
    `update products set name_en = 'Colgate Total', name_zh = '高露洁', image_hash = $2, variant_en = '150 g' where id = $1`,
    [product.id, placeholderHash('home')],
  );
  await publish(db, product);
  const first = await readListed(product);
  expect(first.image.thumbnail).toMatch(/^\/media\/x[0-9a-f]{19}-640\.svg$/);
  const { app } = server;
  const picture = await app.http.inject({ url: first.image.thumbnail, headers: { 'accept-encoding': 'identity' } });
  expect(picture.statusCode).toBe(200);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  expect(picture.body).toContain('>高露洁</text>');
  const compressedPicture = await app.http.inject({ url: first.image.thumbnail, headers: { 'accept-encoding': 'br' } });
  expect(compressedPicture.headers['content-encoding']).toBe('br');
  expect(compressedPicture.rawPayload.length).toBeLessThan(picture.rawPayload.length / 2);

  await db.raw(`update products set name_en = 'Colgate Herbal' where id = $1`, [product.id]);
  await publish(db, product);
  expect((await readListed(product)).image.thumbnail).not.toBe(first.image.thumbnail);
  const [offer] = await readOffers([lineKey(product)]);
  expect(offer?.image_hash).toMatch(/^x/);
});
