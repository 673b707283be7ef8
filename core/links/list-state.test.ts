import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SORT_OPTIONS, type SortOption } from '../catalog/sort-options.ts';
import {
  EMPTY_LIST_STATE,
  formatListState,
  type ListState,
  parseListState,
  refineListState,
  toCanonicalListState,
} from './list-state.ts';

const read = (query: string) => parseListState(new URLSearchParams(query));

test('builds an address without parameters for the whole list', () => {
  expect(formatListState(EMPTY_LIST_STATE)).toBe('');
  expect(read('')).toEqual(EMPTY_LIST_STATE);
});

test('puts the chosen filters into the address', () => {
  const listing: ListState = {
    sort: 'price_desc',
    page: 3,
    keyword: '快熟面',
    categories: ['snacks', 'chips'],
    brands: ['4', '9'],
    dietary: ['vegan'],
    min_price: '5',
    max_price: '12.90',
    on_sale: true,
    available: true,
  };
  expect(formatListState(listing)).toBe(
    '?categories=snacks,chips&brand=4,9&keyword=%E5%BF%AB%E7%86%9F%E9%9D%A2&dietary=vegan&min_price=5&max_price=12.90&on_sale=1&available=1&sort=price_desc&page=3',
  );
  expect(read(formatListState(listing))).toEqual(listing);
});

test.each([
  'sort=toString',
  'sort=',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e3',
  'page=99999999',
  'categories=,,',
  'available=yes',
  'min_price=-1',
  'max_price=5.005',
])('ignores invalid parameters: %s', (query) => {
  expect(read(query)).toEqual(EMPTY_LIST_STATE);
});

test('every choice returns to the first page', () => {
  expect(refineListState({ ...EMPTY_LIST_STATE, page: 7 }, { brands: ['4'] })).toEqual({
    ...EMPTY_LIST_STATE,
    brands: ['4'],
  });
});

test('reads every listing back from its address unchanged', () => {
  const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z0-9\u4e00-\u9fa5]{1,8}$/), { maxLength: 4 });
  const anyListing = fc.record<ListState>({
    sort: fc.constantFrom(...(Object.keys(SORT_OPTIONS) as SortOption[])),
    page: fc.integer({ min: 1, max: 1_000_000 }),
    keyword: fc.string().map((text) => text.trim()),
    categories: slugs,
    brands: slugs,
    dietary: slugs,
    min_price: fc.constantFrom('', '5', '12.90'),
    max_price: fc.constantFrom('', '20', '9.5'),
    on_sale: fc.boolean(),
    available: fc.boolean(),
  });
  fc.assert(
    fc.property(anyListing, (listing) => {
      expect(read(formatListState(listing))).toEqual(listing);
    }),
  );
});

test.each([
  ['?categories=snacks', ''],
  ['?categories=snacks&page=3&utm_source=x', 'page=3'],
  ['?categories=snacks&sort=price_asc&page=3', ''],
  ['?categories=snacks&dietary=halal', ''],
  ['?categories=snacks&brand=1&available=1', ''],
])('docs/partners.md#9 "page≥2 self-canonical": search engines know %s by its page %s', (query, page) => {
  const subject = { ...EMPTY_LIST_STATE, categories: ['snacks'] };
  const expected = ['?categories=snacks', page].filter((part) => part !== '').join('&');
  expect(formatListState(toCanonicalListState(read(query), subject))).toBe(expected);
});
