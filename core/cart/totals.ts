/** Computes a cart's totals: on the server to price orders, in the browser to show changes at once. */
import { computeCashRounding, type Sen } from '../money.ts';

/**
 * A cart's totals. Deductions are capped at the remaining amount, so that `subtotal = items_total − discount −
 * coupon_discount` and `grand_total = subtotal + delivery_fee + bag_fee + tip − voucher − points − coins + rounding`
 * always hold. Only `rounding` may be negative.
 */
export type Totals = {
  /** Lines selected for checkout. */
  items_total: Sen;
  /** Order promotions, beyond the prices of lines. */
  discount: Sen;
  coupon_discount: Sen;
  /** Goods after promotions and coupon; free shipping depends on it. */
  subtotal: Sen;
  delivery_fee: Sen;
  bag_fee: Sen;
  tip: Sen;
  /** Store credit, deducted after delivery, which it never changes (docs/readings.md#31). */
  voucher: Sen;
  points: Sen;
  coins: Sen;
  /** Cash is rounded to 5 sen. */
  rounding: Sen;
  grand_total: Sen;
};

/** Fees and deductions, in sen, zero or more; a missing one is zero. */
export type Charges = Partial<Omit<Totals, 'items_total' | 'subtotal' | 'rounding' | 'grand_total'>> & {
  /** Whether the remainder is paid in cash and rounded to 5 sen. */
  cash?: boolean;
};

const EMPTY_TOTALS: Totals = {
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

/** Deducts each amount in order, down to zero at most. */
function deduct(amount: Sen, deductions: readonly Sen[]): { deducted: Sen[]; rest: Sen } {
  let rest = amount;
  const parts = deductions.map((deduction) => {
    const part = Math.min(deduction, rest);
    rest -= part;
    return part;
  });
  return { deducted: parts, rest };
}

/**
 * Computes totals in the fixed order: promotion, coupon, then delivery, bag fee and tip, then voucher, points,
 * coins, rounding. Without lines selected for checkout, everything is zero.
 */
export function computeTotals(lines: readonly { price_total: Sen; checkout: boolean }[], charges: Charges): Totals {
  const checkoutLines = lines.filter((line) => line.checkout);
  if (checkoutLines.length === 0) return EMPTY_TOTALS;
  const { delivery_fee = 0, bag_fee = 0, tip = 0 } = charges;

  const items_total = checkoutLines.reduce((sum, line) => sum + line.price_total, 0);
  const goods = deduct(items_total, [charges.discount ?? 0, charges.coupon_discount ?? 0]);
  const [discount = 0, coupon_discount = 0] = goods.deducted;
  const due = deduct(goods.rest + delivery_fee + bag_fee + tip, [
    charges.voucher ?? 0,
    charges.points ?? 0,
    charges.coins ?? 0,
  ]);
  const [voucher = 0, points = 0, coins = 0] = due.deducted;
  const rounding = charges.cash ? computeCashRounding(due.rest) : 0;
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

/** Computes the total to show: with the lowest delivery fee until the fee is known. */
export function estimateTotal(
  lines: readonly { price_total: Sen; checkout: boolean }[],
  charges: Charges,
  delivery: { delivery_fee_known: boolean; delivery_fee_from: Sen | null },
): Sen {
  const delivery_fee = delivery.delivery_fee_known ? charges.delivery_fee : (delivery.delivery_fee_from ?? 0);
  return computeTotals(lines, { ...charges, delivery_fee }).grand_total;
}

/** The code of cash on delivery among the payment methods, and the spec's other word for it (docs/readings.md#13). */
export const CASH_ON_DELIVERY = 'cod';
const CASH_ALIAS = 'cashondelivery';

/** Returns whether a payment method is cash on delivery (docs/spec.md §3 "payment types cod/cashondelivery"). */
export function isCash(payment_method: string | null | undefined): boolean {
  return payment_method === CASH_ON_DELIVERY || payment_method === CASH_ALIAS;
}
