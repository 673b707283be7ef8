/** Handles "Place order": sends unsynced cart changes, places the order once, and handles every outcome. */
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import { checkoutResultPath } from '@shop/core/links/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTokenScope } from '../../api/tokens.ts';
import { cart } from '../../cart/cart-actions.ts';
import { addNotes, clearNotes, readServerCart } from '../../cart/sync/cart-store.ts';
import { refreshCart, replaceServerCart } from '../../cart/sync/cart-sync.ts';
import { useLang, useOrigin } from '../../i18n/MessagesProvider.tsx';
import { meQuery } from '../../identity/signed-in-customer.tsx';
import { useGo } from '../../links.tsx';
import type { CheckoutProblem } from '../../modals/modal-data.ts';
import { openModal } from '../../modals/modal-store.ts';
import { trackPurchase } from '../../tracking/tracking.ts';
import { loseChangedSlot, reloadTips } from '../checkout-queries.ts';
import type { OrderAttempt } from '../checkout-storage.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';
import { placedOrder } from '../placed-order.ts';
import { listAddressProblems, listServerProblems } from './checkout-problems.ts';
import { openPayment } from './open-payment.ts';
import {
  buildOrderRequest,
  createOrderAttempt,
  findPhoneToProve,
  type PlacingResult,
  placeOrder,
} from './place-order.ts';

export type PlaceOutcome =
  | PlacingResult
  /** The server does not have the visible cart; no order was sent. */
  | { kind: 'unsynced' }
  /** The address is incomplete; no order was sent. */
  | { kind: 'incomplete'; problems: readonly CheckoutProblem[] };

/** Lists an outcome's problems that name the control which fixes them. */
export function listProblems(outcome: PlaceOutcome): readonly CheckoutProblem[] {
  if (outcome.kind === 'incomplete') return outcome.problems;
  return outcome.kind === 'refused' ? listServerProblems(outcome.error) : [];
}

export function hasLostSlot(outcome: PlaceOutcome): boolean {
  return outcome.kind === 'changed' && outcome.response.changes.some(({ field }) => field === 'slot');
}

export function usePlaceOrder() {
  const queries = useQueryClient();
  const lang = useLang();
  const origin = useOrigin();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PlaceOutcome | null>(null);
  // Guards against a second click before the first one has rendered.
  const isPlacing = useRef(false);
  /** Aborts once the shopper leaves the step. */
  const stay = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    stay.current = current;
    return () => current.abort();
  }, []);
  /** The token that proves the order's phone; it survives changes of the cart. */
  const proof = useRef<string | null>(null);
  /** True once a phone dialog has ended with a proof or a postponement; then the order is placed. */
  const [isSettled, setIsSettled] = useState(false);
  const scope = useTokenScope();
  const { data: account } = useQuery(meQuery(lang, scope));
  /** Whether the customer has postponed adding a phone number; the order does not need it. */
  const isPhonePostponed = useRef(false);

  function openProof(contact: string): void {
    const onProven = (phoneProof: string) => {
      proof.current = phoneProof;
      setIsSettled(true);
    };
    openModal('PROVE_PHONE', { contact, onProven }, { closeOnOutside: false });
  }

  /** Requests the number of a customer who has none; once it is verified, the order is placed. */
  function openPhoneNumber(): void {
    const { shipping } = resolveAddresses(useCheckout.getState().state);
    openModal(
      'PHONE_NUMBER',
      {
        contact: null,
        suggested: shipping?.contact_number ?? '',
        purpose: 'profile',
        reason: 'checkout.phone_reason',
        onLater: () => setIsSettled(true),
      },
      {
        closeOnOutside: false,
        onConfirm: () => setIsSettled(true),
        onCancel: () => {
          isPhonePostponed.current = true;
        },
      },
    );
  }

  /**
   * Opens the dialog that solves an outcome, if there is one; it opens again from the message about the outcome. A
   * single problem needs no dialog: the message leads to its control.
   */
  function openDialog(result: PlaceOutcome): void {
    const contact = result.kind === 'refused' ? findPhoneToProve(result.error) : null;
    const problems = listProblems(result);
    if (contact !== null) openProof(contact);
    else if (problems.length > 1) openModal('INVALID_CHECKOUT', { problems });
  }

  /** Creates an attempt for the visible cart once the server has it; null if it cannot be sent. */
  async function createAttempt(): Promise<OrderAttempt | null> {
    if (!(await cart.send())) return null;
    const current = readServerCart(queries, lang);
    return current === undefined
      ? null
      : createOrderAttempt(buildOrderRequest(useCheckout.getState().state, current, proof.current));
  }

  async function sendAttempt(): Promise<PlaceOutcome> {
    // Repeats an unanswered attempt unchanged: if the server placed the order, the same key returns it.
    const attempt = useCheckout.getState().attempt ?? (await createAttempt());
    if (attempt === null) return { kind: 'unsynced' };
    checkoutActions.setAttempt(attempt);
    const result = await placeOrder(attempt, lang, stay.current.signal);
    if (result.kind !== 'unknown') checkoutActions.setAttempt(null);
    return result;
  }

  async function handleResult(result: PlaceOutcome): Promise<void> {
    if (result.kind === 'placed') {
      const { order, payment } = result.response;
      // The result page clears the checkout.
      checkoutActions.setOrder(order.id);
      const resultPath = checkoutResultPath({ order_number: order.order_number, token: order.view_token });
      placedOrder.write(resultPath);
      clearNotes();
      // An order to pay online is a purchase once the server says that it is paid.
      if (payment === null) trackPurchase(order);
      if (payment !== null && !(await openPayment(payment.url, origin))) return;
      // Inside the app the order waits here while it is paid outside.
      go(resultPath, { replace: true });
      await refreshCart(queries);
      return;
    }
    if (result.kind === 'changed') {
      await replaceServerCart(queries, lang, result.response.cart);
      addNotes(result.response.changes);
      loseChangedSlot(result.response.changes);
      // A slot may be among the changes: the stored list still offers it.
      void queries.invalidateQueries({ queryKey: ['delivery.shippings'] });
    }
    if (result.kind === 'refused') {
      reloadTips(queries, result.error);
      void refreshCart(queries);
    }
    openDialog(result);
  }

  async function place(): Promise<void> {
    if (isPlacing.current) return;
    const problems = listAddressProblems(useCheckout.getState().state, lang);
    if (problems.length > 0) {
      const incomplete = { kind: 'incomplete', problems } as const;
      setOutcome(incomplete);
      return openDialog(incomplete);
    }
    if (account?.me.phone === null && !isPhonePostponed.current) return openPhoneNumber();
    isPlacing.current = true;
    setBusy(true);
    setOutcome(null);
    const result = await sendAttempt();
    // Stays busy until the result page is rendered.
    if (result.kind !== 'placed') {
      isPlacing.current = false;
      setBusy(false);
      setOutcome(result);
    }
    await handleResult(result);
  }

  // Places the order after a dialog has confirmed a phone, or the customer has postponed adding one.
  // Waits until the dialog's history entry is gone: otherwise its Back would leave the result page for the checkout.
  const hasOverlay: boolean = useLocation().state?.overlay !== undefined;
  const newestPlace = useRef(place);
  newestPlace.current = place;
  useEffect(() => {
    if (!isSettled || hasOverlay) return;
    setIsSettled(false);
    void newestPlace.current();
  }, [isSettled, hasOverlay]);

  return { place, busy, outcome, openDialog };
}
