/** The checkout's choices as a cart keeps them; everything may still be open. */
import type { AddressIn } from '@shop/contract/addresses';

export type StoredChoices = {
  shipping_address?: AddressIn | null;
  billing_address?: AddressIn | null;
  /** Billing is the shipping address unless the shopper says otherwise (spec §3: default true). */
  ship_to_bill_address?: boolean;
  /** A delivery method's id. */
  shipping_method?: string | null;
  delivery_slot_id?: string | null;
  shipping_remarks?: string | null;
  leave_at_door?: boolean;
  /** Sen. */
  tip?: number;
  /** A payment method's code. */
  payment_method?: string | null;
  customer_email?: string | null;
};
