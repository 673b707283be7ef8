/** Prices a cart from its lines, choices and the shop settings. Orders use the same function. */

import { calculateTotals, estimateTotal, isCash, type Totals } from '@shop/core/cart/totals';
import { resolveAddresses } from '@shop/core/checkout/checkout-state';
import { priceDelivery } from '@shop/core/delivery/fee';
import { type Basket, basketOf, type FreeShippingInfo } from '@shop/core/delivery/free-shipping';
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import { type AppliedPromotion, applyPromotions } from '@shop/core/promotions/apply-promotions';
import { findCoupon } from '@shop/core/promotions/promotion';
import { type Refusal, refusal } from '@shop/core/refusal';
import { stateOfPostcode } from '../addresses/postcodes.ts';
import type { OfferedMethod } from '../delivery/delivery.sql.ts';
import { defaultMethod, findMethod, methodsFor, regionOf } from '../delivery/delivery.ts';
import { type DaySlot, findSlot } from '../delivery/slots.ts';
import type { OfferedPayment } from '../payments/payments.sql.ts';
import { findPayment } from '../payments/payments.ts';
import { explainCoupon, type ShopPromotion } from '../promotions/promotions.ts';
import type { Line } from './cart-lines.ts';
import type { StoredChoices } from './choices.ts';
import type { ShopSettings } from './shop-settings.ts';

/** The parts of a cart that determine its price. Lines are priced. */
export type Priceable = {
  lines: readonly Line[];
  choices: StoredChoices;
  settings: ShopSettings;
  is_first_order: boolean | null;
};

export type PricedCart = {
  /** Promotions in use, and why the chosen coupon is not one of them. */
  promotions: Promotions;
  totals: Totals;
  free_shipping: FreeShippingInfo;
  destination: Destination | null;
  /** Names where fee and free shipping hold while the destination is unknown; null if known, or if everywhere. */
  region: { en: string; zh: string | null } | null;
  /** The chosen method if it delivers to the destination, or anywhere while that is unknown. */
  delivery: OfferedMethod | null;
  /** The chosen slot, if it still takes orders. */
  slot: DaySlot | null;
  /** Whether the fee is final, which needs a destination and a method. */
  delivery_fee_known: boolean;
  /** The fee of the chosen or else the default method, in sen; null if nothing delivers there. */
  delivery_fee_from: Sen | null;
  /** The grand total with that fee, in sen. */
  estimated_total: Sen;
  has_frozen_items: boolean;
  payment: OfferedPayment | null;
};

/** Where a cart is delivered; `state_id` is an ISO code. */
export type Destination = { zip: string | null; state_id: string; source: 'address' | 'postcode' };

/**
 * Finds where the cart is delivered: to the address, else to the postcode that was given before an address. The state
 * follows from the postcode, because drivers follow it even if the address names another state.
 */
export function destinationOf(choices: StoredChoices): Destination | null {
  const { shipping } = resolveAddresses(choices);
  const zip = (shipping === null ? choices.zip : shipping.zip) ?? null;
  const state_id = (zip === null ? null : stateOfPostcode(zip)) ?? shipping?.state_id ?? null;
  return state_id === null ? null : { zip, state_id, source: shipping === null ? 'postcode' : 'address' };
}

/** Whether a line selected for checkout is in a frozen category. */
export function hasFrozenItems(lines: readonly Line[], { frozen_categories }: ShopSettings): boolean {
  return lines.some(
    ({ checkout, categories }) => checkout && categories.some((slug) => frozen_categories.includes(slug)),
  );
}

type Promotions = { applied: readonly AppliedPromotion<ShopPromotion>[]; coupon_refusal: Refusal | null };

/** Applies the promotions of the shop and the chosen coupon at `now`. `delivery_fee` is null while it is unknown. */
function promotionsOf(cart: Priceable, delivery_fee: Sen | null, now: Date): Promotions {
  const { lines, choices, settings, is_first_order } = cart;
  const code = choices.coupon_code ?? null;
  const coupon = code === null ? null : findCoupon(settings.promotions, code);
  // A guest may enter a coupon for first orders, which the order then checks by its contacts.
  const isForCart = (promotion: ShopPromotion) => !promotion.first_order_only || is_first_order !== null;
  const automatic = settings.promotions.filter((promotion) => promotion.code === null && isForCart(promotion));
  if (coupon === null && automatic.length === 0) {
    return { applied: [], coupon_refusal: code === null ? null : refusal('coupon.invalid') };
  }
  const outcome = applyPromotions(automatic, coupon, {
    lines,
    delivery_fee,
    now,
    is_first_order: is_first_order ?? true,
  });
  return code !== null && coupon === null ? { ...outcome, coupon_refusal: refusal('coupon.invalid') } : outcome;
}

