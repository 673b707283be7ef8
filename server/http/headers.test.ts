/**
 * docs/security.md#c20, docs/security.md#c21, docs/security.md#c26: security and cache headers of every page and of
 * every call of the published API document.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ROUTES, type RouteName } from '@shop/core/links/paths';
import { describe, expect, test, vi } from 'vitest';
import { ipay88Provider } from '../partners/ipay88/provider.ts';
import { listOperations, type Operation } from '../testing/api-document.ts';
import { newCustomer } from '../testing/customer.ts';
import { createFakeProvider } from '../testing/orders/fake-provider.ts';
import { type RequestOptions, sendRequest, type TestResponse, testServer } from '../testing/test-server.ts';
import type { Site } from './pages/serve-pages.ts';
import { buildSecurityHeadersByBranch, securityHeaders } from './security-headers.ts';

// Many calls in each test.
vi.setConfig({ testTimeout: 60_000 });

const site: Site = {
  render: async ({ url }) => {
    if (url.startsWith('/broken')) throw new Error('it cannot be rendered');
    if (url.startsWith('/moved')) return { status: 302, html: '', location: '/' };
    return {
      status: url.startsWith('/nowhere') ? 404 : 200,
      html: '<!doctype html><title>A page</title>',
    };
  },
  assets: { entry: '/assets/entry-1.js', css: [], preloads: () => [] },
  files: new Map([
    [
      '/assets/entry-1.js',
      { type: 'text/javascript; charset=utf-8', etag: 'W/"1"', cacheControl: 'public', identity: Buffer.from('1') },
    ],
  ]),
};
const SHOP = 'https://shop.example';
const fake = createFakeProvider({ isMiniProgram: true });
const server = await testServer({
  site,
  paymentProviders: [ipay88Provider, fake.provider],
  env: { PUBLIC_URL: SHOP, IPAY88_MERCHANT_CODE: 'M00003', IPAY88_MERCHANT_KEY: 'apple' },
});
const { api, db, url } = server;
const operations = await listOperations(server);

const customer = await newCustomer(server);
const guest: string = (await api('GET', '/cart')).body.uuid;
/** A customer with group prices. */
const member = await newCustomer(server);
await db.raw('update customers set group_id = (select min(id) from customer_groups) where id = $1', [member.id]);

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const fillPath = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, UNKNOWN);
/** A call in which only the token is valid. */
const call = (operation: Operation, options: RequestOptions = {}) =>
  api(operation.method, fillPath(operation), { ...(operation.bodies.length > 0 && { body: {} }), ...options });

/** Returns the origin of the app around the mini-program. */
const readHostOrigin = () => new URL(server.app.shop.partners.gateways[1]?.miniProgram?.bridgeUrl ?? '').origin;

/** Expects security headers; `host`: the origin of the app around the page, which the policy allows. */
function expectSafe({ headers }: TestResponse, host: string | null = null): void {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'self'",
    'script-src': host === null ? "'self'" : `'self' ${host}`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': 'sekampit:',
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': host ?? "'none'",
    'form-action': "'self' https://payment.ipay88.com.my",
  });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe(host === null ? 'DENY' : null);
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=(3[2-9]|[4-9]\d)\d{6,};/);
  for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(headers.get(name)).toBeNull();
}

const PUBLIC_PAGES: ReadonlySet<RouteName> = new Set([
  'home',
  'products',
  'product',
  'productLink',
  'shockingDeals',
  'bestSellers',
  'bundles',
  'categories',
  'category',
  'brands',
  'stores',
  'shops',
  'shoppings',
  'store',
  'aboutUs',
  'contactUs',
  'terms',
  'privacyPolicy',
  'deliveryPolicy',
  'returnPolicy',
  'faq',
  'ownPage',
  'coins',
  'refer',
  'app',
]);

