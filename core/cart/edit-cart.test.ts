import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal, refusal } from '../refusal.ts';
import { type CartFields, type CartLine, lineKey } from './cart.ts';
import {
  addItem,
  applyModified,
  type EditedCart,
  removeLine,
  removeOne,
  resetCart,
  toggleCheckout,
  updateItem,
} from './edit-cart.ts';
import { computeMaxQuantity } from './limits.ts';
import { type PendingItem, recordModified, removeConfirmed, toCartUpdate } from './modified-items.ts';

type TestLine = CartLine & { slug: string };
type TestCart = CartFields<TestLine> & { uuid: string };
type EditResult = EditedCart<TestLine, TestCart> | Refusal;

function line(id: string, fields: Partial<TestLine> = {}): TestLine {
  const quantity = fields.quantity ?? 1;
  return {
    id,
    variation_option_id: null,
    slug: `product-${id}`,
    name: `Product ${id}`,
    quantity,
    checkout: true,
    price: 500,
    sale_price: null,
    group_price: null,
    tier_prices: [],
    final_price: 500,
    price_total: 500 * quantity,
    min_sale_qty: 1,
    max_sale_qty: 0,
    stock: 20,
    keep_available: false,
    available: true,
    discount: 0,
    bulky: false,
    weight: 100,
    free_shipping: 'counts',
    pivot: { quantity, final_price: 500, price_total: 500 * quantity, is_checkout: true },
    ...fields,
  };
}

/** Makes a server's cart with a delivery fee of RM8, and free shipping from RM80 or 20 items. */
function makeCart(...items: TestLine[]): TestCart {
  const emptyCart: TestCart = {
    uuid: 'guest',
    items: [],
    isEmpty: true,
    items_count: 0,
    items_qty: 0,
    items_total: 0,
    discount: 0,
    coupon_discount: 0,
    subtotal: 0,
    delivery_fee: 800,
    delivery_fee_known: true,
    delivery_fee_from: 800,
    bag_fee: 0,
    tip: 0,
    voucher_discount: 0,
    point_info: { points_redeem_value: 0, coins_redeem_value: 0 },
    rounding: 0,
    grand_total: 0,
    estimated_total: 0,
    payment_method: null,
    promotions: [],
    fee_rules: {
      rate: { fee: 800, bands: [], free_shipping: [{ min_amount: 8_000, min_quantity: 20 }] },
      slot_fee: 0,
      unknown_weight: 0,
      bag_fee: 0,
    },
    free_shipping_info: {
      has_free_shipping: true,
      eligible_for_free_shipping: false,
      min_amount: 8_000,
      max_amount: null,
      amount_left: 8_000,
      min_weight: null,
      max_weight: null,
      weight_left: null,
      min_quantity: 20,
      max_quantity: null,
      quantity_left: 20,
      nearest: 'amount',
      blocked_by: null,
    },
  };
  return applyModified(
    emptyCart,
    items.map((item) => ({ id: item.id, variation_option_id: item.variation_option_id, line: item })),
  );
}

const requireEdit = (answer: EditResult): EditedCart<TestLine, TestCart> => {
  if (isRefusal(answer)) throw new Error(answer.code);
  return answer;
};
const listQuantities = (cart: TestCart) => cart.items.map(({ id, quantity }) => [id, quantity]);

