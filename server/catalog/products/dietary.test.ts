import { expect, test } from 'vitest';
import { createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';

const { api, db } = await testServer();
const get = (path: string) => api('GET', path);
type DietaryRow = { id: string; slug: string; name: string; products_count: number };

test('GET /dietary counts the products of each need as product lists do', async () => {
  const { status, body } = await get('/dietary');
  expect(status).toBe(200);
  const rows: DietaryRow[] = body.data;
  expect(rows.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['vegetarian', 'halal', 'gluten-free']));
  for (const { slug, products_count } of rows) {
    expect([slug, (await get(`/products?dietary=${slug}&limit=1`)).body.total]).toEqual([slug, products_count]);
  }
  expect((await get('/dietary?lang=zh')).body.data[0].name).toMatch(/\p{Script=Han}/u);
});

test('docs/readings.md#48: a vegan product is listed as vegetarian and dairy-free too', async () => {
  const vegan = await createUnlistedProduct(db, { name: 'Qqplum vegan' });
  await db.raw(`insert into product_dietaries select ${vegan.id}, id from dietaries where slug = 'vegan'`);
  await publishProducts(db, [Number(vegan.id)], new Date());
  for (const need of ['vegan', 'vegetarian', 'dairy-free']) {
    const { body } = await api('GET', `/products?keyword=qqplum&dietary=${need}`);
    expect(body.data, need).toMatchObject([{ id: vegan.id }]);
    expect(body.data[0].dietary.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual([
      'dairy-free',
      'vegan',
      'vegetarian',
    ]);
  }
  const total = async (query: string) => (await api('GET', `/products?limit=1&${query}`)).body.total;
  expect(await total('dietary=vegan,vegetarian')).toBe(await total('dietary=vegetarian'));
});

test('docs/readings.md#9: every list has the list pattern over its own allow-list and GET by id or slug', async () => {
  for (const resource of ['/dietary', '/categories', '/brands', '/banners', '/static_blocks']) {
    const { body } = await get(`${resource}?limit=2`);
    expect(body, resource).toMatchObject({ current_page: 1, per_page: 2, from: 1 });
    const [{ id, slug }] = body.data;
    expect((await get(`${resource}/${id}`)).body, resource).toMatchObject({ id, slug });
    expect((await get(`${resource}/${slug}?lang=zh`)).body, resource).toMatchObject({ id, slug });
    expect((await get(`${resource}?search=slug:${slug}`)).body, resource).toMatchObject({ total: 1 });
    expect((await get(`${resource}?search=id:${id};slug:x&searchJoin=and`)).body.total, resource).toBe(0);
    expect((await get(`${resource}?search=id:${id};slug:x`)).body.total, resource).toBe(1);
    // The spec's own client sends these parameters with every list.
    expect((await get(`${resource}?_search=1&searchFields=currency:in&searchJoin=and`)).body.total, resource).toBe(
      body.total,
    );
    const past = await get(`${resource}?page=1000000`);
    expect([past.status, past.body.data, past.body.total], resource).toEqual([200, [], body.total]);
    const descending = (await get(`${resource}?orderBy=id&sortedBy=desc&limit=100`)).body.data;
    const ids = descending.map(({ id }: DietaryRow) => Number(id));
    expect(ids, resource).toEqual(ids.toSorted((a: number, b: number) => b - a));
    for (const wrong of ['orderBy=password', 'orderBy=id&sortedBy=up', 'search=colour:red', 'limit=0', 'limit=-1']) {
      expect([(await get(`${resource}?${wrong}`)).status, resource, wrong]).toEqual([422, resource, wrong]);
    }
    for (const wrong of [
      'limit=1000',
      'page=0',
      'page=x',
      'keyword=a&keyword=b',
      'search[]=a',
      `keyword=${'x'.repeat(5000)}`,
    ]) {
      expect([(await get(`${resource}?${wrong}`)).status, resource, wrong]).toEqual([422, resource, wrong]);
    }
    for (const word of ['%', '_', '(.*)+$', '\\', "';--", '😀', '‮שלום', '快熟面 laksa']) {
      const response = await get(`${resource}?keyword=${encodeURIComponent(word)}&search=${encodeURIComponent(word)}`);
      expect([200, 422], `${resource} ${word}`).toContain(response.status);
    }
    expect((await get(`${resource}?keyword=%00`)).status, resource).toBe(400);
  }
});

test('an unknown need is a 404 with a message in both languages', async () => {
  for (const resource of ['/dietary', '/categories', '/brands', '/banners', '/static_blocks']) {
    for (const id of ['nothing-here', '0', '999999999999999999', '99999999999999999999999']) {
      const { status, body } = await get(`${resource}/${id}?lang=zh`);
      expect([status, body.message, resource]).toEqual([404, '找不到所需内容。', resource]);
    }
    expect([400, 404, 422], resource).toContain((await get(`${resource}/${encodeURIComponent("'--")}`)).status);
  }
});
