import type { Sen } from '../money.ts';
import { type Basket, type FreeShippingInfo, type FreeShippingRule, freeShippingInfo } from './free-shipping.ts';

/** A delivery method's fee in a zone. */
export type DeliveryRate = { fee: Sen; free_shipping: FreeShippingRule | null };

export type DeliveryPrice = { fee: Sen; free: boolean; info: FreeShippingInfo };

/** Prices delivery for a basket. Free shipping waives the method's fee, never the slot's own fee. */
export function priceDelivery(rate: DeliveryRate, basket: Basket, slot_fee: Sen = 0): DeliveryPrice {
  const info = freeShippingInfo(rate.free_shipping, basket);
  const free = info.eligible_for_free_shipping;
  return { fee: (free ? 0 : rate.fee) + slot_fee, free, info };
}
