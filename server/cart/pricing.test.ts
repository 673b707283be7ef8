import { applyModified } from '@shop/core/cart/edit-cart';
import { priceLines } from '@shop/core/cart/pricing';
import { computeFreeShippingProgress, formatFreeShipping } from '@shop/core/delivery/free-shipping';
import type { Benefit } from '@shop/core/promotions/promotion';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_FREE_SHIPPING_GOODS } from '../content/settings.ts';
import type { ShopPromotion } from '../promotions/promotions.ts';
import type { LoadedCart } from './cart.ts';
import { cartView } from './cart.view.ts';
import { type LoadedLine, toLine } from './cart-lines.ts';
import { priceCart } from './pricing.ts';
import type { PricingSettings } from './pricing-settings.ts';

const LOYALTY: PricingSettings['loyalty'] = {
  enabled: true,
  points_per_ringgit: 100,
  min_points: 0,
  max_points_percent: 50,
  max_coins_percent: 100,
  pending_days: 7,
  point_months: 12,
  grace_days: 30,
  referrals_per_month: 10,
  max_till_amount: 5_000_00,
  excluded_categories: [],
};

const NOW = new Date('2027-03-01T02:00:00Z');

type LineFields = {
  price: number;
  quantity: number;
  weight: number;
  bulky: boolean;
  checkout: boolean;
  category: string;
};

function makeLine({ category, ...fields }: LineFields, index: number): LoadedLine {
  const offer: LoadedLine['offer'] = {
    product_id: index + 1,
    variation_option_id: null,
    slug: `product-${index}`,
    type: 'simple',
    name_en: 'Product',
    name_zh: null,
    variant_en: null,
    variant_zh: null,
    image_hash: 'hash',
    stage: 'snack',
    price: fields.price,
    sale_price: null,
    sale_ends_at: null,
    tier_prices: [],
    group_prices: {},
    min_sale_qty: 1,
    max_sale_qty: 0,
    bulky: fields.bulky,
    weight: fields.weight,
    is_bundle: false,
    is_sold: true,
    stock: [{ inventory_id: index, per_unit: 1, quantity: 1_000, min_qty: 0, is_continuous_selling: false }],
  };
  const state = { position: index, quantity: fields.quantity, checkout: fields.checkout, seen_price: fields.price };
  return toLine(state, offer, { categories: [category], frozen_parts: [], brand: null }, null);
}

const CATEGORIES = ['snacks', 'rice', 'frozen'];
const anyLine = fc
  .record({
    price: fc.nat(9_000),
    quantity: fc.integer({ min: 1, max: 9 }),
    weight: fc.constantFrom(0, 250, 5_000),
    bulky: fc.boolean(),
    checkout: fc.boolean(),
    category: fc.constantFrom(...CATEGORIES),
  })
  .map((fields) => fields);

