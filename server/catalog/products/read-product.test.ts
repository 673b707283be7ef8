import { HOUR_MS } from '@shop/core/time';
import { expect, test } from 'vitest';
import { createPreviewToken } from '../../secrets/preview-token.ts';
import {
  changeUnlistedProduct,
  createUnlistedProduct,
  type MadeProduct,
  type ProductFields,
  setStock,
} from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';
import { publishProducts } from '../listing/publish-products.ts';

const { api, db, config } = await testServer();
const get = (path: string) => api('GET', path);

const publish = (...made: MadeProduct[]) =>
  publishProducts(
    db,
    made.map(({ id }) => Number(id)),
    new Date(),
  );

const readSlug = async ({ id }: MadeProduct): Promise<string> => {
  const { rows } = await db.raw('select slug from products where id = $1', [id]);
  return String(rows[0]?.slug);
};

/** Creates and publishes a product, and returns it with its slug. */
async function makeListedProduct(fields: ProductFields = {}): Promise<MadeProduct & { slug: string }> {
  const product = await createUnlistedProduct(db, fields);
  await publish(product);
  return { ...product, slug: await readSlug(product) };
}

type RelatedProduct = { slug: string; out_of_stock: boolean };

test('GET /product?slug= returns the same as GET /products/{slug}', async () => {
  const { status, body } = await get('/product?slug=kuah-kita-curry-laksa-cup');
  expect(status).toBe(200);
  expect(body).toEqual((await get('/products/kuah-kita-curry-laksa-cup')).body);
  expect(body).toMatchObject({
    sku: 'kuah-kita-curry-laksa-cup',
    breadcrumbs: [{ slug: 'pantry' }, { slug: 'instant-noodles' }],
    og_image: expect.stringMatching(/-1200\.jpg$/),
  });
  expect((await get('/product?slug=kuah-kita-curry-laksa-cup&lang=zh')).body.name).toContain('咖哩叻沙');
});

test('a vegetarian product with eggs is 蛋奶素 in Chinese, one without is 素食', async () => {
  const readVegetarianName = async (slug: string) =>
    (await get(`/products/${slug}?lang=zh`)).body.dietary.find((need: { slug: string }) => need.slug === 'vegetarian')
      ?.name;
  expect(await readVegetarianName('nenek-bakes-pandan-coconut-cookies')).toBe('蛋奶素');
  expect(await readVegetarianName('tauhu-tua-firm-tofu')).toBe('素食');
});

test('docs/ux.md#2.4 "Goes well with": companions, and similar products of its category that are in stock', async () => {
  const { body } = await get('/product?slug=kebun-kabus-kangkung');
  expect(body.companions.map(({ slug }: RelatedProduct) => slug)).toEqual([
    'rempah-rimba-belacan',
    'kebun-kabus-cili-padi',
    'padi-lima-fragrant-rice',
  ]);
  const similar: RelatedProduct[] = body.similar;
  expect(similar.map(({ slug }) => slug)).not.toContain('kebun-kabus-kangkung');
  expect(similar).toHaveLength(8);
  expect(similar.some(({ out_of_stock }) => out_of_stock)).toBe(false);
});

test('a sold-out companion comes last, an unlisted one is left out', async () => {
  const [one, two, three, four] = [
    await makeListedProduct(),
    await makeListedProduct(),
    await makeListedProduct(),
    await makeListedProduct(),
  ];
  for (const [position, companion] of [two, three, four].entries()) {
    await db.raw('insert into product_companions (product_id, position, companion_id) values ($1, $2, $3)', [
      one.id,
      position,
      companion.id,
    ]);
  }
  await setStock(db, two, 0);
  await changeUnlistedProduct(db, three, { status: 'archived' });
  await publish(two, three);
  const { body } = await get(`/products/${one.slug}`);
  expect(body.companions.map(({ slug }: RelatedProduct) => slug)).toEqual([four.slug, two.slug]);
});

test('docs/readings.md#30: a bundle lists its parts and the saving against buying them separately', async () => {
  const part = await makeListedProduct({ price: 500, sale_price: 400 });
  const bundle = await makeListedProduct({ price: 1000, parts: [{ product: part, quantity: 3 }] });
  const { body } = await get(`/product?slug=${bundle.slug}`);
  expect(body).toMatchObject({
    is_bundle: true,
    bundle_items: [{ id: part.id, quantity: 3, price: '4.00', variation_option_id: null }],
    saving: '2.00',
  });
});

test('docs/api.md: a removed product is a 410, with related products; one never sold is a 404', async () => {
  const gone = await makeListedProduct();
  await changeUnlistedProduct(db, gone, { status: 'archived' });
  await publish(gone);
  for (const path of [`/product?slug=${gone.slug}`, `/products/${gone.slug}`, `/products/${gone.id}`]) {
    const { status, body } = await get(path);
    expect([status, body.code, path]).toEqual([410, 'product.removed', path]);
  }
  expect((await get(`/product?slug=${gone.slug}&lang=zh`)).body.message).toBe('此商品已停售。');
  const related = await get(`/related_products?slug=${gone.slug}`);
  expect(related.status).toBe(200);
  expect(related.body.total).toBeGreaterThan(0);

  const draft = await createUnlistedProduct(db, { status: 'draft' });
  const coming = await createUnlistedProduct(db);
  await db.raw('update products set published_at = $2 where id = $1', [coming.id, new Date(Date.now() + HOUR_MS)]);
  await publish(coming);
  for (const slug of [await readSlug(draft), await readSlug(coming), 'nothing-here', '999999999999999999']) {
    for (const path of [`/product?slug=${slug}`, `/products/${slug}`, `/related_products?slug=${slug}`]) {
      expect([(await get(path)).status, path]).toEqual([404, path]);
    }
  }
});

