/** What delivery costs. */
import type { Sen } from '../money.ts';
import { type Basket, type FreeShippingInfo, type FreeShippingRule, freeShippingInfo } from './free-shipping.ts';

/** What a delivery method costs in a zone. */
export type DeliveryRate = { fee: Sen; free_shipping: FreeShippingRule | null };

/** A delivery priced for a basket. */
export type DeliveryPrice = { fee: Sen; free: boolean; info: FreeShippingInfo };

/**
 * The fee of a method for a basket: nothing where the basket earns free shipping. A slot's own fee is for the hour, not for
 * the way, and stays payable.
 */
export function priceDelivery(rate: DeliveryRate, basket: Basket, slot_fee: Sen = 0): DeliveryPrice {
  const info = freeShippingInfo(rate.free_shipping, basket);
  const free = info.eligible_for_free_shipping;
  return { fee: (free ? 0 : rate.fee) + slot_fee, free, info };
}
