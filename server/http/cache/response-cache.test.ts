import { describe, expect, test } from 'vitest';
import {
  type CacheEntry,
  type CatalogChange,
  matchesEtag,
  type NewResponse,
  parseAcceptedEncoding,
  ResponseCache,
  readBody,
} from './response-cache.ts';

let time = 0;
const newCache = () =>
  new ResponseCache(
    () => ['X-Shop', 'yes'],
    () => time,
  );

const makeResponse = (body: string, cacheTags: Partial<NewResponse['cacheTags']> = {}): NewResponse => ({
  body,
  contentType: 'text/plain',
  cacheTags: { products: new Set(), list: false, until: null, ...cacheTags },
  keep: true,
  status: 200,
});

const readText = async (entry: CacheEntry): Promise<string> => (await readBody(entry)).toString();

/** Requests a key twice and returns how often the response was computed. */
async function countComputations(
  cache: ResponseCache,
  key: string,
  between: () => void,
  response = makeResponse('x'),
): Promise<number> {
  let times = 0;
  const compute = async () => {
    times++;
    return response;
  };
  await cache.get(key, compute);
  between();
  await cache.get(key, compute);
  return times;
}

test('docs/design.md#fast-by-design: "computed once however many ask at once"', async () => {
  const cache = newCache();
  let times = 0;
  const compute = async () => {
    times++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return makeResponse('x');
  };
  const entries = await Promise.all(Array.from({ length: 100 }, () => cache.get('key', compute)));
  expect(times).toBe(1);
  expect(new Set(entries).size).toBe(1);
});

test('an error reaches every concurrent request; the next request computes again', async () => {
  const cache = newCache();
  const failing = () => cache.get('key', async () => Promise.reject(new Error('gone')));
  const all = await Promise.allSettled([failing(), failing()]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await readText(await cache.get('key', async () => makeResponse('back')))).toBe('back');
});

describe('docs/design.md#fast-by-design: a change drops "the entries showing those products; only a change of price, content or in-or-out-of-stock drops lists"', () => {
  const productTags = { products: new Set([7]) };
  const list = { products: new Set([8]), list: true };
  test.each<[string, CatalogChange, Partial<NewResponse['cacheTags']>, number]>([
    ['its stock', { product: 7, kind: 'stock' }, productTags, 2],
    ['another’s stock', { product: 9, kind: 'stock' }, productTags, 1],
    ['another’s price', { product: 9, kind: 'price' }, productTags, 1],
    ['another’s stock, in a list', { product: 9, kind: 'stock' }, list, 1],
    ['another’s price, in a list', { product: 9, kind: 'price' }, list, 2],
    ['another’s availability, in a list', { product: 9, kind: 'availability' }, list, 2],
    ['the stock of one that the list shows', { product: 8, kind: 'stock' }, list, 2],
    ['anything', { product: null, kind: 'content' }, {}, 2],
  ])('%s', async (_, change, cacheTags, times) => {
    const cache = newCache();
    expect(await countComputations(cache, 'key', () => cache.invalidate([change]), makeResponse('x', cacheTags))).toBe(
      times,
    );
  });

  test('a computation that began before a change serves earlier requests and is not cached', async () => {
    const cache = newCache();
    let finish = (_: NewResponse): void => {};
    const old = cache.get('key', () => new Promise<NewResponse>((resolve) => (finish = resolve)));
    cache.invalidate([{ product: 7, kind: 'price' }]);
    const fresh = await cache.get('key', async () => makeResponse('new', productTags));
    finish(makeResponse('old', productTags));
    expect(await readText(await old)).toBe('old');
    expect(await readText(fresh)).toBe('new');
    expect(await readText(await cache.get('key', async () => makeResponse('newer', productTags)))).toBe('new');
  });
});

test('"expires at the next start or end of any sale, banner or deal in it"', async () => {
  const cache = newCache();
  time = 1_000;
  const response = makeResponse('x', { until: new Date(2_000) });
  expect(await countComputations(cache, 'before', () => (time = 1_999), response)).toBe(1);
  expect(await countComputations(cache, 'at', () => (time = 2_000), response)).toBe(2);
  time = 0;
});

test('"After 2 s without a successful read the cache is bypassed"', async () => {
  const cache = newCache();
  expect(await countComputations(cache, 'key', () => (cache.isBypassed = true))).toBe(2);
});

test('does not cache a response without `keep`', async () => {
  expect(await countComputations(newCache(), 'key', () => {}, { ...makeResponse('x'), keep: false })).toBe(2);
});

test('encodes as requested, and leaves small responses uncompressed', async () => {
  const cache = newCache();
  const large = await cache.get('large', async () => makeResponse('x'.repeat(5_000)));
  const br = await cache.ready(large, 'br');
  expect(br.body.length).toBeLessThan(100);
  expect(br.headers).toEqual(expect.arrayContaining(['Content-Encoding', 'br', 'X-Shop', 'yes']));
  expect(await cache.ready(large, 'br')).toBe(br);
  const small = await cache.get('small', async () => makeResponse('x'));
  expect((await cache.ready(small, 'br')).headers).not.toContain('Content-Encoding');
});

