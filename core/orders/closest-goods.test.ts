/** docs/readings.md#105: which goods are offered in place of missing ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listKindWords, sortByCloseness } from './closest-goods.ts';

const goods = (name: string, price: number, category_distance = 0) => ({ name, brand: '', price, category_distance });
const TOFU = { name: 'Tauhu Tua Silken Tofu', brand: 'Tauhu Tua', price: 2_60 };

const sortNames = (...all: ReturnType<typeof goods>[]) => sortByCloseness(TOFU, all).map(({ name }) => name);

test.each([
  ['Reban Ria Eggs Grade A', 'Reban Ria', ['egg', 'grade']],
  ['Kampung Eggs 10s', '', ['kampung', 'egg']],
  ['Swiss Cheese in Brine', '', ['swiss', 'cheese', 'brine']],
  ['嫩豆腐', '', ['嫩豆', '豆腐']],
])('%s of %s is of the kind %j', (name, brand, words) => {
  expect([...listKindWords({ name, brand })]).toEqual(words);
});

describe('goods are sorted by', () => {
  test('category before name and price', () => {
    expect(sortNames(goods('Silken Tofu Pudding', 2_60, 1), goods('Kampung Eggs', 14_40))).toEqual([
      'Kampung Eggs',
      'Silken Tofu Pudding',
    ]);
    expect(sortNames(goods('Rice', 2_60, 2), goods('Soy Milk', 2_60, 1))).toEqual(['Soy Milk', 'Rice']);
  });

  test('name before price: dearer tofu comes before cheaper eggs, and eggs at RM14.40 last', () => {
    expect(
      sortNames(
        goods('Eggs Grade A', 14_40),
        goods('Quail Eggs', 2_50),
        goods('Firm Tofu', 2_90),
        goods('Organic Silken Tofu', 4_50),
        { ...goods('Tauhu Tua Tempeh', 2_60), brand: 'Tauhu Tua' },
      ),
    ).toEqual(['Organic Silken Tofu', 'Firm Tofu', 'Tauhu Tua Tempeh', 'Quail Eggs', 'Eggs Grade A']);
  });

  test('price: at most the ordered one first, then the smallest difference', () => {
    expect(sortNames(goods('A Tofu', 2_70), goods('B Tofu', 90), goods('C Tofu', 2_60), goods('D Tofu', 5_00))).toEqual(
      [...['C Tofu', 'B Tofu', 'A Tofu', 'D Tofu']],
    );
  });
});

test('every one of the goods stays, and equal ones stay in their order', () => {
  const name = fc.constantFrom('Firm Tofu', 'Eggs', 'Egg Tofu', '');
  const anyGoods = fc.record({
    name,
    brand: fc.constant(''),
    price: fc.nat(3),
    category_distance: fc.nat(1),
    place: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(anyGoods), (all) => {
      const numberedGoods = all.map((each, place) => ({ ...each, place }));
      const sortedGoods = sortByCloseness(TOFU, numberedGoods);
      expect(sortedGoods.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual(
        numberedGoods.map(({ place }) => place),
      );
      expect(sortByCloseness(TOFU, sortedGoods)).toEqual(sortedGoods);
    }),
  );
});
