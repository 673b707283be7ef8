import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTotals } from '../cart/totals.ts';
import { refusal } from '../refusal.ts';
import { makeCart, makeLine, NOW } from '../testing/promotion-cart.ts';
import { applyPromotions, type PromotionCart } from './apply-promotions.ts';
import { normalizeCode, PROMOTION_CLASSES, type Promotion } from './promotion.ts';

const promotion = (fields: Partial<Promotion> = {}): Promotion => ({
  id: '1',
  name_en: 'Ten percent',
  name_zh: null,
  code: 'TEN',
  class: 'order',
  benefit: { kind: 'percentage', percent: 10, max_amount: null },
  min_spend: 0,
  first_order_only: false,
  categories: [],
  brands: [],
  starts_at: null,
  ends_at: null,
  weekdays: [],
  combines_with: [],
  ...fields,
});

/** Applies a coupon and automatic promotions: returns their amounts and shares, or the code of the coupon's refusal. */
function applyCoupon(coupon: Promotion, cart: PromotionCart, automaticPromotions: Promotion[] = []) {
  const { applied, coupon_refusal } = applyPromotions(automaticPromotions, coupon, cart);
  return coupon_refusal?.code ?? applied.map(({ promotion: { id }, amount, shares }) => ({ id, amount, shares }));
}