const anyBenefit: fc.Arbitrary<Benefit> = fc.oneof(
  fc.record({
    kind: fc.constant('percentage' as const),
    percent: fc.integer({ min: 1, max: 100 }),
    max_amount: fc.option(fc.nat(3_000)),
  }),
  fc.record({ kind: fc.constant('fixed' as const), amount: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({
    kind: fc.constant('buy_x_get_y' as const),
    buy: fc.integer({ min: 1, max: 3 }),
    get: fc.integer({ min: 1, max: 2 }),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  fc.constant({ kind: 'free_delivery' as const }),
);

const anyPromotion = fc
  .record({
    benefit: anyBenefit,
    isOnProducts: fc.boolean(),
    hasCode: fc.boolean(),
    min_spend: fc.constantFrom(0, 2_000, 8_000),
    category: fc.option(fc.constantFrom(...CATEGORIES)),
    combines_with: fc.subarray(['product', 'order', 'delivery'] as const),
  })
  .map(({ benefit, isOnProducts, hasCode, category, ...fields }): ShopPromotion => {
    const onGoods = isOnProducts || benefit.kind === 'buy_x_get_y' ? 'product' : 'order';
    return {
      ...fields,
      id: '',
      benefit,
      class: benefit.kind === 'free_delivery' ? 'delivery' : onGoods,
      code: hasCode ? 'SAVE' : null,
      categories: category === null ? [] : [category],
      brands: [],
      name_en: 'Promotion',
      name_zh: null,
      goods_en: null,
      goods_zh: null,
      first_order_only: false,
      referred_only: false,
      starts_at: null,
      ends_at: null,
      weekdays: [],
      usage_limit: null,
      customer_limit: null,
    };
  });

const anyLimit = fc.option(fc.nat(12_000));
const anyRate = fc.record({
  zone: fc.constant('west'),
  fee: fc.nat(2_000),
  bands: fc.array(fc.record({ min_amount: anyLimit, min_weight: anyLimit, fee: fc.nat(3_000) }), { maxLength: 3 }),
  free_shipping: fc.array(
    fc.record({ min_amount: anyLimit, min_quantity: fc.option(fc.nat(20)), min_weight: anyLimit }).map((rule) => ({
      ...rule,
      max_amount: rule.min_amount === null ? null : rule.min_amount + 4_000,
      max_quantity: null,
      max_weight: rule.min_weight === null ? null : rule.min_weight + 9_000,
    })),
    { maxLength: 2 },
  ),
});
const anyGoods = fc.record({
  bulky: fc.boolean(),
  categories: fc.subarray(CATEGORIES, { maxLength: 1 }),
  brands: fc.constant<string[]>([]),
  products: fc.constant<string[]>([]),
});

const anySettings = fc
  .record({
    rate: anyRate,
    slot_fee: fc.constantFrom(0, 300),
    promotions: fc.array(anyPromotion, { maxLength: 4 }),
    goods: fc.oneof(fc.constant(NO_FREE_SHIPPING_GOODS), fc.record({ excluded: anyGoods, blocking: anyGoods })),
    bag_fee: fc.record({ enabled: fc.boolean(), fee: fc.nat(200), states: fc.constant({ 'MY-10': 50 }) }),
  })
  .map(({ rate, slot_fee, promotions, goods, bag_fee }): PricingSettings => {
    return {
      has_tips: true,
      zones: [{ code: 'west', name_en: 'West', name_zh: null, states: ['MY-10', 'MY-14'], postcodes: [] }],
      methods: [
        {
          id: 1,
          code: 'standard',
          shipping_class: 'standard',
          carries: [],
          name_en: 'Standard',
          name_zh: null,
          description_en: '',
          description_zh: null,
          rates: [rate],
        },
      ],
      slots: [
        {
          id: 1,
          method_id: 1,
          starts_minute: 960,
          ends_minute: 1_080,
          fee: slot_fee,
          zones: [],
          capacity: 10,
          items_capacity: null,
          bulky_capacity: null,
          cutoff_minutes: 0,
        },
      ],
      payments: [],
      bag_fee,
      free_shipping_goods: goods,
      unknown_weight: 500,
      bulky_max: null,
      frozen_categories: [],
      holidays: [],
      loyalty: LOYALTY,
      // A code is unique, so only one promotion may have it.
      promotions: promotions.map((each, index) => ({
        ...each,
        id: String(index),
        code: index === 0 ? each.code : null,
      })),
      states: new Map([['MY-10', { en: 'Selangor', zh: null }]]),
    };
  });

const SLOT = `1-${new Date('2027-03-01T08:00:00Z').getTime() / 60_000}`;
const anyCart = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 5 }),
    settings: anySettings,
    hasCoupon: fc.boolean(),
    hasMethod: fc.boolean(),
    zip: fc.constantFrom(null, '47300'),
    tip: fc.constantFrom(0, 500),
  })
  .map(({ lines, settings, hasCoupon, hasMethod, ...choices }): LoadedCart => {
    const pricedLines = priceLines(lines.map(makeLine));
    const checkoutChoices = {
      ...choices,
      ...(hasCoupon && { coupon_code: 'SAVE' }),
      ...(hasMethod && { shipping_method: '1', delivery_slot_id: SLOT }),
    };
    return {
      id: 'cart',
      uuid: 'cart',
      version: 1,
      choices: checkoutChoices,
      expires_at: null,
      spent_promotions: new Set(),
      is_first_order: true,
      is_referred: false,
      balances: null,
      own_voucher: null,
      earn_rate: 100,
      earn_times: 100,
      settings,
      lines: pricedLines,
      changes: [],
      stored: { lines: pricedLines, choices: checkoutChoices },
    };
  });

