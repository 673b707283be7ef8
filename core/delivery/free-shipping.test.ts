import { describe, expect, test } from 'vitest';
import type { Basket } from './basket.ts';
import {
  computeFreeShipping,
  computeFreeShippingProgress,
  type FreeShippingRule,
  formatFreeShipping,
  showsFreeShippingBar,
} from './free-shipping.ts';

function makeBasket(amount: number, quantity = 1, weight = 0, blocked_by: Basket['blocked_by'] = null): Basket {
  const counted = { amount, quantity, weight };
  return { ...counted, counted, blocked_by };
}
const STANDARD: FreeShippingRule = { min_amount: 8_000, min_quantity: 20 };

test.each<[string, FreeShippingRule | null, Basket, string, string]>([
  [
    'by amount',
    { min_amount: 8_000 },
    makeBasket(4_820),
    'Spend RM31.80 more to get Free Shipping',
    '再消费 RM31.80 即可免运费',
  ],
  [
    'by quantity',
    { min_quantity: 20 },
    makeBasket(0, 17),
    'Add 3 more items to get Free Shipping',
    '再加 3 件商品即可免运费',
  ],
  [
    'by weight',
    { min_weight: 5_000 },
    makeBasket(0, 1, 2_450),
    'Add 2.6 kg more to get Free Shipping',
    '再加 2.6 公斤即可免运费',
  ],
  [
    'amount is nearer',
    STANDARD,
    makeBasket(4_000, 5),
    'Spend RM40.00 more to get Free Shipping',
    '再消费 RM40.00 即可免运费',
  ],
  [
    'quantity is nearer',
    STANDARD,
    makeBasket(4_000, 19),
    'Add 1 more items to get Free Shipping',
    '再加 1 件商品即可免运费',
  ],
  [
    'an empty basket',
    STANDARD,
    makeBasket(0, 0),
    'Spend RM80.00 more to get Free Shipping',
    '再消费 RM80.00 即可免运费',
  ],
  ['reached', STANDARD, makeBasket(8_000), "You've got free shipping", '已享免运费'],
  ['no rule', null, makeBasket(8_000), '', ''],
  ['a rule that looks at nothing', {}, makeBasket(8_000), '', ''],
])('docs/spec.md §9 "Free-shipping texts": %s', (_, rule, basket, english, chinese) => {
  const info = computeFreeShipping(rule === null ? [] : [rule], basket);
  expect(formatFreeShipping(info, 'en')).toBe(english);
  expect(formatFreeShipping(info, 'zh')).toBe(chinese);
});

describe('docs/api.md: "where an upper bound would lose it, the text says so"', () => {
  const byAmount: FreeShippingRule = { min_amount: 5_000, max_amount: 20_000 };
  const byItems: FreeShippingRule = { min_quantity: 5, max_quantity: 30 };
  const byWeight: FreeShippingRule = { min_weight: 2_000, max_weight: 20_000 };
  test.each([
    ['amount, inside', byAmount, makeBasket(6_000), true, "You've got free shipping on orders up to RM200.00"],
    ['amount, at the bound', byAmount, makeBasket(20_000), true, "You've got free shipping on orders up to RM200.00"],
    ['amount, above', byAmount, makeBasket(20_001), false, 'Free Shipping is for orders up to RM200.00'],
    ['items, inside', byItems, makeBasket(0, 6), true, "You've got free shipping on orders of up to 30 items"],
    ['items, above', byItems, makeBasket(0, 31), false, 'Free Shipping is for orders of up to 30 items'],
    [
      'above the bound of one, another is left',
      { ...byAmount, min_quantity: 9 },
      makeBasket(20_001, 4),
      false,
      'Add 5 more items to get Free Shipping',
    ],
    ['weight, inside', byWeight, makeBasket(0, 1, 2_500), true, "You've got free shipping on orders up to 20 kg"],
    ['weight, above', byWeight, makeBasket(0, 1, 20_001), false, 'Free Shipping is for orders up to 20 kg'],
    [
      'reached by items, above the bound of the amount',
      { ...byAmount, ...byItems },
      makeBasket(20_001, 9),
      true,
      "You've got free shipping on orders of up to 30 items",
    ],
  ])('%s', (_, rule, basket, eligible, text) => {
    const info = computeFreeShipping([rule], basket);
    expect(info.eligible_for_free_shipping).toBe(eligible);
    expect(formatFreeShipping(info, 'en')).toBe(text);
  });
});