describe('headers of every page', () => {
  test.each(Object.entries(ROUTES) as [RouteName, string][])('%s', async (name, path) => {
    // The second request takes the fast path of the cache.
    for (const at of [path, path, `${path}?lang=zh`, `${path}?token=x`]) {
      const response = await sendRequest(`${url}${at}`, 'GET');
      expectSafe(response);
      const cacheControl = PUBLIC_PAGES.has(name) ? 'public, max-age=0, must-revalidate, s-maxage=1' : 'no-store';
      expect([at, response.headers.get('cache-control')]).toEqual([at, cacheControl]);
    }
  });

  test.each([
    ['/nowhere', 404],
    ['/broken', 500],
    ['/moved', 302],
    ['//signin', 301],
    ['/%73ignin', 301],
    ['/%zz', 400],
    ['/MY-ACCOUNT/orders', 200],
  ])('%s responds with %i and no-store', async (path, status) => {
    const response = await sendRequest(`${url}${path}`, 'GET');
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expectSafe(response);
  });

  test.each([
    '/assets/entry-1.js',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/apple-touch-icon.png',
    '/.well-known/apple-app-site-association',
    '/.well-known/assetlinks.json',
    '/api/deferred-deeplink.css',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/none.xml',
    '/media/none.webp',
    '/dev/inbox',
    '/dev/inbox.css',
    '/api/docs',
    '/api/docs/start.js',
    '/api/docs/swagger-ui.css',
    '/api/openapi.json',
    '/api/nothing',
    '/api/products/%zz',
    '/%zz',
  ])('headers of %s', async (path) => {
    for (const _ of [1, 2]) expectSafe(await sendRequest(`${url}${path}`, 'GET'));
  });
});

describe('docs/readings.md#68: the flag of a mini-program selects the policy of a page', () => {
  test.each(Object.entries(ROUTES) as [RouteName, string][])('%s', async (_, path) => {
    for (const at of [`${path}?branch=tng`, `${path}?branch=tng`, `${path}?lang=zh&branch=tng`]) {
      expectSafe(await sendRequest(`${url}${at}`, 'GET'), readHostOrigin());
      expectSafe(await sendRequest(`${url}${at.replace('branch=tng', 'branch=other')}`, 'GET'));
    }
    expectSafe(await sendRequest(`${url}${path}`, 'GET'));
  });

  test.each([
    ['/nowhere', 404],
    ['/broken', 500],
    ['/moved', 302],
    ['//signin', 301],
    ['/%zz', 400],
  ])('%s responds with %i and the policy too', async (path, status) => {
    const response = await sendRequest(`${url}${path}?branch=tng`, 'GET');
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expectSafe(response, readHostOrigin());
  });

  test('neither a call of the API nor a header does', async () => {
    for (const _ of [1, 2]) {
      expectSafe(await api('GET', '/settings?branch=tng'));
      expectSafe(await sendRequest(`${url}/`, 'GET', { headers: { 'x-branch': 'tng' } }));
    }
  });

  test('the real app frames nothing, so its pages may not be framed', () => {
    const [base, tng] = [null, 'tng' as const].map((branch) =>
      buildSecurityHeadersByBranch({
        https: true,
        trackers: [],
        gateways: server.app.shop.partners.gateways.map((gateway) => ({
          ...gateway,
          miniProgram: gateway.miniProgram && {
            ...gateway.miniProgram,
            bridgeUrl: 'https://appx/web-view.min.js',
            hostOrigin: null,
          },
        })),
        mapTiles: '',
        appScheme: 'sekampit',
      }).get(branch),
    );
    expect(tng).toEqual(base?.map((each) => each.replace("script-src 'self'", "script-src 'self' https://appx")));
    expect(tng).toContain('X-Frame-Options');
  });

  test('without a connected mini-program the flag changes nothing', () => {
    const options = { https: true, trackers: [], gateways: [], mapTiles: '', appScheme: 'sekampit' };
    expect([...buildSecurityHeadersByBranch(options)]).toEqual([[null, securityHeaders(options)]]);
  });
});

