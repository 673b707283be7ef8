import { getByIdPaths } from '@shop/contract/api/get-by-id-paths';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { countStatements } from '../db/database.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { testServer } from '../testing/test-server.ts';

const { api, app, db } = await testServer();
const listProducts = app.shop.handlers['catalog.products'];
const makeInput = (query: object) => ({ params: {}, query, body: {} });

type ListedProduct = { name: string; slug: string; price: string; sale_price: string | null };
const get = (path: string) => api('GET', path);
const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const list = async (path: string, values: Record<string, string> = {}) => {
  const { status, body } = await get(`${path}?${query(values)}`);
  expect(status, `${path}?${query(values)}: ${body?.message}`).toBe(200);
  return body as { data: ListedProduct[]; total: number; [key: string]: unknown };
};
const currentPrice = (product: ListedProduct) => Number(product.sale_price ?? product.price);

test('GET /products returns the envelope of the list pattern with 30 products by default', async () => {
  const body = await list('/products');
  expect(body).toMatchObject({ current_page: 1, per_page: 30, last_page: 5, from: 1, to: 30, total: 131 });
  expect(body.data).toHaveLength(30);
  const past = await list('/products', { page: '99' });
  expect(past).toMatchObject({ current_page: 99, total: 131, from: null, to: null, data: [] });
});

test('docs/spec.md §9: "Default min sale quantity 1; default max sale quantity 0 (no limit)"', async () => {
  const { rows } = await db.raw(
    `select column_name, column_default from information_schema.columns
     where table_name = 'products' and column_name in ('min_sale_qty', 'max_sale_qty') order by column_name desc`,
  );
  expect(rows).toEqual([
    { column_name: 'min_sale_qty', column_default: '1' },
    { column_name: 'max_sale_qty', column_default: '0' },
  ]);
});

test('a product in a list has the fields that clients rely on (docs/api.md)', async () => {
  const { data } = await list('/products', { search: 'slug:nyonya-pot-pandan-kaya' });
  expect(data[0]).toMatchObject({
    slug: 'nyonya-pot-pandan-kaya',
    name: 'Nyonya Pot Pandan Kaya',
    title: 'Nyonya Pot Pandan Kaya 250 g',
    variant: '250 g',
    price: '8.90',
    sale_price: '6.90',
    discount_percent: 22,
    unit_price: { price: '2.76', per: '100 g', amount: 2.5 },
    max_sale_qty: 5,
    min_sale_qty: 1,
    out_of_stock: false,
    type: 'simple',
    inventory: { quantity: 240, min_qty: 0, is_continuous_selling: false },
    quantity: 240,
    image: { thumbnail: expect.stringMatching(/^\/media\/[0-9a-f]{20}-320\.webp$/) },
    brand: { slug: 'nyonya-pot' },
    categories: [{ slug: 'bakery-breakfast' }, { slug: 'spreads-kaya' }],
    variation_options: [],
  });
});

test('a variable product has its cheapest option’s price, the sum of its options’ stock and no inventory of its own', async () => {
  const { body } = await get('/products/buih-buih-mango-fizz');
  const prices = body.variation_options.map((option: ListedProduct) => currentPrice(option));
  expect(currentPrice(body)).toBe(Math.min(...prices));
  const stock = body.variation_options.map((option: { quantity: number }) => option.quantity);
  expect(body.quantity).toBe(stock.reduce((sum: number, each: number) => sum + each, 0));
  expect(body.inventory).toBeNull();
  expect(body.breadcrumbs.map((each: ListedProduct) => each.slug)).toEqual(['drinks', 'soft-drinks-juice']);
});

test('docs/readings.md#30: a bundle’s stock derives from its parts', async () => {
  const { body } = await get('/products/lepak-movie-night');
  expect(body.is_bundle).toBe(true);
  let scarcest = Number.POSITIVE_INFINITY;
  for (const part of body.bundle_items) {
    const { body: product } = await get(`/products/${part.slug}`);
    const option = product.variation_options.find((each: { id: string }) => each.id === part.variation_option_id);
    scarcest = Math.min(scarcest, Math.floor((option ?? product).quantity / part.quantity));
  }
  expect(body.inventory).toEqual({ quantity: scarcest, min_qty: 0, is_continuous_selling: false });
});

