import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendRequest, testServer } from '../../testing/test-server.ts';
import type { Render, Site } from './serve-pages.ts';

/** The built site as the server sees it: a render function, which each test sets, and files. */
let render: Render;
let renderCount = 0;
const site: Site = {
  render: (input) => {
    renderCount++;
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
        identity: Buffer.from('plain'),
        br: Buffer.from('small'),
      },
    ],
  ]),
};
const { url, app, database } = await testServer({ site });
const get = (path: string, headers: Record<string, string> = {}) => sendRequest(`${url}${path}`, 'GET', { headers });

beforeEach(() => {
  renderCount = 0;
  render = async ({ url: address, call }) => {
    const { data } = await call('catalog.products', { query: { limit: '1' } });
    return { status: 200, html: `<!doctype html><p>${address} ${data[0]?.price}</p>` };
  };
});

describe('docs/design.md#fast-by-design: "guests’ SSR pages are cached as ready bytes"', () => {
  test('renders once, with API calls in process and money in sen', async () => {
    const first = await get('/products?page=2&keyword=a');
    expect(first.text).toMatch(/<p>\/products\?keyword=a&page=2 \d+<\/p>/);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
    expect((await get('/products?keyword=a&page=2')).text).toBe(first.text);
    expect((await get('/products?page=2&keyword=a', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(
      304,
    );
    expect(renderCount).toBe(1);
  });

  test('shares one page across advertisements’ parameters', async () => {
    const first = await get('/?lang=zh');
    expect((await get('/?utm_source=mail&utm_campaign=cny&lang=zh&fbclid=Iw-1')).text).toBe(first.text);
    expect((await get('/?gclid=Cj0-2&lang=zh')).text).toBe(first.text);
    expect(renderCount).toBe(1);
  });

  test('renders once for all parameters that the page does not read', async () => {
    for (let i = 0; i < 50; i++) expect((await get(`/?lang=zh&x${i}=${i}`)).status).toBe(200);
    for (let i = 0; i < 50; i++) expect((await get(`/shocking-deals?page=abc${i}&slug=${i}`)).status).toBe(200);
    expect(renderCount).toBe(1);
  });

  test('invalidates a page with the responses that it shows', async () => {
    await get('/dropped');
    app.shop.cache.invalidate([{ product: 1, kind: 'price' }]);
    await get('/dropped');
    expect(renderCount).toBe(2);
  });

  test('renders personal pages for each request', async () => {
    for (const _ of [1, 2]) await get('/checkout/result?order=1');
    expect(renderCount).toBe(2);
  });

  test.each([404, 503])('does not cache a page of status %i', async (status) => {
    render = async () => ({ status, html: 'sorry' });
    for (const _ of [1, 2]) {
      const response = await get(`/status-${status}`);
      expect(response.status).toBe(status);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('retry-after')).toBe(status === 503 ? '2' : null);
    }
    expect(renderCount).toBe(2);
  });
});

describe('docs/readings.md#68: pages of a mini-program', () => {
  test('have an entry of their own for the flag, in every order of parameters', async () => {
    const plainPage = await get('/categories');
    const flaggedPage = await get('/categories?branch=tng&utm_source=wallet');
    expect(flaggedPage.text).toContain('<p>/categories?branch=tng ');
    expect((await get('/categories?x=1&branch=tng')).text).toBe(flaggedPage.text);
    expect(renderCount).toBe(2);
    const before = app.shop.cache.size;
    for (const value of ['other', 'TNG', '', 'tng,tng']) {
      expect((await get(`/categories?branch=${value}`)).text).toBe(plainPage.text);
    }
    expect([renderCount, app.shop.cache.size]).toEqual([2, before]);
  });

  test('call the API as of the branch', async () => {
    render = async ({ call }) => {
      await call('payments.methods', {});
      return { status: 200, html: 'x' };
    };
    const before = app.shop.cache.size;
    await get('/brands');
    await get('/brands?branch=tng');
    // Two pages, and the methods of each.
    expect(app.shop.cache.size).toBe(before + 4);
  });

  test('redirect with the flag, other pages without it', async () => {
    render = async () => ({ status: 302, html: '', location: '/?lang=zh' });
    expect((await get('/old?branch=tng')).headers.get('location')).toBe('/?lang=zh&branch=tng');
    expect((await get('/old?branch=other')).headers.get('location')).toBe('/?lang=zh');
    const redirect = await get('//old?branch=tng');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/old?branch=tng']);
  });
});

describe('redirects other spellings of a path to its normal form', () => {
  const open = (path: string, method = 'GET') =>
    new Promise<IncomingMessage>((resolve) => {
      // `fetch` would normalize the path by itself.
      const { hostname, port } = new URL(url);
      httpRequest({ hostname, port, path, method }, (response) => resolve(response.resume())).end();
    });

  test.each([
    ['/%63heckout/result?order_number=1&token=t', '/checkout/result?order_number=1&token=t'],
    ['/products/%70review?slug=a&token=t', '/products/preview?slug=a&token=t'],
    ['//evil.example/products', '/evil.example/products'],
    ['/.//evil.example', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['//logout', '/logout'],
    ['/%64ev/inbox', '/dev/inbox'],
  ])('%s redirects to %s', async (path, normal) => {
    for (const method of ['GET', 'HEAD']) {
      const { statusCode, headers } = await open(path, method);
      expect([statusCode, headers.location]).toEqual([301, normal]);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(renderCount).toBe(0);
  });

  test.each(['/%zz?lang=zh', '/products/%E0%A4%A?lang=zh', '/%00?lang=zh'])(
    '%s answers 400 with a page',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(response.text).toContain('<html lang="zh">');
    },
  );
});

test('sends a page’s redirect as an HTTP redirect', async () => {
  render = async () => ({ status: 302, html: '', location: '/?lang=zh' });
  const response = await get('/old');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/?lang=zh');
});

test('a page that fails to render shows an error without its cause', async () => {
  render = async () => {
    throw new Error('secret detail');
  };
  const response = await get('/broken?lang=zh');
  expect(response.status).toBe(500);
  expect(response.text).toContain('系统出了点问题');
  expect(response.text).not.toContain('secret');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('passes a refused call’s status to the page, and rejects calls of personal endpoints', async () => {
  const errors: unknown[] = [];
  render = async ({ call }) => {
    await call('catalog.product', { params: { slug: 'no-such-product' } }).catch((error) => errors.push(error.status));
    await call('cart.get', {}).catch((error) => errors.push(error.message));
    return { status: 200, html: 'x' };
  };
  await get('/calls');
  expect(errors).toEqual([404, expect.stringContaining('Pages must not call cart.get')]);
});

test('sends the build’s files compressed and immutable, and 304 if unchanged', async () => {
  const response = await get('/assets/entry-1.js', { 'accept-encoding': 'identity' });
  expect(response.text).toBe('plain');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect((await get('/assets/entry-1.js', { 'if-none-match': 'W/"1"' })).status).toBe(304);
  expect(
    (await fetch(`${url}/assets/entry-1.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })).headers.get(
      'content-encoding',
    ),
  ).toBe('br');
});

test('closes a silent connection within 30 s, an unread one within 20 s (docs/security.md#limits)', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, keepAliveTimeoutBuffer, timeout } = app.http.server;
  for (const limit of [headersTimeout, requestTimeout, keepAliveTimeout + keepAliveTimeoutBuffer]) {
    expect(limit).toBeGreaterThan(0);
    expect(limit + 2_000).toBeLessThan(30_000);
  }
  expect(timeout).toBeGreaterThan(0);
  // Node restarts the timeout whenever a part was read.
  expect(timeout * 2).toBeLessThan(20_000);
});

describe('renders of one network are limited (docs/security.md#limits)', async () => {
  const strict = await testServer({ site, database, env: { RATE_LIMIT_PAGES: '5', TRUST_PROXY: 'true' } });
  const getFrom = (address: string, path: string) =>
    sendRequest(`${strict.url}${path}`, 'GET', { headers: { 'x-forwarded-for': address } });

  test('does not count cached pages, and serves other networks', async () => {
    for (let i = 0; i < 5; i++) expect((await getFrom('2001:db8::1', `/page-${i}`)).status).toBe(200);
    const refusal = await getFrom('2001:db8::2', '/page-5?lang=zh');
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.headers.get('cache-control')).toBe('no-store');
    expect(refusal.text).toContain('<html lang="zh">');
    expect((await getFrom('2001:db8::1', '/page-4')).status).toBe(200);
    expect((await getFrom('2001:db8:0:1::1', '/page-5')).status).toBe(200);
    expect((await getFrom('2001:db8::2', '/page-5')).status).toBe(200);
  });
});
