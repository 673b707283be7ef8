import { DAY_MS } from '@shop/core/time';
import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { sendRequest, testServer } from '../testing/test-server.ts';
import { removeExpiredLinks } from './deferred-links.ts';

const SHOP = 'https://shop.example';
let now = new Date('2026-12-24T01:00:00Z');
const server = await testServer({ env: { PUBLIC_URL: SHOP }, clock: () => now });
const { api, app, db, url } = server;

const PATH = '/products/view?slug=pandan-kaya&utm_source=mail';
const store = (target = PATH) => api('POST', '/deferred-deeplink', { body: { url: target } });
const saveDeferredLink = async (target = PATH): Promise<string> => (await store(target)).body.token;
const claim = (token?: string, headers: Record<string, string> = { accept: 'application/json' }) =>
  api('GET', `/deferred-deeplink?type=02${token === undefined ? '' : `&token=${encodeURIComponent(token)}`}`, {
    headers,
  });
const readRows = async () => (await db.raw('select * from deferred_links')).rows;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

describe('POST /deferred-deeplink', () => {
  test('201: a short random token, valid for 24 hours', async () => {
    const [first, second] = [await store(), await store()];
    expect(first.status).toBe(201);
    expect(first.body.token).toMatch(/^l_[\w-]{38}$/);
    expect(first.body.token).not.toBe(second.body.token);
    expect(first.body.expires_at).toBe('2026-12-25T01:00:00.000Z');
    expect(first.headers.get('cache-control')).toBe('no-store');
  });

  test('stores the hash of the token and the path, and nothing else', async () => {
    await db.raw('delete from deferred_links');
    const token = await saveDeferredLink();
    expect(await readRows()).toEqual([
      { token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), path: PATH, created_at: now },
    ]);
    expect(JSON.stringify(await readRows())).not.toContain(token);
  });

  test.each([
    [`${SHOP}${PATH}`, `${SHOP}${PATH}`],
    ['/', `${SHOP}/`],
    ['sekampit://product/kaya?x=1', `${SHOP}/products/kaya?x=1`],
    ['/kk-coins#vouchers', `${SHOP}/kk-coins#vouchers`],
    ['/products/view?slug=快', `${SHOP}/products/view?slug=%E5%BF%AB`],
  ])('%s leads to %s', async (target, address) => {
    expect((await claim(await saveDeferredLink(target))).body).toEqual({ url: address });
  });

  test.each([
    'https://evil.example/products',
    '//evil.example/products',
    '/\\evil.example',
    'javascript:alert(1)',
    'products',
    '/no-such-page',
    '/api/orders',
    '/logout?force=1',
    '/checkout/result?order_number=1',
    '/track-order/view?order_number=1&token=x',
    '/products/view?slug=a&token=x',
    '/products/\u0000',
    `/products?keyword=${'a'.repeat(2_048)}`,
    '',
  ])('422: %j is no public page of this shop', async (target) => {
    const before = await readRows();
    const { status, body } = await store(target);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']]);
    expect(await readRows()).toEqual(before);
  });

  test('422: without a URL, or with one that is no text', async () => {
    for (const body of [{}, { url: null }, { url: ['/'] }]) {
      expect((await api('POST', '/deferred-deeplink', { body })).status).toBe(422);
    }
  });

  test('429: more than 300 an hour of one network', async () => {
    const limitedServer = await testServer({ database: server.database, env: { PUBLIC_URL: SHOP } });
    const send = () => limitedServer.api('POST', '/deferred-deeplink', { body: { url: '/' } });
    for (let count = 0; count < 300; count += 50) {
      const statuses = (await Promise.all(Array.from({ length: 50 }, send))).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([201]));
    }
    const { status, headers } = await send();
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  });
});