test('docs/spec.md §9 "Sort options": lowest and highest price, A-Z, Z-A, new arrivals, best sellers, featured, most order', async () => {
  const listSorted = (orderBy: string, sortedBy: string) => list('/products', { orderBy, sortedBy, limit: '100' });
  const prices = (await listSorted('price', 'asc')).data.map(currentPrice);
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  expect((await listSorted('price', 'desc')).data.map(currentPrice)[0]).toBe(
    Math.max(...(await listSorted('price', 'desc')).data.map(currentPrice)),
  );
  const names = (await listSorted('name', 'asc')).data.map((product) => product.name);
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  const best = await list('/products', { orderBy: 'best_sellers' });
  expect((await list('/products_best_seller')).data.map((each) => each.slug)).toEqual(
    best.data.map((each) => each.slug),
  );
  const most = await db.raw('select slug from product_listing order by orders_count desc, product_id desc limit 1');
  expect((await list('/products', { orderBy: 'most_order' })).data[0]?.slug).toBe(most.rows[0]?.slug);
  const featured = await list('/products', { orderBy: 'featured', sortedBy: 'desc' });
  expect(featured.data[0]?.slug).toBe('krupkrap-cassava-crackle-sambal');
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) => list('/products', { orderBy: 'price', page, limit: '50' })),
  );
  expect(new Set(pages.flatMap(({ data }) => data.map((each) => each.slug))).size).toBe(131);
});

test('docs/readings.md#36: Chinese names sort by pinyin; missing Chinese falls back to English, marked as such', async () => {
  const { data } = await list('/products', { lang: 'zh', orderBy: 'name', limit: '100' });
  expect(data.slice(0, 3).map((product) => product.name)).toEqual(['火锅冷冻配套', '咖啡时光配套', '开放门户曲奇配套']);
  await db.raw("update products set name_zh = null where slug = 'perah-lane-rose-syrup'");
  const { publishProducts } = await import('./listing/publish-products.ts');
  const { rows } = await db.raw("select id from products where slug = 'perah-lane-rose-syrup'");
  await publishProducts(db, [Number(rows[0]?.id)], new Date());
  expect((await get('/products/perah-lane-rose-syrup?lang=zh')).body).toMatchObject({
    name: 'Perah Lane Rose Syrup',
    text_lang: 'en',
    title: expect.stringContaining('玫瑰糖浆'),
  });
});

test('docs/readings.md#8: a chain of categories selects its last, unrelated ones their union, with descendants', async () => {
  const total = async (category_slugs: string) => (await list('/products', { category_slugs })).total;
  const [snacks, cookies, fruit] = [await total('snacks'), await total('cookies-biscuits'), await total('fresh-fruit')];
  expect(snacks).toBeGreaterThan(cookies);
  expect(await total('snacks,cookies-biscuits')).toBe(cookies);
  expect(await total('cookies-biscuits,fresh-fruit')).toBe(cookies + fruit);
  expect(await total('no-such-aisle')).toBe(0);
  const { data: categories } = await list('/categories', { limit: '280' });
  const snacksCategory = categories.find(({ slug }) => slug === 'snacks') as unknown as {
    id: string;
    products_count: number;
  };
  expect(snacksCategory.products_count).toBe(snacks);
  expect((await list('/products', { category_id: snacksCategory.id })).total).toBe(snacks);
});

