import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basketOf,
  type FreeShippingRule,
  freeShippingInfo,
  freeShippingProgress,
  freeShippingText,
  showsFreeShippingBar,
  updateFreeShippingInfo,
} from './free-shipping.ts';

const basket = (amount: number, quantity = 1, weight = 0) => ({ amount, quantity, weight });
const STANDARD: FreeShippingRule = { min_amount: 8_000, min_quantity: 20 };

test.each<[string, FreeShippingRule | null, ReturnType<typeof basket>, string, string]>([
  [
    'by amount',
    { min_amount: 8_000 },
    basket(4_820),
    'Spend RM31.80 more to get Free Shipping',
    '再消费 RM31.80 即可免运费',
  ],
  [
    'by quantity',
    { min_quantity: 20 },
    basket(0, 17),
    'Add 3 more items to get Free Shipping',
    '再加 3 件商品即可免运费',
  ],
  [
    'by weight',
    { min_weight: 5_000 },
    basket(0, 1, 2_450),
    'Add 2.6 kg more to get Free Shipping',
    '再加 2.6 公斤即可免运费',
  ],
  [
    'amount is nearer',
    STANDARD,
    basket(4_000, 5),
    'Spend RM40.00 more to get Free Shipping',
    '再消费 RM40.00 即可免运费',
  ],
  [
    'quantity is nearer',
    STANDARD,
    basket(4_000, 19),
    'Add 1 more items to get Free Shipping',
    '再加 1 件商品即可免运费',
  ],
  ['an empty basket', STANDARD, basket(0, 0), 'Spend RM80.00 more to get Free Shipping', '再消费 RM80.00 即可免运费'],
  ['reached', STANDARD, basket(8_000), "You've got free shipping", '已享免运费'],
  ['no rule', null, basket(8_000), '', ''],
  ['a rule that looks at nothing', {}, basket(8_000), '', ''],
])('docs/spec.md §9 "Free-shipping texts": %s', (_, rule, given, english, chinese) => {
  const info = freeShippingInfo(rule, given);
  expect(freeShippingText(info, 'en')).toBe(english);
  expect(freeShippingText(info, 'zh')).toBe(chinese);
});

describe('docs/api.md: "where an upper bound would lose it, the text says so"', () => {
  const bounded: FreeShippingRule = { min_amount: 5_000, max_amount: 20_000 };
  const byItems: FreeShippingRule = { min_quantity: 5, max_quantity: 30 };
  test.each([
    ['amount, inside', bounded, basket(6_000), true, "You've got free shipping, for orders up to RM200.00"],
    ['amount, at the bound', bounded, basket(20_000), true, "You've got free shipping, for orders up to RM200.00"],
    ['amount, above', bounded, basket(20_001), false, 'Free Shipping is for orders up to RM200.00'],
    ['items, inside', byItems, basket(0, 6), true, "You've got free shipping, for orders of up to 30 items"],
    ['items, above', byItems, basket(0, 31), false, 'Free Shipping is for orders of up to 30 items'],
    [
      'above the bound of one, another is left',
      { ...bounded, min_quantity: 9 },
      basket(20_001, 4),
      false,
      'Add 5 more items to get Free Shipping',
    ],
  ])('%s', (_, rule, given, eligible, text) => {
    const info = freeShippingInfo(rule, given);
    expect(info.eligible_for_free_shipping).toBe(eligible);
    expect(freeShippingText(info, 'en')).toBe(text);
  });
});

test('docs/spec.md §3: free_shipping_info has the missing amounts, null where the rule has no minimum', () => {
  expect(freeShippingInfo(STANDARD, basket(4_820, 6))).toEqual({
    has_free_shipping: true,
    eligible_for_free_shipping: false,
    min_amount: 8_000,
    max_amount: null,
    amount_left: 3_180,
    weight_left: null,
    min_quantity: 20,
    max_quantity: null,
    quantity_left: 14,
  });
});

