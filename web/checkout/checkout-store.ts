/**
 * The checkout state (docs/spec.md §3 "Checkout state"), saved "to local storage on every change and restored on
 * load" (docs/spec.md §4).
 */
import {
  applyCoupon,
  type CheckoutAddress,
  type CheckoutState,
  clearCheckout,
  deleteAddress,
  EMPTY_CHECKOUT,
  FIRST_STEP,
  goToNextStep,
  goToPreviousStep,
  removeCoupon,
  setAddress,
  setStep,
  type TngUser,
} from '@shop/core/checkout/checkout-state';
import type { Sen } from '@shop/core/money';
import { isRefusal, type Refusal } from '@shop/core/refusal';
import { create } from 'zustand';
import { tokenScope } from '../api/tokens.ts';
import { authToken } from '../storage.ts';
import type { AddressDraft, CheckoutSnapshot, OrderAttempt } from './checkout-storage.ts';

type CheckoutStore = CheckoutSnapshot & {
  /** False until the saved state is restored; the page shows its skeleton until then. */
  isRestored: boolean;
  /** Whether the chosen slot is no longer available and no other one is chosen yet. */
  isSlotLost: boolean;
  /** Whether the chosen address was deleted elsewhere and no other one is chosen yet. */
  isAddressLost: boolean;
};

const NEW_CHECKOUT: CheckoutSnapshot = { state: EMPTY_CHECKOUT, draft: null, attempt: null };

/** Only the browser changes it, because on the server all requests share it. */
export const useCheckout = create<CheckoutStore>(() => ({
  ...NEW_CHECKOUT,
  isRestored: false,
  isSlotLost: false,
  isAddressLost: false,
}));

/**
 * Restores the state and saves every change (docs/spec.md §4 "saved to local storage on every change and restored on
 * load"). Discards the checkout of a placed order. The storage code loads after the page.
 */
export async function restoreCheckout(): Promise<void> {
  const { storedCheckout } = await import('./checkout-storage.ts');
  const { isRestored, state } = useCheckout.getState();
  if (isRestored) {
    if (state.current_order_id !== null) checkoutActions.clear();
    return;
  }
  clearOnSignOut();
  // A change read from storage is not written back, and our own change is not read again.
  let isSyncing = false;
  const sync = (work: () => void) => {
    if (isSyncing) return;
    isSyncing = true;
    work();
    isSyncing = false;
  };
  useCheckout.subscribe(({ state: now, draft, attempt }) =>
    sync(() => {
      if (now === EMPTY_CHECKOUT && draft === null && attempt === null) storedCheckout.remove();
      else storedCheckout.write({ state: now, draft, attempt });
    }),
  );
  storedCheckout.subscribe(() => sync(() => useCheckout.setState((own) => adoptSnapshot(own, storedCheckout.read()))));
  const snapshot = storedCheckout.read();
  useCheckout.setState({
    ...NEW_CHECKOUT,
    ...(snapshot?.state.current_order_id == null ? snapshot : null),
    isRestored: true,
  });
}

/**
 * Takes over the choices of another tab. The step and what is being typed stay, because each tab shows its own; an
 * order placed there empties this tab when its result page clears the checkout.
 */
function adoptSnapshot(own: CheckoutStore, other: CheckoutSnapshot | null): Partial<CheckoutStore> {
  if (own.state.current_order_id !== null || other?.state.current_order_id != null) return {};
  // Keeps the address book, which is not part of the order that was placed or discarded in the other tab.
  if (other === null) {
    return {
      ...NEW_CHECKOUT,
      state: { ...NEW_CHECKOUT.state, addresses: own.state.addresses },
      isSlotLost: false,
      isAddressLost: false,
    };
  }
  const lostBilling = own.state.billing_address !== null && other.state.billing_address === null;
  const isSameSlot = own.state.checkoutData.delivery_slot_id === other.state.checkoutData.delivery_slot_id;
  return {
    attempt: other.attempt,
    draft: own.draft ?? other.draft,
    isSlotLost: own.isSlotLost && isSameSlot,
    isAddressLost: hasLostAddress(own.state, other.state) || (own.isAddressLost && !other.state.shipping_address),
    state: {
      ...other.state,
      current_step: lostBilling ? FIRST_STEP : own.state.current_step,
      checkout_loading: own.state.checkout_loading,
      tng_user_loading: own.state.tng_user_loading,
    },
  };
}

/** Returns whether another tab deleted the address to deliver to from the address book. */
function hasLostAddress(own: CheckoutState, other: CheckoutState): boolean {
  const id = own.shipping_address?.id;
  const isIn = ({ addresses }: CheckoutState) => addresses.some((each) => each.id === id);
  return id !== undefined && other.shipping_address === null && isIn(own) && !isIn(other);
}