describe('benefits', () => {
  test('a percentage is rounded down to the sen and split by the largest remainders', () => {
    expect(applyCoupon(promotion(), makeCart([makeLine(333), makeLine(333), makeLine(333)]))).toEqual([
      { id: '1', amount: 99, shares: [33, 33, 33] },
    ]);
    expect(applyCoupon(promotion(), makeCart([makeLine(105), makeLine(100)]))).toEqual([
      { id: '1', amount: 20, shares: [10, 10] },
    ]);
  });

  test('a cap limits a percentage', () => {
    const cappedCoupon = promotion({ benefit: { kind: 'percentage', percent: 50, max_amount: 300 } });
    expect(applyCoupon(cappedCoupon, makeCart([makeLine(1_000)]))).toMatchObject([{ amount: 300 }]);
  });

  test('a fixed amount takes no more than the qualifying lines', () => {
    const fixedCoupon = promotion({ benefit: { kind: 'fixed', amount: 5_000 }, categories: ['snacks'] });
    expect(
      applyCoupon(fixedCoupon, makeCart([makeLine(1_200), makeLine(9_000, 1, { categories: ['drinks'] })])),
    ).toEqual([{ id: '1', amount: 1_200, shares: [1_200, 0] }]);
  });

  test('buy two, get one: the cheapest unit of every three', () => {
    const freeItemCoupon = promotion({
      class: 'product',
      benefit: { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
    });
    expect(applyCoupon(freeItemCoupon, makeCart([makeLine(500, 4), makeLine(300, 2)]))).toEqual([
      { id: '1', amount: 600, shares: [0, 600] },
    ]);
    expect(applyPromotions([], freeItemCoupon, makeCart([makeLine(500, 1)])).coupon_refusal).toEqual(
      refusal('coupon.more_items', { count: 2 }),
    );
    const halfPriceCoupon = {
      ...freeItemCoupon,
      benefit: { kind: 'buy_x_get_y', buy: 1, get: 1, percent: 50 },
    } as const;
    expect(applyCoupon(halfPriceCoupon, makeCart([makeLine(501, 2)]))).toMatchObject([{ amount: 250 }]);
  });

  test('free delivery takes off the fee and no line; nothing while the fee is unknown', () => {
    const freeDelivery = promotion({ class: 'delivery', benefit: { kind: 'free_delivery' } });
    expect(applyCoupon(freeDelivery, makeCart([makeLine(1_000)]))).toEqual([{ id: '1', amount: 800, shares: [0] }]);
    expect(applyCoupon(freeDelivery, makeCart([makeLine(1_000)], { delivery_fee: null }))).toMatchObject([
      { amount: 0 },
    ]);
    expect(applyCoupon(freeDelivery, makeCart([makeLine(1_000)], { delivery_fee: 0 }))).toBe('coupon.better_offer');
  });
});

describe('conditions', () => {
  const cart = makeCart([makeLine(1_000), makeLine(2_000, 1, { categories: ['drinks'], brand: null })]);

  test('minimum spend counts the qualifying lines, and the refusal names the missing amount', () => {
    const { coupon_refusal } = applyPromotions([], promotion({ min_spend: 2_200, categories: ['snacks'] }), cart);
    expect(coupon_refusal).toEqual({ code: 'coupon.min_spend', params: { amount: 'RM12.00' } });
    expect(applyCoupon(promotion({ min_spend: 3_000 }), cart)).toMatchObject([{ amount: 300 }]);
  });

  test.each([
    ['no line in the category', { categories: ['frozen'] }, 'coupon.no_goods'],
    ['no line of the brand', { brands: ['ombak-bay'] }, 'coupon.no_goods'],
    ['first orders only', { first_order_only: true }, 'coupon.first_order'],
    ['another weekday in Malaysia', { weekdays: [6] }, 'coupon.other_day'],
    ['not begun', { starts_at: new Date(NOW.getTime() + 1) }, 'coupon.invalid'],
    ['ended', { ends_at: NOW }, 'coupon.invalid'],
  ] as const)('%s', (_, condition, code) => {
    expect(applyCoupon(promotion(condition), cart)).toBe(code);
  });

  test('lines that are not selected for checkout do not count', () => {
    expect(applyCoupon(promotion(), makeCart([makeLine(1_000, 1, { checkout: false })]))).toBe('coupon.no_goods');
  });

  test('the weekday is that of Kuala Lumpur', () => {
    const saturdayCart = makeCart([makeLine(1_000)], { now: new Date('2026-11-20T16:30:00Z') });
    expect(applyCoupon(promotion({ weekdays: [6] }), saturdayCart)).toMatchObject([{ amount: 100 }]);
  });
});

describe('combinations', () => {
  const makeAutomatic = (fields: Partial<Promotion>) => promotion({ id: '2', code: null, ...fields });

  test('product promotions come before the order coupon, which applies to what they leave', () => {
    const productPromotion = makeAutomatic({ class: 'product', combines_with: ['order'], categories: ['snacks'] });
    const coupon = promotion({ combines_with: ['product'] });
    expect(applyCoupon(coupon, makeCart([makeLine(1_000)]), [productPromotion])).toEqual([
      { id: '2', amount: 100, shares: [100] },
      { id: '1', amount: 90, shares: [90] },
    ]);
  });

  test('both promotions have to allow each other', () => {
    const productPromotion = makeAutomatic({ class: 'product', combines_with: [] });
    const coupon = promotion({ benefit: { kind: 'fixed', amount: 500 }, combines_with: ['product'] });
    expect(applyCoupon(coupon, makeCart([makeLine(1_000)]), [productPromotion])).toEqual([
      { id: '1', amount: 500, shares: [500] },
    ]);
  });

  test('a coupon that saves no more than the automatic promotions is refused', () => {
    const betterPromotion = makeAutomatic({ benefit: { kind: 'fixed', amount: 500 } });
    expect(applyCoupon(promotion(), makeCart([makeLine(1_000)]), [betterPromotion])).toBe('coupon.better_offer');
  });

  test('of automatic promotions that exclude each other the largest applies', () => {
    const smallPromotion = makeAutomatic({ id: '3', benefit: { kind: 'fixed', amount: 100 } });
    const largePromotion = makeAutomatic({ id: '4', benefit: { kind: 'fixed', amount: 400 } });
    const { applied } = applyPromotions([smallPromotion, largePromotion], null, makeCart([makeLine(1_000)]));
    expect(applied).toMatchObject([{ promotion: { id: '4' }, amount: 400 }]);
  });
});

test('a code is read in any case and without spaces', () => {
  expect(normalizeCode(' ten off ')).toBe('TENOFF');
});

describe('for any cart and promotions', () => {
  const lines = fc.array(
    fc.record({
      categories: fc.subarray(['snacks', 'drinks']),
      brand: fc.constantFrom('krupkrap', null),
      quantity: fc.integer({ min: 1, max: 20 }),
      checkout: fc.boolean(),
      final_price: fc.integer({ min: 1, max: 99_999 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const benefit = fc.oneof(
    fc.record({
      kind: fc.constant('percentage' as const),
      percent: fc.integer({ min: 1, max: 100 }),
      max_amount: fc.option(fc.integer({ min: 1, max: 5_000 })),
    }),
    fc.record({ kind: fc.constant('fixed' as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({
      kind: fc.constant('buy_x_get_y' as const),
      buy: fc.integer({ min: 1, max: 3 }),
      get: fc.integer({ min: 1, max: 3 }),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  );
  const anyPromotion = fc
    .record({
      class: fc.constantFrom(...PROMOTION_CLASSES),
      benefit,
      min_spend: fc.integer({ min: 0, max: 10_000 }),
      categories: fc.subarray(['snacks', 'drinks']),
      combines_with: fc.subarray([...PROMOTION_CLASSES]),
    })
    .map((fields) =>
      promotion(fields.class === 'delivery' ? { ...fields, benefit: { kind: 'free_delivery' as const } } : fields),
    );

  test('shares sum to the amount, no line and no total falls below zero, totals add up to the sen', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(anyPromotion, { maxLength: 4 }),
        fc.option(anyPromotion),
        (drawnLines, drawnPromotions, coupon) => {
          const pricedLines = drawnLines.map((each) => ({ ...each, price_total: each.final_price * each.quantity }));
          const automaticPromotions = drawnPromotions.map((each, index) => ({ ...each, id: String(index) }));
          const { applied } = applyPromotions(automaticPromotions, coupon, makeCart(pricedLines));
          const remainders = pricedLines.map((each) => (each.checkout ? each.price_total : 0));
          for (const { promotion: winner, amount, shares } of applied) {
            const sum = shares.reduce((total, share) => total + share, 0);
            expect(sum).toBe(winner.class === 'delivery' ? 0 : amount);
            shares.forEach((share, index) => {
              expect(share).toBeGreaterThanOrEqual(0);
              remainders[index] = (remainders[index] ?? 0) - share;
            });
          }
          expect(Math.min(...remainders)).toBeGreaterThanOrEqual(0);
          const goodsPromotions = applied.filter(({ promotion: winner }) => winner.class !== 'delivery');
          const discount = goodsPromotions.reduce((total, { amount }) => total + amount, 0);
          const totals = computeTotals(pricedLines, { discount });
          expect(totals.subtotal).toBe(remainders.reduce((total, each) => total + each, 0));
        },
      ),
    );
  });
});