test('docs/spec.md §7 list pattern: pairs, aliases, joins, conditions and the named parameters', async () => {
  const total = async (values: Record<string, string>) => (await list('/products', values)).total;
  const milk = await list('/products', {
    search: 'name:milk',
    searchJoin: 'and',
    searchFields: 'currency:in',
    _search: '1',
  });
  expect(milk.total).toBeGreaterThan(2);
  expect(milk.data.every(({ name }) => name.toLowerCase().includes('milk'))).toBe(true);
  const [variable, kaya] = [await total({ search: 'type:variable' }), await total({ search: 'name:kaya' })];
  const both = await total({ search: 'type:variable;name:kaya', searchJoin: 'and' });
  expect(await total({ search: 'type:variable;name:kaya' })).toBe(variable + kaya - both);
  expect(await total({ search: 'category:fresh-fruit,eggs-tofu' })).toBe(
    await total({ category_slugs: 'fresh-fruit,eggs-tofu' }),
  );
  const between = await list('/products', { search: 'price:5.00,6.00', searchFields: 'price:between', limit: '100' });
  expect(between.data.every((product) => currentPrice(product) >= 5 && currentPrice(product) <= 6)).toBe(true);
  expect(await total({ search: 'name:%' })).toBe(1);
  expect(await total({ tagged_name: 'pedas' })).toBeGreaterThan(5);
  expect(await total({ show_available: '1' })).toBeLessThan(131);
  expect(await total({ show_available: '0' })).toBe(131);
  expect(await total({ search: 'nyonya pot' })).toBeGreaterThan(1);
  const { data: brands } = await list('/brands', { search: 'slug:krupkrap' });
  const { id } = brands[0] as unknown as { id: string };
  expect(await total({ brand_id: id })).toBe(await total({ search: 'brand.slug:krupkrap' }));
  expect(await total({ unknown_parameter: 'x' })).toBe(131);
});

test('GET /products-search finds words of both languages, by beginning, accents or not, by pinyin too', async () => {
  const searchFirst = async (keyword: string) => (await list('/products-search', { keyword })).data[0]?.name;
  expect(await searchFirst('pandan kaya')).toBe('Nyonya Pot Pandan Kaya');
  expect(await searchFirst('krupk samb')).toContain('Sambal');
  expect(await searchFirst('xqzvw')).toBeUndefined();
  expect(await searchFirst('Krupkrap samb')).toContain('Sambal');
  expect(await searchFirst('班兰咖椰')).toBe('Nyonya Pot Pandan Kaya');
  expect(await searchFirst('banlankaye')).toBe('Nyonya Pot Pandan Kaya');
  expect((await list('/products-search', { keyword: '椰丝' })).data.length).toBeGreaterThan(0);
  expect((await list('/products-search', { keyword: '' })).total).toBe(131);
});

test('collections: running deals with the soonest end first, bundles, the forty best sellers', async () => {
  const deals = await list('/products_shocking_deals');
  expect(deals.total).toBe(8);
  const ends = deals.data.map((product) => (product as unknown as { sale_ends_at: string }).sale_ends_at);
  expect(ends).toEqual([...ends].sort());
  expect(deals.data.every((product) => product.sale_price !== null)).toBe(true);
  const bundles = await list('/products_bundles');
  expect(bundles.total).toBe(8);
  const breakfast = bundles.data.find(({ slug }) => slug === 'roti-kaya-breakfast');
  expect(breakfast).toMatchObject({ bundle_items: { length: 4 } });
  // Every bundle saves at least 3 % of its parts' price, even while a deal makes one of them cheaper.
  type Saving = { slug: string; price: string; sale_price: string | null; saving: string | null };
  for (const { slug, price, sale_price, saving } of bundles.data as unknown as Saving[]) {
    const parts = Number(sale_price ?? price) + Number(saving);
    expect(Number(saving) / parts, slug).toBeGreaterThanOrEqual(0.03);
  }
  expect(await list('/products_best_seller', { page: '2' })).toMatchObject({ total: 40, from: 31, to: 40 });
});

