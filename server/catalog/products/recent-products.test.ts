import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@shop/core/time';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { changeUnlistedProduct, createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';
import { removeOldRecent } from './recent-products.ts';

let clock = new Date();
const server = await testServer({ clock: () => clock });
const { api, app, db } = server;

const inSession = (session: string) => ({ headers: { 'x-session': session } });
async function viewProduct(session: string, slug: string) {
  clock = new Date(clock.getTime() + 1000);
  return api('POST', '/recent-products', { body: { slug }, ...inSession(session) });
}
const listViewed = async (session: string, query = '') =>
  (await api('GET', `/recent-products${query}`, inSession(session))).body.data.map(
    ({ slug }: { slug: string }) => slug,
  );

async function listDemoSlugs(count: number): Promise<string[]> {
  const { body } = await api('GET', `/products?limit=${count}&orderBy=name`);
  return body.data.map(({ slug }: { slug: string }) => slug);
}

test('spec "/recent-products": newest first, each once, per session', async () => {
  const [one = '', two = '', three = ''] = await listDemoSlugs(3);
  const [mine, other] = [randomUUID(), randomUUID()];
  for (const slug of [one, two, three, one]) expect((await viewProduct(mine, slug)).body).toEqual({ success: true });
  await viewProduct(other, two);
  expect(await listViewed(mine)).toEqual([one, three, two]);
  expect(await listViewed(other)).toEqual([two]);
  expect(await listViewed(mine, '?limit=1&page=2')).toEqual([three]);
  expect(await listViewed(mine, `?search=slug:${two}`)).toEqual([two]);
  expect(await listViewed(mine, '?page=99')).toEqual([]);
  expect((await api('GET', '/recent-products?search=colour:red', inSession(mine))).status).toBe(422);
  const { headers, body } = await api('GET', '/recent-products?lang=zh', inSession(mine));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.data[0]).toMatchObject({ text_lang: 'zh', price: expect.stringMatching(/^\d+\.\d\d$/) });
});

test('GET /recent-products/{id} returns one of them as the list does; 404 for others, also another session’s', async () => {
  const [one = '', two = '', never = ''] = await listDemoSlugs(3);
  const [mine, other] = [randomUUID(), randomUUID()];
  for (const slug of [one, two]) await viewProduct(mine, slug);
  await viewProduct(other, never);
  const { data } = (await api('GET', '/recent-products', inSession(mine))).body;
  expect((await api('GET', `/recent-products/${data[1].id}`, inSession(mine))).body).toEqual(data[1]);
  const [hers] = (await api('GET', '/recent-products', inSession(other))).body.data;
  for (const options of [inSession(mine), {}]) {
    const { status, body } = await api('GET', `/recent-products/${hers.id}`, options);
    expect([status, body.code]).toEqual([404, 'request.not_found']);
  }
});

test('stores the last thirty, for at most 90 days', async () => {
  const session = randomUUID();
  const slugs = await listDemoSlugs(33);
  for (const slug of slugs) await viewProduct(session, slug);
  expect(await listViewed(session, '?limit=100')).toEqual(slugs.slice(3).reverse());
  clock = new Date(clock.getTime() + 91 * DAY_MS);
  await viewProduct(session, slugs[0] ?? '');
  const system = { actor: { kind: 'system' } as const, priceGroup: null };
  await removeOldRecent(makeContext(app.shop, system, 'en', NO_REQUEST));
  expect(await listViewed(session)).toEqual([slugs[0]]);
});

test('stores nothing without a session, and never the session id itself', async () => {
  const [slug = ''] = await listDemoSlugs(1);
  expect((await api('GET', '/recent-products')).body).toMatchObject({ data: [], total: 0 });
  expect((await api('POST', '/recent-products', { body: { slug } })).body).toEqual({ success: false });
  for (const session of ['made up', 'x'.repeat(1000)]) {
    const response = await api('POST', '/recent-products', { body: { slug }, ...inSession(session) });
    expect([response.status, response.body]).toEqual([200, { success: false }]);
  }
  const session = randomUUID();
  await viewProduct(session, slug);
  const { rows } = await db.raw('select count(*)::int as found from recent_products where owner like $1', [
    `%${session}%`,
  ]);
  expect(rows[0]?.found).toBe(0);
});

test('an unlisted product is a 404, and an unpublished one leaves the list', async () => {
  const session = randomUUID();
  const product = await createUnlistedProduct(db);
  const slug = String((await db.raw('select slug from products where id = $1', [product.id])).rows[0]?.slug);
  expect((await viewProduct(session, slug)).status).toBe(404);
  await publishProducts(db, [Number(product.id)], clock);
  expect((await viewProduct(session, slug)).status).toBe(200);
  await changeUnlistedProduct(db, product, { status: 'archived' });
  await publishProducts(db, [Number(product.id)], clock);
  expect(await listViewed(session)).toEqual([]);
  for (const wrong of ['nothing-here', '999']) {
    expect((await viewProduct(session, wrong)).status).toBe(404);
    expect((await api('POST', '/recent-products', { body: { slug: wrong } })).status).toBe(404);
  }
});

test('an invalid body is a 4xx; concurrent views store each product once', async () => {
  const session = randomUUID();
  const bodies = [
    {},
    { slug: 5 },
    { slug: null },
    { slug: '' },
    { slug: "'--" },
    { slug: 'a\u0000b' },
    [],
    'x',
    '{"slug":',
  ];
  for (const body of bodies) {
    const { status } = await api('POST', '/recent-products', { body, ...inSession(session) });
    expect([400, 422], JSON.stringify(body)).toContain(status);
  }
  const slugs = await listDemoSlugs(6);
  const post = (slug: string) => api('POST', '/recent-products', { body: { slug }, ...inSession(session) });
  const responses = await Promise.all([...slugs, ...slugs, ...slugs].map(post));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect((await listViewed(session)).toSorted()).toEqual(slugs.toSorted());
});

test('a customer has one list in every session, invisible to others', async () => {
  const [one = '', two = ''] = await listDemoSlugs(2);
  const [mine, other] = [await newCustomer(server), await newCustomer(server)];
  const at = (token: string, session: string) => ({ token, ...inSession(session) });
  const [phone, desk] = [randomUUID(), randomUUID()];
  await api('POST', '/recent-products', { body: { slug: one }, ...at(mine.token, phone) });
  clock = new Date(clock.getTime() + 1000);
  await api('POST', '/recent-products', { body: { slug: two }, ...at(mine.token, desk) });
  const listSlugs = async (options: object) =>
    (await api('GET', '/recent-products', options)).body.data.map(({ slug }: { slug: string }) => slug);
  for (const session of [phone, desk]) expect(await listSlugs(at(mine.token, session))).toEqual([two, one]);
  expect(await listSlugs(at(other.token, phone))).toEqual([]);
  expect(await listViewed(phone)).toEqual([]);
});
