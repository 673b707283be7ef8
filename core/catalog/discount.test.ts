import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeDiscountPercent, findBestDiscount } from './discount.ts';

test.each([
  [650, 490, 24],
  [1000, 500, 50],
  [320, 250, 21],
  [1000, 0, 100],
  [1000, 999, null],
  [1000, 1000, null],
  [1000, 1200, null],
  [0, 0, null],
])(
  'docs/spec.md §5: "A discount shows as a percentage when the base amount exceeds the amount": %i → %i',
  (base, amount, percent) => {
    expect(computeDiscountPercent(base, amount)).toBe(percent);
  },
);

test('a percentage never promises more than the real discount', () => {
  const price = fc.integer({ min: 1, max: 2_000_000_000 });
  fc.assert(
    fc.property(price, price, (base, amount) => {
      const percent = computeDiscountPercent(base, amount) ?? 0;
      expect(BigInt(percent) * BigInt(base)).toBeLessThanOrEqual(BigInt(Math.max(0, base - amount)) * 100n);
    }),
  );
});

test('docs/spec.md §5: "Best discount: the item with the largest fractional reduction from price"', () => {
  const best = (...items: [number, number][]) =>
    findBestDiscount(
      items.map(([price, amount]) => ({ price, amount })),
      ({ amount }) => amount,
    );
  // RM2 off RM5 is more than RM3 off RM20.
  expect(best([2_000, 1_700], [500, 300], [800, 800])).toEqual({ price: 500, amount: 300 });
  expect(best([1_000, 900], [2_000, 1_800])).toEqual({ price: 1_000, amount: 900 });
  expect(best([1_000, 1_000], [1_000, 1_100])).toBeNull();
  expect(best()).toBeNull();
});
