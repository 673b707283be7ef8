/** Prices a cart from its lines, choices and the shop settings. Orders use the same function. */

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

/** The parts of a cart that determine its price. Lines are priced. */
export type Priceable = { lines: readonly Line[]; choices: StoredChoices; terms: Terms };

export type PricedCart = {
  totals: Totals;
  free_shipping: FreeShippingInfo;
  /** The chosen method if it delivers to the address, or anywhere while there is no address. */
  delivery: OfferedMethod | null;
  /** The chosen slot, if it still takes orders. */
  slot: DaySlot | null;
  /** Whether the fee is known, which needs an address and a method. */
  delivery_fee_known: boolean;
  payment: OfferedPayment | null;
};

/**
 * Finds the destination state's ISO code; null without an address. Uses the postcode, because drivers follow it even
 * if the address names another state.
 */
export function destinationOf(choices: StoredChoices): string | null {
  const { shipping } = resolveAddresses(choices);
  return stateOfPostcode(shipping?.zip ?? '') ?? shipping?.state_id ?? null;
}

/** Subtotal after promotions and coupon, compared with the free-shipping threshold (docs/readings.md#31). */
export function basketOfCart(lines: readonly Line[]) {
  return basketOf(lines, calculateTotals(lines, {}).subtotal);
}

/** Prices a cart at `now`. An unknown fee is not charged. */
export function priceCart({ lines, choices, terms }: Priceable, now: Date): PricedCart {
  const state = destinationOf(choices);
  const named = choices.shipping_method;
  const delivery = named ? findMethod(terms.methods, named, state) : null;
  const chosen = choices.delivery_slot_id ? findSlot(terms.slots, choices.delivery_slot_id, now) : null;
  const slot = chosen !== null && chosen.template.method_id === delivery?.method.id ? chosen : null;
  // Without a chosen method, the shop's first method sets the free-shipping threshold.
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