test('for any cart, coupons and rules, totals add up to the sen and nothing is below zero', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { totals, promotions } = priceCart(cart, NOW).prices;
      const { rounding, ...amounts } = totals;
      for (const amount of Object.values(amounts)) expect(amount).toBeGreaterThanOrEqual(0);
      expect(totals.subtotal).toBe(totals.items_total - totals.discount - totals.coupon_discount);
      expect(totals.grand_total).toBe(totals.subtotal + totals.delivery_fee + totals.bag_fee + totals.tip + rounding);
      const shares = cart.lines.map((_, index) =>
        promotions.applied.reduce((sum, each) => sum + (each.shares[index] ?? 0), 0),
      );
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(totals.discount + totals.coupon_discount);
      cart.lines.forEach((line, index) => {
        expect(shares[index]).toBeGreaterThanOrEqual(0);
        expect(shares[index]).toBeLessThanOrEqual(line.checkout ? line.price_total : 0);
      });
    }),
    { numRuns: 500 },
  );
});

test('for any cart, coupons and rules, fee, text and bar of free shipping agree with the subtotal that is shown', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { totals, free_shipping: info, promotions, delivery_fee_known, slot } = priceCart(cart, NOW).prices;
      const isFree = info.eligible_for_free_shipping;
      expect(formatFreeShipping(info, 'en').startsWith("You've got free shipping")).toBe(isFree);
      const bar = computeFreeShippingProgress(info);
      expect(bar !== null && bar.value === bar.max).toBe(isFree);
      if (!delivery_fee_known || totals.items_total === 0) return;
      const isPaidFor = promotions.applied.some(({ promotion }) => promotion.class === 'delivery');
      // docs/readings.md#54: "A slot's own fee is never waived, neither by free shipping nor by a promotion".
      if (isPaidFor) expect(isFree).toBe(true);
      if (isFree) expect(totals.delivery_fee).toBe(slot?.template.fee ?? 0);
      if (cart.settings.free_shipping_goods === NO_FREE_SHIPPING_GOODS && info.min_amount !== null) {
        expect(info.amount_left).toBe(Math.max(0, info.min_amount - totals.subtotal));
      }
    }),
    { numRuns: 500 },
  );
});

test('a client prices an edited cart without promotions as the server will', () => {
  fc.assert(
    fc.property(anyCart, fc.nat(4), fc.integer({ min: 0, max: 9 }), (cart, at, quantity) => {
      const settings = { ...cart.settings, promotions: [] };
      const before = { ...cart, settings };
      const line = cart.lines[at];
      if (line === undefined) return;
      const view = cartView({ now: NOW, lang: 'en' }, priceCart(before, NOW));
      const { id, variation_option_id } = line;
      const estimate = applyModified(view, [{ id, variation_option_id, quantity }]);
      const lines = cart.lines.map((each) => (each === line ? { ...each, quantity } : each));
      const after = cartView(
        { now: NOW, lang: 'en' },
        priceCart({ ...before, lines: priceLines(lines.filter((each) => each.quantity > 0)) }, NOW),
      );
      for (const field of ['subtotal', 'delivery_fee', 'delivery_fee_from', 'bag_fee', 'grand_total'] as const) {
        expect(estimate[field]).toBe(after[field]);
      }
      const { display_text: _, ...info } = after.free_shipping_info;
      expect(estimate.free_shipping_info).toMatchObject(info);
    }),
    { numRuns: 300 },
  );
});
