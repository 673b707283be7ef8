/** Stores the checkout in progress on this device (docs/spec.md §3 "Local persisted keys": `checkout`). */
import { type CheckoutAddress, type CheckoutState, FIRST_STEP, LAST_STEP } from '@shop/core/checkout/checkout-state';
import * as v from 'valibot';
import type { AddressForm } from '../addresses/address-form.ts';
import { dataKey } from '../storage.ts';

/** Contents of the address fields, valid or not. */
export type AddressDraft = { shipping: AddressForm; billing: AddressForm; same: boolean };

/** An order sent without a response yet. Its key makes a retry safe. */
export type OrderAttempt = {
  key: string;
  /** The request's body as JSON; a key is valid only with the same body. */
  body: string;
};

export type CheckoutSnapshot = { state: CheckoutState; draft: AddressDraft | null; attempt: OrderAttempt | null };

const text = v.nullable(v.string());
const optional = v.optional(text);

const address: v.GenericSchema<unknown, CheckoutAddress> = v.object({
  id: v.optional(v.string()),
  recipient: optional,
  email: optional,
  contact_number: optional,
  street_address: optional,
  city: optional,
  zip: optional,
  state: optional,
  state_id: optional,
  country: optional,
  title: optional,
  company: optional,
  fax: optional,
});

const state: v.GenericSchema<unknown, CheckoutState> = v.object({
  billing_address: v.nullable(address),
  shipping_address: v.nullable(address),
  checkoutData: v.object({
    delivery_slot_id: optional,
    tip: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    leave_at_door: v.optional(v.boolean()),
    payment_id: optional,
  }),
  shipping_method: text,
  shipping_remarks: text,
  delivery_time: text,
  store_credit: v.number(),
  coupon_discount: v.number(),
  coupon_code: text,
  addresses: v.array(address),
  ship_to_bill_address: v.boolean(),
  // Requests in flight ended with the page.
  checkout_loading: v.pipe(
    v.boolean(),
    v.transform(() => false),
  ),
  tng_user_loading: v.pipe(
    v.boolean(),
    v.transform(() => false),
  ),
  tng_user_info: v.nullable(v.object({ name: text, phone: text, email: text })),
  customer_email: text,
  current_order_id: text,
  current_step: v.pipe(v.number(), v.integer(), v.minValue(FIRST_STEP), v.maxValue(LAST_STEP)),
  payment_method: text,
});

const addressForm: v.GenericSchema<unknown, AddressForm> = v.object({
  recipient: v.string(),
  contact_number: v.string(),
  email: v.string(),
  zip: v.string(),
  street_address: v.string(),
  city: v.string(),
  state_id: v.string(),
  title: v.string(),
  company: v.string(),
  fax: v.string(),
  country: v.string(),
});

const snapshotSchema: v.GenericSchema<unknown, CheckoutSnapshot> = v.object({
  state,
  draft: v.nullable(v.object({ shipping: addressForm, billing: addressForm, same: v.boolean() })),
  attempt: v.nullable(v.object({ key: v.string(), body: v.string() })),
});

export const storedCheckout = dataKey('checkout', 1, snapshotSchema);
