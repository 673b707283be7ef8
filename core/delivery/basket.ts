/** The facts of a cart that delivery fees and free shipping depend on. */
import type { Sen } from '../money.ts';

/** How a line takes part in free shipping: it counts, it does not count, or delivery is never free with it. */
export type FreeShippingPart = 'counts' | 'excluded' | 'blocks';

export type BasketLine = {
  quantity: number;
  checkout: boolean;
  price_total: Sen;
  /** The line's share of promotions and coupon. */
  discount: Sen;
  /** Grams per unit; 0 is unknown. */
  weight: number;
  bulky: boolean;
  free_shipping: FreeShippingPart;
};

/** An amount in sen, units, and a weight in grams. */
export type Measures = { amount: Sen; quantity: number; weight: number };

/**
 * The lines selected for checkout; `amount` is the subtotal after promotions and coupon (docs/readings.md#7,
 * docs/readings.md#31). Fee bands look at all lines, free shipping at `counted` (docs/readings.md#54).
 */
export type Basket = Measures & {
  counted: Measures;
  /** The reason why delivery cannot be free: bulky items, or other goods; null if it can. */
  blocked_by: 'bulky' | 'goods' | null;
};

/** Sums the lines selected for checkout. A unit of unknown weight counts as `unknown_weight` grams. */
export function buildBasket(lines: readonly BasketLine[], subtotal: Sen, unknown_weight: number): Basket {
  const all: Measures = { amount: subtotal, quantity: 0, weight: 0 };
  const excluded: Measures = { amount: 0, quantity: 0, weight: 0 };
  let blocked_by: Basket['blocked_by'] = null;
  for (const line of lines) {
    if (!line.checkout) continue;
    const weight = line.quantity * (line.weight || unknown_weight);
    all.quantity += line.quantity;
    all.weight += weight;
    if (line.free_shipping === 'blocks') blocked_by = line.bulky ? (blocked_by ?? 'bulky') : 'goods';
    if (line.free_shipping !== 'excluded') continue;
    excluded.amount += Math.max(0, line.price_total - line.discount);
    excluded.quantity += line.quantity;
    excluded.weight += weight;
  }
  const counted = {
    amount: Math.max(0, all.amount - excluded.amount),
    quantity: all.quantity - excluded.quantity,
    weight: all.weight - excluded.weight,
  };
  return { ...all, counted, blocked_by };
}