test.each(['br', 'gzip'] as const)(
  'keeps only the %s bytes after sending them, and still answers every encoding',
  async (first) => {
    const cache = newCache();
    const entry = await cache.get('key', async () => makeResponse('好'.repeat(5_000)));
    await cache.ready(entry, first);
    expect(entry.bytes).toBeNull();
    expect(await readText(entry)).toBe('好'.repeat(5_000));
    const plain = await cache.ready(entry, 'identity');
    expect(plain.body.toString()).toBe('好'.repeat(5_000));
    expect(await cache.ready(entry, 'identity')).toBe(plain);
    expect((await cache.ready(entry, 'br')).headers).toContain('br');
  },
);

test.each(['br', 'gzip', 'identity'] as const)(
  'encodes a response in %s once however many requests wait for it',
  async (encoding) => {
    const cache = newCache();
    const entry = await cache.get('key', async () => makeResponse('x'.repeat(200_000)));
    // If the plain bytes were not reused, every request would decompress them again.
    await cache.ready(entry, encoding === 'br' ? 'gzip' : 'br');
    const all = await Promise.all(Array.from({ length: 200 }, () => cache.ready(entry, encoding)));
    expect(new Set(all).size).toBe(1);
  },
);

test('decompresses a body once however many pages read it', async () => {
  const cache = newCache();
  const entry = await cache.get('key', async () => makeResponse('x'.repeat(200_000)));
  await cache.ready(entry, 'br');
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => readBody(entry)))).size).toBe(1);
});

test('encodes thousands of different responses at once', async () => {
  const cache = newCache();
  const bodies = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const entry = await cache.get(String(index), async () => makeResponse(`${index} `.repeat(5_000)));
      await cache.ready(entry, 'br');
      return readText(entry);
    }),
  );
  expect(bodies.map((body) => body.split(' ')[0])).toEqual(Array.from({ length: 200 }, (_, index) => String(index)));
});

test('rejects a response without end instead of caching it', async () => {
  await expect(newCache().get('key', async () => makeResponse('x'.repeat(20_000_000)))).rejects.toThrow('too large');
});

test('keeps responses that were requested again when others requested once fill the cache', async () => {
  const cache = newCache();
  const popular = Array.from({ length: 20 }, (_, index) => `popular ${index}`);
  const megabyte = makeResponse('x'.repeat(1_000_000));
  // As after a crawler's visit: the cache is full of responses requested once.
  for (let i = 0; i < 14; i++) await cache.get(`early ${i}`, async () => megabyte);
  const small = makeResponse('y'.repeat(1_000));
  for (const _ of [1, 2]) for (const key of popular) await cache.get(key, async () => small);
  for (let i = 0; i < 500; i++) await cache.get(`once ${i}`, async () => makeResponse('x'.repeat(20_000)));
  let computations = 0;
  for (const key of popular) {
    await cache.get(key, async () => {
      computations++;
      return small;
    });
  }
  expect(computations).toBe(0);
});

test('a change invalidates a response wherever it is cached', async () => {
  const cache = newCache();
  for (let i = 0; i < 14; i++) await cache.get(`full ${i}`, async () => makeResponse('x'.repeat(1_000_000)));
  const response = makeResponse('x', { products: new Set([7]) });
  expect(
    await countComputations(cache, 'probation', () => cache.invalidate([{ product: 7, kind: 'stock' }]), response),
  ).toBe(2);
  // Requested again above, so it is in the main segment now.
  expect(
    await countComputations(cache, 'probation', () => cache.invalidate([{ product: 7, kind: 'stock' }]), response),
  ).toBe(1);
});

test.each([500, 5_000])('holds a body of %i bytes, compressed or not, in memory of its own size', async (length) => {
  const cache = newCache();
  const entry = await cache.get('key', async () => makeResponse('x'.repeat(length)));
  expect(entry.bytes?.buffer.byteLength).toBe(length);
  const { body } = await cache.ready(entry, 'br');
  expect(body.buffer.byteLength).toBe(body.length);
});

test('has room for more responses once they are compressed', async () => {
  const cache = newCache();
  for (let i = 0; i < 100; i++) {
    await cache.ready(await cache.get(String(i), async () => makeResponse('x'.repeat(1_000_000))), 'br');
  }
  expect(cache.size).toBe(100);
  cache.invalidate([{ product: null, kind: 'price' }]);
  expect(cache.size).toBe(0);
});

test('bounds the cached bytes', async () => {
  const cache = newCache();
  for (let i = 0; i < 100; i++) await cache.get(String(i), async () => makeResponse('x'.repeat(1_000_000)));
  expect(cache.size).toBeGreaterThanOrEqual(10);
  expect(cache.size).toBeLessThan(60);
});

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', 'identity'],
])('Accept-Encoding %s selects %s', (header, encoding) => {
  expect(parseAcceptedEncoding(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
])('If-None-Match %s matches W/"a": %s', (header, matches) => {
  expect(matchesEtag(header, 'W/"a"')).toBe(matches);
});