const operationCases = operations.map((each) => [`${each.method} ${each.path}`, each] as const);

describe('headers of every call', () => {
  test.each(operationCases)('%s', async (_, operation) => {
    const callers = [{}, { token: guest }, { token: customer.token }, { token: `c_${'x'.repeat(43)}` }];
    for (const options of callers) {
      for (const _again of [1, 2]) {
        const response = await call(operation, options);
        expectSafe(response);
        const isCacheable = operation.isCacheable && response.status === 200;
        expect(response.headers.get('cache-control')).toMatch(
          isCacheable ? /^public, max-age=0, must-revalidate/ : /^no-store$/,
        );
        if (operation.id === 'identity.logout') return;
      }
    }
  });

  test('responses with group prices are no-store', async () => {
    for (const operation of operations.filter(({ isCacheable }) => isCacheable)) {
      for (const _ of [1, 2]) {
        const { headers } = await call(operation, { token: member.token });
        expect([operation.id, headers.get('cache-control')]).toEqual([operation.id, 'no-store']);
      }
      const { headers } = await call(operation);
      expect(headers.get('cache-control')).toMatch(/^(public|no-store)/);
    }
  });
});

describe('docs/security.md#c21: "CORS exact allow-list (site, capacitor://localhost, https://localhost)"', () => {
  const listVary = (headers: Headers) => headers.get('vary')?.split(', ');

  test.each([SHOP, 'capacitor://localhost', 'https://localhost'])('%s may read every call', async (origin) => {
    for (const operation of operations) {
      const { headers } = await call(operation, { headers: { origin } });
      expect([operation.id, headers.get('access-control-allow-origin')]).toEqual([operation.id, origin]);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(listVary(headers)).toContain('Origin');
      const preflight = await api('OPTIONS', fillPath(operation), {
        headers: { origin, 'access-control-request-method': operation.method },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain(operation.method);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each([
    'https://evil.example',
    'null',
    'https://localhost.evil.example',
    'http://localhost',
    'https://shop.example.evil.example',
    'http://shop.example',
    'HTTPS://SHOP.EXAMPLE',
  ])('%s cannot read any call', async (origin) => {
    for (const operation of operations) {
      const preflight = await api('OPTIONS', fillPath(operation), {
        headers: { origin, 'access-control-request-method': operation.method },
      });
      for (const { headers } of [await call(operation, { headers: { origin } }), preflight]) {
        const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect([operation.id, names]).toEqual([operation.id, []]);
      }
    }
  });
});

test('a shop without TLS sends no Strict-Transport-Security', () => {
  expect(
    securityHeaders({ https: false, trackers: [], gateways: [], mapTiles: '', appScheme: 'sekampit' }),
  ).not.toContain('Strict-Transport-Security');
});

describe('docs/api.md#conventions: "A request has exactly one Host header"', () => {
  /** Sends the lines of a request as they are, and reads the response until the connection ends. */
  function send(...lines: readonly string[]): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return text(socket);
  }

  test.each([
    ['two different ones', ['GET /api/settings HTTP/1.1', 'Host: shop.example', 'Host: other.example']],
    ['the same one twice', ['GET /api/settings HTTP/1.1', 'Host: shop.example', 'host: shop.example']],
    ['two, of a page', ['GET / HTTP/1.1', 'Host: shop.example', 'Host: other.example']],
    ['none', ['GET / HTTP/1.1']],
    ['none, in HTTP/1.0', ['GET / HTTP/1.0']],
    ['none, without a version', ['GET /']],
    ['none, with a body', ['PUT /api/cart HTTP/1.1', 'Content-Length: 0']],
  ])('%s: 400', async (_, lines) => {
    const response = await send(...lines);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('"code":"request.malformed"');
    expect(response).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(response).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('one, in HTTP/1.0: answered', async () => {
    expect(await send('GET /api/settings HTTP/1.0', 'Host: shop.example')).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
