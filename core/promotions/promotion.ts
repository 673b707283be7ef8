/**
 * Coupons, and promotions without a code (docs/api.md#promotions). All rules are pure: the server prices carts and
 * orders with them. Amounts in sen.
 */
import type { Sen } from '../money.ts';

/** The classes of promotions, in the order in which they apply. */
export const PROMOTION_CLASSES = ['product', 'order', 'delivery'] as const;
export type PromotionClass = (typeof PROMOTION_CLASSES)[number];

/** A promotion's discount on the qualifying lines or on the delivery fee. */
export type Benefit =
  /** `max_amount` caps the discount. */
  | { kind: 'percentage'; percent: number; max_amount: Sen | null }
  | { kind: 'fixed'; amount: Sen }
  /** For every `buy` + `get` units, the `get` cheapest are reduced by `percent`. */
  | { kind: 'buy_x_get_y'; buy: number; get: number; percent: number }
  | { kind: 'free_delivery' };

export const BENEFIT_KINDS = [
  'percentage',
  'fixed',
  'buy_x_get_y',
  'free_delivery',
] as const satisfies readonly Benefit['kind'][];

export type Promotion = {
  id: string;
  name_en: string;
  name_zh: string | null;
  /** Upper case; null applies without a code. */
  code: string | null;
  class: PromotionClass;
  benefit: Benefit;
  /** Minimum total of the qualifying lines. */
  min_spend: Sen;
  first_order_only: boolean;
  /** Slugs of which a line needs one; empty for any. */
  categories: readonly string[];
  brands: readonly string[];
  starts_at: Date | null;
  ends_at: Date | null;
  /** Malaysian weekdays, 0 for Sunday; empty for every day. */
  weekdays: readonly number[];
  /** Classes of other promotions that it may be used with. */
  combines_with: readonly PromotionClass[];
};

/** The parts of a cart line that promotions read. */
export type PromotionLine = {
  /** Slugs of the category and those above it. */
  categories: readonly string[];
  /** Slug of the brand. */
  brand: string | null;
  quantity: number;
  checkout: boolean;
  final_price: Sen;
  price_total: Sen;
};

/** Returns the class that a benefit belongs to by default. */
export function chooseDefaultClass({ kind }: Benefit): PromotionClass {
  if (kind === 'free_delivery') return 'delivery';
  return kind === 'buy_x_get_y' ? 'product' : 'order';
}

/** Normalizes a typed code: upper case, without spaces. */
export const normalizeCode = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Finds a coupon by its typed code; null if unknown. */
export function findCoupon<P extends Promotion>(promotions: readonly P[], typed: string): P | null {
  const code = normalizeCode(typed);
  return code === '' ? null : (promotions.find((promotion) => promotion.code === code) ?? null);
}
