/**
 * The fields of a cart that the rules read and change (docs/spec.md §3), money in sen. The schema of `contract/cart.ts`
 * has the whole shape and must have these fields to compile. A line is identified by (product id, variation_option_id)
 * (docs/readings.md#28).
 */
import type { TierPrice } from '../catalog/product.ts';
import type { BasketLine } from '../delivery/basket.ts';
import type { DeliveryRate } from '../delivery/fee.ts';
import type { FreeShippingState } from '../delivery/free-shipping.ts';
import type { Sen } from '../money.ts';
import type { PromotionClass } from '../promotions/promotion.ts';
import type { LimitedLine } from './limits.ts';

/** Identifies a line. */
export type LineKey = { id: string; variation_option_id?: string | null };

/** A line with its prices and the quantities and rules that determine them. */
export type PricedLine = LineKey & {
  quantity: number;
  /** Selected for checkout. */
  checkout: boolean;
  /** Regular price of one unit. */
  price: Sen;
  /** The current sale price. */
  sale_price?: Sen | null;
  group_price?: Sen | null;
  tier_prices: readonly TierPrice[];
  /** Price of one unit in this cart. */
  final_price: Sen;
  price_total: Sen;
};

/** docs/spec.md §3 "Cart item". */
export type CartLine = PricedLine &
  LimitedLine &
  BasketLine & {
    name: string;
    /** For sale, with stock for at least one. */
    available: boolean;
    pivot: { quantity: number; final_price: Sen; price_total: Sen; is_checkout: boolean };
  };

/** Rules that price delivery and bags of an edited cart until the server responds. */
export type FeeRules = {
  /** The rate of the chosen, else the default method; null if nothing delivers to the destination. */
  rate: DeliveryRate | null;
  /** The chosen slot's own fee. */
  slot_fee: Sen;
  /** Grams that a unit of unknown weight counts as. */
  unknown_weight: number;
  /** Per order at the destination. */
  bag_fee: Sen;
};

/** docs/spec.md §3 "Cart", the fields that the rules change. */
export type CartFields<Line extends CartLine = CartLine> = {
  items: readonly Line[];
  isEmpty: boolean;
  /** Number of lines and sum of quantities, over all lines, selected for checkout or not (docs/readings.md#7). */
  items_count: number;
  items_qty: number;
  /** This and all amounts below count only lines selected for checkout (docs/readings.md#7). */
  items_total: Sen;
  /** Order promotions, beyond the prices of lines. */
  discount: Sen;
  coupon_discount: Sen;
  /** Goods after promotions and coupon. */
  subtotal: Sen;
  delivery_fee: Sen;
  /** Whether `delivery_fee` is final: destination and method are chosen. */
  delivery_fee_known: boolean;
  /** The lowest fee that this cart can be delivered for; null if nothing delivers to the destination. */
  delivery_fee_from: Sen | null;
  bag_fee: Sen;
  tip: Sen;
  voucher_discount: Sen;
  point_info: { points_redeem_value: Sen; coins_redeem_value: Sen };
  /** Cash is rounded to 5 sen. */
  rounding: Sen;
  grand_total: Sen;
  /** `grand_total` with `delivery_fee_from` in place of a fee that is still unknown. */
  estimated_total: Sen;
  payment_method: string | null;
  promotions: readonly { class: PromotionClass }[];
  /** Null before the server has sent a cart. */
  fee_rules: FeeRules | null;
  free_shipping_info: FreeShippingState;
};

/** Joins a line's key to one string, for maps and lists. */
export function lineKey({ id, variation_option_id }: LineKey): string {
  return `${id}/${variation_option_id ?? ''}`;
}

export function isSameLine(a: LineKey, b: LineKey): boolean {
  return lineKey(a) === lineKey(b);
}

/**
 * Sums a product's units over its lines selected for checkout: the quantity that decides its tier
 * (docs/readings.md#4).
 */
export function sumCheckoutQuantity(
  lines: readonly Pick<PricedLine, 'id' | 'quantity' | 'checkout'>[],
  id: string,
): number {
  return lines.reduce((sum, line) => sum + (line.id === id && line.checkout ? line.quantity : 0), 0);
}
