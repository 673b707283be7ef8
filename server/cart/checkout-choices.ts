/** The checkout's choices as stored with a cart, each may be undecided, and the hold on the chosen slot. */
import { addressIn } from '@shop/contract/addresses';
import * as v from 'valibot';

export const storedChoices = v.object({
  /** The postcode to deliver to, given before an address. */
  zip: v.optional(v.nullable(v.string())),
  shipping_address: v.optional(v.nullable(addressIn)),
  billing_address: v.optional(v.nullable(addressIn)),
  /** The saved addresses of which those are copies; null if they were typed. */
  shipping_address_id: v.optional(v.nullable(v.string())),
  billing_address_id: v.optional(v.nullable(v.string())),
  /** Whether billing uses the shipping address (docs/spec.md §3: default true). */
  ship_to_bill_address: v.optional(v.boolean()),
  shipping_method: v.optional(v.nullable(v.string())),
  delivery_slot_id: v.optional(v.nullable(v.string())),
  shipping_remarks: v.optional(v.nullable(v.string())),
  leave_at_door: v.optional(v.boolean()),
  /** In sen. */
  tip: v.optional(v.number()),
  /** A coupon's code, normalized. */
  coupon_code: v.optional(v.nullable(v.string())),
  /** An own voucher's id. */
  voucher_id: v.optional(v.nullable(v.string())),
  /** Points and coins that the shopper wants to use; every pricing uses as many of them as the order allows. */
  use_points: v.optional(v.number()),
  use_golds: v.optional(v.number()),
  /** A payment method's code. */
  payment_method: v.optional(v.nullable(v.string())),
  customer_email: v.optional(v.nullable(v.string())),
  /** The cart's hold on a delivery slot until a time in ISO 8601, for an order of at most this many items. */
  hold: v.optional(
    v.nullable(v.object({ slot_id: v.string(), until: v.string(), items: v.number(), bulky: v.number() })),
  ),
});
export type StoredChoices = v.InferOutput<typeof storedChoices>;
