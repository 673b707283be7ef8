import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { changeUnlistedProduct, createUnlistedProduct } from '../../testing/catalog/make-product.ts';
import { testServer } from '../../testing/test-server.ts';

const { api, app, db } = await testServer();
const PATH = '/products?limit=3';

describe('Conventions: "Anonymous catalogue and content answers carry ETag and Cache-Control and come compressed"', () => {
  test.each(['br', 'gzip', 'identity'])('sends %s, computed and from the cache', async (encoding) => {
    for (const source of ['computed', 'cached']) {
      const { headers, body } = await api('GET', PATH, { headers: { 'accept-encoding': encoding } });
      expect(headers.get('content-encoding') ?? 'identity', source).toBe(encoding);
      expect(headers.get('etag')).toMatch(/^W\/"/);
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(body.data).toHaveLength(3);
    }
  });

  test('responds with 304 if the client already has the response', async () => {
    const etag = (await api('GET', PATH)).headers.get('etag') ?? '';
    const response = await api('GET', PATH, { headers: { 'if-none-match': etag } });
    expect(response.status).toBe(304);
    expect(response.text).toBe('');
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('content-length')).toBeNull();
  });

  test('shares one response across parameter orders, unknown parameters and guests’ tokens', async () => {
    const before = app.shop.cache.size;
    await api('GET', '/products?limit=4&page=2');
    await api('GET', '/products?page=2&limit=4&utm_source=mail');
    await api('GET', '/products?page=2&limit=4', { token: 'gAAAAAAAAAAAAAAAAAAAAAAAA' });
    expect(app.shop.cache.size).toBe(before + 1);
    await api('GET', '/products?page=2&limit=4&lang=zh');
    expect(app.shop.cache.size).toBe(before + 2);
  });

  test('does not cache refusals', async () => {
    const before = app.shop.cache.size;
    expect((await api('GET', '/products/no-such-product')).status).toBe(404);
    expect(app.shop.cache.size).toBe(before);
  });

  test('responds to HEAD like GET, without a body', async () => {
    const response = await api('HEAD', PATH);
    expect(response.status).toBe(200);
    expect(response.text).toBe('');
  });
});

test('shows a change of this process at once', async () => {
  const product = await createUnlistedProduct(db, { name: 'Seen at once', price: 500 });
  await publishProducts(db, [Number(product.id)], new Date());
  const { rows } = await app.shop.db.raw('select slug from products where id = $1', [product.id]);
  const path = `/products/${rows[0]?.slug}`;
  expect((await api('GET', path)).body.price).toBe('5.00');
  await changeUnlistedProduct(db, product, { price: 700 });
  await publishProducts(db, [Number(product.id)], new Date());
  await sleep(50);
  expect((await api('GET', path)).body.price).toBe('7.00');
});
