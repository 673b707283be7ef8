import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Basket, type BasketLine, buildBasket } from './basket.ts';
import { type DeliveryRate, priceDelivery } from './fee.ts';
import { computeFreeShippingProgress, formatFreeShipping } from './free-shipping.ts';

const STANDARD: DeliveryRate = { fee: 800, bands: [], free_shipping: [{ min_amount: 8_000, min_quantity: 20 }] };

function makeBasket(amount: number, quantity: number, weight = 0): Basket {
  const all = { amount, quantity, weight };
  return { ...all, counted: all, blocked_by: null };
}

test.each([
  ['below every minimum', makeBasket(7_999, 19), 0, { fee: 800, free: false }],
  ['free by amount', makeBasket(8_000, 1), 0, { fee: 0, free: true }],
  ['free by quantity', makeBasket(100, 20), 0, { fee: 0, free: true }],
  ["the slot's own fee stays", makeBasket(8_000, 1), 200, { fee: 200, free: true }],
])('calculates the delivery fee: %s', (_, basket, slotFee, price) => {
  expect(priceDelivery(STANDARD, basket, slotFee)).toMatchObject(price);
});

test('a method without free shipping always costs its fee', () => {
  const price = priceDelivery({ fee: 1_500, bands: [], free_shipping: [] }, makeBasket(1_000_000, 99));
  expect(price).toMatchObject({ fee: 1_500, free: false, info: { has_free_shipping: false } });
});

describe('docs/readings.md#54: the last band that the order reaches sets the fee', () => {
  const bands = [
    { min_amount: null, min_weight: 10_000, fee: 1_200 },
    { min_amount: null, min_weight: 20_000, fee: 1_800 },
    { min_amount: 15_000, min_weight: null, fee: 500 },
  ];
  test.each([
    ['none', makeBasket(1_000, 1, 9_999), 800],
    ['by weight', makeBasket(1_000, 1, 10_000), 1_200],
    ['the heavier one', makeBasket(1_000, 1, 20_001), 1_800],
    ['by the price of the goods', makeBasket(15_000, 1, 25_000), 500],
  ])('%s', (_, basket, fee) => {
    expect(priceDelivery({ fee: 800, bands, free_shipping: [] }, basket).fee).toBe(fee);
  });
});

const LINE: BasketLine = {
  quantity: 2,
  checkout: true,
  price_total: 1_000,
  discount: 0,
  weight: 500,
  bulky: false,
  free_shipping: 'counts',
};

describe('the basket', () => {
  test('docs/readings.md#7: only lines selected for checkout are in it', () => {
    const all = { amount: 990, quantity: 4, weight: 2_000 };
    expect(buildBasket([LINE, LINE, { ...LINE, checkout: false }], 990, 0)).toEqual({
      ...all,
      counted: all,
      blocked_by: null,
    });
  });

  test('docs/readings.md#54: a unit of unknown weight counts as the grams that the shop says', () => {
    expect(buildBasket([LINE, { ...LINE, weight: 0 }], 2_000, 300).weight).toBe(1_600);
  });

  test('docs/readings.md#54: excluded lines do not count, less their discounts, and still have their weight in the fee', () => {
    const excludedLine: BasketLine = { ...LINE, price_total: 3_000, discount: 500, free_shipping: 'excluded' };
    const { counted, ...all } = buildBasket([LINE, excludedLine], 3_500, 0);
    expect(counted).toEqual({ amount: 1_000, quantity: 2, weight: 1_000 });
    expect(all).toMatchObject({ amount: 3_500, quantity: 4, weight: 2_000, blocked_by: null });
  });

  test.each([
    ['bulky', [{ ...LINE, bulky: true, free_shipping: 'blocks' as const }]],
    ['goods', [{ ...LINE, free_shipping: 'blocks' as const }]],
    [null, [{ ...LINE, checkout: false, free_shipping: 'blocks' as const }]],
  ])('docs/readings.md#54: lines selected for checkout that block free shipping: %s', (blocked_by, lines) => {
    expect(buildBasket([LINE, ...lines], 2_000, 0).blocked_by).toBe(blocked_by);
  });
});

const anyMinimum = fc.option(fc.nat(40_000));
const anyRule = fc
  .record({ amount: anyMinimum, quantity: fc.option(fc.nat(30)), weight: anyMinimum, above: fc.option(fc.nat(30_000)) })
  .map(({ amount, quantity, weight, above }) => ({
    min_amount: amount,
    max_amount: amount === null || above === null ? null : amount + above,
    min_quantity: quantity,
    max_quantity: quantity === null || above === null ? null : quantity + (above % 20),
    min_weight: weight,
    max_weight: weight === null || above === null ? null : weight + above,
  }));
const anyRate: fc.Arbitrary<DeliveryRate> = fc.record({
  fee: fc.nat(3_000),
  bands: fc.array(fc.record({ min_amount: anyMinimum, min_weight: anyMinimum, fee: fc.nat(5_000) }), { maxLength: 4 }),
  free_shipping: fc.array(anyRule, { maxLength: 3 }),
});
const anyLine: fc.Arbitrary<BasketLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  checkout: fc.boolean(),
  price_total: fc.nat(20_000),
  discount: fc.nat(20_000),
  weight: fc.constantFrom(0, 250, 1_000, 5_000),
  bulky: fc.boolean(),
  free_shipping: fc.constantFrom('counts', 'counts', 'counts', 'excluded', 'blocks'),
});

test('for any cart and rules, text, bar and fee come from the same result and never contradict each other', () => {
  fc.assert(
    fc.property(anyRate, fc.array(anyLine, { maxLength: 6 }), fc.nat(500), fc.nat(500), (rate, lines, slot, grams) => {
      const goods = lines.reduce((sum, { checkout, price_total }) => sum + (checkout ? price_total : 0), 0);
      const basket = buildBasket(lines, goods, grams);
      const { fee, free, info } = priceDelivery(rate, basket, slot);
      const text = formatFreeShipping(info, 'en');
      const bar = computeFreeShippingProgress(info);

      expect(info.eligible_for_free_shipping).toBe(free);
      if (free) expect(fee).toBe(slot);
      else expect([rate.fee, ...rate.bands.map((band) => band.fee)]).toContain(fee - slot);
      expect(text !== '').toBe(info.has_free_shipping);
      expect(text.startsWith("You've got free shipping")).toBe(free);
      expect(bar !== null && bar.value >= bar.max).toBe(free);
      // A shopper who follows the text gets free shipping, or reads about an upper bound.
      if (bar !== null && !free) {
        const counted = { ...basket.counted, [bar.by]: basket.counted[bar.by] + bar.max - bar.value };
        const nextPrice = priceDelivery(rate, { ...basket, counted }, slot);
        expect(nextPrice.free).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});
