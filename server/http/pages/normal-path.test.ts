import { expect, test } from 'vitest';
import { normalizePath, splitTarget } from './normal-path.ts';

test.each([
  ['/', '/'],
  ['/products/view', '/products/view'],
  ['/%63heckout/result', '/checkout/result'],
  ['/products/%70review', '/products/preview'],
  ['/products/%2570review', '/products/%2570review'],
  ['/products/%e5%a5%bd', '/products/%E5%A5%BD'],
  ['/products/a%2fb', '/products/a%2Fb'],
  ["/products/a'b(c)*!~", "/products/a'b(c)*!~"],
  ['//evil.example/products', '/evil.example/products'],
  ['/\\evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/%2e%2e//evil.example', '/evil.example'],
  ['/%5cevil.example', '/%5Cevil.example'],
  ['/a/../checkout', '/checkout'],
  ['/my-account//orders', '/my-account/orders'],
  ['/a<b>', '/a%3Cb%3E'],
  ['/checkout#result', '/checkout'],
])('the normal form of %s is %s', (path, normal) => {
  expect(normalizePath(path)).toBe(normal);
  expect(normalizePath(normal)).toBe(normal);
});

test.each(['/%', '/%zz', '/%E0%A4%A', '/%c0%af', '/%00'])('%s has no normal form', (path) => {
  expect(normalizePath(path)).toBeNull();
});

test.each([
  ['/a?b?c', { path: '/a', query: '?b?c' }],
  ['/a', { path: '/a', query: '' }],
  ['http://shop.example/a?b', { path: '/a', query: '?b' }],
])('splits %s', (target, parts) => {
  expect(splitTarget(target)).toEqual(parts);
});
