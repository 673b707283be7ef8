import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTotals, isCash } from './totals.ts';

const line = (price_total: number, checkout = true) => ({ price_total, checkout });

describe('docs/api.md: "grand_total = items after promotions and coupon + delivery + bag fee + tip − voucher − points − coins"', () => {
  test('each part once', () => {
    const totals = computeTotals([line(4_000), line(1_000)], {
      discount: 300,
      coupon_discount: 200,
      delivery_fee: 800,
      bag_fee: 100,
      tip: 200,
      voucher: 500,
      points: 150,
      coins: 50,
    });
    expect(totals).toMatchObject({ items_total: 5_000, subtotal: 4_500, rounding: 0, grand_total: 4_900 });
  });

  test('docs/readings.md#7: totals exclude lines that are not flagged for checkout', () => {
    expect(computeTotals([line(4_000), line(9_900, false)], {}).grand_total).toBe(4_000);
  });

  test('charges nothing without a line flagged for checkout', () => {
    const totals = computeTotals([line(4_000, false)], { delivery_fee: 800, bag_fee: 100, tip: 200 });
    expect(Object.values(totals)).toEqual(Object.values(totals).map(() => 0));
  });

  test('a discount never exceeds the goods, so that delivery remains payable', () => {
    const totals = computeTotals([line(1_000)], { discount: 900, coupon_discount: 500, delivery_fee: 800 });
    expect(totals).toMatchObject({ discount: 900, coupon_discount: 100, subtotal: 0, grand_total: 800 });
  });

  test('vouchers, points and coins never exceed the rest, in this order', () => {
    const totals = computeTotals([line(1_000)], { delivery_fee: 800, voucher: 1_500, points: 200, coins: 900 });
    expect(totals).toMatchObject({ voucher: 1_500, points: 200, coins: 100, grand_total: 0 });
  });

  test.each([
    [1_001, -1, 1_000],
    [1_003, 2, 1_005],
    [2, -2, 0],
  ])('"its total is rounded to the nearest 5 sen on a line of its own": %i sen', (amount, rounding, grand_total) => {
    expect(computeTotals([line(amount)], { cash: true })).toMatchObject({ rounding, grand_total });
    expect(computeTotals([line(amount)], { cash: false })).toMatchObject({ rounding: 0, grand_total: amount });
  });
});

const sen = fc.integer({ min: 0, max: 10_000_000 });
const anyLines = fc.array(fc.record({ price_total: sen, checkout: fc.boolean() }), { maxLength: 12 });
const anyCharges = fc.record(
  {
    discount: sen,
    coupon_discount: sen,
    delivery_fee: sen,
    bag_fee: sen,
    tip: sen,
    voucher: sen,
    points: sen,
    coins: sen,
    cash: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('totals always add up, and none is negative', () => {
  fc.assert(
    fc.property(anyLines, anyCharges, (lines, charges) => {
      const { rounding, ...t } = computeTotals(lines, charges);
      expect(t.subtotal).toBe(t.items_total - t.discount - t.coupon_discount);
      expect(t.grand_total).toBe(
        t.subtotal + t.delivery_fee + t.bag_fee + t.tip - t.voucher - t.points - t.coins + rounding,
      );
      for (const part of Object.values(t)) expect(part).toBeGreaterThanOrEqual(0);
      expect(Math.abs(rounding)).toBeLessThanOrEqual(2);
      if (charges.cash) expect(t.grand_total % 5).toBe(0);
    }),
  );
});

test.each([
  ['cod', true],
  ['cashondelivery', true],
  ['fpx', false],
  [null, false],
])('docs/spec.md §3: "payment types cod/cashondelivery": %s', (method, cash) => {
  expect(isCash(method)).toBe(cash);
});