test('GET /related_products: the category without the product itself, sold-out products last, with the list pattern', async () => {
  const one = await makeListedProduct();
  const empty = await makeListedProduct({ stock: 0 });
  const path = `/related_products?slug=${one.slug}`;
  const { body } = await get(`${path}&limit=100`);
  const slugs = body.data.map(({ slug }: RelatedProduct) => slug);
  expect(slugs).not.toContain(one.slug);
  expect(slugs).toContain(empty.slug);
  const soldOut = body.data.map(({ out_of_stock }: RelatedProduct) => out_of_stock);
  expect(soldOut).toEqual(soldOut.toSorted((a: boolean, b: boolean) => Number(a) - Number(b)));
  const second = (await get(`${path}&limit=2&page=2`)).body;
  expect(second).toMatchObject({ current_page: 2, per_page: 2, total: body.total, from: 3, to: 4 });
  expect(second.data.map(({ slug }: RelatedProduct) => slug)).toEqual(slugs.slice(2, 4));
  expect((await get(`${path}&page=9999`)).body).toMatchObject({ data: [], from: null, total: body.total });
  expect((await get(`${path}&orderBy=password`)).status).toBe(422);
  expect((await get('/related_products')).status).toBe(422);
});

test('docs/spec.md §2 "/products/preview": a token shows a product of any status, uncached', async () => {
  const draft = await createUnlistedProduct(db, {
    status: 'draft',
    name: 'A draft',
    options: [{ price: 300 }, { price: 200 }],
  });
  const gone = await createUnlistedProduct(db, { status: 'archived' });
  const coming = await createUnlistedProduct(db);
  await db.raw('update products set published_at = $2 where id = $1', [coming.id, new Date(Date.now() + HOUR_MS)]);
  const sold = await makeListedProduct();
  for (const product of [draft, gone, coming, sold]) {
    const slug = await readSlug(product);
    const token = createPreviewToken(config.secret, slug, new Date(Date.now() + HOUR_MS));
    const { status, body, headers } = await get(`/products-preview?slug=${slug}&token=${token}`);
    expect([status, body.id]).toEqual([200, product.id]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.similar.length).toBeGreaterThan(0);
  }
  const slug = await readSlug(draft);
  const token = createPreviewToken(config.secret, slug, new Date(Date.now() + HOUR_MS));
  expect((await get(`/products-preview?slug=${slug}&token=${token}`)).body).toMatchObject({
    name: 'A draft',
    price: '2.00',
    quantity: 200,
    variation_options: [{ price: '3.00' }, { price: '2.00' }],
  });
});

test("docs/spec.md §8: 'Code is invalid' (invalid token), whether or not the product exists", async () => {
  const slug = await readSlug(await createUnlistedProduct(db, { status: 'draft' }));
  const soon = new Date(Date.now() + HOUR_MS);
  const good = createPreviewToken(config.secret, slug, soon);
  const later = Math.floor(soon.getTime() / 1000) + 9;
  const wrong = [
    createPreviewToken(config.secret, slug, new Date(Date.now() - 1000)),
    createPreviewToken(config.secret, 'another', soon),
    createPreviewToken('another secret', slug, soon),
    `${later}.${good.split('.')[1]}`,
    `${good}.x`,
    good.slice(0, -1),
    'x',
    '.',
    '99999999999999999999.abc',
    'é'.repeat(100),
  ];
  for (const token of wrong) {
    for (const each of [slug, 'nothing-here']) {
      const { status, body } = await get(`/products-preview?slug=${each}&token=${encodeURIComponent(token)}`);
      expect([status, body.code, token]).toEqual([422, 'code.invalid', token]);
    }
  }
  const { body } = await get(`/products-preview?slug=${slug}&token=x`);
  expect(body.message).toBe('Code is invalid');
  const unknown = createPreviewToken(config.secret, 'nothing-here', soon);
  expect((await get(`/products-preview?slug=nothing-here&token=${unknown}`)).status).toBe(404);
});

test('an invalid slug is a 4xx with a message', async () => {
  const slugs = ["'; drop table products;--", '%', '_', '../..', '😀', '', ' ', 'x'.repeat(201), '‮abc', '%00', '-'];
  for (const slug of slugs) {
    const encodedSlug = slug === '%00' ? slug : encodeURIComponent(slug);
    for (const path of [
      `/product?slug=${encodedSlug}`,
      `/related_products?slug=${encodedSlug}`,
      `/products-preview?slug=${encodedSlug}&token=x`,
    ]) {
      const { status, body } = await get(path);
      expect([400, 404, 422], path).toContain(status);
      expect(body.message, path).toEqual(expect.any(String));
    }
  }
  expect((await get('/product')).body.errors.slug).toHaveLength(1);
  expect((await get('/product?slug=a&slug=b')).status).toBe(422);
  expect((await get(`/products-preview?slug=a&token=${'x'.repeat(501)}`)).status).toBe(422);
});
