import { beforeEach, describe, expect, test } from 'vitest';
import { ask, testServer } from '../testing/test-server.ts';
import type { Render, Site } from './pages.ts';

/** The site as far as the server knows it: something that renders, and files. Each test says what it renders. */
let render: Render;
let rendered = 0;
const bytes = (text: string) => Buffer.from(text);
const site: Site = {
  render: (input) => {
    rendered++;
    return render(input);
  },
  assets: { entry: '/assets/entry-1.js', css: [], preloads: () => [] },
  files: new Map([
    [
      '/assets/entry-1.js',
      {
        type: 'text/javascript; charset=utf-8',
        etag: 'W/"1"',
        cacheControl: 'public, max-age=31536000, immutable',
        identity: bytes('plain'),
        br: bytes('small'),
      },
    ],
  ]),
};
const { url, app } = await testServer({ site });
const get = (path: string, headers: Record<string, string> = {}) => ask(`${url}${path}`, 'GET', { headers });

beforeEach(() => {
  rendered = 0;
  render = async ({ url: address, call }) => {
    const { data } = await call('catalog.products', { query: { limit: '1' } });
    return { status: 200, html: bytes(`<!doctype html><p>${address} ${data[0]?.price}</p>`) };
  };
});

describe('docs/design.md#fast-by-design: "guests’ SSR pages are kept as ready bytes"', () => {
  test('rendered once, in process, money in sen', async () => {
    const first = await get('/products?b=2&a=1');
    expect(first.text).toMatch(/<p>\/products\?a=1&b=2 \d+<\/p>/);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
    expect((await get('/products?a=1&b=2')).text).toBe(first.text);
    expect((await get('/products?b=2&a=1', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
    expect(rendered).toBe(1);
  });

  test('the same page, whichever advertisement led there', async () => {
    const first = await get('/?lang=zh');
    expect((await get('/?utm_source=mail&utm_campaign=cny&lang=zh&fbclid=Iw-1')).text).toBe(first.text);
    expect((await get('/?gclid=Cj0-2&lang=zh')).text).toBe(first.text);
    expect(rendered).toBe(1);
  });

  test('dropped with the answers that it shows', async () => {
    await get('/dropped');
    app.shop.cache.drop([{ product: 1, kind: 'price' }]);
    await get('/dropped');
    expect(rendered).toBe(2);
  });

  test('what is one shopper’s alone is rendered for each', async () => {
    for (const _ of [1, 2]) await get('/checkout/result?order=1');
    expect(rendered).toBe(2);
  });

  test.each([404, 503])('a page of status %i is not kept', async (status) => {
    render = async () => ({ status, html: bytes('sorry') });
    for (const _ of [1, 2]) {
      const answered = await get(`/status-${status}`);
      expect(answered.status).toBe(status);
      expect(answered.headers.get('cache-control')).toBe('no-store');
      expect(answered.headers.get('retry-after')).toBe(status === 503 ? '2' : null);
    }
    expect(rendered).toBe(2);
  });
});

test('slashes at the beginning of an address name no other host', async () => {
  render = async ({ url: address }) => ({ status: 200, html: bytes(address) });
  expect((await get('//evil.example/products')).text).toBe('/evil.example/products');
  expect((await get('//logout')).headers.get('cache-control')).toBe('no-store');
});

test('a redirect of a page is one', async () => {
  render = async () => ({ status: 302, html: bytes(''), location: '/?lang=zh' });
  const answered = await get('/old');
  expect(answered.status).toBe(302);
  expect(answered.headers.get('location')).toBe('/?lang=zh');
});

test('a page that cannot be rendered says so plainly, and nothing of why', async () => {
  render = async () => {
    throw new Error('secret detail');
  };
  const answered = await get('/broken?lang=zh');
  expect(answered.status).toBe(500);
  expect(answered.text).toContain('系统出了点问题');
  expect(answered.text).not.toContain('secret');
  expect(answered.headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('a page sees a refused call by its status, and may not ask for what is personal', async () => {
  const seen: unknown[] = [];
  render = async ({ call }) => {
    await call('catalog.product', { params: { slug: 'no-such-product' } }).catch((error) => seen.push(error.status));
    await call('cart.get', {}).catch((error) => seen.push(error.message));
    return { status: 200, html: bytes('x') };
  };
  await get('/calls');
  expect(seen).toEqual([404, expect.stringContaining('No page may ask for cart.get')]);
});

test('files of the build are compressed, immutable, and known again', async () => {
  const answered = await get('/assets/entry-1.js', { 'accept-encoding': 'identity' });
  expect(answered.text).toBe('plain');
  expect(answered.headers.get('cache-control')).toContain('immutable');
  expect((await get('/assets/entry-1.js', { 'if-none-match': 'W/"1"' })).status).toBe(304);
  expect(
    (await fetch(`${url}/assets/entry-1.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })).headers.get(
      'content-encoding',
    ),
  ).toBe('br');
});

test('a connection is closed within 30 s where it is silent, within 20 s where it is not read (docs/security.md#limits)', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, keepAliveTimeoutBuffer, timeout } = app.http.server;
  for (const silent of [headersTimeout, requestTimeout, keepAliveTimeout + keepAliveTimeoutBuffer]) {
    expect(silent).toBeGreaterThan(0);
    expect(silent + 2_000).toBeLessThan(30_000);
  }
  expect(timeout).toBeGreaterThan(0);
  // Node begins the time again where a part was read.
  expect(timeout * 2).toBeLessThan(20_000);
});