test.each([
  [
    '"By amount (min_amount less amount_left)"',
    { min_amount: 8_000 },
    basket(4_820),
    { by: 'amount', value: 4_820, max: 8_000 },
  ],
  [
    '"by quantity (items_qty over min_quantity)"',
    { min_quantity: 20 },
    basket(0, 6),
    { by: 'quantity', value: 6, max: 20 },
  ],
  ['full', { min_amount: 8_000 }, basket(9_900), { by: 'amount', value: 8_000, max: 8_000 }],
  ['full by what was reached', STANDARD, basket(4_000, 20), { by: 'quantity', value: 20, max: 20 }],
  ['by weight there is no bar', { min_weight: 5_000 }, basket(0), null],
])('docs/spec.md §5 "Free-shipping progress": %s', (_, rule, given, progress) => {
  expect(freeShippingProgress(freeShippingInfo(rule, given))).toEqual(progress);
});

test('docs/readings.md#7: only lines flagged for checkout are in the basket', () => {
  const line = { quantity: 2, weight: 500, checkout: true };
  expect(basketOf([line, line, { ...line, checkout: false }], 990)).toEqual({
    amount: 990,
    quantity: 4,
    weight: 2_000,
  });
});

test.each([
  ['cart', { hide_in_cart: true, hide_in_topbar: false }, false],
  ['cart', { hide_in_cart: false, hide_in_topbar: true }, true],
  ['topbar', { hide_in_cart: false, hide_in_topbar: true }, false],
  ['topbar', { hide_in_cart: true, hide_in_topbar: false }, true],
] as const)(
  'docs/spec.md §2: "The bar is hidden when there is no free shipping, or by the … flags": %s',
  (place, flags, shown) => {
    expect(showsFreeShippingBar(freeShippingInfo(STANDARD, basket(0)), place, flags)).toBe(shown);
    expect(showsFreeShippingBar(freeShippingInfo(null, basket(0)), place, flags)).toBe(false);
  },
);

const anyBasket = fc.record({
  amount: fc.nat(50_000),
  quantity: fc.nat(60),
  weight: fc.nat(50_000),
});
const anyRule = fc.record({
  min_amount: fc.option(fc.nat(30_000)),
  max_amount: fc.option(fc.integer({ min: 30_000, max: 60_000 })),
  min_quantity: fc.option(fc.nat(30)),
  max_quantity: fc.option(fc.integer({ min: 30, max: 60 })),
  min_weight: fc.option(fc.nat(20_000)),
});

test('the bar is full exactly when delivery is free, and has a text whenever there is free shipping', () => {
  fc.assert(
    fc.property(anyRule, anyBasket, (rule, given) => {
      const info = freeShippingInfo(rule, given);
      const progress = freeShippingProgress(info);
      if (progress !== null) expect(progress.value >= progress.max).toBe(info.eligible_for_free_shipping);
      expect(freeShippingText(info, 'en') !== '').toBe(info.has_free_shipping);
    }),
  );
});

test('estimates an edited basket as the server will calculate it', () => {
  fc.assert(
    fc.property(anyRule, anyBasket, anyBasket, (rule, before, after) => {
      const { min_weight: _, ...byAmountAndQuantity } = rule;
      const info = freeShippingInfo(byAmountAndQuantity, before);
      expect(updateFreeShippingInfo(info, before, after)).toEqual(freeShippingInfo(byAmountAndQuantity, after));
    }),
  );
});

test('updates the missing weight with the basket', () => {
  const info = freeShippingInfo({ min_weight: 5_000 }, basket(0, 1, 2_000));
  expect(updateFreeShippingInfo(info, basket(0, 1, 2_000), basket(0, 2, 4_000)).weight_left).toBe(1_000);
  expect(updateFreeShippingInfo(info, basket(0, 1, 2_000), basket(0, 3, 6_000))).toMatchObject({
    weight_left: 0,
    eligible_for_free_shipping: true,
  });
});
