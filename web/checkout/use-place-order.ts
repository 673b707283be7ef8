/** The press of "Place order": once, with everything told to the server first, and every outcome led somewhere. */
import { addressRefusals } from '@shop/core/addresses/completeness';
import { chosenAddresses } from '@shop/core/checkout/checkout-state';
import { checkoutResultPath } from '@shop/core/links/paths';
import { refusalText } from '@shop/core/refusal-text';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiError } from '../api.ts';
import { sendCart } from '../cart/cart-life.ts';
import { refreshCart, serverCart, showServerCart } from '../cart/cart-queries.ts';
import { clearNotes, noteChanges } from '../cart/cart-store.ts';
import { useLang } from '../i18n/shop-words.tsx';
import { useGo } from '../links.tsx';
import { openModal } from '../modals/modal-store.ts';
import type { Attempt } from './checkout-memory.ts';
import { checkoutActs, useCheckout } from './checkout-store.ts';
import { attemptOf, orderRequest, type Placing, placeOrder } from './place-order.ts';

/** The cart could not be told to the server first; nothing was ordered. */
type Unsent = { kind: 'unsent' };
export type PlaceOutcome = Placing | Unsent;

/** Which step mends what the server found wrong; null where it is this one. */
function stepOf({ errors }: ApiError): number | null {
  const fields = Object.keys(errors);
  if (fields.some((field) => /^(shipping_address|billing_address|customer_email)/.test(field))) return 1;
  return fields.some((field) => /^(shipping_method|delivery_slot_id|tip|shipping_remarks)/.test(field)) ? 2 : null;
}

/** `goToStep` leads to what the server found wrong; without it the shopper finds the way. */
export function usePlaceOrder(goToStep?: (step: number) => void) {
  const queries = useQueryClient();
  const lang = useLang();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PlaceOutcome | null>(null);
  // A second press arrives before the first has rendered.
  const placing = useRef(false);

  /** Everything that the addresses lack (spec §5, all of it at once). */
  function addressProblems() {
    const { shipping, billing } = chosenAddresses(useCheckout.getState().state);
    const refused = [...addressRefusals(shipping), ...(shipping === billing ? [] : addressRefusals(billing))];
    return refused.map((each) => ({ field: each.field ?? null, text: refusalText(each, lang) }));
  }

  function openInvalid(problems: readonly { field: string | null; text: string }[]): void {
    openModal('INVALID_CHECKOUT', { problems });
  }

  /** For the cart that the shopper sees, once the server knows it as well; null where it does not. */
  async function newAttempt(): Promise<Attempt | null> {
    if (!(await sendCart())) return null;
    const cart = serverCart(queries, lang);
    return cart === undefined ? null : attemptOf(orderRequest(useCheckout.getState().state, cart));
  }

  async function attempt(): Promise<PlaceOutcome> {
    // An attempt without an answer is repeated as it was: what it ordered may be gone from the cart.
    const waiting = useCheckout.getState().attempt ?? (await newAttempt());
    if (waiting === null) return { kind: 'unsent' };
    checkoutActs.setAttempt(waiting);
    const came = await placeOrder(waiting, lang);
    if (came.kind !== 'unknown') checkoutActs.setAttempt(null);
    return came;
  }

  async function follow(came: PlaceOutcome): Promise<void> {
    if (came.kind === 'placed') {
      const { order, payment } = came.answer;
      // The rest is cleared by the page that shows the order.
      checkoutActs.setOrder(order.id);
      clearNotes();
      if (payment !== null) return window.location.assign(payment.url);
      go(checkoutResultPath({ order_number: order.order_number, token: order.view_token }), { replace: true });
      await refreshCart(queries);
      return;
    }
    if (came.kind === 'changed') {
      await showServerCart(queries, lang, came.answer.cart);
      noteChanges(came.answer.changes);
      if (came.answer.changes.some(({ field }) => field === 'slot')) {
        checkoutActs.chooseSlot(null, null);
        goToStep?.(2);
      }
    }
    if (came.kind === 'refused') {
      void refreshCart(queries);
      const step = stepOf(came.error);
      if (step === 1) openInvalid(Object.entries(came.error.errors).flatMap(problemsOf));
      else if (step !== null) goToStep?.(step);
    }
  }

  async function place(): Promise<void> {
    if (placing.current) return;
    const problems = addressProblems();
    if (problems.length > 0) return openInvalid(problems);
    placing.current = true;
    setBusy(true);
    setOutcome(null);
    const came = await attempt();
    // What is placed stays busy until its page is there.
    if (came.kind !== 'placed') {
      placing.current = false;
      setBusy(false);
      setOutcome(came);
    }
    await follow(came);
  }

  return { place, busy, outcome };
}

/** `shipping_address.zip` says it at the part, `shipping_address` the same once more for the whole. */
function problemsOf([path, texts]: [string, readonly string[]]): { field: string | null; text: string }[] {
  const [, field] = path.split('.');
  return field === undefined ? [] : texts.map((text) => ({ field, text }));
}
