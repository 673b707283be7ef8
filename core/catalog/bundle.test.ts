import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundlePriceCap, MIN_BUNDLE_SAVING } from './bundle.ts';
import { calculateItemPrice } from './price.ts';

const part = (price: number, quantity = 1, more: object = {}) => ({ price, quantity, tier_prices: [], ...more });

test.each([
  ['regular prices', [part(1_000, 2), part(800)], 2_790],
  ['a running sale', [part(1_000, 2, { sale_price: 900 }), part(800)], 2_590],
  ['a tier that the quantity reaches', [part(1_000, 3, { tier_prices: [{ qty: 3, tier_price: 700 }] })], 2_090],
  ['parts that cost next to nothing', [part(5)], 0],
])('the cap follows %s', (_, parts, cap) => expect(bundlePriceCap(parts)).toBe(cap));

test('a capped bundle is never dearer than its parts, and saves the minimum where they cost as much', () => {
  const anyPart = fc.record({
    price: fc.integer({ min: 1, max: 100_000 }),
    sale_price: fc.option(fc.integer({ min: 1, max: 100_000 })),
    tier_prices: fc.array(fc.record({ qty: fc.integer({ min: 2, max: 6 }), tier_price: fc.integer({ min: 1 }) }), {
      maxLength: 2,
    }),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 5 }), (parts) => {
      const separately = parts.reduce((sum, each) => sum + calculateItemPrice(each, each.quantity) * each.quantity, 0);
      expect(bundlePriceCap(parts)).toBe(Math.max(0, separately - MIN_BUNDLE_SAVING));
    }),
  );
});