describe('GET /deferred-deeplink?type=02 as JSON', () => {
  test('200: the page, once', async () => {
    const token = await saveDeferredLink();
    const first = await claim(token);
    expect([first.status, first.body]).toEqual([200, { url: `${SHOP}${PATH}` }]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await claim(token)).body).toEqual({ url: null });
  });

  test.each([undefined, '', 'x', `l_${'A'.repeat(38)}`, `l_${'A'.repeat(39)}`, "l_' or true --", 'token=l_x'])(
    '200 with url null and without a redirect: the token %j',
    async (token) => {
      const { status, body, headers } = await claim(token);
      expect([status, body, headers.get('location')]).toEqual([200, { url: null }, null]);
    },
  );

  test('a token whose signature is another shop’s is not looked up', async () => {
    const token = await saveDeferredLink();
    const forgedToken = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await claim(forgedToken)).body).toEqual({ url: null });
    expect((await claim(token)).body).toEqual({ url: `${SHOP}${PATH}` });
  });

  test('is JSON for any client that does not prefer HTML', async () => {
    for (const accept of ['*/*', 'application/json, text/html', 'image/png']) {
      expect((await claim(undefined, { accept })).body).toEqual({ url: null });
    }
  });

  test('docs/spec.md §4: "expire after 24 hours", and the daily job removes what expired', async () => {
    await db.raw('delete from deferred_links');
    const start = now;
    const [early, late] = [await saveDeferredLink(), await saveDeferredLink()];
    now = new Date(start.getTime() + DAY_MS - 1);
    await removeExpiredLinks(system());
    expect(await readRows()).toHaveLength(2);
    expect((await claim(early)).body).toEqual({ url: `${SHOP}${PATH}` });
    now = new Date(start.getTime() + DAY_MS);
    expect((await claim(late)).body).toEqual({ url: null });
    expect(await readRows()).toHaveLength(1);
    await removeExpiredLinks(system());
    expect(await readRows()).toEqual([]);
  });

  test.each(['', '?type=01', '?type=02&type=02', '?type=2'])('422: %s', async (query) => {
    expect((await api('GET', `/deferred-deeplink${query}`)).status).toBe(422);
  });
});

describe('GET /deferred-deeplink?type=02 as a page', () => {
  const SAFARI = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const openPage = async (token?: string, lang = '') => {
    const response = await claim(token, { accept: SAFARI });
    if (lang === '') return response;
    const query = `?type=02${token === undefined ? '' : `&token=${token}`}&lang=${lang}`;
    return sendRequest(`${url}/api/deferred-deeplink${query}`, 'GET', { headers: { accept: SAFARI } });
  };

  test('links to the app by its universal link, and by its scheme', async () => {
    const token = await saveDeferredLink();
    const { status, headers, text } = await openPage(token);
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'Accept, Accept-Encoding, Origin',
    ]);
    expect(text).toContain(`<a class="open" href="${SHOP}${PATH.replace('&', '&amp;')}">Open the app</a>`);
    expect(text).toContain('<a href="sekampit://product/pandan-kaya?utm_source=mail">');
    expect(text).not.toMatch(/<script|http-equiv|style=/);
  });

  test('opening it changes nothing, nor does HEAD: the app still claims the page', async () => {
    const token = await saveDeferredLink();
    for (const _ of [1, 2]) expect((await openPage(token)).text).toContain('Open the app');
    expect((await api('HEAD', `/deferred-deeplink?type=02&token=${token}`)).status).toBe(200);
    expect((await claim(token)).body).toEqual({ url: `${SHOP}${PATH}` });
    expect((await openPage(token)).text).toContain('Nothing to continue');
  });

  test('says in both languages that there is nothing, and how to close it', async () => {
    const english = await openPage();
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('Close this window with Done or the cross');
    expect(english.text).toContain('href="/api/deferred-deeplink?type=02&amp;lang=zh"');
    const chinese = await openPage(undefined, 'zh');
    expect(chinese.text).toContain('<html lang="zh">');
    expect(chinese.text).toContain('请点“完成”或“×”关闭此窗口');
    for (const { text } of [english, chinese]) expect(text).not.toContain('class="open"');
  });

  test('says in Chinese that the page is ready, and keeps its token in the other language', async () => {
    const token = await saveDeferredLink();
    const { text } = await openPage(token, 'zh');
    expect(text).toContain('>打开 App</a>');
    expect(text).toContain(`href="/api/deferred-deeplink?type=02&amp;token=${token}&amp;lang=en"`);
  });

  test('a token is escaped', async () => {
    const { status, text } = await openPage('"><script>alert(1)</script>');
    expect(status).toBe(200);
    expect(text).not.toContain('<script>');
  });

  test('its style sheet is the shop’s own file', async () => {
    const { text } = await openPage();
    const [, path] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    const { status, headers } = await sendRequest(`${url}${path}`, 'GET');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
