import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeBundlePriceCap } from './bundle.ts';
import { computeItemPrice } from './price.ts';

const part = (price: number, quantity = 1, more: object = {}) => ({ price, quantity, tier_prices: [], ...more });

test.each([
  ['regular prices', [part(1_000, 2), part(800)], 2_715],
  ['a running sale', [part(1_000, 2, { sale_price: 900 }), part(800)], 2_520],
  ['a tier that the quantity reaches', [part(1_000, 3, { tier_prices: [{ qty: 3, tier_price: 700 }] })], 2_035],
  ['parts that cost next to nothing', [part(5)], 0],
])('the cap follows %s', (_, parts, cap) => expect(computeBundlePriceCap(parts, 3)).toBe(cap));

test('a capped bundle saves the share of its parts’ price, and at most five sen more', () => {
  const anyPart = fc.record({
    price: fc.integer({ min: 1, max: 100_000 }),
    sale_price: fc.option(fc.integer({ min: 1, max: 100_000 })),
    tier_prices: fc.array(fc.record({ qty: fc.integer({ min: 2, max: 6 }), tier_price: fc.integer({ min: 1 }) }), {
      maxLength: 2,
    }),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyPart, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 100 }),
      (parts, percent) => {
        const itemsTotal = parts.reduce((sum, each) => sum + computeItemPrice(each, each.quantity) * each.quantity, 0);
        const saving = itemsTotal - computeBundlePriceCap(parts, percent);
        expect(saving).toBeGreaterThanOrEqual(Math.floor((itemsTotal * percent) / 100));
        expect(saving).toBeLessThan((itemsTotal * percent) / 100 + 5);
      },
    ),
  );
});
