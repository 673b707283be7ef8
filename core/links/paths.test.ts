import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryPath } from './category-link.ts';
import {
  bestSellersPath,
  brandPath,
  checkoutResultPath,
  logoutPath,
  productPath,
  trackedOrderPath,
  withLang,
} from './paths.ts';

test.each([
  [productPath('krupkrap-cassava-120g'), '/products/view?slug=krupkrap-cassava-120g'],
  [productPath('快熟面 & co'), '/products/view?slug=%E5%BF%AB%E7%86%9F%E9%9D%A2%20%26%20co'],
  [checkoutResultPath({ order_number: '7KQ2M9XA', token: 'abc' }), '/checkout/result?order_number=7KQ2M9XA&token=abc'],
  [trackedOrderPath({ order_number: '7KQ2M9XA' }), '/track-order/view?order_number=7KQ2M9XA'],
  [brandPath({ id: '12' }), '/categories/view?brand=12'],
  [bestSellersPath(), '/best-sellers'],
  [bestSellersPath('grocery'), '/best-sellers?tab=grocery'],
  [logoutPath(), '/logout'],
  [logoutPath({ force: true }), '/logout?force=1'],
])('docs/spec.md §2 "Routes": %s', (path, expected) => {
  expect(path).toBe(expected);
});

test.each([
  ['/', 'zh', '/?lang=zh'],
  ['/', 'en', '/'],
  ['/products/view?slug=kaya', 'zh', '/products/view?slug=kaya&lang=zh'],
  ['/products/view?lang=zh&slug=kaya', 'en', '/products/view?slug=kaya'],
  ['/products?lang=en', 'zh', '/products?lang=zh'],
  ['/kk-coins#vouchers', 'zh', '/kk-coins?lang=zh#vouchers'],
  ['/products?language=x&lang', 'zh', '/products?language=x&lang=zh'],
] as const)('keeps the language on every link: %s in %s', (path, lang, expected) => {
  expect(withLang(path, lang)).toBe(expected);
});

test('adds one language parameter, even if applied twice', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), fc.constantFrom('en', 'zh'), (path, query, lang) => {
      const link = withLang(`${path}?${query}`, lang);
      expect(withLang(link, lang)).toBe(link);
      expect(withLang(withLang(link, 'zh'), lang)).toBe(link);
    }),
  );
});

describe('docs/spec.md §2 "Link building": a category link', () => {
  const chips = { slug: 'chips', ancestors: ['snacks'], show_in_brand: false };

  test('"with the show_in_brand flag goes to the category view with brand=id and categories=slug"', () => {
    expect(categoryPath({ ...chips, show_in_brand: true }, { id: '12' })).toBe(
      '/categories/view?brand=12&categories=chips',
    );
  });

  test('"Otherwise categories is built from ancestor slugs plus own slug"', () => {
    expect(categoryPath(chips)).toBe('/categories/view?categories=snacks,chips');
    expect(categoryPath(chips, { id: '12' })).toBe('/categories/view?categories=snacks,chips');
    expect(categoryPath({ ...chips, slug: 'snacks', ancestors: [] })).toBe('/categories/view?categories=snacks');
  });

  test('with the flag, but no brand to go to, the second form is used', () => {
    expect(categoryPath({ ...chips, show_in_brand: true })).toBe('/categories/view?categories=snacks,chips');
  });
});
