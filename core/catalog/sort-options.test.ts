import { expect, test } from 'vitest';
import { SORT_OPTIONS } from './sort-options.ts';

test('docs/spec.md §9 "Sort options": each maps to parameters of the list pattern', () => {
  expect(Object.keys(SORT_OPTIONS)).toHaveLength(8);
  for (const parameters of Object.values(SORT_OPTIONS))
    expect(parameters).toEqual({ orderBy: expect.any(String), sortedBy: expect.stringMatching(/^(asc|desc)$/) });
  expect(SORT_OPTIONS.price_asc).toEqual({ orderBy: 'price', sortedBy: 'asc' });
});
