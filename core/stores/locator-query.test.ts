import { describe, expect, test } from 'vitest';
import { countFilters, formatLocator, type LocatorName, parseLocator, toShopsRequest } from './locator-query.ts';

const parse = (name: LocatorName, query: string) => parseLocator(name, new URLSearchParams(query));

describe('the address of a locator (docs/readings.md#67)', () => {
  test.each<[LocatorName, string]>([
    ['stores', ''],
    ['stores', '?q=47300&open=1'],
    ['stores', '?near=3.147,101.711&state=MY-10&parking=1&atm=1&page=2'],
    ['shops', ''],
    ['shops', '?q=Ipoh&parking=1'],
    ['shops', '?all=1'],
    ['shoppings', '?open=1'],
    ['shoppings', '?parking=1&all=1'],
    ['stores', '?q=Ipoh&filters=1'],
  ])('/%s%s is written as it is read', (name, query) => {
    expect(formatLocator(name, parse(name, query))).toBe(query);
  });

  test('shops and shoppings begin with a filter, which can be removed', () => {
    expect(parse('shops', '')).toMatchObject({ open: true, services: [] });
    expect(parse('shops', 'all=1')).toMatchObject({ open: false });
    expect(parse('shoppings', '')).toMatchObject({ open: false, services: ['click-and-collect'] });
    expect(parse('stores', '')).toMatchObject({ open: false, services: [] });
    expect(formatLocator('shops', { ...parse('shops', ''), open: false })).toBe('?all=1');
  });

  test('values that cannot be are left out', () => {
    expect(parse('stores', `page=0&q=${'x'.repeat(99)}&open=maybe&pool=1`)).toMatchObject({
      page: 1,
      q: 'x'.repeat(60),
      open: false,
      services: [],
    });
  });
});

test.each([
  ['', { limit: '20' }],
  ['q=47300', { limit: '20', near_zip: '47300' }],
  ['q=473 00', { limit: '20', near_zip: '47300' }],
  ['q=Ipoh&page=3', { limit: '20', page: '3', keyword: 'Ipoh' }],
  ['near=3.1,101.7&open=1&state=MY-10', { limit: '20', near: '3.1,101.7', open_now: '1', state: 'MY-10' }],
  ['parking=1&atm=on', { limit: '20', services: 'parking,atm' }],
])('the request of “%s”', (query, request) => {
  expect(toShopsRequest(parse('stores', query))).toEqual(request);
});

test('counts filters, not text and position', () => {
  expect(countFilters(parse('stores', 'q=Ipoh&near=3,101&state=MY-10&open=1&parking=1'))).toBe(3);
});
