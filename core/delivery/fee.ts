/** Computes delivery fees, in one place for the cart, the checkout, orders and the browser's estimates. */
import type { Sen } from '../money.ts';
import type { Basket } from './basket.ts';
import { computeFreeShipping, type FreeShippingRule, type FreeShippingState } from './free-shipping.ts';

/** The fee from a minimum amount (sen) and weight (grams) on; null: no such minimum. */
export type FeeBand = { min_amount: Sen | null; min_weight: number | null; fee: Sen };

/** A delivery method's fee in a zone; without free-shipping rules it is never free. */
export type DeliveryRate = { fee: Sen; bands: readonly FeeBand[]; free_shipping: readonly FreeShippingRule[] };

/** `fee` is `method_fee` plus the slot's own fee. */
export type DeliveryPrice = { fee: Sen; method_fee: Sen; free: boolean; info: FreeShippingState };

const isReached = ({ min_amount, min_weight }: FeeBand, { amount, weight }: Basket): boolean =>
  amount >= (min_amount ?? 0) && weight >= (min_weight ?? 0);

/** Returns the fee of the last band that the basket reaches, else the rate's own. */
const selectBandFee = ({ fee, bands }: DeliveryRate, basket: Basket): Sen =>
  bands.findLast((band) => isReached(band, basket))?.fee ?? fee;

/**
 * Prices delivery for a basket. Free shipping waives the method's fee, never the slot's own fee. Without a rate the
 * method's fee is zero.
 */
export function priceDelivery(rate: DeliveryRate | null, basket: Basket, slot_fee: Sen = 0): DeliveryPrice {
  const info = computeFreeShipping(rate?.free_shipping ?? [], basket);
  const free = info.eligible_for_free_shipping;
  const method_fee = free || rate === null ? 0 : selectBandFee(rate, basket);
  return { fee: method_fee + slot_fee, method_fee, free, info };
}

const NO_MINIMUM = computeFreeShipping([{ min_amount: 0 }], {
  counted: { amount: 0, quantity: 0, weight: 0 },
  blocked_by: null,
});

/** Waives the method's fee, as a promotion on delivery does, whatever the cart still lacks for free shipping. */
export function waiveMethodFee({ fee, method_fee }: DeliveryPrice): DeliveryPrice {
  return { fee: fee - method_fee, method_fee: 0, free: true, info: NO_MINIMUM };
}