describe('docs/spec.md §4 "Cart": actions', () => {
  const cart = makeCart(line('1', { quantity: 2 }), line('2', { quantity: 3 }));

  test('"toggle an item\'s checkout flag": the line leaves the totals and stays in the cart', () => {
    const { cart: after, modified } = requireEdit(toggleCheckout(cart, { id: '2' }));
    expect(modified).toEqual([{ id: '2', variation_option_id: null, checkout: false }]);
    expect(after).toMatchObject({ items_count: 2, items_qty: 5, items_total: 1_000 });
    expect(requireEdit(toggleCheckout(after, { id: '2' })).cart).toEqual(cart);
  });

  test('"add an item with a quantity": to its line', () => {
    const { cart: after, modified } = requireEdit(addItem(cart, line('1'), 3));
    expect(listQuantities(after)).toEqual([
      ['1', 5],
      ['2', 3],
    ]);
    expect(modified).toMatchObject([{ id: '1', quantity: 5, checkout: true }]);
  });

  test('"add an item with a quantity": as a new line, shown before the server responds', () => {
    const { cart: after, modified } = requireEdit(addItem(cart, line('3'), 4));
    expect(listQuantities(after)).toContainEqual(['3', 4]);
    expect(after.items.at(-1)).toMatchObject({ slug: 'product-3', price_total: 2_000, pivot: { quantity: 4 } });
    expect(listQuantities(applyModified(cart, modified))).toEqual(listQuantities(after));
  });

  test('docs/readings.md#28: adds another option of the same product as another line', () => {
    const { cart: after } = requireEdit(addItem(cart, line('1', { variation_option_id: '7' }), 1));
    expect(after.items.map((each) => each.variation_option_id)).toEqual([null, null, '7']);
  });

  test('docs/readings.md#5: the first addition of a product adds its minimum', () => {
    const { modified } = requireEdit(addItem(cart, line('3', { min_sale_qty: 3 }), 1));
    expect(modified).toMatchObject([{ id: '3', quantity: 3 }]);
  });

  test.each([
    ['the maximum', line('1', { max_sale_qty: 4 }), 3, refusal('cart.max_quantity', { max: 4 })],
    ['the stock', line('1', { stock: 4 }), 3, refusal('cart.max_quantity', { max: 4 })],
    [
      'a minimum above the stock',
      line('3', { min_sale_qty: 3, stock: 2 }),
      1,
      refusal('cart.max_quantity', { max: 2 }),
    ],
    ['sold out', line('3', { stock: 0 }), 1, refusal('cart.sold_out')],
    ['no longer for sale', line('3', { available: false }), 1, refusal('cart.unavailable')],
    ['zero', line('3'), 0, refusal('cart.quantity_not_positive')],
    ['less than zero', line('3'), -2, refusal('cart.quantity_not_positive')],
  ])('"Adding is refused if limits are exceeded": %s', (_, item, quantity, expected) => {
    expect(addItem(makeCart({ ...item, quantity: item.id === '1' ? 2 : 0 }), item, quantity)).toEqual(expected);
  });

  test('"remove one quantity (the line is removed when it reaches zero)"', () => {
    const once = requireEdit(removeOne(cart, { id: '1' }));
    expect(listQuantities(once.cart)).toEqual([
      ['1', 1],
      ['2', 3],
    ]);
    const twice = requireEdit(removeOne(once.cart, { id: '1' }));
    expect(listQuantities(twice.cart)).toEqual([['2', 3]]);
    expect(twice.modified).toEqual([{ id: '1', variation_option_id: null, quantity: 0 }]);
  });

  test('"remove a line"', () => {
    const { cart: after, modified } = requireEdit(removeLine(cart, { id: '2' }));
    expect(listQuantities(after)).toEqual([['1', 2]]);
    expect(modified).toEqual([{ id: '2', variation_option_id: null, quantity: 0 }]);
  });

  test('"reset (empties the cart and records every item with quantity 0 as changed)"', () => {
    const { cart: after, modified } = resetCart(cart);
    expect(after).toMatchObject({ items: [], isEmpty: true, items_qty: 0, items_total: 0 });
    expect(modified).toEqual([
      { id: '1', variation_option_id: null, quantity: 0 },
      { id: '2', variation_option_id: null, quantity: 0 },
    ]);
  });

  test('"update an item": to a typed quantity', () => {
    expect(listQuantities(requireEdit(updateItem(cart, { id: '1' }, { quantity: 9 })).cart)[0]).toEqual(['1', 9]);
    expect(listQuantities(requireEdit(updateItem(cart, { id: '1' }, { quantity: 0 })).cart)).toEqual([['2', 3]]);
    expect(updateItem(cart, { id: '1' }, { quantity: 21 })).toEqual(refusal('cart.max_quantity', { max: 20 }));
    expect(updateItem(cart, { id: '1' }, { quantity: -1 })).toEqual(refusal('cart.quantity_not_positive'));
  });

  test.each([
    ['toggle', () => toggleCheckout(cart, { id: '9' })],
    ['remove one', () => removeOne(cart, { id: '9' })],
    ['remove', () => removeLine(cart, { id: '1', variation_option_id: '7' })],
    ['update', () => updateItem(cart, { id: '9' }, { quantity: 1 })],
  ])('refuses a change of a line that is not in the cart: %s', (_, act) => {
    expect(act()).toEqual(refusal('cart.not_found'));
  });
});

describe('effects of a change', () => {
  const tiers = [
    { qty: 3, tier_price: 450 },
    { qty: 6, tier_price: 400 },
  ];

  test('docs/readings.md#4: the tier counts a product over all its lines flagged for checkout', () => {
    const cart = makeCart(
      line('1', { variation_option_id: '7', quantity: 2, tier_prices: tiers }),
      line('1', { variation_option_id: '8', quantity: 4, tier_prices: tiers }),
    );
    expect(cart.items.map((each) => each.final_price)).toEqual([400, 400]);
    const { cart: after } = requireEdit(toggleCheckout(cart, { id: '1', variation_option_id: '8' }));
    expect(after.items.map((each) => each.final_price)).toEqual([500, 400]);
    expect(after.items_total).toBe(1_000);
  });

  test('updates free shipping with the cart', () => {
    const cart = makeCart(line('1', { quantity: 2 }));
    expect(cart.free_shipping_info).toMatchObject({ amount_left: 7_000, quantity_left: 18 });
    const { cart: after } = requireEdit(addItem(cart, line('1'), 18));
    expect(after.free_shipping_info).toMatchObject({ quantity_left: 0, eligible_for_free_shipping: true });
  });

  test('docs/readings.md#54: a promotion on delivery still waives the method’s fee, not the slot’s', () => {
    const cart = makeCart(line('1', { quantity: 2 }));
    const promotions = [{ class: 'delivery' }] as const;
    const fee_rules = cart.fee_rules && { ...cart.fee_rules, slot_fee: 300 };
    const { cart: after } = requireEdit(addItem({ ...cart, promotions, fee_rules }, line('1'), 1));
    expect(after).toMatchObject({ delivery_fee: 300, free_shipping_info: { eligible_for_free_shipping: true } });
  });

  test('rounds cash after a coupon', () => {
    const cart = { ...makeCart(line('1', { price: 503 })), payment_method: 'cod', coupon_discount: 100 };
    const { cart: after } = requireEdit(addItem(cart, line('2'), 1));
    expect(after).toMatchObject({ items_total: 1_003, subtotal: 903, rounding: 2, grand_total: 1_705 });
  });
});

