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
import type { CheckoutProblem } from './InvalidCheckout.tsx';
import { attemptOf, orderRequest, type Placing, placeOrder } from './place-order.ts';

/** The cart could not be told to the server first; nothing was ordered. */
type Unsent = { kind: 'unsent' };
export type PlaceOutcome = Placing | Unsent;

/** Fields of the delivery step by the name of the control that corrects them. */
const DELIVERY_CONTROLS: Readonly<Record<string, string>> = {
  shipping_method: 'shipping_method',
  delivery_slot_id: 'delivery_slot',
  tip: 'tip',
  shipping_remarks: 'shipping_remarks',
};

const addressProblem = (field: string | undefined, text: string, kind = 'shipping'): CheckoutProblem => ({
  step: 1,
  text,
  selector: `#${kind}-${field ?? 'recipient'}`,
});

/** The problems that the server found at fields of the steps before this one. */
function problemsOf({ errors }: ApiError): CheckoutProblem[] {
  return Object.entries(errors).flatMap(([path, texts]): CheckoutProblem[] => {
    const [name = '', field] = path.split('.');
    const control = DELIVERY_CONTROLS[name];
    if (control !== undefined) return texts.map((text) => ({ step: 2, text, selector: `[name=${control}]` }));
    if (name === 'customer_email') return texts.map((text) => addressProblem('email', text));
    if (name !== 'shipping_address' && name !== 'billing_address') return [];
    // `shipping_address` repeats the message of its part, such as `shipping_address.zip`.
    const isRepeated = field === undefined && Object.keys(errors).some((other) => other.startsWith(`${name}.`));
    const kind = name === 'billing_address' ? 'billing' : 'shipping';
    return isRepeated ? [] : texts.map((text) => addressProblem(field, text, kind));
  });
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

  /** Everything that the addresses lack (docs/spec.md §5, all of it at once). */
  function addressProblems(): CheckoutProblem[] {
    const { shipping, billing } = chosenAddresses(useCheckout.getState().state);
    const refused = [...addressRefusals(shipping), ...(shipping === billing ? [] : addressRefusals(billing))];
    return refused.map((each) => addressProblem(each.field, refusalText(each, lang)));
  }

  function openInvalid(problems: readonly CheckoutProblem[]): void {
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
      const problems = problemsOf(came.error);
      if (problems.length > 0) openInvalid(problems);
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
