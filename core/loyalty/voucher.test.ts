import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTotals } from '../cart/totals.ts';
import { applyPromotions, type PromotionCart } from '../promotions/apply-promotions.ts';
import type { Promotion } from '../promotions/promotion.ts';
import { isRefusal } from '../refusal.ts';
import { makeCart, makeLine, NOW } from '../testing/promotion-cart.ts';
import { applyVoucher, checkVoucher, decideVoucherStatus, type VoucherTerms } from './voucher.ts';

const terms = (fields: Partial<VoucherTerms> = {}): VoucherTerms => ({
  id: '1',
  name_en: 'RM5 off',
  name_zh: null,
  benefit: { kind: 'fixed', amount: 500 },
  min_spend: 0,
  first_order_only: false,
  categories: [],
  brands: [],
  weekdays: [],
  with_coupons: ['product', 'order', 'delivery'],
  usable: ['online', 'store'],
  ...fields,
});

const coupon = (fields: Partial<Promotion> = {}): Promotion => ({
  ...terms(),
  code: 'TEN',
  class: 'order',
  benefit: { kind: 'percentage', percent: 10, max_amount: null },
  starts_at: null,
  ends_at: null,
  combines_with: [],
  ...fields,
});

/** Returns a voucher's discount, or the code of its refusal. */
function take(voucher: VoucherTerms, cart: PromotionCart, appliedCoupon: Promotion | null = null) {
  const outcome = applyVoucher(voucher, cart, applyPromotions([], appliedCoupon, cart).applied);
  return isRefusal(outcome) ? outcome.code : outcome;
}

describe('a voucher', () => {
  const cart = makeCart([makeLine(1_000), makeLine(2_000, 1, { categories: ['drinks'] })]);

  test('discounts qualifying lines, split to the sen', () => {
    expect(take(terms(), cart)).toEqual({ amount: 500, shares: [167, 333] });
    expect(take(terms({ categories: ['snacks'] }), cart)).toEqual({ amount: 500, shares: [500, 0] });
    expect(take(terms({ benefit: { kind: 'fixed', amount: 9_000 } }), cart)).toMatchObject({ amount: 3_000 });
  });

  test('applies to what promotions and coupon leave, and counts that as spent', () => {
    const halfOff = terms({ benefit: { kind: 'percentage', percent: 50, max_amount: null } });
    expect(take(halfOff, cart, coupon())).toMatchObject({ amount: 1_350 });
    expect(take(terms({ min_spend: 3_000 }), cart)).toMatchObject({ amount: 500 });
    expect(take(terms({ min_spend: 3_000 }), cart, coupon())).toBe('voucher.min_spend');
  });

  test.each<[string, Partial<VoucherTerms>, string]>([
    ['for outlets', { usable: ['store'] }, 'voucher.not_online'],
    ['for other goods', { categories: ['frozen'] }, 'voucher.no_goods'],
    ['for Saturdays', { weekdays: [6] }, 'voucher.other_day'],
    ['for first orders', { first_order_only: true }, 'voucher.first_order'],
    ['with a minimum', { min_spend: 3_001 }, 'voucher.min_spend'],
  ])('%s takes nothing off and says why', (_, fields, code) => {
    expect(take(terms(fields), cart)).toBe(code);
  });

  test('combines with coupons of the classes that it names', () => {
    expect(take(terms({ with_coupons: ['product'] }), cart, coupon())).toBe('voucher.not_with_coupon');
    expect(take(terms({ with_coupons: ['product'] }), cart)).toMatchObject({ amount: 500 });
    expect(take(terms({ with_coupons: ['order'] }), cart, coupon())).toMatchObject({ amount: 500 });
  });

  test('free delivery takes off the fee, none while it is unknown, and says so where it is free', () => {
    const freeDelivery = terms({ benefit: { kind: 'free_delivery' } });
    expect(take(freeDelivery, cart)).toEqual({ amount: 800, shares: [0, 0] });
    expect(take(freeDelivery, makeCart([makeLine(1_000)], { delivery_fee: null }))).toMatchObject({ amount: 0 });
    expect(take(freeDelivery, makeCart([makeLine(1_000)], { delivery_fee: 0 }))).toBe('voucher.delivery_free');
  });
});

test.each([
  ['active', null, 'active', null],
  ['active', new Date(NOW.getTime() + 1), 'active', null],
  ['active', NOW, 'expired', 'voucher.expired'],
  ['reserved', NOW, 'active', 'voucher.locked'],
  ['used', null, 'used', 'voucher.used'],
  ['expired', NOW, 'expired', 'voucher.expired'],
  ['void', null, 'expired', 'voucher.expired'],
] as const)('a voucher that is %s and expires at %s is %s', (state, expires_at, status, code) => {
  expect(decideVoucherStatus({ state, expires_at }, NOW)).toBe(status);
  expect(checkVoucher({ state, expires_at }, NOW)?.code ?? null).toBe(code);
});

test('for any cart, coupon and voucher: shares sum to the amount, no line and no total falls below zero', () => {
  const anyLines = fc.array(
    fc.record({
      categories: fc.subarray(['snacks', 'drinks']),
      quantity: fc.integer({ min: 1, max: 20 }),
      checkout: fc.boolean(),
      final_price: fc.integer({ min: 1, max: 9_999 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const anyBenefit = fc.oneof(
    fc.record({
      kind: fc.constant('percentage' as const),
      percent: fc.integer({ min: 1, max: 100 }),
      max_amount: fc.option(fc.nat(5_000)),
    }),
    fc.record({ kind: fc.constant('fixed' as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({
      kind: fc.constant('buy_x_get_y' as const),
      buy: fc.integer({ min: 1, max: 3 }),
      get: fc.integer({ min: 1, max: 3 }),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
    fc.constant({ kind: 'free_delivery' as const }),
  );
  const fee = fc.integer({ min: 0, max: 1_500 });
  fc.assert(
    fc.property(
      anyLines,
      anyBenefit,
      fc.option(fc.integer({ min: 1, max: 100 })),
      fee,
      (lines, benefit, percent, delivery_fee) => {
        const cart = makeCart(
          lines.map((each) => makeLine(each.final_price, each.quantity, each)),
          { delivery_fee },
        );
        const appliedCoupon =
          percent === null ? null : coupon({ benefit: { kind: 'percentage', percent, max_amount: null } });
        const { applied } = applyPromotions([], appliedCoupon, cart);
        const voucher = applyVoucher(terms({ benefit, categories: ['snacks'] }), cart, applied);
        if (isRefusal(voucher)) return;
        const { amount, shares } = voucher;
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(benefit.kind === 'free_delivery' ? 0 : amount);
        shares.forEach((share, index) => {
          const discount = applied.reduce((sum, each) => sum + (each.shares[index] ?? 0), 0);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual((cart.lines[index]?.price_total ?? 0) - discount);
        });
        const coupon_discount = applied.reduce((sum, each) => sum + each.amount, 0);
        const before = computeTotals(cart.lines, { coupon_discount, delivery_fee });
        const totals = computeTotals(cart.lines, { coupon_discount, delivery_fee, voucher: amount });
        expect(totals.voucher).toBe(amount);
        expect(totals.subtotal).toBe(before.subtotal);
        expect(totals.grand_total).toBe(before.grand_total - amount);
      },
    ),
  );
});
