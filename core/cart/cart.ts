/**
 * The cart as both sides see it (docs/spec.md §3 "Cart", "Cart item"), money in sen. A line is (id, variation_option_id), `id`
 * being the product's (docs/readings.md#28). What travels has more fields; the rules keep whatever they do not know.
 */
import type { TierPrice } from '../catalog/product.ts';
import type { FreeShippingInfo } from '../delivery/free-shipping.ts';
import type { Sen } from '../money.ts';
import type { LimitedLine } from './limits.ts';

/** What names a line. */
export type LineKey = { id: string; variation_option_id?: string | null };

/** What a line costs, and what that depends on. */
export type PricedLine = LineKey & {
  quantity: number;
  /** Selected for checkout. */
  checkout: boolean;
  /** Regular price of one. */
  price: Sen;
  /** The sale price that runs now. */
  sale_price?: Sen | null;
  group_price?: Sen | null;
  tier_prices: readonly TierPrice[];
  /** What one costs in this cart. */
  final_price: Sen;
  price_total: Sen;
};

/** docs/spec.md §3 "Cart item". */
export type CartLine = PricedLine &
  LimitedLine & {
    name: string;
    /** Still for sale. */
    available: boolean;
    bulky: boolean;
    /** Grams of one. */
    weight: number;
    pivot: { quantity: number; final_price: Sen; price_total: Sen; is_checkout: boolean };
  };

/** docs/spec.md §3 "Cart", as far as the rules change it. */
export type Cart<Line extends CartLine = CartLine> = {
  items: readonly Line[];
  isEmpty: boolean;
  /** Number of lines, and sum of their quantities: all of them, flagged for checkout or not (docs/readings.md#7). */
  items_count: number;
  items_qty: number;
  /** From here on only lines flagged for checkout count (docs/readings.md#7). */
  items_total: Sen;
  /** Promotions beyond what the lines' own prices hold. */
  discount: Sen;
  coupon_discount: Sen;
  /** Goods after promotions and coupon. */
  subtotal: Sen;
  delivery_fee: Sen;
  bag_fee: Sen;
  tip: Sen;
  /** Cash is payable in steps of 5 sen. */
  rounding: Sen;
  grand_total: Sen;
  payment_method: string | null;
  free_shipping_info: FreeShippingInfo;
};

/** A line's key as one text, for maps and lists. */
export function lineKey({ id, variation_option_id }: LineKey): string {
  return `${id}/${variation_option_id ?? ''}`;
}

/** Whether two name the same line. */
export function isSameLine(a: LineKey, b: LineKey): boolean {
  return lineKey(a) === lineKey(b);
}

/** Pieces of a product over all its lines that are flagged for checkout: they decide its tier (docs/readings.md#4). */
export function checkoutQuantity(
  lines: readonly Pick<PricedLine, 'id' | 'quantity' | 'checkout'>[],
  id: string,
): number {
  return lines.reduce((sum, line) => sum + (line.id === id && line.checkout ? line.quantity : 0), 0);
}
