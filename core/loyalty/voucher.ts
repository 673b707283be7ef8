/** Vouchers, their discount on a cart, and when they can be used (docs/api.md#loyalty). Amounts in sen. */
import type { Sen } from '../money.ts';
import {
  type AppliedPromotion,
  evaluatePromotion,
  type PromotionCart,
  sumLineDiscount,
} from '../promotions/apply-promotions.ts';
import {
  chooseDefaultClass,
  type Promotion,
  type PromotionClass,
  type PromotionLine,
} from '../promotions/promotion.ts';
import { isRefusal, type Refusal, type RefusalCode, refusal } from '../refusal.ts';

/** docs/spec.md §3 "voucher status active/used"; `expired` is an addition of the shop. */
export const OWN_VOUCHER_STATUSES = ['active', 'used', 'expired'] as const;
export type OwnVoucherStatus = (typeof OWN_VOUCHER_STATUSES)[number];

/** Where a voucher can be used. */
export const VOUCHER_USES = ['online', 'store'] as const;
export type VoucherUse = (typeof VOUCHER_USES)[number];

/**
 * States of a customer's voucher: `reserved` by an order that is neither paid nor delivered yet, `void` if it was taken
 * back, as by the refund of the order that issued it.
 */
export const OWN_VOUCHER_STATES = ['active', 'reserved', 'used', 'expired', 'void'] as const;
export type OwnVoucherState = (typeof OWN_VOUCHER_STATES)[number];

/** The terms of a voucher. Its benefit and conditions are those of promotions. */
export type VoucherTerms = Omit<Promotion, 'code' | 'class' | 'starts_at' | 'ends_at' | 'combines_with'> & {
  /** Classes of coupons with which it can be combined. */
  with_coupons: readonly PromotionClass[];
  usable: readonly VoucherUse[];
};

/** The state of a customer's voucher. */
export type VoucherState = { state: OwnVoucherState; expires_at: Date | null };

/**
 * Returns the status as the customer sees it: a reserved voucher is active, a void one expired.
 */
export function decideVoucherStatus({ state, expires_at }: VoucherState, now: Date): OwnVoucherStatus {
  if (state === 'used' || state === 'reserved') return state === 'used' ? 'used' : 'active';
  return state === 'active' && (expires_at === null || now < expires_at) ? 'active' : 'expired';
}

/** Checks whether a voucher can still be used, in any cart. */
export function checkVoucher(voucher: VoucherState, now: Date): Refusal | null {
  const status = decideVoucherStatus(voucher, now);
  if (status !== 'active') return refusal(status === 'used' ? 'voucher.used' : 'voucher.expired');
  return voucher.state === 'reserved' ? refusal('voucher.locked') : null;
}

/** Refusals of a promotion's conditions, with the refusal of a voucher that replaces each. */
const VOUCHER_REFUSALS: Partial<Record<RefusalCode, 'voucher.other_day' | 'voucher.first_order' | 'voucher.no_goods'>> =
  {
    'coupon.other_day': 'voucher.other_day',
    'coupon.first_order': 'voucher.first_order',
    'coupon.no_goods': 'voucher.no_goods',
    'coupon.more_items': 'voucher.no_goods',
  };

function toVoucherRefusal(refused: Refusal): Refusal {
  const amount = refused.params?.amount;
  if (refused.code === 'coupon.min_spend' && amount !== undefined) {
    return refusal('voucher.min_spend', { amount: String(amount) });
  }
  return refusal(VOUCHER_REFUSALS[refused.code] ?? 'voucher.expired');
}

/** A voucher's discount in total and per line; the shares are zero if it reduces the delivery fee. */
export type AppliedVoucher = { amount: Sen; shares: readonly Sen[] };

/** Converts a voucher's terms to a promotion, which has the same conditions. */
const toPromotion = (terms: VoucherTerms): Promotion => ({
  ...terms,
  code: null,
  class: chooseDefaultClass(terms.benefit),
  starts_at: null,
  ends_at: null,
  combines_with: [],
});

/** A receipt of an outlet; `bill` is its total and `lines` its goods, null if the till did not send them. */
export type Receipt = {
  bill: Sen | null;
  lines: readonly PromotionLine[] | null;
  now: Date;
  is_first_order: boolean;
};

/** Makes one line of the whole bill, which is enough for terms that do not depend on the goods. */
const makeBillLine = (bill: Sen): PromotionLine => ({
  categories: [],
  brand: null,
  quantity: 1,
  checkout: true,
  final_price: bill,
  price_total: bill,
});

/**
 * Returns what a voucher takes off a receipt, in sen, or why it does not apply. Terms about categories, brands or units
 * need the receipt's lines, a percentage and a minimum spend its total: `till.lines_needed`, `till.bill_needed`.
 */
export function applyInStore(terms: VoucherTerms, { bill, lines, now, is_first_order }: Receipt): Sen | Refusal {
  const { benefit, categories, brands } = terms;
  if (!terms.usable.includes('store') || benefit.kind === 'free_delivery') return refusal('voucher.not_in_store');
  const needsLines = categories.length > 0 || brands.length > 0 || benefit.kind === 'buy_x_get_y';
  const total = bill ?? lines?.reduce((sum, { price_total }) => sum + price_total, 0) ?? null;
  // A fixed amount without a minimum needs no total: the till charges the rest of the bill.
  const billAmount = total ?? (benefit.kind === 'fixed' && terms.min_spend === 0 ? benefit.amount : null);
  const goods = needsLines ? lines : billAmount === null ? null : [makeBillLine(billAmount)];
  const promotion = toPromotion(terms);
  const cart = { lines: goods ?? [], delivery_fee: null, now, is_first_order };
  const applied = evaluatePromotion(
    promotion,
    cart,
    cart.lines.map(({ price_total }) => price_total),
  );
  if (!isRefusal(applied)) return Math.min(applied.amount, total ?? applied.amount);
  // Refuses a wrong day or a later order first: no total or lines of the receipt would change that.
  if (goods === null && applied.code === 'coupon.no_goods') {
    return refusal(needsLines ? 'till.lines_needed' : 'till.bill_needed');
  }
  return toVoucherRefusal(applied);
}

/**
 * Applies a voucher to a cart after promotions and coupon, or returns why it does not apply. `delivery_fee` is the
 * method's fee that is charged; free delivery does not apply while it is unknown.
 */
export function applyVoucher(
  terms: VoucherTerms,
  cart: PromotionCart,
  promotions: readonly AppliedPromotion[],
): AppliedVoucher | Refusal {
  if (!terms.usable.includes('online')) return refusal('voucher.not_online');
  const coupon = promotions.find(({ promotion }) => promotion.code !== null)?.promotion;
  if (coupon !== undefined && !terms.with_coupons.includes(coupon.class)) return refusal('voucher.not_with_coupon');
  const promotion = toPromotion(terms);
  const remainingPrices = cart.lines.map((line, index) =>
    line.checkout ? line.price_total - sumLineDiscount(promotions, index) : 0,
  );
  const applied = evaluatePromotion(promotion, cart, remainingPrices);
  if (isRefusal(applied)) return toVoucherRefusal(applied);
  const { amount, shares } = applied;
  if (promotion.class === 'delivery' && cart.delivery_fee === 0) return refusal('voucher.delivery_free');
  return { amount, shares };
}
