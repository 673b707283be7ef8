/** docs/spec.md §4 "Signed-in state", docs/readings.md#2: over HTTP, with the cache that the pages use. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BrowserGlobals, stubBrowser } from '../testing/browser-globals.ts';

const TOKEN = `c_${'a'.repeat(43)}`;
const OTHER_TOKEN = `c_${'b'.repeat(43)}`;

let server: Server;
let answer: (response: ServerResponse) => void;
let requests: string[];
let browser: BrowserGlobals;
const assign = vi.fn();

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('VITE_API_HOST', `http://127.0.0.1:${port}`);
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  vi.resetModules();
  browser = stubBrowser();
  Object.assign(window, { location: { href: 'http://shop.test/faq?lang=zh', assign } });
  assign.mockClear();
  requests = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const respondWith = (status: number, body: unknown) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Loads the modules as a page does. */
async function load() {
  const [api, session, tokens, storage, client] = await Promise.all([
    import('../api/api.ts'),
    import('./signed-in-customer.tsx'),
    import('../api/tokens.ts'),
    import('../storage.ts'),
    import('../api/query-client.ts'),
  ]);
  const queries = client.createQueryClient(api.api);
  const fetchMe = () => queries.fetchQuery(session.meQuery('en', tokens.tokenScope())).catch((error: Error) => error);
  return { ...session, ...tokens, ...storage, queries, fetchMe };
}

describe('"True whenever an auth token is stored, false otherwise"', () => {
  test('requests the customer only with a token', async () => {
    const page = await load();
    expect([page.isSignedIn(), page.tokenScope(), page.meQuery('en', page.tokenScope()).enabled]).toEqual([
      false,
      'guest',
      false,
    ]);
    page.authToken.write(TOKEN);
    expect([page.isSignedIn(), page.meQuery('en', page.tokenScope()).enabled]).toEqual([true, true]);
    expect(page.tokenScope()).not.toContain(TOKEN);
  });

  test('requests nothing for a query rendered before signing out', async () => {
    const page = await load();
    page.authToken.write(TOKEN);
    const query = page.meQuery('en', page.tokenScope());
    page.authToken.remove();
    await expect(query.queryFn({ signal: new AbortController().signal })).rejects.toThrow();
    expect(requests).toEqual([]);
  });

  test('stays signed in when the customer is returned', async () => {
    const page = await load();
    page.authToken.write(TOKEN);
    respondWith(200, { me: { id: '1', display_name: 'Mei' } });
    expect(await page.fetchMe()).toEqual({ me: { id: '1', display_name: 'Mei' } });
    expect(requests).toEqual([`GET /api/me Bearer ${TOKEN}`]);
    expect(page.isSignedIn()).toBe(true);
  });
});

describe('"If the customer fetch returns no customer while a token exists, the token is removed"', () => {
  test.each([
    [200, { me: null }],
    [200, {}],
    [200, null],
    [401, { message: 'Please sign in', code: 'auth.required' }],
    [403, { message: 'Ended', code: 'auth.token_invalid' }],
    [404, { message: 'Not found.', code: 'request.not_found' }],
  ])('%i %j', async (status, body) => {
    const page = await load();
    page.authToken.write(TOKEN);
    browser.local.setItem('checkout', '{"version":1,"data":{}}');
    const onChange = vi.fn();
    page.authToken.subscribe(onChange);
    respondWith(status, body);
    expect(await page.fetchMe()).toBeInstanceOf(Error);
    expect([page.isSignedIn(), onChange.mock.calls.length]).toEqual([false, 1]);
    // The customer's checkout choices are removed too.
    expect(browser.local.getItem('checkout')).toBeNull();
    // docs/spec.md §8 "403 from any call: go to logout with force=1".
    expect(assign.mock.calls).toEqual(status === 403 ? [['/logout?force=1&lang=zh']] : []);
  });

  test.each([500, 502, 503, 429, 0])('keeps the token without an answer: %i', async (status) => {
    const page = await load();
    page.authToken.write(TOKEN);
    if (status === 0) answer = (response) => response.destroy();
    else respondWith(status, { message: 'Later', code: 'request.unavailable' });
    expect(await page.fetchMe()).toBeInstanceOf(Error);
    expect([page.isSignedIn(), requests.length]).toEqual([true, 1]);
  });

  test('keeps a token that replaced it meanwhile', async () => {
    const page = await load();
    page.authToken.write(TOKEN);
    answer = (response) => {
      page.authToken.write(OTHER_TOKEN);
      response.writeHead(401).end('{}');
    };
    await page.fetchMe();
    expect(page.authToken.read()).toBe(OTHER_TOKEN);
  });
});

describe('two tabs', () => {
  test('another tab’s sign-out and sign-in arrive by the storage event and clear the responses of other shoppers', async () => {
    const page = await load();
    page.authToken.write(TOKEN);
    const ownScope = page.tokenScope();
    page.queries.setQueryData(page.meQuery('en', ownScope).queryKey, { me: { id: '1' } as never });
    page.queries.setQueryData(['content.settings', 'en', {}, 'anyone'], {});
    const scopes: string[] = [];
    page.authToken.subscribe(() => {
      scopes.push(page.tokenScope());
      page.clearOtherShoppers(page.queries);
    });
    // The other tab wrote to the same storage; the browser dispatches the event in this one.
    browser.local.removeItem('auth_token');
    browser.dispatch('storage', { key: 'auth_token' });
    browser.local.setItem('auth_token', OTHER_TOKEN);
    browser.dispatch('storage', { key: 'auth_token' });
    expect(scopes).toEqual(['guest', `customer:${OTHER_TOKEN.slice(-6)}`]);
    expect(page.queries.getQueryData(page.meQuery('en', ownScope).queryKey)).toBeUndefined();
    expect(page.queries.getQueryData(['content.settings', 'en', {}, 'anyone'])).toEqual({});
  });
});

test('signing out ends the session on the server, and on this device even if the server cannot be reached', async () => {
  for (const isReachable of [true, false]) {
    const page = await load();
    page.authToken.write(TOKEN);
    page.guestToken.write('a guest’s');
    browser.local.setItem('checkout', '{}');
    requests = [];
    if (isReachable) respondWith(200, { success: true });
    else answer = (response) => response.destroy();
    page.endSession();
    expect([page.isSignedIn(), page.guestToken.read(), browser.local.getItem('checkout')]).toEqual([false, null, null]);
    await vi.waitFor(() => expect(requests).toEqual([`POST /api/logout Bearer ${TOKEN}`]));
  }
});
