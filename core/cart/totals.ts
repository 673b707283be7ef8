/** Calculates a cart's totals. The server prices orders with it; the browser shows changes at once with it. */
import { cashRounding, type Sen } from '../money.ts';

/** Fees and deductions, in sen, zero or more; a missing one is zero. */
export type Charges = {
  /** Order promotions, beyond the prices of lines. */
  discount?: Sen;
  coupon_discount?: Sen;
  delivery_fee?: Sen;
  bag_fee?: Sen;
  tip?: Sen;
  /** Store credit, deducted after delivery, which it never changes (docs/readings.md#31). */
  voucher?: Sen;
  points?: Sen;
  coins?: Sen;
  /** Whether the remainder is paid in cash and rounded to 5 sen. */
  cash?: boolean;
};

/**
 * A cart's totals. Deductions are capped at what is left, so that `subtotal = items_total − discount −
 * coupon_discount` and `grand_total = subtotal + delivery_fee + bag_fee + tip − voucher − points − coins + rounding`
 * always hold. Only `rounding` may be negative.
 */
export type Totals = {
  /** Lines selected for checkout. */
  items_total: Sen;
  discount: Sen;
  coupon_discount: Sen;
  /** Goods after promotions and coupon; free shipping depends on it. */
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

/** Deducts each amount in order, up to what is left. */
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
 * Calculates totals in the fixed order: promotion, coupon, then delivery, bag fee and tip, then voucher, points,
 * coins, rounding. Without lines selected for checkout, everything is zero.
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

/** Whether a payment method is cash on delivery (docs/spec.md §3 "payment types cod/cashondelivery"). */
export function isCash(payment_method: string | null | undefined): boolean {
  return payment_method === 'cod' || payment_method === 'cashondelivery';
}

/**
 * Splits an amount by weights into whole sen. Shares are rounded down; the remaining sen go to the largest remainders,
 * the first of equals. If the amount does not exceed the sum of weights, no share exceeds its weight, so that a
 * discount never exceeds its line. Zero weights give equal shares.
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
  // BigInt: amount × weight exceeds the safe integers of a double.
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
