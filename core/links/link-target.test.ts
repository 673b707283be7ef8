import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPagePath, LINK_KINDS, type LinkTarget, linkTargetPath, parseLinkTarget } from './link-target.ts';

test.each<[LinkTarget['kind'], string, string | undefined]>([
  ['product', 'pandan-kaya', '/products/view?slug=pandan-kaya'],
  ['category', 'snacks', '/categories/view?categories=snacks'],
  ['category', 'snacks,chips', '/categories/view?categories=snacks,chips'],
  ['brand', '4', '/categories/view?brand=4'],
  ['search', 'kaya', '/products?keyword=kaya'],
  ['search', '快熟面', '/products?keyword=%E5%BF%AB%E7%86%9F%E9%9D%A2'],
  ['collection', 'shocking-deals', '/shocking-deals'],
  ['collection', 'no-such', undefined],
  ['page', 'faq', '/faq'],
  ['page', 'help-center', '/my-account/help-center'],
  ['page', 'halal', '/pages/halal'],
  ['page', '../cart', undefined],
])('the %s %s is at %s', (kind, value, path) => {
  expect(linkTargetPath({ kind, value })).toBe(path);
  if (path !== undefined) expect(parseLinkTarget(path)).toEqual({ kind, value });
});

test.each(['/', '/products', '/kk-coins#vouchers', '/products?keyword=kaya&sort=price_asc', '/cart'])(
  'no target has the path %s',
  (path) => {
    expect(parseLinkTarget(path)).toBeNull();
    expect(isPagePath(path)).toBe(true);
  },
);

test.each(['/blog', '/products/view/more', '/pages/', '//evil.example', 'products'])('%s is no page', (path) => {
  expect(isPagePath(path)).toBe(false);
});

test('a target is read back from its path, and leads to a page', () => {
  const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
  fc.assert(
    fc.property(fc.constantFrom(...LINK_KINDS), slug, (kind, value) => {
      const path = linkTargetPath({ kind, value });
      if (path === undefined) return;
      expect(isPagePath(path)).toBe(true);
      expect(linkTargetPath(parseLinkTarget(path) ?? { kind, value: '' })).toBe(path);
    }),
  );
});
