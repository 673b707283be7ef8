/** Carts for tests of promotions and vouchers. */
import type { PromotionCart } from '../promotions/apply-promotions.ts';
import type { PromotionLine } from '../promotions/promotion.ts';

/** A Friday in Kuala Lumpur. */
export const NOW = new Date('2026-11-20T02:00:00Z');

/** A line of snacks at `price` sen each. */
export const makeLine = (price: number, quantity = 1, given: Partial<PromotionLine> = {}): PromotionLine => ({
  categories: ['snacks'],
  brand: 'krupkrap',
  quantity,
  checkout: true,
  final_price: price,
  price_total: price * quantity,
  ...given,
});

export const makeCart = (lines: PromotionLine[], given: Partial<PromotionCart> = {}): PromotionCart => ({
  lines,
  delivery_fee: 800,
  now: NOW,
  is_first_order: false,
  ...given,
});