test('categories, the navigation tree and brands', async () => {
  const { data, total } = await list('/categories', { limit: '280' });
  expect(total).toBe(31);
  expect(data.find(({ slug }) => slug === 'cookies-biscuits')).toMatchObject({
    parent: { slug: 'snacks' },
    ancestors: ['snacks'],
    stage: 'sweet',
  });
  expect((await list('/categories', { search: 'parent_slug:fresh' })).total).toBe(3);
  const { data: tree, ...envelope } = (await get('/fetch-nav-category?lang=zh')).body;
  // docs/readings.md#35 lists the endpoints without pagination; this is not one of them.
  expect(envelope).toEqual({ current_page: 1, per_page: 280, last_page: 1, total: 7, from: 1, to: 7 });
  expect(tree.map((root: { name: string; children: unknown[] }) => [root.name, root.children.length])).toEqual([
    ['零食', 6],
    ['生鲜', 3],
    ['面包与早餐', 3],
    ['厨房干货', 5],
    ['冷藏冷冻', 3],
    ['饮料', 2],
    ['家居用品', 2],
  ]);
  expect((await get('/categories/snacks')).body).toMatchObject({ slug: 'snacks', products_count: 32 });
  expect((await list('/brands', { orderBy: 'name', sortedBy: 'desc' })).data[0]?.name).toBe('Warung Wan');
  expect((await list('/brands', { keyword: 'krupkrap', search: 'name:Krup;name:Warung' })).total).toBe(1);
  expect((await list('/brands', { search: 'krupkrap;warung wan' })).total).toBe(2);
  expect((await get('/brands/krupkrap')).body).toMatchObject({ name: 'Krupkrap', local_name: null, products_count: 4 });
  const inChinese = { name: 'Krupkrap', local_name: '脆卜卜' };
  expect((await get('/brands/krupkrap?lang=zh')).body).toMatchObject(inChinese);
  expect((await list('/brands', { keyword: '卜卜', lang: 'zh' })).data).toMatchObject([inChinese]);
});

test('docs/readings.md#9: every list resource "has GET by id"', async () => {
  for (const resource of ['/products', '/categories', '/brands', '/banners']) {
    const { id, slug } = (await get(resource)).body.data[0];
    expect((await get(`${resource}/${id}`)).body).toMatchObject({ id, slug });
    expect((await get(`${resource}/${slug}`)).body).toMatchObject({ id, slug });
  }
});

test('docs/spec.md §7: "Also GET by id": a collection answers the entry that its list has, and only that', async () => {
  const allProducts = (await list('/products', { limit: '100' })).data as (ListedProduct & { id: string })[];
  for (const path of Object.values(getByIdPaths).filter((each) => each.includes(' /products_'))) {
    const collection = path.split(' ')[1]?.replace('/:id', '') ?? '';
    const { data } = await list(collection, { limit: '100' });
    const ids = (data as (ListedProduct & { id: string })[]).map(({ id }) => id);
    expect(data.length, collection).toBeGreaterThan(0);
    const entry = await get(`${collection}/${ids.at(-1)}`);
    expect([entry.status, entry.body]).toEqual([200, data.at(-1)]);
    expect((await get(`${collection}/${ids.at(-1)}?lang=zh`)).body.text_lang).toBe('zh');
    const other = allProducts.find(({ id }) => !ids.includes(id));
    const refusal = await get(`${collection}/${other?.id}`);
    expect([collection, refusal.status, refusal.body.code]).toEqual([collection, 404, 'request.not_found']);
    for (const id of ['999999999999999999', 'not-an-id']) expect((await get(`${collection}/${id}`)).status).toBe(404);
  }
});

test('unknown ids and slugs are a 404', async () => {
  for (const path of [
    '/products/nothing-here',
    '/products/999999999999999999',
    '/categories/nothing-here',
    '/brands/0',
  ]) {
    expect([(await get(path)).status, path]).toEqual([404, path]);
  }
});

