/** The checkout endpoint (docs/spec.md §3 Checkout state, §4 Checkout; docs/api.md#checkout). */
import { MAX_LINES } from '@shop/core/cart/limits';
import { IF_MISSING } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { addressIn } from './addresses.ts';
import { endpoint } from './api/endpoint.ts';
import { cart } from './cart.ts';
import { id, multilineText, textLine, uuid } from './common-schemas.ts';
import { moneyIn } from './money.ts';

/** A full address, or the id of a saved one (docs/api.md#checkout). */
export const chosenAddress = v.object({ id: v.optional(uuid()), ...addressIn.entries });

const wholeAmount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));

/** A line's own choice for missing units of it. */
export const lineIfMissing = v.object({
  id: id(),
  variation_option_id: v.optional(v.nullable(id()), null),
  if_missing: v.picklist(IF_MISSING),
});

/** Choices to change; missing ones stay. */
export const checkoutChoices = v.object({
  /** The postcode to deliver to, known before the address; null forgets it. An address replaces it. */
  zip: v.optional(v.nullable(textLine(10))),
  shipping_address: v.optional(v.nullable(chosenAddress)),
  billing_address: v.optional(v.nullable(chosenAddress)),
  ship_to_bill_address: v.optional(v.boolean()),
  shipping_method: v.optional(v.nullable(textLine(40))),
  delivery_slot_id: v.optional(v.nullable(textLine(80))),
  shipping_remarks: v.optional(v.nullable(multilineText(500))),
  leave_at_door: v.optional(v.boolean()),
  /** For goods that are missing when the order is picked. */
  if_missing: v.optional(v.nullable(v.picklist(IF_MISSING))),
  /** Lines with a choice of their own; replaces the earlier list. */
  if_missing_lines: v.optional(v.nullable(v.pipe(v.array(lineIfMissing), v.maxLength(MAX_LINES)))),
  tip: v.optional(moneyIn()),
  coupon_code: v.optional(v.nullable(textLine(60))),
  /** An own voucher's id. */
  voucher_id: v.optional(v.nullable(uuid())),
  /** Points and coins to use; the order uses as many of them as it allows. */
  use_points: v.optional(wholeAmount),
  use_golds: v.optional(wholeAmount),
  payment_method: v.optional(v.nullable(textLine(40))),
  payment_id: v.optional(v.nullable(textLine(40))),
  customer_email: v.optional(v.nullable(textLine(254))),
});
export type CheckoutChoices = v.InferOutput<typeof checkoutChoices>;

export const checkoutEndpoints = {
  'checkout.update': endpoint('checkout.update', {
    access: 'guest',
    summary: 'Saves the checkout’s choices and returns the fully priced cart',
    body: checkoutChoices,
    response: v.object({ cart }),
    refusals: [
      'auth.required',
      'address.missing',
      'address.zip',
      'address.zip_unknown',
      'address.zip_state',
      'address.country',
      'checkout.shipping_method',
      'checkout.slot_full',
      'coupon.invalid',
      'checkout.no_payment_method',
      'checkout.no_payment_provider',
      'checkout.leave_at_door_cash',
    ],
  }),
};
