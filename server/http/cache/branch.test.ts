/** docs/readings.md#68: which cached responses depend on `X-Branch`, and what the header changes. */
import { describe, expect, test } from 'vitest';
import { listOperations } from '../../testing/api-document.ts';
import { newCustomer } from '../../testing/customer.ts';
import { createFakeProvider, FAKE_WALLET, offerWallet } from '../../testing/orders/fake-provider.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';

const now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({
  clock: () => now,
  paymentProviders: [createFakeProvider({ isMiniProgram: true }).provider],
});
const { api, app, db } = server;
await offerWallet(server);

const INSIDE = { 'x-branch': 'tng', 'x-platform': 'TNG' };
const METHODS = '/payment_methods';
const SESSION = { 'x-session': '01900000-0000-7000-8000-000000000001' };

const listCodes = ({ body }: TestResponse): string[] => body.data.map(({ code }: { code: string }) => code);
const listCodesOutside = async (path = METHODS) => listCodes(await api('GET', path));
const listCodesInside = async (path = METHODS) => listCodes(await api('GET', path, { headers: INSIDE }));
const clear = () => app.shop.cache.invalidate([{ product: null, kind: 'content' }]);

describe('one URL, by turns inside the mini-program and outside', () => {
  const turns = [
    [listCodesOutside, ['cod']],
    [listCodesInside, [FAKE_WALLET, 'cod']],
  ] as const;

  test.each([
    ['outside first', turns],
    ['inside first', turns.toReversed()],
  ])('cold and warm, %s', async (_, order) => {
    clear();
    for (let round = 0; round < 3; round++) {
      for (const [call, codes] of order) expect(await call()).toEqual(codes);
    }
  });

  test('at the same time', async () => {
    clear();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? listCodesOutside() : listCodesInside())),
    );
    expect(all).toEqual(all.map((_, index) => (index % 2 === 0 ? ['cod'] : [FAKE_WALLET, 'cod'])));
  });

  test('a change of the shop reaches both', async () => {
    await db.raw(`update payment_methods set is_active = false where code = '${FAKE_WALLET}'`);
    clear();
    expect([await listCodesOutside(), await listCodesInside()]).toEqual([['cod'], ['cod']]);
    await db.raw(`update payment_methods set is_active = true where code = '${FAKE_WALLET}'`);
    clear();
    expect([await listCodesOutside(), await listCodesInside()]).toEqual([['cod'], [FAKE_WALLET, 'cod']]);
  });

  test('the fast path keeps them apart, and a customer’s calls too', async () => {
    const { token } = await newCustomer(server);
    for (let round = 0; round < 2; round++) {
      for (const options of [{}, { token }]) {
        expect(listCodes(await api('GET', METHODS, { ...options, headers: INSIDE }))).toEqual([FAKE_WALLET, 'cod']);
        expect(listCodes(await api('GET', METHODS, options))).toEqual(['cod']);
      }
    }
  });
});

describe('the cache’s entries', () => {
  test('a call that does not depend on the branch shares one, and no call has one for an unknown value', async () => {
    clear();
    await api('GET', '/brands');
    await listCodesOutside();
    await listCodesInside();
    const before = app.shop.cache.size;
    const first = await api('GET', '/brands', { headers: INSIDE });
    expect((await api('GET', '/brands', { headers: INSIDE })).headers.get('etag')).toBe(first.headers.get('etag'));
    for (const value of ['other', 'TNG', 'tng ', 'tng, tng', '', 'x'.repeat(2_000)]) {
      for (const path of [METHODS, '/brands']) {
        const response = await api('GET', path, { headers: { 'x-branch': value } });
        if (path === METHODS && value.trim() !== 'tng') expect([value, listCodes(response)]).toEqual([value, ['cod']]);
      }
    }
    expect(app.shop.cache.size).toBe(before);
  });

  test('"Vary" names the header where the response depends on it, also of a 304', async () => {
    for (const headers of [{}, INSIDE]) {
      for (const _ of ['computed', 'cached']) {
        const methods = await api('GET', METHODS, { headers });
        expect(methods.headers.get('vary')).toBe('Accept-Encoding, Origin, X-Branch');
        const etag = methods.headers.get('etag') ?? '';
        const same = await api('GET', METHODS, { headers: { ...headers, 'if-none-match': etag } });
        expect([same.status, same.headers.get('vary')]).toEqual([304, 'Accept-Encoding, Origin, X-Branch']);
        expect((await api('GET', '/brands', { headers })).headers.get('vary')).toBe('Accept-Encoding, Origin');
      }
    }
    const etag = (await api('GET', METHODS)).headers.get('etag') ?? '';
    const other = await api('GET', METHODS, { headers: { ...INSIDE, 'if-none-match': etag } });
    expect([other.status, listCodes(other)]).toEqual([200, [FAKE_WALLET, 'cod']]);
  });
});

test('the header grants nothing: it changes only which gateways and payment methods are offered', async () => {
  const customer = await newCustomer(server);
  const guest = await newShopper(server);
  const fillPath = (path: string) => path.replace(/\{\w+\}/, '01900000-0000-7000-8000-000000000000');
  const reads = (await listOperations(server)).filter(({ method }) => method === 'GET');
  const changedPaths = new Set<string>();
  for (const { path } of reads) {
    for (const token of [undefined, guest.token, customer.token, 'made up']) {
      const read = async (headers: Record<string, string>) => {
        const { status, text } = await api('GET', fillPath(path), { token, headers: { ...SESSION, ...headers } });
        return [status, text];
      };
      const [first, second, withBranch] = [await read({}), await read({}), await read(INSIDE)];
      // A call whose responses always differ, such as a new session id, shows nothing.
      if (String(first) === String(second) && String(second) !== String(withBranch)) changedPaths.add(path);
    }
  }
  expect(reads.length).toBeGreaterThan(60);
  expect([...changedPaths].sort()).toEqual(['/payment_gateways', METHODS]);
});
