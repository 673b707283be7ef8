/** What a cart comes to. The server prices orders with this function, the browser shows changes at once with the same. */
import { cashRounding, type Sen } from '../money.ts';

/** What is added to the goods and taken off again, all zero or more. What is left out is zero. */
export type Charges = {
  /** Promotions on the order beyond the lines' own prices. */
  discount?: Sen;
  coupon_discount?: Sen;
  delivery_fee?: Sen;
  bag_fee?: Sen;
  tip?: Sen;
  /** Ways to pay with what the shopper already has; they come after delivery and never change it (docs/readings.md#31). */
  voucher?: Sen;
  points?: Sen;
  coins?: Sen;
  /** Whether the rest is paid in cash, in steps of 5 sen. */
  cash?: boolean;
};

/**
 * A priced cart. Deductions are what was really taken, never more than there was to take from, so that always
 * `subtotal = items_total − discount − coupon_discount` and
 * `grand_total = subtotal + delivery_fee + bag_fee + tip − voucher − points − coins + rounding`, none of them negative
 * but `rounding`.
 */
export type Totals = {
  /** Lines flagged for checkout, at the prices they are paid at. */
  items_total: Sen;
  discount: Sen;
  coupon_discount: Sen;
  /** Goods after promotions and coupon: what free shipping looks at. */
  subtotal: Sen;
  delivery_fee: Sen;
  bag_fee: Sen;
  tip: Sen;
  voucher: Sen;
  points: Sen;
  coins: Sen;
  rounding: Sen;
  grand_total: Sen;
};

const NOTHING: Totals = {
  items_total: 0,
  discount: 0,
  coupon_discount: 0,
  subtotal: 0,
  delivery_fee: 0,
  bag_fee: 0,
  tip: 0,
  voucher: 0,
  points: 0,
  coins: 0,
  rounding: 0,
  grand_total: 0,
};

/** Takes off what can be taken, in the given order; answers each part and what remains. */
function deduct(amount: Sen, wishes: readonly Sen[]): { taken: Sen[]; rest: Sen } {
  let rest = amount;
  const taken = wishes.map((wish) => {
    const part = Math.min(wish, rest);
    rest -= part;
    return part;
  });
  return { taken, rest };
}

/**
 * Adds a cart up, in the one order in which discounts apply: promotion, coupon, then delivery, bag fee and tip, then
 * voucher, points, coins, rounding. Where no line is flagged for checkout nothing is ordered and nothing is charged.
 */
export function calculateTotals(lines: readonly { price_total: Sen; checkout: boolean }[], charges: Charges): Totals {
  const flagged = lines.filter((line) => line.checkout);
  if (flagged.length === 0) return NOTHING;
  const { delivery_fee = 0, bag_fee = 0, tip = 0 } = charges;

  const items_total = flagged.reduce((sum, line) => sum + line.price_total, 0);
  const goods = deduct(items_total, [charges.discount ?? 0, charges.coupon_discount ?? 0]);
  const [discount = 0, coupon_discount = 0] = goods.taken;
  const due = deduct(goods.rest + delivery_fee + bag_fee + tip, [
    charges.voucher ?? 0,
    charges.points ?? 0,
    charges.coins ?? 0,
  ]);
  const [voucher = 0, points = 0, coins = 0] = due.taken;
  const rounding = charges.cash ? cashRounding(due.rest) : 0;
  return {
    items_total,
    discount,
    coupon_discount,
    subtotal: goods.rest,
    delivery_fee,
    bag_fee,
    tip,
    voucher,
    points,
    coins,
    rounding,
    grand_total: due.rest + rounding,
  };
}

/** docs/spec.md §3 "payment types cod/cashondelivery": whether a payment method is paid in cash at the door. */
export function isCash(payment_method: string | null | undefined): boolean {
  return payment_method === 'cod' || payment_method === 'cashondelivery';
}

/**
 * Spreads an amount over parts by weight, in whole sen and with nothing lost: each part gets its share rounded down, and
 * the sen that are left go to the largest remainders, the first of equals. Where the amount is not above the sum of
 * weights no part gets more than its weight, so that a discount never exceeds its line. Equal shares where all weights
 * are zero; nothing where there are no parts.
 */
export function prorate(amount: Sen, weights: readonly number[]): Sen[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0)
    return weights.length === 0
      ? []
      : prorate(
          amount,
          weights.map(() => 1),
        );
  // Amount times weight outgrows a double, so that these products are exact integers.
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  let left = amount - shares.reduce((total, { share }) => total + share, 0);
  const byRemainder = shares.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1));
  for (const each of byRemainder) {
    if (left === 0) break;
    each.share += 1;
    left -= 1;
  }
  return shares.map(({ share }) => share);
}
