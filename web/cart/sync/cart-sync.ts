/**
 * Sends the shopper's changes to the server (docs/spec.md §4 "sent to the server as a debounced update", §7 "Update
 * cart", §8, §9): waits, requests a guest token if there is none, sends one update at a time, and reads `success` and
 * `errors`.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { Cart } from '@shop/contract/cart';
import { type CartUpdate, toCartUpdate } from '@shop/core/cart/modified-items';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { endpointKey, langQuery } from '../../api/query-client.ts';
import { saveGuestToken, tokenScope } from '../../api/tokens.ts';
import type { T } from '../../i18n/MessagesProvider.tsx';
import { authToken, guestToken } from '../../storage.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { addNotes, cartQuery, cartStore, clearSentChanges } from './cart-store.ts';

/** docs/spec.md §9 "Cart update debounce 1500 ms. Success toast 1500 ms; bulky error toast 8000 ms". */
export const CART_SYNC_DELAY_MS = 1_500;
const SUCCESS_TOAST_MS = 1_500;
const BULKY_TOAST_MS = 8_000;
/**
 * The wait before the next update while the shop cannot be reached (docs/security.md#c28 "cart edits kept through a 30
 * s outage").
 */
const OUTAGE_RETRY_MS = 5_000;

type CartResponse = ResponseOf<'cart.update'>;

/** The outcome of one update; `response` is null without a response. */
type UpdateOutcome =
  | { kind: 'updated'; response: CartResponse }
  | { kind: 'bulky'; response: CartResponse; message: string }
  | { kind: 'failed'; response: CartResponse | null };

function toOutcome(response: CartResponse): UpdateOutcome {
  if (response.success) return { kind: 'updated', response };
  const [first = ''] = response.errors;
  // docs/spec.md §8: "Update-cart failure where the first error contains 'bulky' (any case)".
  return /bulky/i.test(first) ? { kind: 'bulky', response, message: first } : { kind: 'failed', response };
}

/** Stores a response's cart in the query cache. Cancels a running request, whose response may be older. */
export async function replaceServerCart(queries: QueryClient, lang: Lang, cart: Cart): Promise<void> {
  saveGuestToken(cart.uuid);
  const queryKey = endpointKey('cart.get', lang, {}, tokenScope());
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<Cart>(queryKey, cart);
}

/** Requests the cart again. Returns whether the request succeeded; an error shows in the query and is not thrown. */
export async function refreshCart(queries: QueryClient): Promise<boolean> {
  const active = { queryKey: ['cart.get'], type: 'active' } as const;
  await queries.refetchQueries(active);
  return queries
    .getQueryCache()
    .findAll(active)
    .every(({ state }) => state.status === 'success');
}

/** docs/spec.md §7 "needs an auth or guest token, and a guest token is obtained first". */
export async function ensureCartToken(queries: QueryClient, lang: Lang): Promise<void> {
  if (authToken.read() === null && guestToken.read() === null) {
    await queries.fetchQuery({ ...cartQuery(lang, tokenScope()), staleTime: 0 });
  }
}

/** Lets one tab send at a time. Browsers without locks, or that forbid them along with storage, send at once. */
async function runInOneTab(work: () => Promise<boolean>): Promise<boolean> {
  if (navigator.locks === undefined) return work();
  let isGranted = false;
  try {
    return await navigator.locks.request('cart-update', () => {
      isGranted = true;
      return work();
    });
  } catch (error) {
    if (isGranted) throw error;
    return work();
  }
}

export type CartSync = {
  /** Sends all changes after a pause without further ones. */
  schedule(): void;
  /** Sends all changes now; false if the server does not have them afterwards. */
  send(): Promise<boolean>;
  /**
   * Sends without waiting for the response, because the shopper leaves the page. The changes stay stored until
   * confirmed.
   */
  flush(): void;
  /** Whether an update is in flight. */
  isSending(): boolean;
  stop(): void;
};

export type CartSyncOptions = {
  queries: QueryClient;
  lang: Lang;
  t: T;
  /** Takes over the changes of other tabs; called before each update. */
  adoptStoredCart: () => void;
};

export function createCartSync({ queries, lang, t, adoptStoredCart }: CartSyncOptions): CartSync {
  const query = langQuery(lang);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentUpdate: Promise<boolean> | null = null;
  /** Whether the last update could not reach the shop. A toast reports an outage once. */
  let isUnreachable = false;

  async function update(body: CartUpdate): Promise<UpdateOutcome> {
    try {
      await ensureCartToken(queries, lang);
      return toOutcome(await api('cart.update', { body, query }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'failed', response: null };
    }
  }

  function showToast(outcome: UpdateOutcome): void {
    if (outcome.kind === 'updated') toast(t('cart.updated'), { kind: 'success', duration: SUCCESS_TOAST_MS });
    else if (outcome.kind === 'bulky') toast(outcome.message, { kind: 'error', duration: BULKY_TOAST_MS });
    else toast(t('cart.update_failed'), { kind: 'error' });
  }

  /**
   * Handles a missing response. If the cart cannot be refreshed either, the shop is unreachable: keeps the changes and
   * retries. Else drops the changes, since the refreshed cart shows which of them the server made.
   */
  async function giveUpOrRetry(outcome: UpdateOutcome, seq: number): Promise<false> {
    const wasUnreachable = isUnreachable;
    isUnreachable = !(await refreshCart(queries));
    if (isUnreachable) timer = setTimeout(() => void send(), OUTAGE_RETRY_MS);
    else clearSentChanges(seq);
    if (!wasUnreachable || !isUnreachable) showToast(outcome);
    return false;
  }

  /** Sends all changes in one update and shows the outcome. */
  async function sendOnce(): Promise<boolean> {
    adoptStoredCart();
    const { modifiedItems, seq } = cartStore.getState();
    if (modifiedItems.length === 0) return true;
    if (!navigator.onLine) return false;
    const body = toCartUpdate(modifiedItems);
    let outcome = await update(body);
    // docs/spec.md §8: "Other update-cart failure: retry once".
    if (outcome.kind === 'failed' && navigator.onLine) outcome = await update(body);
    // Offline changes wait; that is not a failure (docs/ux.md#rule-38).
    if (outcome.kind === 'failed' && outcome.response === null && !navigator.onLine) return false;

    if (outcome.response === null) return giveUpOrRetry(outcome, seq);
    isUnreachable = false;
    await replaceServerCart(queries, lang, outcome.response.cart);
    addNotes(outcome.response.cart.lines_changed);
    clearSentChanges(seq);
    showToast(outcome);
    // docs/spec.md §7 "afterwards the cart is refreshed".
    await refreshCart(queries);
    return outcome.kind === 'updated';
  }

  async function send(): Promise<boolean> {
    clearTimeout(timer);
    while (currentUpdate !== null) await currentUpdate;
    currentUpdate = runInOneTab(sendOnce).finally(() => {
      currentUpdate = null;
    });
    return currentUpdate;
  }

  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => void send(), CART_SYNC_DELAY_MS);
    },
    send,
    flush() {
      clearTimeout(timer);
      const { modifiedItems } = cartStore.getState();
      if (modifiedItems.length === 0 || (authToken.read() ?? guestToken.read()) === null) return;
      api('cart.update', { body: toCartUpdate(modifiedItems), query }, { keepalive: true }).catch(() => {
        // The next page sends the stored changes.
      });
    },
    isSending: () => currentUpdate !== null,
    stop: () => clearTimeout(timer),
  };
}
