import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppAddress, buildSchemeLink, findDeepLinkPath, MAX_LINK_LENGTH } from './deep-links.ts';

const APP: AppAddress = { scheme: 'sekampit', origins: ['https://shop.example', 'http://localhost:3000'] };
const open = (url: string) => findDeepLinkPath(url, APP);

describe('docs/spec.md §2 "Deep links: the custom app scheme …"', () => {
  test.each([
    [
      '"/product/{slug} opens /products/{slug} with the query kept"',
      'product/kaya?option=7',
      '/products/kaya?option=7',
    ],
    ['"/store/{id} opens /stores/{id}"', 'store/KL-01?x=1', '/stores/KL-01?x=1'],
    ['"anything else opens home with the query"', 'cart?refer=AB12', '/?refer=AB12'],
    ['anything else: a page below a product', 'product/kaya/reviews?x=1', '/?x=1'],
    ['anything else: a product without a name', 'product/', '/'],
    ['a slash at the end', 'product/kaya/', '/products/kaya'],
    ['percent-encoding', 'product/%E5%BF%AB%E7%86%9F%E9%9D%A2', '/products/%E5%BF%AB%E7%86%9F%E9%9D%A2'],
    ['letters that are not encoded', 'product/快熟面?q=快', '/products/%E5%BF%AB%E7%86%9F%E9%9D%A2?q=%E5%BF%AB'],
    ['an empty query', 'product/kaya?', '/products/kaya'],
    ['a fragment, which no page of the scheme has', 'product/kaya?x=1#top', '/products/kaya?x=1'],
    ['steps up, which name no product', 'product/../../cart', '/'],
  ])('%s, in all three spellings', (_, rest, path) => {
    for (const slashes of ['/', '//', '///']) expect(open(`sekampit:${slashes}${rest}`)).toBe(path);
    expect(open(`SEKAMPIT://${rest}`)).toBe(path);
  });

  test.each(['sekampit:', 'sekampit:/', 'sekampit://', 'sekampit:///', 'sekampit:////product/kaya', 'sekampit://home'])(
    '%s opens home',
    (url) => {
      expect(open(url)).toBe('/');
    },
  );

  test.each([
    'sekampit://product/..',
    'sekampit://product/%2e%2e',
    'sekampit://product/..%2f..%2fcart',
    'sekampit://product/%2F%2Fevil.example',
    'sekampit://product/%5Cevil',
    'sekampit://product/%zz',
    'sekampit://product/a%00b',
    'sekampit://product/user:password@evil',
    'sekampit://product/<script>',
    `sekampit://product/${'a'.repeat(201)}`,
    'sekampit://store/%E0%A4%A',
  ])('%s is only logged', (url) => {
    expect(open(url)).toBeNull();
  });
});

describe('docs/spec.md §2 "A universal link on the product\'s own host opens its path with query"', () => {
  test.each([
    ['https://shop.example', '/'],
    ['https://SHOP.example:443/products/view?slug=kaya&lang=zh', '/products/view?slug=kaya&lang=zh'],
    ['http://localhost:3000/cart', '/cart'],
    ['https://shop.example/kk-coins#vouchers', '/kk-coins#vouchers'],
    ['https://shop.example/a/../b/./c', '/b/c'],
    ['https://shop.example/a/%2e%2e/b', '/b'],
    ['https://shop.example/../../etc', '/etc'],
    ['https://shop.example//evil.example/x', '/evil.example/x'],
    ['https://shop.example////evil.example', '/evil.example'],
    ['https://shop.example/products/快', '/products/%E5%BF%AB'],
    ['https://shop.example/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ])('%s opens %s', (url, path) => {
    expect(open(url)).toBe(path);
  });

  test.each([
    '',
    'kaya',
    '/products/kaya',
    '//shop.example/cart',
    'https://evil.example/products/kaya',
    'https://shop.example.evil.example/',
    'https://evilshop.example/',
    'https://shop.example@evil.example/',
    'https://user@shop.example/cart',
    'https://user:password@shop.example/cart',
    'https://shop.example:8443/cart',
    'http://shop.example/cart',
    'https://localhost:3000/cart',
    'https:\\\\shop.example\\cart',
    'https://shop.example/\\evil.example',
    'https://shop.example/%5Cevil',
    'https://shop.example/%zz',
    'https://shop.example/%00',
    'https://shop.example/%0d%0aSet-Cookie:x',
    'https://shop.example/\tcart',
    'https://shop.example/\u0000',
    'https://shop.example/\ud800',
    ' https://shop.example/cart',
    'ht\ntps://shop.example/cart',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://shop.example/9115d58c',
    'filesystem:https://shop.example/x',
    'intent://shop.example/#Intent;scheme=https;end',
    'sekampit.evil://product/kaya',
    'xsekampit://product/kaya',
    'https://',
    'https://[::1',
    `https://shop.example/${'a'.repeat(MAX_LINK_LENGTH)}`,
  ])('%j is only logged', (url) => {
    expect(open(url)).toBeNull();
  });
});

describe('whatever is opened', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '%',
      '@',
      ':',
      '?',
      '#',
      'product',
      'store',
      '\t',
    ),
    fc.constantFrom(
      'sekampit',
      'SEKAMPIT:',
      'https:',
      'http:',
      'blob:',
      'shop.example',
      'evil.example',
      'localhost:3000',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.webPath(),
  );
  const start = fc.constantFrom(
    '',
    'sekampit:',
    'sekampit://',
    'https://shop.example',
    'https://shop.example/',
    'https:',
  );
  const anyUrl = fc.oneof(
    fc.tuple(start, fc.array(piece, { maxLength: 12 })).map(([first, rest]) => `${first}${rest.join('')}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary' }),
  );

  test('the path never leaves the shop', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const path = open(url);
        if (path === null) return;
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(path).not.toMatch(/[\s\\]/);
        const target = new URL(path, 'https://shop.example');
        expect([target.origin, target.username]).toEqual(['https://shop.example', '']);
        expect(`${target.pathname}${target.search}${target.hash}`).toBe(path);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a path that was opened leads to itself as a link of our host', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const path = open(url);
        if (path !== null) expect(open(`https://shop.example${path}`)).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a link of the scheme', () => {
  test.each([
    ['/products/view?slug=kaya&option=7', 'sekampit://product/kaya?option=7'],
    ['/products/kaya?option=7', 'sekampit://product/kaya?option=7'],
    ['/products/view?slug=快', 'sekampit://product/%E5%BF%AB'],
    ['/stores/KL-01', 'sekampit://store/KL-01'],
    ['/cart?refer=AB12', 'sekampit://?refer=AB12'],
    ['/', 'sekampit://'],
    ['/products/view?slug=../x', 'sekampit://product/view?slug=../x'],
  ])('to %s is %s', (path, link) => {
    expect(buildSchemeLink(path, 'sekampit')).toBe(link);
  });

  test('opens the product or outlet, and its query, that it was built for', () => {
    const anyName = fc.stringMatching(/^[A-Za-z0-9\u4e00-\u9fa5][A-Za-z0-9\u4e00-\u9fa5._~-]{0,20}$/);
    const queries = fc.constantFrom('', '?x=1', '?utm_source=mail&q=%E5%BF%AB');
    fc.assert(
      fc.property(fc.constantFrom('products', 'stores'), anyName, queries, (folder, name, query) => {
        const path = `/${folder}/${encodeURIComponent(name)}${query}`;
        expect(open(buildSchemeLink(path, 'sekampit'))).toBe(path);
      }),
    );
  });
});
