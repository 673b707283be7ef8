/**
 * The checkout state of a device (docs/spec.md §3 "Checkout state", §4 "Checkout") and its transitions, as pure
 * functions.
 */
import { type AddressParts, checkAddress } from '../addresses/completeness.ts';
import type { Sen } from '../money.ts';
import type { Refusal } from '../refusal.ts';

/** An address in the checkout. One from the address book has an id. */
export type CheckoutAddress = AddressParts & {
  id?: string;
  title?: string | null;
  company?: string | null;
  fax?: string | null;
};

/**
 * The contact details of the user that the Touch 'n Go app passes to the page, each null if it passes none. `phone` in
 * E.164.
 */
export type TngUser = { name: string | null; phone: string | null; email: string | null };

/** docs/spec.md §3 "Checkout state", under its names. */
export type CheckoutState = {
  billing_address: CheckoutAddress | null;
  shipping_address: CheckoutAddress | null;
  /** Choices that are sent to the server unchanged: slot, tip, leave at my door, bank or wallet. */
  checkoutData: {
    delivery_slot_id?: string | null;
    tip?: Sen;
    leave_at_door?: boolean;
    /** The bank or wallet of the payment method. */
    payment_id?: string | null;
  };
  shipping_method: string | null;
  shipping_remarks: string | null;
  /** Start of the chosen slot, ISO 8601. */
  delivery_time: string | null;
  /** The amount that the shopper's coins take off the order. */
  store_credit: Sen;
  coupon_discount: Sen;
  coupon_code: string | null;
  /** The customer's address book; empty for a guest. */
  addresses: readonly CheckoutAddress[];
  ship_to_bill_address: boolean;
  checkout_loading: boolean;
  /** Signing in with Touch 'n Go is under way. */
  tng_user_loading: boolean;
  tng_user_info: TngUser | null;
  customer_email: string | null;
  current_order_id: string | null;
  current_step: number;
  payment_method: string | null;
};

/** docs/spec.md §9: "Checkout step minimum 1". */
export const FIRST_STEP = 1;
/** The steps are address, delivery and payment (docs/ux.md#rule-28). */
export const LAST_STEP = 3;

/** The initial state. */
export const EMPTY_CHECKOUT: CheckoutState = {
  billing_address: null,
  shipping_address: null,
  checkoutData: {},
  shipping_method: null,
  shipping_remarks: null,
  delivery_time: null,
  store_credit: 0,
  coupon_discount: 0,
  coupon_code: null,
  addresses: [],
  ship_to_bill_address: true,
  checkout_loading: false,
  tng_user_loading: false,
  tng_user_info: null,
  customer_email: null,
  current_order_id: null,
  current_step: FIRST_STEP,
  payment_method: null,
};

/** docs/spec.md §4 "Steps: set step", never below 1. */
export function setStep(state: CheckoutState, step: number): CheckoutState {
  return { ...state, current_step: Math.max(FIRST_STEP, step) };
}

/** docs/spec.md §4 "Steps: next (+1)". */
export const goToNextStep = (state: CheckoutState): CheckoutState => setStep(state, state.current_step + 1);

/** docs/spec.md §4 "Steps: previous (-1, never below 1)". */
export const goToPreviousStep = (state: CheckoutState): CheckoutState => setStep(state, state.current_step - 1);

/** Returns the last step that the choices allow: both addresses come first, then the delivery method. */
export function decideFurthestStep({ shipping_address, billing_address, shipping_method }: CheckoutState): number {
  if (shipping_address === null || billing_address === null) return FIRST_STEP;
  return shipping_method === null ? 2 : LAST_STEP;
}

export type AddressKind = 'billing' | 'shipping';

/**
 * docs/spec.md §5: "Billing and shipping addresses pass an address validator; on failure its message is shown and
 * state is unchanged."
 */
export function setAddress(state: CheckoutState, kind: AddressKind, address: CheckoutAddress): CheckoutState | Refusal {
  const refused = checkAddress(address);
  if (refused !== null) return refused;
  return kind === 'billing' ? { ...state, billing_address: address } : { ...state, shipping_address: address };
}

const COMPARED_FIELDS: readonly (keyof AddressParts)[] = [
  'recipient',
  'email',
  'contact_number',
  'street_address',
  'city',
  'zip',
  'state_id',
];

/** Compares saved addresses by id, and a guest's addresses by their fields. */
function isSameAddress(a: CheckoutAddress | null, b: CheckoutAddress): boolean {
  if (a === null) return false;
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id;
  return COMPARED_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));
}

/**
 * docs/spec.md §4: "Deleting an address clears it from billing or shipping; if it was the billing address, the flow
 * returns to step 1."
 */
export function deleteAddress(state: CheckoutState, address: CheckoutAddress): CheckoutState {
  const wasBilling = isSameAddress(state.billing_address, address);
  const wasShipping = isSameAddress(state.shipping_address, address);
  return {
    ...state,
    addresses: state.addresses.filter((each) => !isSameAddress(each, address)),
    billing_address: wasBilling ? null : state.billing_address,
    shipping_address: wasShipping ? null : state.shipping_address,
    current_step: wasBilling ? FIRST_STEP : state.current_step,
  };
}

/** docs/spec.md §4: "Coupon apply sets code and discount". */
export function applyCoupon(state: CheckoutState, code: string, discount: Sen): CheckoutState {
  return { ...state, coupon_code: code, coupon_discount: discount };
}

/** docs/spec.md §4: "remove clears both". */
export function removeCoupon(state: CheckoutState): CheckoutState {
  return { ...state, coupon_code: null, coupon_discount: 0 };
}

/**
 * docs/spec.md §4: "Clearing checkout resets everything and removes the saved copy"; `web/checkout` removes the copy.
 */
export function clearCheckout(): CheckoutState {
  return EMPTY_CHECKOUT;
}