/** Discards a customer's choices (personal data) when they sign out; a guest's choices survive signing in. */
function clearOnSignOut(): void {
  let owner = tokenScope();
  authToken.subscribe(() => {
    const before = owner;
    owner = tokenScope();
    if (before !== 'guest' && owner !== before) checkoutActions.clear();
  });
}

function change(make: (state: CheckoutState) => CheckoutState): void {
  useCheckout.setState(({ state }) => ({ state: make(state) }));
}

/** Functions that change the checkout state. */
export const checkoutActions = {
  setStep: (step: number) => change((state) => setStep(state, step)),
  nextStep: () => change(goToNextStep),
  previousStep: () => change(goToPreviousStep),
  /** Takes over the customer's address book. */
  setAddressBook: (addresses: readonly CheckoutAddress[]) => change((state) => ({ ...state, addresses })),
  /** Saves the typed address fields. */
  setDraft: (draft: AddressDraft) => useCheckout.setState({ draft }),
  /** Sets the addresses if core accepts them; otherwise returns the refusal and changes nothing. */
  setAddresses(shipping: CheckoutAddress, billing: CheckoutAddress, ship_to_bill_address: boolean): Refusal | null {
    const { state } = useCheckout.getState();
    const withShipping = setAddress(state, 'shipping', shipping);
    if (isRefusal(withShipping)) return withShipping;
    const withBilling = setAddress(withShipping, 'billing', billing);
    if (isRefusal(withBilling)) return withBilling;
    const next = { ...withBilling, ship_to_bill_address, customer_email: shipping.email ?? null };
    useCheckout.setState({ state: next, isAddressLost: false });
    return null;
  },
  /**
   * docs/spec.md §4 "Deleting an address clears it from billing or shipping; if it was the billing address, … step 1".
   */
  forgetAddress: (address: CheckoutAddress) => change((state) => deleteAddress(state, address)),
  /** Forgets a chosen address that was deleted elsewhere, so that the shopper chooses again. */
  loseAddress(address: CheckoutAddress): void {
    checkoutActions.forgetAddress(address);
    useCheckout.setState({ isAddressLost: true });
  },
  /** Clears both addresses, because the order is delivered to another postcode. */
  clearAddresses: () =>
    change((state) => setStep({ ...state, shipping_address: null, billing_address: null }, FIRST_STEP)),
  chooseMethod: (shipping_method: string) => change((state) => ({ ...state, shipping_method })),
  chooseSlot(delivery_slot_id: string | null, delivery_time: string | null): void {
    change((state) => ({ ...state, delivery_time, checkoutData: { ...state.checkoutData, delivery_slot_id } }));
    useCheckout.setState({ isSlotLost: false });
  },
  /** Clears the chosen slot if it is this one, which is no longer available, so that the shopper chooses again. */
  loseSlot(id: string): void {
    if (useCheckout.getState().state.checkoutData.delivery_slot_id !== id) return;
    checkoutActions.chooseSlot(null, null);
    useCheckout.setState({ isSlotLost: true });
  },
  setRemarks: (shipping_remarks: string) => change((state) => ({ ...state, shipping_remarks })),
  setLeaveAtDoor: (leave_at_door: boolean) =>
    change((state) => ({ ...state, checkoutData: { ...state.checkoutData, leave_at_door } })),
  setTip: (tip: Sen) => change((state) => ({ ...state, checkoutData: { ...state.checkoutData, tip } })),
  /** Chooses a payment method, and its bank or wallet if one is given; otherwise clears the bank or wallet. */
  choosePayment: (payment_method: string | null, payment_id: string | null = null) =>
    change((state) => ({ ...state, payment_method, checkoutData: { ...state.checkoutData, payment_id } })),
  applyCoupon: (code: string, discount: Sen) => change((state) => applyCoupon(state, code, discount)),
  removeCoupon: () => change(removeCoupon),
  setStoreCredit: (store_credit: Sen) => change((state) => ({ ...state, store_credit })),
  setLoading: (checkout_loading: boolean) => change((state) => ({ ...state, checkout_loading })),
  setTngLoading: (tng_user_loading: boolean) => change((state) => ({ ...state, tng_user_loading })),
  setTngUser: (tng_user_info: TngUser) => change((state) => ({ ...state, tng_user_info })),
  setAttempt: (attempt: OrderAttempt | null) => useCheckout.setState({ attempt }),
  setOrder: (current_order_id: string) => {
    useCheckout.setState(({ state }) => ({ state: { ...state, current_order_id }, attempt: null }));
  },
  /** docs/spec.md §4 "Clearing checkout resets everything and removes the saved copy". */
  clear: () =>
    useCheckout.setState({ ...NEW_CHECKOUT, state: clearCheckout(), isSlotLost: false, isAddressLost: false }),
};
