import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listAmounts, type NamedPromotion } from './amount-lines.ts';

const NO_FEES = { delivery_fee: 0, bag_fee: 0, tip: 0, voucher: 0, points: 0, coins: 0, rounding: 0 };
const NOTHING = { items_total: 0, discount: 0, coupon_discount: 0, ...NO_FEES };
const promotion = (part: Partial<NamedPromotion>): NamedPromotion => ({
  id: '1',
  name: 'Snack week',
  class: 'product',
  amount: 500,
  code: null,
  ...part,
});

test('lists every promotion with its discount, after the goods or the delivery', () => {
  const snacks = promotion({});
  const coupon = promotion({ id: '2', name: 'Ten percent', class: 'order', amount: 450, code: 'TEN' });
  const delivery = promotion({ id: '3', name: 'Free delivery', class: 'delivery', amount: 800, code: null });
  const amounts = { ...NOTHING, items_total: 5_000, discount: 500, coupon_discount: 450, tip: 200 };
  expect(listAmounts({ ...amounts, promotions: [snacks, coupon, delivery] })).toEqual([
    { kind: 'items_total', amount: 5_000 },
    { kind: 'promotion', amount: -500, promotion: snacks },
    { kind: 'promotion', amount: -450, promotion: coupon },
    { kind: 'delivery_fee', amount: 800 },
    { kind: 'promotion', amount: -800, promotion: delivery },
    { kind: 'tip', amount: 200 },
  ]);
});

test('lists only the discounts while the promotions are those of an earlier cart', () => {
  const amounts = { ...NOTHING, items_total: 300, discount: 300, coupon_discount: 0 };
  expect(listAmounts({ ...amounts, promotions: [promotion({ amount: 500 })] })).toEqual([
    { kind: 'items_total', amount: 300 },
    { kind: 'discount', amount: -300 },
    { kind: 'delivery_fee', amount: 0 },
  ]);
});

const sen = fc.nat({ max: 100_000 });

test('the lines add up to the total, for any amounts and promotions', () => {
  const anyAmounts = fc.record({
    items_total: sen,
    delivery_fee: sen,
    bag_fee: sen,
    tip: sen,
    voucher: sen,
    points: sen,
    coins: sen,
    rounding: fc.integer({ min: -2, max: 2 }),
    goods: fc.array(fc.record({ amount: sen, isCoupon: fc.boolean() }), { maxLength: 4 }),
    delivery: fc.array(sen, { maxLength: 1 }),
    isOlder: fc.boolean(),
  });
  fc.assert(
    fc.property(anyAmounts, ({ goods, delivery, isOlder, ...amounts }) => {
      const sumGoods = (isCoupon: boolean) =>
        goods.filter((each) => each.isCoupon === isCoupon).reduce((total, { amount }) => total + amount, 0);
      const discount = sumGoods(false) + (isOlder ? 1 : 0);
      const coupon_discount = sumGoods(true);
      const promotions = [
        ...goods.map(({ amount, isCoupon }) => promotion({ amount, code: isCoupon ? 'CODE' : null })),
        ...delivery.map((amount) => promotion({ class: 'delivery', amount })),
      ];
      const lines = listAmounts({ ...amounts, discount, coupon_discount, promotions });
      const { items_total, delivery_fee, bag_fee, tip, voucher, points, coins, rounding } = amounts;
      const paidByWallet = voucher + points + coins;
      expect(lines.reduce((total, { amount }) => total + amount, 0)).toBe(
        items_total - discount - coupon_discount + delivery_fee + bag_fee + tip - paidByWallet + rounding,
      );
    }),
  );
});
