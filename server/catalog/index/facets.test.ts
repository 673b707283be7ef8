import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { countStatements } from '../../db/database.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { changeUnlistedProduct, createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { insert } from '../../testing/database/insert.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';

const { api, app, db } = await testServer();

type FacetQuery = Record<string, string>;
const query = (values: FacetQuery) => new URLSearchParams({ ...values }).toString();
const getBody = async (path: string, values: FacetQuery = {}) => {
  const { status, body } = await api('GET', `${path}?${query(values)}`);
  expect([status, path, values]).toEqual([200, path, values]);
  return body;
};
const readFacets = (values: FacetQuery = {}) => getBody('/fetch-search-filter', values);
const readTotal = async (values: FacetQuery) => (await getBody('/products', { ...values, limit: '1' })).total as number;
const readBrandIds = async (...slugs: string[]) => {
  const { data } = await getBody('/brands', { limit: '100' });
  return data
    .filter((brand: { slug: string }) => slugs.includes(brand.slug))
    .map((brand: { id: string }) => brand.id)
    .join();
};

describe('"OR inside a group, AND across, a value that would give nothing disabled, not hidden"', () => {
  /** Expects each facet's count to equal the total of the list with that value. */
  async function expectCountsMatch(values: FacetQuery): Promise<void> {
    const facets = await readFacets(values);
    const { brand_id: _, ...noBrand } = values;
    const { dietary: __, ...noDietary } = values;
    const { category_slugs: ___, ...noCategory } = values;
    expect(facets.total).toBe(await readTotal(values));
    for (const brand of facets.brands) {
      expect([brand.slug, brand.count]).toEqual([brand.slug, await readTotal({ ...noBrand, brand_id: brand.id })]);
    }
    for (const need of facets.dietary) {
      expect([need.slug, need.count]).toEqual([need.slug, await readTotal({ ...noDietary, dietary: need.slug })]);
    }
    for (const category of facets.categories) {
      const count = await readTotal({ ...noCategory, category_slugs: category.slug });
      expect([category.slug, category.count]).toEqual([category.slug, count]);
    }
    expect(facets.on_sale).toBe(await readTotal({ ...values, on_sale: '1' }));
    expect(facets.in_stock).toBe(await readTotal({ ...values, show_available: '1' }));
  }

  test('of the whole shop', async () => {
    await expectCountsMatch({});
    const facets = await readFacets();
    expect(facets.categories.map((each: { slug: string }) => each.slug)[0]).toBe('snacks');
    expect(facets.brands).toHaveLength((await getBody('/brands', { limit: '100' })).total);
    expect(facets.dietary.length).toBeGreaterThan(3);
  });

  test('with a filter in every group, each counted without its own', async () => {
    const brand_id = await readBrandIds('krupkrap', 'kacang-kampit');
    await expectCountsMatch({ category_slugs: 'snacks', brand_id, dietary: 'vegetarian,halal', show_available: '1' });
    await expectCountsMatch({ category_slugs: 'snacks', min_price: '3.00', max_price: '9.90' });
    await expectCountsMatch({ keyword: 'kaya', on_sale: '1' });
  });

  test('lists values without products with 0', async () => {
    const facets = await readFacets({ keyword: 'kaya' });
    expect(facets.brands.some(({ count }: { count: number }) => count === 0)).toBe(true);
    expect(facets.brands.some(({ count }: { count: number }) => count > 0)).toBe(true);
    expect(await readFacets({ keyword: 'xqzvwkj' })).toMatchObject({ total: 0, price: null, on_sale: 0, in_stock: 0 });
  });

  test('lists the roots and the children of a requested category, or its siblings if it has none', async () => {
    const listSlugs = async (category_slugs: string) =>
      (await readFacets({ category_slugs })).categories.map(
        (each: { slug: string; parent: string }) => `${each.parent}/${each.slug}`,
      );
    const below = await listSlugs('snacks');
    expect(below).toContain('snacks/cookies-biscuits');
    expect(await listSlugs('cookies-biscuits')).toEqual(below);
    const roots = below.filter((each: string) => each.startsWith('null/'));
    expect(roots).toContain('null/drinks');
    expect(await listSlugs('no-such-aisle')).toEqual(roots);
  });

  test('the price range ignores its own bounds', async () => {
    const wide = (await readFacets({ category_slugs: 'snacks' })).price;
    expect((await readFacets({ category_slugs: 'snacks', min_price: '5.00' })).price).toEqual(wide);
    const { data } = await getBody('/products', { category_slugs: 'snacks', orderBy: 'price', limit: '1' });
    expect(wide.min_price).toBe(data[0].sale_price ?? data[0].price);
  });

  test('an invalid parameter is a 422 that names it', async () => {
    for (const [values, field] of [
      [{ min_price: 'cheap' }, 'min_price'],
      [{ max_price: '-1' }, 'max_price'],
      [{ on_sale: 'maybe' }, 'on_sale'],
      [{ brand_id: 'x' }, 'brand_id'],
      [{ search: 'colour:red' }, 'search'],
    ] as const) {
      const { status, body } = await api('GET', `/fetch-search-filter?${query(values)}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});

test('docs/api.md: "dietary, price range" narrow the list: any of the values inside a parameter, all parameters together', async () => {
  const [vegetarian, halal] = [await readTotal({ dietary: 'vegetarian' }), await readTotal({ dietary: 'halal' })];
  const any = await readTotal({ dietary: 'vegetarian,halal' });
  expect(any).toBeGreaterThanOrEqual(Math.max(vegetarian, halal));
  expect(any).toBeLessThanOrEqual(vegetarian + halal);
  const { data } = await getBody('/products', { min_price: '5', max_price: '6', limit: '100' });
  expect(data.length).toBeGreaterThan(0);
  for (const product of data) {
    expect(Number(product.sale_price ?? product.price)).toBeGreaterThanOrEqual(5);
    expect(Number(product.sale_price ?? product.price)).toBeLessThanOrEqual(6);
  }
  const sale = await getBody('/products', { on_sale: '1', limit: '100' });
  expect(sale.data.every((product: { sale_price: string | null }) => product.sale_price !== null)).toBe(true);
  expect(await readTotal({ min_price: '9', max_price: '1' })).toBe(0);
});

test('GET /products-search: ranked, with facets and the corrected spelling; sold-out products last', async () => {
  const misspelling = await getBody('/products-search', { keyword: 'instnat noodle', limit: '100' });
  const correction = await getBody('/products-search', { keyword: 'instant noodle', limit: '100' });
  expect(misspelling.corrected).toBe('instant noodle');
  expect(correction.corrected).toBeNull();
  expect(misspelling.total).toBe(correction.total);
  expect(correction.facets.total).toBe(correction.total);
  const [soldOut, inStock] = [
    await createUnlistedProduct(db, { name: 'Zzyzx Crackers', stock: 0 }),
    await createUnlistedProduct(db, { name: 'Zzyzx Crackers', stock: 5 }),
  ];
  await publishProducts(db, [Number(soldOut.id), Number(inStock.id)], new Date());
  const { data } = await getBody('/products-search', { keyword: 'zzyzx crackers' });
  expect(data.map(({ id }: { id: string }) => id)).toEqual([inStock.id, soldOut.id]);
});

test('GET /search: terms, categories, brands and four products in both languages; nothing without a word', async () => {
  const suggestions = await getBody('/search', { keyword: 'kaya' });
  expect(suggestions.products).toHaveLength(4);
  expect(suggestions.categories[0]).toMatchObject({ slug: 'spreads-kaya', ancestors: ['bakery-breakfast'] });
  expect(suggestions.categories[0].count).toBe(await readTotal({ category_slugs: 'spreads-kaya' }));
  expect((await getBody('/search', { keyword: 'krup' })).brands[0]).toMatchObject({ slug: 'krupkrap', count: 4 });
  expect((await getBody('/search', { keyword: '咖椰' })).products.length).toBeGreaterThan(0);
  for (const keyword of ['', ' ', '%', '😀']) {
    expect(await getBody('/search', { keyword })).toEqual({ keywords: [], categories: [], brands: [], products: [] });
  }
});

test('GET /fetch-brand-category and /sort-brand-category: categories of a brand, brands of a category from A to Z', async () => {
  const byBrand = await getBody('/fetch-brand-category', { brand: 'krupkrap' });
  expect(
    byBrand.data.map((each: { slug: string; products_count: number }) => [each.slug, each.products_count]),
  ).toEqual([
    ['snacks', 4],
    ['potato-cassava-chips', 4],
  ]);
  expect(await getBody('/fetch-brand-category', { brand_id: await readBrandIds('krupkrap') })).toEqual(byBrand);
  expect((await getBody('/fetch-brand-category', { brand: 'no-such-brand' })).data).toEqual([]);
  expect((await getBody('/fetch-brand-category')).data).toEqual([]);
  const brands = (await getBody('/sort-brand-category', { category_slugs: 'snacks', limit: '100' })).data;
  const names = brands.map(({ name }: { name: string }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  expect(brands.find(({ slug }: { slug: string }) => slug === 'krupkrap').products_count).toBe(4);
  expect(names).not.toContain('Perah Lane');
});

test('"SQL statements per request (budget: 1 or 2, a test counts them)"', async () => {
  const { 'catalog.facets': listFacets, 'catalog.search': search, 'catalog.products': list } = app.shop.handlers;
  const anonymous = { actor: { kind: 'anonymous' }, priceGroup: null } as const;
  const ctx = () => makeContext(app.shop, anonymous, 'en', NO_REQUEST);
  const count = async (work: () => Promise<unknown>) => (await countStatements(work)).statements.length;
  const makeInput = (values: object) => ({ params: {}, body: {}, query: values });
  expect(await count(() => listFacets(ctx(), makeInput({ category_slugs: 'snacks', dietary: 'vegetarian' })))).toBe(0);
  expect(await count(() => listFacets(ctx(), makeInput({ search: 'slug:nyonya-pot-pandan-kaya' })))).toBe(1);
  expect(await count(() => search(ctx(), makeInput({ keyword: 'instnat noodle' })))).toBe(1);
  expect(await count(() => list(ctx(), makeInput({ page: 4, orderBy: 'price;name', sortedBy: 'desc;asc' })))).toBe(1);
});

test('a change by this process is in its next list, search and facets', async () => {
  const product = await createUnlistedProduct(db, { name: 'Qwix Wafer', price: 3_210 });
  await publishProducts(db, [Number(product.id)], new Date());
  const findIds = async (values: FacetQuery) =>
    (await getBody('/products', { keyword: 'qwix', ...values })).data.map(({ id }: { id: string }) => id);
  expect(await findIds({})).toEqual([product.id]);
  await changeUnlistedProduct(db, product, { price: 6_540 });
  await publishProducts(db, [Number(product.id)], new Date());
  expect(await findIds({ min_price: '65' })).toEqual([product.id]);
  expect((await readFacets({ keyword: 'qwix' })).price).toEqual({ min_price: '65.40', max_price: '65.40' });
  await changeUnlistedProduct(db, product, { status: 'archived' });
  await publishProducts(db, [Number(product.id)], new Date());
  expect(await findIds({ _search: '1' })).toEqual([]);
});

test('GET /fetch-brand-category shows a brand as soon as it and its first product are published', async () => {
  expect((await getBody('/fetch-brand-category', { brand: 'brand-made-later' })).data).toEqual([]);
  const [image] = (await db.raw('select image_hash from brands limit 1')).rows;
  const { id: brand_id } = await insert(db, 'brands', { ...image, slug: 'brand-made-later', name: 'Made Later' });
  const product = await createUnlistedProduct(db, {});
  await db.raw('update products set brand_id = $1 where id = $2', [brand_id, product.id]);
  await publishProducts(db, [Number(product.id)], new Date());
  // Resolves once the change feed has applied the change and invalidated the cache.
  await app.index.readLabels();
  expect((await getBody('/fetch-brand-category', { brand: 'brand-made-later' })).data).toHaveLength(1);
});