describe('the modified-items list', () => {
  test('a line has one entry, newer values in place of older ones', () => {
    const once = recordModified([], [{ id: '1', quantity: 2 }], 1);
    const twice = recordModified(once, [{ id: '1', checkout: false }], 2);
    expect(recordModified(twice, [{ id: '2', quantity: 0 }], 3)).toEqual([
      { id: '1', quantity: 2, checkout: false, seq: 2 },
      { id: '2', quantity: 0, seq: 3 },
    ]);
  });

  test('a response confirms only what its request sent', () => {
    const pending = recordModified(recordModified([], [{ id: '1', quantity: 2 }], 1), [{ id: '2', quantity: 5 }], 2);
    expect(removeConfirmed(pending, 1)).toEqual([{ id: '2', quantity: 5, seq: 2 }]);
    expect(removeConfirmed(recordModified(pending, [{ id: '1', quantity: 3 }], 3), 2)).toHaveLength(1);
  });

  test('docs/spec.md §7: "payload {items: list of {id, variation_option_id optional, quantity optional, checkout optional}}"', () => {
    const pending = recordModified<TestLine>(
      [],
      [
        { id: '1', variation_option_id: null, quantity: 2, line: line('1') },
        { id: '2', variation_option_id: '7', checkout: false },
      ],
      1,
    );
    expect(toCartUpdate(pending)).toEqual({
      items: [
        { id: '1', quantity: 2 },
        { id: '2', variation_option_id: '7', checkout: false },
      ],
    });
  });

  test('ignores a change of a line that the server no longer has', () => {
    const cart = makeCart(line('1'));
    expect(listQuantities(applyModified(cart, [{ id: '9', quantity: 3 }]))).toEqual([['1', 1]]);
  });
});

const OIL = line('3', { sale_price: 333, weight: 5_000 });
/** Lines for random edits: with tiers, a minimum, limits, a sale price. */
const SHELF: readonly TestLine[] = [
  line('1'),
  line('1', { variation_option_id: '7', stock: 6, tier_prices: [{ qty: 3, tier_price: 450 }] }),
  line('2', { min_sale_qty: 3, max_sale_qty: 8 }),
  OIL,
];
const anyAct = fc.record({
  act: fc.constantFrom('add', 'remove one', 'remove', 'toggle', 'update'),
  item: fc.constantFrom(...SHELF),
  quantity: fc.integer({ min: -1, max: 12 }),
});

function perform(
  cart: TestCart,
  { act, item, quantity }: { act: string; item: TestLine; quantity: number },
): EditResult {
  switch (act) {
    case 'add':
      return addItem(cart, item, quantity);
    case 'remove one':
      return removeOne(cart, item);
    case 'remove':
      return removeLine(cart, item);
    case 'toggle':
      return toggleCheckout(cart, item);
    default:
      return updateItem(cart, item, { quantity });
  }
}

const indexLines = (cart: TestCart) => new Map(cart.items.map((each) => [lineKey(each), each]));

test('after any sequence of edits, totals add up, limits hold, and the pending items give the server the same cart', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 25 }), (acts) => {
      const serverCart = makeCart({ ...OIL, quantity: 2 });
      let clientCart = serverCart;
      let pending: PendingItem<TestLine>[] = [];
      for (const [seq, act] of acts.entries()) {
        const answer = perform(clientCart, act);
        if (isRefusal(answer)) continue;
        pending = recordModified(pending, answer.modified, seq);
        clientCart = applyModified(serverCart, pending);
        expect(indexLines(answer.cart)).toEqual(indexLines(clientCart));
        expect(answer.cart.items_total).toBe(clientCart.items_total);

        const checkoutLines = clientCart.items.filter((each) => each.checkout);
        expect(clientCart.items_count).toBe(clientCart.items.length);
        expect(clientCart.items_qty).toBe(clientCart.items.reduce((sum, each) => sum + each.quantity, 0));
        expect(clientCart.items_total).toBe(
          checkoutLines.reduce((sum, each) => sum + each.quantity * each.final_price, 0),
        );
        expect(clientCart.grand_total).toBeGreaterThanOrEqual(0);
        for (const each of clientCart.items) {
          expect(each.quantity).toBeGreaterThanOrEqual(each.min_sale_qty);
          expect(each.quantity).toBeLessThanOrEqual(computeMaxQuantity(each));
          expect(each.pivot).toMatchObject({ quantity: each.quantity, is_checkout: each.checkout });
        }
      }
    }),
  );
});
