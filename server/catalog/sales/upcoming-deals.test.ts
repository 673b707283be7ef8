import { HOUR_MS } from '@shop/core/time';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';
import { advanceSales } from './sale-clock.ts';
import { listUpcomingDeals } from './upcoming-deals.ts';

let now = new Date();
const { api, app, db } = await testServer({ clock: () => now });
// Starts the clock with a deal window of the demo, so that the next window is hours away at any time of day.
const { rows } = await db.raw('select min(starts_at) as at from sales where is_deal and starts_at > $1', [now]);
now = rows[0]?.at as Date;
await advanceSales(db, now);

const ctx = () => makeContext(app.shop, { actor: { kind: 'anonymous' }, priceGroup: null }, 'en', NO_REQUEST);
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

type Upcoming = {
  product: { id: string; price: string };
  deal_price: string;
  starts_at: string;
  ends_at: string | null;
};

const insertDeal = (id: string, price: number, from: Date, to: Date | null, is_deal = true) =>
  db.raw('insert into sales (product_id, sale_price, starts_at, ends_at, is_deal) values ($1, $2, $3, $4, $5)', [
    id,
    price,
    from,
    to,
    is_deal,
  ]);

test('the demo’s recurring windows always have upcoming deals, soonest first', async () => {
  const { body } = await api('GET', '/products_shocking_deals?limit=1');
  const next: Upcoming[] = body.next;
  expect(next.length).toBeGreaterThanOrEqual(8);
  expect(next.length).toBeLessThanOrEqual(24);
  const starts = next.map(({ starts_at }) => starts_at);
  expect(starts).toEqual(starts.toSorted());
  expect(new Set(next.map(({ product }) => product.id)).size).toBe(next.length);
  for (const { product, deal_price, starts_at, ends_at } of next) {
    expect(Number(deal_price)).toBeLessThan(Number(product.price));
    expect(Date.parse(starts_at)).toBeGreaterThan(now.getTime());
    expect(Date.parse(ends_at ?? '')).toBeGreaterThan(Date.parse(starts_at));
  }
});

test('`next` limits the number of upcoming deals', async () => {
  const { next } = (await api('GET', '/products_shocking_deals')).body;
  expect((await api('GET', '/products_shocking_deals?next=2')).body.next).toEqual(next.slice(0, 2));
  expect((await api('GET', '/products_shocking_deals?next=0')).body.next).toEqual([]);
  expect((await api('GET', '/products_shocking_deals?next=25')).status).toBe(422);
});

test('`ends_at` is the soonest end of all running deals, on every page', async () => {
  const all = (await api('GET', '/products_shocking_deals?limit=100')).body;
  const ends = all.data.map(({ sale_ends_at }: { sale_ends_at: string }) => sale_ends_at).toSorted();
  expect(all.ends_at).toBe(ends[0]);
  const last = (await api('GET', `/products_shocking_deals?limit=1&page=${all.total}`)).body;
  expect(last.ends_at).toBe(ends[0]);
  const past = (await api('GET', '/products_shocking_deals?page=99')).body;
  expect(past).toMatchObject({ data: [], ends_at: ends[0] });
});

test('lists a product’s next deal once, and no sale that is not a deal, not a reduction or not listed', async () => {
  const [one, plain, dear, hidden] = [
    await createUnlistedProduct(db, { price: 1000 }),
    await createUnlistedProduct(db, { price: 1000 }),
    await createUnlistedProduct(db, { price: 1000 }),
    await createUnlistedProduct(db, { price: 1000, status: 'draft' }),
  ];
  const [soon, later] = [inHours(0.1), inHours(0.2)];
  await insertDeal(one.id, 900, soon, later);
  await insertDeal(one.id, 800, later, null);
  await insertDeal(plain.id, 900, soon, later, false);
  await insertDeal(dear.id, 1000, soon, later);
  await insertDeal(hidden.id, 900, soon, later);
  await publishProducts(
    db,
    [one, plain, dear, hidden].map(({ id }) => Number(id)),
    now,
  );
  const context = ctx();
  const next = await listUpcomingDeals(context);
  expect(next[0]).toMatchObject({ product: { id: one.id }, deal_price: 900, starts_at: soon, ends_at: later });
  expect(context.cacheTags.until).toEqual(soon);
  // Even a response without upcoming deals expires when one starts.
  const contextWithoutDeals = ctx();
  expect(await listUpcomingDeals(contextWithoutDeals, 0)).toEqual([]);
  expect(contextWithoutDeals.cacheTags.until).toEqual(soon);
  const ids = new Set([one, plain, dear, hidden].map(({ id }) => id));
  expect(next.filter(({ product }) => ids.has(product.id))).toHaveLength(1);
  const after = { ...ctx(), now: new Date(soon.getTime()) };
  const nextDeal = (await listUpcomingDeals(after)).find(({ product }) => product.id === one.id);
  expect(nextDeal).toMatchObject({ deal_price: 800, starts_at: later, ends_at: null });
});

test('`next` is empty without upcoming deals', async () => {
  const far = { ...ctx(), now: inHours(24 * 365 * 10) };
  expect(await listUpcomingDeals(far)).toEqual([]);
});
