import { isRefusal } from '@shop/core/refusal';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type AllowedConditions, listQuery, parseSearch, parseSort } from './list-query.ts';

const FIELDS: AllowedConditions = {
  name: ['like', '='],
  'type.slug': ['=', 'in'],
  type: ['='],
  'categories.slug': ['in'],
  price: ['=', 'between'],
};

const parseTerms = (search: string, more: object = {}) => {
  const query = parseSearch({ search, ...more }, FIELDS);
  return isRefusal(query) ? query : query.terms;
};

describe('docs/spec.md §7 "Search fields are key:value pairs joined by semicolons"', () => {
  test.each([
    [
      'name:milk;price:4.20',
      [
        { field: 'name', condition: 'like', value: 'milk' },
        { field: 'price', condition: '=', value: '4.20' },
      ],
    ],
    ['name:a:b', [{ field: 'name', condition: 'like', value: 'a:b' }]],
    ['name:', [{ field: 'name', condition: 'like', value: '' }]],
    [' name : milk ;; ', [{ field: 'name', condition: 'like', value: 'milk' }]],
    ['type:simple', [{ field: 'type.slug', condition: '=', value: 'simple' }]],
    ['category:a,b', [{ field: 'categories.slug', condition: 'in', value: 'a,b' }]],
  ])('%s', (search, expected) => expect(parseTerms(search)).toEqual(expected));

  test('resolves an alias only if the list has its field', () => {
    expect(parseSearch({ search: 'order_type:cod' }, FIELDS)).toMatchObject({ terms: [{ field: 'type' }] });
    expect(parseSearch({ search: 'status_slug:x' }, FIELDS)).toMatchObject({
      code: 'list.unknown_field',
      field: 'search',
    });
  });

  test('docs/readings.md#35: a part without a colon is free text; searchJoin defaults to or', () => {
    expect(parseSearch({ search: 'fresh milk' }, FIELDS)).toEqual({
      terms: [],
      free: ['fresh milk'],
      join: 'or',
    });
    expect(parseSearch({ search: 'name:x;milk', searchJoin: 'and' }, FIELDS)).toMatchObject({
      free: ['milk'],
      join: 'and',
    });
    expect(parseSearch({ search: 'milk;tea' }, FIELDS)).toMatchObject({ free: ['milk', 'tea'] });
  });

  test('searchFields changes a field’s condition; currency:in filters nothing', () => {
    expect(parseTerms('price:1,2', { searchFields: 'price:between;currency:in' })).toMatchObject([
      { condition: 'between' },
    ]);
    expect(parseTerms(Array(21).fill('name:a').join(';'))).toMatchObject({ code: 'list.too_many' });
    expect(parseTerms(Array(20).fill('name:a').join(';'))).not.toHaveProperty('code');
    expect(parseTerms('price:1', { searchFields: 'price:between' })).toMatchObject({ code: 'list.two_values' });
    expect(parseTerms('name:x', { searchFields: 'name:in' })).toMatchObject({
      code: 'list.unknown_condition',
      field: 'searchFields',
    });
    expect(parseTerms('name:x', { searchFields: 'colour' })).toMatchObject({
      code: 'list.unknown_field',
      field: 'searchFields',
    });
  });

  test.each(['colour:red', ':x', '__proto__:x', 'constructor:x', 'toString:x'])(
    'refuses %s, which is not an allowed field',
    (search) => {
      expect(parseTerms(search)).toMatchObject({ code: 'list.unknown_field', field: 'search' });
    },
  );
});

describe('orderBy and sortedBy', () => {
  const sort = (orderBy?: string, sortedBy?: string) => parseSort({ orderBy, sortedBy }, ['price', 'name']);

  test('missing directions reuse the first, the default is ascending', () => {
    expect(sort()).toEqual([]);
    expect(sort('price')).toEqual([{ column: 'price', direction: 'asc' }]);
    expect(sort('price;name', 'desc')).toEqual([
      { column: 'price', direction: 'desc' },
      { column: 'name', direction: 'desc' },
    ]);
    expect(sort('price;name', 'desc;asc')).toMatchObject([{ direction: 'desc' }, { direction: 'asc' }]);
  });

  test('names a field that is not listed', () => {
    expect(sort('password')).toMatchObject({
      code: 'list.unknown_sort',
      params: { sort: 'password' },
      field: 'orderBy',
    });
    expect(sort('price', 'up')).toMatchObject({ code: 'list.unknown_direction', field: 'sortedBy' });
  });
});

test('docs/spec.md §9 "Default list limit 30", at most 100; pages begin at 1; control characters are refused', () => {
  const accepts = (query: object) => v.is(listQuery(), query);
  expect([{ limit: '100' }, { page: '1' }, { keyword: '椰 %_😀' }, {}].map(accepts)).toEqual([true, true, true, true]);
  expect(
    [
      { limit: '101' },
      { limit: '0' },
      { page: '0' },
      { page: '1.5' },
      { keyword: 'a\u0000' },
      { search: 'x'.repeat(2049) },
    ].map(accepts),
  ).toEqual(Array(6).fill(false));
});
