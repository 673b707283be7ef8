/** What a cart comes to with its lines, choices and the shop's terms. Orders are priced by this same function. */

import { calculateTotals, isCash, type Totals } from '@shop/core/cart/totals';
import { resolveAddresses } from '@shop/core/checkout/checkout-state';
import { priceDelivery } from '@shop/core/delivery/fee';
import { basketOf, type FreeShippingInfo } from '@shop/core/delivery/free-shipping';
import { stateOfPostcode } from '../addresses/postcodes.ts';
import { findMethod, methodsFor, type OfferedMethod } from '../delivery/delivery.ts';
import { type DaySlot, findSlot } from '../delivery/slots.ts';
import type { OfferedPayment } from '../payments/payments.sql.ts';
import { findPayment } from '../payments/payments.ts';
import type { StoredChoices } from './choices.ts';
import type { Line } from './lines.ts';
import type { Terms } from './terms.ts';

/** What a cart is, as far as its price goes. Lines are priced. */
export type Priceable = { lines: readonly Line[]; choices: StoredChoices; terms: Terms };

export type PricedCart = {
  totals: Totals;
  free_shipping: FreeShippingInfo;
  /** The chosen method, where it delivers to the address; before there is an address, where it delivers at all. */
  delivery: OfferedMethod | null;
  /** The chosen slot while it is open. */
  slot: DaySlot | null;
  /** Whether the fee is known: an address and a method are chosen. */
  delivery_fee_known: boolean;
  payment: OfferedPayment | null;
};

/**
 * The state that the goods go to, by ISO code; null before there is an address. The postcode decides: a driver follows
 * it, whatever state stands beside it.
 */
export function destinationOf(choices: StoredChoices): string | null {
  const { shipping } = resolveAddresses(choices);
  return stateOfPostcode(shipping?.zip ?? '') ?? shipping?.state_id ?? null;
}

/** The goods of a cart after promotions and coupon, which free shipping looks at (docs/readings.md#31). */
export function basketOfCart(lines: readonly Line[]) {
  return basketOf(lines, calculateTotals(lines, {}).subtotal);
}

/** Prices a cart at `now`. Until the fee is known it is not charged. */
export function priceCart({ lines, choices, terms }: Priceable, now: Date): PricedCart {
  const state = destinationOf(choices);
  const named = choices.shipping_method;
  const delivery = named ? findMethod(terms.methods, named, state) : null;
  const chosen = choices.delivery_slot_id ? findSlot(terms.slots, choices.delivery_slot_id, now) : null;
  const slot = chosen !== null && chosen.template.method_id === delivery?.method.id ? chosen : null;
  // Before a method is chosen the shop's first one says how far free shipping is.
  const rate = (delivery ?? methodsFor(terms.methods, state)[0])?.rate;
  const price = priceDelivery(
    { fee: rate?.fee ?? 0, free_shipping: rate?.free_shipping ?? null },
    basketOfCart(lines),
    slot?.template.fee,
  );
  const delivery_fee_known = delivery !== null && state !== null;
  const payment = choices.payment_method ? findPayment(terms.payments, choices.payment_method) : null;
  const totals = calculateTotals(lines, {
    delivery_fee: delivery_fee_known ? price.fee : 0,
    bag_fee: terms.bag_fee?.enabled ? terms.bag_fee.fee : 0,
    tip: choices.tip,
    cash: isCash(payment?.code),
  });
  return { totals, free_shipping: price.info, delivery, slot, delivery_fee_known, payment };
}