test('docs/spec.md §3: free_shipping_info has the missing amounts, null where the rule has no minimum', () => {
  expect(computeFreeShipping([STANDARD], makeBasket(4_820, 6))).toEqual({
    has_free_shipping: true,
    eligible_for_free_shipping: false,
    min_amount: 8_000,
    max_amount: null,
    amount_left: 3_180,
    min_weight: null,
    max_weight: null,
    weight_left: null,
    min_quantity: 20,
    max_quantity: null,
    quantity_left: 14,
    nearest: 'amount',
    blocked_by: null,
  });
});

describe('docs/readings.md#54: of several rules any suffices, and the nearest is shown', () => {
  const rules: FreeShippingRule[] = [
    { min_amount: 5_000, max_amount: 20_000 },
    { min_amount: 50_000 },
    { min_weight: 10_000 },
  ];
  test.each([
    ['the first, within its bound', makeBasket(6_000), true, "You've got free shipping on orders up to RM200.00"],
    ['the next, above that bound', makeBasket(30_000), false, 'Spend RM200.00 more to get Free Shipping'],
    ['the open one', makeBasket(50_000), true, "You've got free shipping"],
    ['another kind is nearer', makeBasket(1_000, 1, 9_000), false, 'Add 1 kg more to get Free Shipping'],
    ['reached by weight', makeBasket(1_000, 1, 10_000), true, "You've got free shipping"],
  ])('%s', (_, basket, eligible, text) => {
    const info = computeFreeShipping(rules, basket);
    expect([info.eligible_for_free_shipping, formatFreeShipping(info, 'en')]).toEqual([eligible, text]);
  });
});

test.each([
  ['bulky', 'Bulky items are not delivered free', '含大件商品的订单不免运费'],
  ['goods', 'Some items in your cart are not delivered free', '购物车内部分商品不享免运费'],
] as const)(
  'docs/readings.md#54: %s that block free shipping are named, and no bar is shown',
  (by, english, chinese) => {
    const info = computeFreeShipping([STANDARD], makeBasket(9_000, 1, 0, by));
    expect(info).toMatchObject({ has_free_shipping: true, eligible_for_free_shipping: false, blocked_by: by });
    expect([formatFreeShipping(info, 'en'), formatFreeShipping(info, 'zh')]).toEqual([english, chinese]);
    expect(computeFreeShippingProgress(info)).toBeNull();
  },
);

test.each([
  [
    '"By amount (min_amount less amount_left)"',
    { min_amount: 8_000 },
    makeBasket(4_820),
    { by: 'amount', value: 4_820, max: 8_000 },
  ],
  [
    '"by quantity (items_qty over min_quantity)"',
    { min_quantity: 20 },
    makeBasket(0, 6),
    { by: 'quantity', value: 6, max: 20 },
  ],
  ['full', { min_amount: 8_000 }, makeBasket(9_900), { by: 'amount', value: 8_000, max: 8_000 }],
  ['full by what was reached', STANDARD, makeBasket(4_000, 20), { by: 'quantity', value: 20, max: 20 }],
  ['by weight', { min_weight: 5_000 }, makeBasket(0, 1, 2_000), { by: 'weight', value: 2_000, max: 5_000 }],
  ['none above the bound', { min_amount: 100, max_amount: 200 }, makeBasket(300), null],
])('docs/spec.md §5 "Free-shipping progress": %s', (_, rule, basket, progress) => {
  expect(computeFreeShippingProgress(computeFreeShipping([rule], basket))).toEqual(progress);
});

test.each([
  ['cart', { hide_in_cart: true, hide_in_topbar: false }, false],
  ['cart', { hide_in_cart: false, hide_in_topbar: true }, true],
  ['topbar', { hide_in_cart: false, hide_in_topbar: true }, false],
  ['topbar', { hide_in_cart: true, hide_in_topbar: false }, true],
] as const)(
  'docs/spec.md §2: "The bar is hidden when there is no free shipping, or by the … flags": %s',
  (place, flags, isShown) => {
    expect(showsFreeShippingBar(computeFreeShipping([STANDARD], makeBasket(0)), place, flags)).toBe(isShown);
    expect(showsFreeShippingBar(computeFreeShipping([], makeBasket(0)), place, flags)).toBe(false);
  },
);