/** What promotions on goods take off: without a code, and by the coupon. Delivery promotions take off the fee. */
function goodsDiscounts(applied: Promotions['applied']): { discount: Sen; coupon_discount: Sen } {
  const sum = (isCoupon: boolean) =>
    applied
      .filter(({ promotion }) => promotion.class !== 'delivery' && (promotion.code !== null) === isCoupon)
      .reduce((total, { amount }) => total + amount, 0);
  return { discount: sum(false), coupon_discount: sum(true) };
}

/** Subtotal after promotions and coupon, compared with the free-shipping threshold (docs/readings.md#31). */
const basketAfter = ({ lines }: Priceable, { applied }: Promotions): Basket =>
  basketOf(lines, calculateTotals(lines, goodsDiscounts(applied)).subtotal);

/** The basket that delivery fees and free shipping depend on. */
export const basketOfCart = (cart: Priceable, now: Date): Basket => basketAfter(cart, promotionsOf(cart, null, now));

/** Applies the promotions again now that the fee is known; only a shop with promotions on delivery needs to. */
function withFee(cart: Priceable, onGoods: Promotions, fee: Sen, now: Date): Promotions {
  return cart.settings.promotions.some((promotion) => promotion.class === 'delivery')
    ? promotionsOf(cart, fee, now)
    : onGoods;
}

/** Prices a cart at `now`. An unknown fee is not charged. */
export function priceCart(cart: Priceable, now: Date): PricedCart {
  const { lines, choices, settings } = cart;
  const destination = destinationOf(choices);
  const state = destination?.state_id ?? null;
  const onGoods = promotionsOf(cart, null, now);
  const basket = basketAfter(cart, onGoods);
  const has_frozen_items = hasFrozenItems(lines, settings);
  const named = choices.shipping_method;
  const delivery = named ? findMethod(settings.methods, named, state) : null;
  const { delivery_slot_id: slot_id } = choices;
  const slot = slot_id && delivery !== null ? findSlot(settings, delivery, slot_id, now) : null;
  // Without a chosen method, the default one sets estimate and free-shipping threshold.
  const expected = delivery ?? defaultMethod(methodsFor(settings.methods, state), basket, has_frozen_items);
  const price = priceDelivery(expected?.rate ?? { fee: 0, free_shipping: null }, basket, slot?.template.fee);
  const delivery_fee_known = delivery !== null && destination !== null;
  const payment = choices.payment_method ? findPayment(settings.payments, choices.payment_method) : null;
  const promotions = delivery_fee_known ? withFee(cart, onGoods, price.fee, now) : onGoods;
  const hasFreeDelivery = promotions.applied.some(({ promotion }) => promotion.class === 'delivery');
  const charges = {
    ...goodsDiscounts(promotions.applied),
    delivery_fee: delivery_fee_known && !hasFreeDelivery ? price.fee : 0,
    bag_fee: settings.bag_fee?.enabled ? settings.bag_fee.fee : 0,
    tip: choices.tip,
    cash: isCash(payment?.code),
  };
  const fee = hasFreeDelivery ? 0 : price.fee;
  const delivery_fee_from = expected === null ? null : fee;
  return {
    promotions,
    totals: calculateTotals(lines, charges),
    estimated_total: estimateTotal(lines, charges, { delivery_fee_known, delivery_fee_from }),
    free_shipping: price.info,
    destination,
    region: destination === null && expected !== null ? regionOf(settings.methods, expected) : null,
    has_frozen_items,
    delivery,
    slot,
    delivery_fee_known,
    delivery_fee_from,
    payment,
  };
}

/** Explains in the shopper's language why the chosen coupon is not in use; null if it is, or there is none. */
export function couponRefusal({ choices, settings }: Priceable, refused: Refusal | null, lang: Lang): Refusal | null {
  const coupon = findCoupon(settings.promotions, choices.coupon_code ?? '');
  return refused === null || coupon === null ? refused : explainCoupon(refused, coupon, lang);
}
