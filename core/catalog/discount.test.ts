import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountPercent } from './discount.ts';

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
    expect(discountPercent(base, amount)).toBe(percent);
  },
);

test('a percentage never promises more than the real discount', () => {
  const price = fc.integer({ min: 1, max: 2_000_000_000 });
  fc.assert(
    fc.property(price, price, (base, amount) => {
      const percent = discountPercent(base, amount) ?? 0;
      expect(BigInt(percent) * BigInt(base)).toBeLessThanOrEqual(BigInt(Math.max(0, base - amount)) * 100n);
    }),
  );
});
