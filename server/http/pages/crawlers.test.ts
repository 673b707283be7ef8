import { describe, expect, test } from 'vitest';
import { sendRequest, testServer } from '../../testing/test-server.ts';

const ORIGIN = 'https://shop.example';
const { url, api, db } = await testServer({ env: { PUBLIC_URL: ORIGIN } });
await db.raw(
  `insert into static_blocks (slug, position, title_en, sections_en, updated_at)
   values ('halal', 99, 'Halal goods', '[]', '2026-11-20T00:00:00+08:00')`,
);
const get = (path: string, headers: Record<string, string> = {}) => sendRequest(`${url}${path}`, 'GET', { headers });

const unescapeEntities = (text: string) => text.replaceAll('&amp;', '&');
const listLocations = (text: string) =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => unescapeEntities(loc));
const readSitemap = async (name: string) => (await get(`/sitemaps/${name}.xml`)).text;

test('robots.txt disallows personal paths and names the sitemap', async () => {
  const { text, headers } = await get('/robots.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  for (const path of ['/api/', '/cart', '/checkout', '/my-account', '/track-order', '/logout']) {
    expect(text.split('\n')).toContain(`Disallow: ${path}`);
  }
  expect(text.split('\n')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

describe('"sitemap index with products, categories, brands in both languages"', () => {
  test('the index names existing files, with their last change', async () => {
    const { text, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(listLocations(text)).toEqual(
      ['pages', 'categories', 'brands', 'stores', 'products-1'].map((name) => `${ORIGIN}/sitemaps/${name}.xml`),
    );
    expect(text).toMatch(/products-1\.xml<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    for (const file of listLocations(text)) expect((await get(file.slice(ORIGIN.length))).status).toBe(200);
  });

  test('lists every product in both languages, with & escaped once', async () => {
    const locations = listLocations(await readSitemap('products-1'));
    const { body } = await api('GET', '/products?limit=100&orderBy=name');
    for (const { slug } of body.data) {
      expect(locations).toContain(`${ORIGIN}/products/view?slug=${slug}`);
      expect(locations).toContain(`${ORIGIN}/products/view?slug=${slug}&lang=zh`);
    }
    expect(locations).toHaveLength(body.total * 2);
    const text = await readSitemap('products-1');
    expect(text).toContain('&amp;lang=zh</loc>');
    expect(text).not.toContain('&amp;amp;');
  });

  test('lists the page of the app', async () => {
    expect(listLocations(await readSitemap('pages'))).toContain(`${ORIGIN}/app`);
  });

  test('lists the pages of the loyalty program', async () => {
    const locations = listLocations(await readSitemap('pages'));
    for (const path of ['/kk-coins', '/refer'])
      expect(locations).toEqual(expect.arrayContaining([`${ORIGIN}${path}`, `${ORIGIN}${path}?lang=zh`]));
  });

  test('lists the shop’s own pages with their last change', async () => {
    const text = await readSitemap('pages');
    for (const path of ['/pages/halal', '/pages/halal?lang=zh']) {
      expect(text).toContain(`<loc>${ORIGIN}${path}</loc><lastmod>2026-11-19T16:00:00.000Z</lastmod>`);
    }
    expect(text).not.toMatch(/pages\/(terms|help-center|legal-notice)/);
  });

  test('lists categories by their whole chain, brands by their page', async () => {
    expect(listLocations(await readSitemap('categories'))).toContain(
      `${ORIGIN}/categories/view?categories=snacks,potato-cassava-chips`,
    );
    const brands = listLocations(await readSitemap('brands'));
    expect(brands[0]).toMatch(/^https:\/\/shop\.example\/categories\/view\?brand=\d+$/);
    expect(brands[1]).toBe(`${brands[0]}&lang=zh`);
  });

  test('lists the store locator and its outlets', async () => {
    const locations = listLocations(await readSitemap('stores'));
    expect(locations).toEqual(expect.arrayContaining([`${ORIGIN}/stores`, `${ORIGIN}/stores/KUL01?lang=zh`]));
    expect(locations).toHaveLength((700 + 3) * 2);
  });

  test('responds with 404 for a sitemap that does not exist', async () => {
    for (const name of ['products-0', 'products-2', 'products-99999999999', 'nothing', '..%2F']) {
      expect((await get(`/sitemaps/${name}.xml`)).status, name).toBe(404);
    }
  });

  test('sends sitemaps compressed, and 304 if unchanged', async () => {
    const first = await fetch(`${url}/sitemaps/products-1.xml`, { headers: { 'accept-encoding': 'br' } });
    expect(first.headers.get('content-encoding')).toBe('br');
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/sitemaps/products-1.xml', { 'if-none-match': etag })).status).toBe(304);
  });
});
