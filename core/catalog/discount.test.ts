import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestDiscount, discountPercent } from './discount.ts';

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

test('a percentage never promises more than what is taken off', () => {
  const price = fc.integer({ min: 1, max: 2_000_000_000 });
  fc.assert(
    fc.property(price, price, (base, amount) => {
      const percent = discountPercent(base, amount) ?? 0;
      expect(BigInt(percent) * BigInt(base)).toBeLessThanOrEqual(BigInt(Math.max(0, base - amount)) * 100n);
    }),
  );
});

test('docs/spec.md §5: "the item with the largest fractional reduction from price"', () => {
  const items = [
    { id: 'more ringgit off', price: 10_000, final_price: 8_000 },
    { id: 'larger fraction off', price: 1_000, final_price: 700 },
    { id: 'same fraction, later', price: 2_000, final_price: 1_400 },
    { id: 'dearer than its price', price: 100, final_price: 150 },
  ];
  expect(bestDiscount(items)?.id).toBe('larger fraction off');
  expect(bestDiscount(items.slice(3))).toBeNull();
  expect(bestDiscount([])).toBeNull();
});

test('distinguishes a third of a huge price from one sen less, without floating point', () => {
  const exact = { price: 2_100_000_000, final_price: 1_400_000_000 };
  const less = { price: 2_100_000_000, final_price: 1_400_000_001 };
  expect(bestDiscount([less, exact])).toBe(exact);
});

test('no other item is reduced by a larger fraction than the best', () => {
  const item = fc.record({
    price: fc.integer({ min: 1, max: 2 ** 31 }),
    final_price: fc.integer({ min: 0, max: 2 ** 31 }),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      const best = bestDiscount(items);
      for (const other of items) {
        const reduction = BigInt(other.price - other.final_price);
        if (best === null) expect(reduction).toBeLessThanOrEqual(0n);
        else {
          expect(reduction * BigInt(best.price)).toBeLessThanOrEqual(
            BigInt(best.price - best.final_price) * BigInt(other.price),
          );
        }
      }
    }),
  );
});
