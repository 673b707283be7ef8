/**
 * Tells the server what the shopper changed in the cart (docs/spec.md §4 "sent to the server as a debounced update", §7 "Update
 * cart", §8, §9): waits, makes sure of a token, sends one update at a time, and reads `success` and `errors`.
 */
import type { AnswerOf } from '@shop/contract/client';
import { type CartUpdate, cartUpdate } from '@shop/core/cart/modified-items';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, api } from '../api.ts';
import type { T } from '../i18n/shop-words.tsx';
import { langQuery } from '../query-client.ts';
import { tokenScope } from '../session.ts';
import { authToken, guestToken } from '../storage.ts';
import { toast } from '../ui/toast.ts';
import { cartQuery, refreshCart, showServerCart } from './cart-queries.ts';
import { noteChanges, settleChanges, useCartStore } from './cart-store.ts';

/** docs/spec.md §9 "Cart update debounce 1500 ms. Success toast 1500 ms; bulky error toast 8000 ms". */
export const CART_SYNC_DELAY_MS = 1_500;
const SUCCESS_TOAST_MS = 1_500;
const BULKY_TOAST_MS = 8_000;
/** A shop that could not be reached is asked again after so long (docs/security.md#c28 "cart edits kept through a 30 s outage"). */
const OUTAGE_RETRY_MS = 5_000;

type CartAnswer = AnswerOf<'cart.update'>;

/** What came of one update; `answer` is null where none came. */
type Outcome =
  | { kind: 'updated'; answer: CartAnswer }
  | { kind: 'bulky'; answer: CartAnswer; message: string }
  | { kind: 'failed'; answer: CartAnswer | null };

function readAnswer(answer: CartAnswer): Outcome {
  if (answer.success) return { kind: 'updated', answer };
  const [first = ''] = answer.errors;
  // docs/spec.md §8: "Update-cart failure where the first error contains 'bulky' (any case)".
  return /bulky/i.test(first) ? { kind: 'bulky', answer, message: first } : { kind: 'failed', answer };
}

/** Only one tab of the shop sends at a time, where the browser can tell. */
function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks === undefined ? work() : navigator.locks.request('cart-update', work);
}

export type CartSync = {
  /** A change was made: everything that is unsent goes after a pause. */
  schedule(): void;
  /** Sends everything that is unsent now; false where the server does not know it after that. */
  send(): Promise<boolean>;
  /** The page is being left: sends without waiting for an answer. What was sent stays remembered until it is confirmed. */
  flush(): void;
  /** Whether an update is on its way. */
  isSending(): boolean;
  stop(): void;
};

export type CartSyncParts = {
  queries: QueryClient;
  lang: Lang;
  t: T;
  /** Takes over what other tabs did, before anything is sent. */
  adoptOthers: () => void;
};

export function createCartSync({ queries, lang, t, adoptOthers }: CartSyncParts): CartSync {
  const query = langQuery(lang);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | null = null;
  /** Whether the shop could not be reached at the last look, which was told. */
  let isOut = false;

  /** docs/spec.md §7 "needs an auth or guest token, and a guest token is obtained first". */
  async function makeSureOfToken(): Promise<void> {
    if (authToken.read() === null && guestToken.read() === null) {
      await queries.fetchQuery({ ...cartQuery(lang, tokenScope()), staleTime: 0 });
    }
  }

  async function update(body: CartUpdate): Promise<Outcome> {
    try {
      await makeSureOfToken();
      return readAnswer(await api('cart.update', { body, query }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'failed', answer: null };
    }
  }

  function tell(outcome: Outcome): void {
    if (outcome.kind === 'updated') toast(t('cart.updated'), { kind: 'success', duration: SUCCESS_TOAST_MS });
    else if (outcome.kind === 'bulky') toast(outcome.message, { kind: 'error', duration: BULKY_TOAST_MS });
    else toast(t('cart.update_failed'), { kind: 'error' });
  }

  /** Nothing was answered. Where the cart cannot be refreshed either, the shop is out, and the changes wait for it. */
  async function giveUpOrWait(outcome: Outcome, seq: number): Promise<false> {
    const wasOut = isOut;
    isOut = !(await refreshCart(queries));
    if (isOut) timer = setTimeout(() => void send(), OUTAGE_RETRY_MS);
    else settleChanges(seq);
    if (!wasOut || !isOut) tell(outcome);
    return false;
  }

  /** Sends everything that is unsent in one update, and shows what the server made of it. */
  async function sendOnce(): Promise<boolean> {
    adoptOthers();
    const { modifiedItems, seq } = useCartStore.getState();
    if (modifiedItems.length === 0) return true;
    if (!navigator.onLine) return false;
    const body = cartUpdate(modifiedItems);
    let outcome = await update(body);
    // docs/spec.md §8: "Other update-cart failure: retry once".
    if (outcome.kind === 'failed' && navigator.onLine) outcome = await update(body);
    // Without a connection the changes wait; that is no failure (docs/ux.md#rule-38).
    if (outcome.kind === 'failed' && outcome.answer === null && !navigator.onLine) return false;

    if (outcome.answer === null) return giveUpOrWait(outcome, seq);
    isOut = false;
    await showServerCart(queries, lang, outcome.answer.cart);
    noteChanges(outcome.answer.cart.lines_changed);
    settleChanges(seq);
    tell(outcome);
    // docs/spec.md §7 "afterwards the cart is refreshed".
    await refreshCart(queries);
    return outcome.kind === 'updated';
  }

  async function send(): Promise<boolean> {
    clearTimeout(timer);
    while (sending !== null) await sending;
    sending = oneTabAtATime(sendOnce).finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => void send(), CART_SYNC_DELAY_MS);
    },
    send,
    flush() {
      clearTimeout(timer);
      const { modifiedItems } = useCartStore.getState();
      if (modifiedItems.length === 0 || (authToken.read() ?? guestToken.read()) === null) return;
      api('cart.update', { body: cartUpdate(modifiedItems), query }, { keepalive: true }).catch(() => {
        // The changes stay remembered and are sent by the next page.
      });
    },
    isSending: () => sending !== null,
    stop: () => clearTimeout(timer),
  };
}
