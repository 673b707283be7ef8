import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prorate, shareOfPart } from './prorate.ts';

describe('spreading an amount over lines', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [10, [333, 667], [3, 7]],
    [5, [0, 10], [0, 5]],
    [3, [0, 0], [2, 1]],
    [0, [5, 5], [0, 0]],
    [7, [], []],
  ])('%i over %j', (amount, weights, parts) => {
    expect(prorate(amount, weights)).toEqual(parts);
  });

  const anyWeights = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 20 });

  test('the parts sum to the total, and no part exceeds its weight', () => {
    fc.assert(
      fc.property(anyWeights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const amount = Math.floor(sum * share);
        const parts = prorate(amount, weights);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(amount);
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(weights[index] ?? 0);
        }
      }),
    );
  });
});
test('for any parts: each gets its share rounded down, and the part that completes the total gets the remainder', () => {
  const sen = fc.integer({ min: 1, max: 50_000 });
  fc.assert(
    fc.property(fc.array(sen, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 5_000 }), (parts, whole) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      let before = 0;
      let shareSum = 0;
      for (const part of parts) {
        const share = shareOfPart(whole, total, before, part);
        expect(share).toBeGreaterThanOrEqual(0);
        before += part;
        shareSum += share;
        if (before < total) expect(shareSum).toBe(Math.floor((whole * before) / total));
      }
      expect(shareSum).toBe(whole);
    }),
  );
});
