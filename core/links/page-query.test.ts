import { describe, expect, test } from 'vitest';
import { EMPTY_LIST_STATE, formatListState } from './list-state.ts';
import { branchOfPage, normalizePageUrl, withBranch } from './page-query.ts';
import { INFORMATION_PAGES, ROUTES } from './paths.ts';

const normalizeAddress = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return normalizePageUrl(path, new URLSearchParams(query));
};

test.each([
  ['/', '/'],
  ['/?x=1&utm_source=mail&lang=zh', '/?lang=zh'],
  ['/?lang=xx', '/'],
  ['/products?b=2&page=2&a=1', '/products?page=2'],
  ['/products?page=2&keyword=kaya', '/products?keyword=kaya&page=2'],
  ['/products?page=1&sort=nonsense&min_price=abc&keyword=', '/products'],
  ['/products?keyword=kaya&keyword=other', '/products?keyword=kaya'],
  ['/categories/view?categories=a,a,b&x=y', '/categories/view?categories=a,b'],
  ['/products/view?option=7&slug=kaya&page=3', '/products/view?slug=kaya&option=7'],
  ['/products/view/?slug=kaya', '/products/view/?slug=kaya'],
  ['/PRODUCTS/View?slug=kaya', '/PRODUCTS/View?slug=kaya'],
  ['/best-sellers?tab=grocery&page=2', '/best-sellers?tab=grocery&page=2'],
  ['/best-sellers?tab=made-up', '/best-sellers'],
  ['/shocking-deals?page=0', '/shocking-deals'],
  ['/faq?q=parcel&p=1', '/faq?q=parcel'],
  ['/no-such-page?slug=kaya', '/no-such-page'],
  ['/?branch=tng', '/?branch=tng'],
  ['/?branch=tng&utm_source=wallet&lang=zh', '/?lang=zh&branch=tng'],
  ['/products?branch=tng&page=2', '/products?page=2&branch=tng'],
  ['/about-us?branch=tng&x=1', '/about-us?branch=tng'],
  ['/products?deeplink=1&page=2', '/products?page=2'],
  ['/app?x=1', '/app'],
  ['/?%62ranch=%74ng', '/?branch=tng'],
  ['/?branch=TNG', '/'],
  ['/?branch=other&branch=tng', '/'],
  ['/?branch=', '/'],
])('the page of %s is that of %s', (address, page) => {
  expect(normalizeAddress(address)).toBe(page);
  expect(normalizeAddress(page)).toBe(page);
});

test('docs/spec.md §2 "Deep links": "opens /products/{slug} with the query kept"', () => {
  expect(normalizeAddress('/products/kaya?utm_source=mail&option=7')).toBe('/products/kaya?utm_source=mail&option=7');
});

test.each([
  ['/', '/?branch=tng'],
  ['/?lang=zh#top', '/?lang=zh&branch=tng#top'],
  ['/cart?branch=other', '/cart?branch=tng'],
  ['https://elsewhere.example/', 'https://elsewhere.example/'],
  ['//elsewhere.example/', '//elsewhere.example/'],
  ['/\\elsewhere.example/', '/\\elsewhere.example/'],
])('a redirect to %s keeps the branch: %s', (address, target) => {
  expect(withBranch(address, branchOfPage(new URLSearchParams('branch=tng')))).toBe(target);
  expect(withBranch(address, branchOfPage(new URLSearchParams('branch=other')))).toBe(address);
});

test('gives a listing one canonical query in each language', () => {
  const listing = { ...EMPTY_LIST_STATE, keyword: '快熟面 & 100%', page: 3, on_sale: true };
  const query = formatListState(listing);
  expect(normalizeAddress(`/products${query}&lang=zh&x=1`)).toBe(`/products${query}&lang=zh`);
});

describe('drops all parameters of pages that read none', () => {
  test.each(INFORMATION_PAGES.filter((page) => page !== 'faq').map((page) => ROUTES[page]))('%s', (path) => {
    expect(normalizeAddress(`${path}?q=1&page=2&slug=x`)).toBe(path);
  });
});