test('docs/readings.md#9: "An unknown field in search is a 422 that names it"; so is every invalid parameter', async () => {
  const wrong: [Record<string, string>, string, string][] = [
    [{ search: 'colour:red' }, 'search', 'colour'],
    [{ search: 'constructor:x' }, 'search', 'constructor'],
    [{ search: ':x' }, 'search', ''],
    [{ search: 'price:5', searchFields: 'price:between' }, 'search', 'price'],
    [{ search: 'price:cheap' }, 'search', 'cheap'],
    [{ search: 'id:99999999999999999999' }, 'search', '99999999999999999999'],
    [{ search: 'name:x', searchFields: 'name:between' }, 'searchFields', 'between'],
    [{ orderBy: 'password' }, 'orderBy', 'password'],
    [{ orderBy: 'price', sortedBy: 'up' }, 'sortedBy', 'up'],
    [{ category_id: 'x' }, 'category_id', 'x'],
    [{ brand_id: "1' or '1'='1" }, 'brand_id', "1' or"],
    [{ limit: '101' }, 'limit', ''],
    [{ page: '0' }, 'page', ''],
    [{ searchJoin: 'xor' }, 'searchJoin', ''],
    [{ keyword: 'a\u0007b' }, 'keyword', ''],
  ];
  for (const [values, field, detail] of wrong) {
    const { status, body } = await get(`/products?${query(values)}`);
    expect([status, values]).toEqual([422, values]);
    expect(body.errors[field]?.[0], JSON.stringify(body)).toContain(detail);
  }
  expect((await get('/products?search=colour:red&lang=zh')).body.message).toContain('没有');
});

test('special characters find nothing and break nothing', async () => {
  const words = [
    "' | !*:&<->()",
    '\\',
    '%',
    '_',
    '😀',
    'שלום',
    '‮abc',
    'x'.repeat(2000),
    '𠮷',
    'a:*',
    "';--",
    '&',
    '椰'.repeat(300),
  ];
  for (const path of ['/products', '/products-search', '/categories', '/brands', '/banners']) {
    for (const keyword of words) {
      const { status } = await get(`${path}?${query({ keyword, limit: '1' })}`);
      expect([status, path, keyword]).toEqual([200, path, keyword]);
    }
  }
  for (const word of words.filter((each) => !each.includes(':') && !each.includes(';'))) {
    const { status } = await get(
      `/products?${query({ search: `name:${word}`, tagged_name: word, category_slugs: word })}`,
    );
    expect([status, word]).toEqual([200, word]);
  }
});

test('a cold list of 30 is one statement, two if `search` contains slugs', async () => {
  const countListStatements = async (values: object) =>
    (await countStatements(() => listProducts(anonymousContext(), makeInput(values)))).statements.length;
  expect(await countListStatements({})).toBe(1);
  expect(await countListStatements({ keyword: 'kaya', orderBy: 'price', show_available: true })).toBe(1);
  expect(await countListStatements({ category_slugs: 'snacks' })).toBe(1);
  expect(await countListStatements({ search: 'slug:nyonya-pot-pandan-kaya' })).toBe(2);
});

test('a response has cache tags of its products and of the next sale edge', async () => {
  const ctx = anonymousContext();
  const page = await listProducts(ctx, makeInput({ limit: 5 }));
  expect([...ctx.cacheTags.products].map(String).sort()).toEqual(page.data.map((product) => product.id).sort());
  const { data } = await list('/products_shocking_deals');
  await listProducts(ctx, makeInput({ search: `slug:${data[0]?.slug}`, limit: 100 }));
  expect(ctx.cacheTags.until?.getTime() ?? 0).toBeGreaterThan(Date.now());
  expect(data.length).toBeGreaterThan(0);
});

test('settings depend on lists alone: the stock of a product keeps every cached page', async () => {
  const ctx = anonymousContext();
  const { collections } = (await app.shop.handlers['content.settings'](ctx, makeInput({}))) as {
    collections: string[];
  };
  expect(collections).toContain('best_sellers');
  expect([...ctx.cacheTags.products]).toEqual([]);
});

const anonymousContext = () =>
  makeContext(app.shop, { actor: { kind: 'anonymous' }, priceGroup: null }, 'en', NO_REQUEST);
