import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildTierLadder,
  computeCurrentPrice,
  computeItemPrice,
  findActiveStepIndex,
  findTier,
  findTierNudge,
  isGroupPrice,
  priceForQuantity,
} from './price.ts';

const TIERS = [
  { qty: 12, tier_price: 210 },
  { qty: 3, tier_price: 235 },
  { qty: 6, tier_price: 225 },
];
const NOODLES = { price: 250, tier_prices: TIERS };

describe('docs/spec.md §5 "Price for quantity"', () => {
  test.each([
    ['no quantity gives price', NOODLES, undefined, 250],
    ['no quantity gives group price', { ...NOODLES, group_price: 240 }, undefined, 240],
    ['below every tier: price', NOODLES, 2, 250],
    ['below every tier: group price', { ...NOODLES, group_price: 240 }, 2, 240],
    ['at a tier', NOODLES, 3, 235],
    ['between tiers the highest qty not above the quantity', NOODLES, 11, 225],
    ['the highest tier', NOODLES, 500, 210],
    ['a tier goes before the group price', { ...NOODLES, group_price: 200 }, 6, 225],
    ['a group price of nothing is a price', { ...NOODLES, group_price: 0 }, undefined, 0],
    ['no tiers', { price: 250, tier_prices: [] }, 9, 250],
  ] as const)('%s', (_, product, quantity, price) => {
    expect(priceForQuantity(product, quantity)).toBe(price);
  });

  test('finds the tier in any order of the tiers', () => {
    expect(findTier(TIERS, 7)).toEqual({ qty: 6, tier_price: 225 });
    expect(findTier(TIERS, 1)).toBeNull();
  });
});

const anyPrice = fc.integer({ min: 0, max: 1_000_000 });
const anyProduct = fc.record({
  price: anyPrice,
  sale_price: fc.option(anyPrice),
  group_price: fc.option(anyPrice),
  tier_prices: fc.uniqueArray(fc.record({ qty: fc.integer({ min: 1, max: 50 }), tier_price: anyPrice }), {
    selector: (tier) => tier.qty,
    maxLength: 5,
  }),
});

describe('docs/readings.md#4: tier and group prices lower the current price, never raise it', () => {
  test.each([
    ['a running sale lower than the tier wins', { ...NOODLES, sale_price: 200 }, 6, 200],
    ['a tier lower than the running sale wins', { ...NOODLES, sale_price: 230 }, 6, 225],
    ['a group price above the price raises nothing', { ...NOODLES, group_price: 300 }, 1, 250],
    ['a sale price above the price raises nothing', { ...NOODLES, sale_price: 300 }, 1, 250],
  ])('%s', (_, product, quantity, price) => {
    expect(computeItemPrice(product, quantity)).toBe(price);
  });

  test('never exceeds the current price, for any quantity of any product', () => {
    fc.assert(
      fc.property(anyProduct, fc.option(fc.nat(100), { nil: undefined }), (product, quantity) => {
        const itemPrice = computeItemPrice(product, quantity);
        expect(itemPrice).toBeLessThanOrEqual(computeCurrentPrice(product));
        expect(computeCurrentPrice(product)).toBeLessThanOrEqual(product.price);
        expect(itemPrice).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the list of tier prices', () => {
  test('shows each quantity at which the price changes', () => {
    expect(buildTierLadder(NOODLES)).toEqual([
      { qty: 1, price: 250 },
      { qty: 3, price: 235 },
      { qty: 6, price: 225 },
      { qty: 12, price: 210 },
    ]);
  });

  test('leaves out tiers that a running sale undercuts', () => {
    expect(buildTierLadder({ ...NOODLES, sale_price: 225 })).toEqual([
      { qty: 1, price: 225 },
      { qty: 12, price: 210 },
    ]);
    expect(buildTierLadder({ price: 250, tier_prices: [] })).toHaveLength(1);
  });

  test('gives the charged price at every quantity', () => {
    fc.assert(
      fc.property(anyProduct, fc.integer({ min: 1, max: 60 }), (product, quantity) => {
        const ladder = buildTierLadder(product);
        expect(ladder[findActiveStepIndex(ladder, quantity)]?.price).toBe(computeItemPrice(product, quantity));
      }),
    );
  });

  test.each([
    [1, undefined, { add: 2, price: 235 }],
    [4, undefined, { add: 2, price: 225 }],
    [12, undefined, null],
    [4, 5, null],
    [4, 6, { add: 2, price: 225 }],
  ])('"Add 2 more to pay RM2.25 each": from %i pieces with at most %s', (quantity, highest, nudge) => {
    expect(findTierNudge(NOODLES, quantity, highest)).toEqual(nudge);
  });
});

test.each([
  [{ price: 420, group_price: 395 }, 395, true],
  [{ price: 420, group_price: 395 }, 350, false],
  [{ price: 420, group_price: null }, 420, false],
  [{ price: 420, sale_price: 395, group_price: 395 }, 395, false],
])('of %j, %i is a price for members: %s', (product, price, isMembers) => {
  expect(isGroupPrice(product, price)).toBe(isMembers);
});
