import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { describe, expect, it } from 'vitest';
import {
  buildListingRequest,
  countFilters,
  parseListing,
  parsePageNumber,
  toggleValue,
  withPage,
} from './listing-query.ts';

const at = (query: string) => parseListing(new URL(`https://shop.example/products${query}`));

describe('docs/ux.md#rule-6: "filters, sort and page live in the URL"', () => {
  it.each([
    '',
    '?keyword=kaya&sort=price_asc&page=3',
    '?categories=snacks,potato-cassava-chips&brand=1,2&dietary=halal,vegan&available=1',
  ])('%s is formatted unchanged', (query) => expect(formatListState(at(query))).toBe(query));

  it('drops impossible values', () => {
    expect(at('?brand=x,3&dietary=vegan;brand:1&categories=../etc&page=-1&sort=none&keyword=%00')).toEqual({
      ...EMPTY_LIST_STATE,
      brands: ['3'],
    });
  });
});

describe('docs/spec.md §7 list pattern, docs/spec.md §9 "Sort options"', () => {
  it('sends no parameters by default', () => expect(buildListingRequest(EMPTY_LIST_STATE)).toEqual({ query: {} }));

  it('combines values with OR inside a group and AND across groups (docs/ux.md#rule-8)', () => {
    expect(buildListingRequest(at('?keyword=kaya&categories=a,b&brand=1,2&dietary=halal,vegan&available=1'))).toEqual({
      query: {
        keyword: 'kaya',
        category_slugs: 'a,b',
        brand_id: '1,2',
        dietary: 'halal,vegan',
        show_available: '1',
      },
    });
  });

  it.each([
    ['price_asc', 'price', 'asc'],
    ['price_desc', 'price', 'desc'],
    ['title_asc', 'name', 'asc'],
    ['title_desc', 'name', 'desc'],
    ['new_arrivals', 'created_at', 'desc'],
    ['best_sellers', 'best_sellers', 'desc'],
    ['most_order', 'most_order', 'desc'],
  ])('sorts by %s', (sort, orderBy, sortedBy) => {
    expect(buildListingRequest(at(`?sort=${sort}`))).toEqual({ query: { orderBy, sortedBy } });
  });
});

describe('refining', () => {
  it('adds a value and removes it', () => {
    expect(toggleValue(['halal'], 'vegan')).toEqual(['halal', 'vegan']);
    expect(toggleValue(['halal', 'vegan'], 'halal')).toEqual(['vegan']);
  });
  it.each([
    ['?keyword=kaya&sort=price_asc', 0],
    ['?keyword=kaya&available=1', 1],
    ['?brand=1,2&dietary=halal&on_sale=1&min_price=2&max_price=5', 5],
  ])('%s has %i filters', (query, count) => expect(countFilters(at(query), EMPTY_LIST_STATE)).toBe(count));

  it("does not count the page's category or brand", () => {
    const pageState = { ...EMPTY_LIST_STATE, categories: ['snacks'] };
    expect(countFilters(at('?categories=snacks'), pageState)).toBe(0);
    expect(countFilters(at('?categories=snacks,drinks&brand=1'), pageState)).toBe(2);
  });
});

describe('docs/ux.md#rule-12: "URL keeps `page`"', () => {
  it('adds the page to a path, except page 1', () => {
    expect(withPage('/best-sellers', 1)).toBe('/best-sellers');
    expect(withPage('/best-sellers', 2)).toBe('/best-sellers?page=2');
    expect(withPage('/best-sellers?tab=grocery', 3)).toBe('/best-sellers?tab=grocery&page=3');
  });
  it.each([
    ['page=2', 2],
    ['page=-1', 1],
    ['page=x', 1],
    ['', 1],
  ])('%s is page %i', (query, page) => {
    expect(parsePageNumber(new URLSearchParams(query))).toBe(page);
  });
});
