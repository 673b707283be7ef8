/** The checkout's choices as stored with a cart: those of the contract, all optional, and values derived from them. */
import { addressIn } from '@shop/contract/addresses';
import { checkoutChoices } from '@shop/contract/checkout';
import * as v from 'valibot';

const address = v.optional(v.nullable(addressIn));
const addressId = v.optional(v.nullable(v.string()));

export const storedChoices = v.object({
  // Not stored: the order sends its bank or wallet again.
  ...v.omit(checkoutChoices, ['payment_id']).entries,
  /** In sen. */
  tip: v.optional(v.number()),
  shipping_address: address,
  billing_address: address,
  /** Ids of the saved addresses from which these were copied; null if they were typed. */
  shipping_address_id: addressId,
  billing_address_id: addressId,
  /** The cart's hold on a delivery slot until a time in ISO 8601, for an order of at most this many items. */
  hold: v.optional(
    v.nullable(v.object({ slot_id: v.string(), until: v.string(), items: v.number(), bulky: v.number() })),
  ),
});
export type StoredChoices = v.InferOutput<typeof storedChoices>;
