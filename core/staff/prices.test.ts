import { expect, test } from 'vitest';
import { type ChangedPrice, measurePriceChangePercent, measurePriceChangeSen } from './prices.ts';

const measure = (of: ChangedPrice['of'], price_before: number | null, price_after: number | null, regular = 10_00) => {
  const change = { of, price_before, price_after, regular };
  return [measurePriceChangeSen(change), measurePriceChangePercent(change)];
};

test('a regular price counts with its change, up or down', () => {
  expect(measure('regular', 10_00, 12_00)).toEqual([2_00, 20]);
  expect(measure('regular', 10_00, 7_50)).toEqual([2_50, 25]);
  expect(measure('regular', 0, 1_00, 0)).toEqual([1_00, 999]);
  expect(measure('regular', 1, 10_00, 1)).toEqual([9_99, 999]);
});

test('a promotion or deal counts with its distance from the regular price, and its end as nothing', () => {
  expect(measure('sale', null, 8_00)).toEqual([2_00, 20]);
  expect(measure('deal', 5_00, 5_00)).toEqual([5_00, 50]);
  expect(measure('sale', 8_00, null)).toEqual([0, 0]);
});

test('a price of a group counts from its former price, or the regular one where it is added or removed', () => {
  expect(measure('group', 8_00, 6_00)).toEqual([2_00, 25]);
  expect(measure('group', null, 9_00)).toEqual([1_00, 10]);
  expect(measure('group', 8_00, null)).toEqual([2_00, 25]);
});
