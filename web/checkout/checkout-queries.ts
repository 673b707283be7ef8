import { ApiError } from '@shop/contract/api/api-error';
import type { RequestOf } from '@shop/contract/api/client';
import type { Cart, LineChange } from '@shop/contract/cart';
import type { Lang } from '@shop/core/lang';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/api.ts';
import { CART_STALE_MS, langQuery, personalQuery } from '../api/query-client.ts';
import { cart as shopperCart } from '../cart/cart-actions.ts';
import { refreshCart, replaceServerCart } from '../cart/sync/cart-sync.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { authToken } from '../storage.ts';
import { toast } from '../ui/toasts/toast.ts';
import { checkoutActions } from './checkout-store.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/**
 * Queries delivery methods and slots for an address. Slot places and fees change, so they are cached no longer than
 * the cart.
 */
export const shippingsQuery = (lang: Lang, scope: string, to: { zip: string; state_id: string }) =>
  personalQuery('delivery.shippings', lang, { query: to }, scope, CART_STALE_MS);

export type CheckoutRequest = NonNullable<RequestOf<'checkout.update'>['body']>;

/** Result of `PUT /checkout`: the priced cart, or the error. */
export type SaveResult = { cart: Cart } | { error: ApiError };

/** Clears the chosen slot if the server reports that it is no longer available. */
export function loseChangedSlot(changes: readonly LineChange[]): void {
  const change = changes.find(({ field }) => field === 'slot');
  if (change !== undefined) checkoutActions.loseSlot(String(change.old));
}

/** Loads the settings again after a refused tip: the shop may take none any more. */
export function reloadTips(queries: QueryClient, { errors }: ApiError): void {
  if (errors.tip) void queries.invalidateQueries({ queryKey: ['content.settings'] });
}

/** The error of a save that a later one, or another session, has replaced: nothing to show. */
const SUPERSEDED = new ApiError(0, 'unknown', '');

type SaveOptions = {
  /** The step sends these choices again when it is submitted, so a later save replaces this one. */
  isPreview?: boolean;
};

/** Ends when every request so far has ended: one at a time, so that none overwrites the choices of a later one. */
let lastRequest: Promise<unknown> = Promise.resolve();
let lastPreview = new AbortController();
/** The choices of the saves without a response. */
const pendingChoices = new Set<CheckoutRequest>();

/** Returns whether a save without a response has an address. */
export const isSavingAddress = (): boolean => [...pendingChoices].some(({ shipping_address }) => shipping_address);

/** Sends `PUT /checkout` after the requests of earlier saves, again while the checkout is busy, and stores its cart. */
export async function saveCheckout(
  queries: QueryClient,
  lang: Lang,
  body: CheckoutRequest,
  { isPreview = false }: SaveOptions = {},
): Promise<SaveResult> {
  lastPreview.abort(SUPERSEDED);
  const stop = new AbortController();
  if (isPreview) lastPreview = stop;
  // An earlier save that waits to be retried must not replace these choices.
  for (const earlier of pendingChoices) for (const name of Object.keys(body)) Reflect.deleteProperty(earlier, name);
  const choices = { ...body };
  pendingChoices.add(choices);
  const token = authToken.read();

  async function sendOnce(): Promise<Cart> {
    // The server has to price the same cart that the shopper sees.
    await shopperCart.send();
    stop.signal.throwIfAborted();
    if (authToken.read() !== token) throw SUPERSEDED;
    const { cart } = await api('checkout.update', { body: choices, query: langQuery(lang) });
    await replaceServerCart(queries, lang, cart);
    loseChangedSlot(cart.lines_changed);
    return cart;
  }

  function sendInTurn(): Promise<Cart> {
    const request = lastRequest.then(sendOnce);
    lastRequest = request.catch(() => {});
    return request;
  }

  try {
    return { cart: await retryWhileBusy(sendInTurn, stop.signal) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Another shopper took the slot's last place meanwhile.
    if (error.errors.delivery_slot_id && body.delivery_slot_id) checkoutActions.loseSlot(body.delivery_slot_id);
    reloadTips(queries, error);
    return { error: stop.signal.aborted ? SUPERSEDED : error };
  } finally {
    pendingChoices.delete(choices);
    // docs/spec.md §7: "afterwards me, cart and shippings are refetched".
    void refreshCart(queries);
    void queries.invalidateQueries({ queryKey: ['identity.me'] });
    void queries.invalidateQueries({ queryKey: ['delivery.shippings'] });
  }
}

/**
 * Returns a function that sends `PUT /checkout`. It shows an error as a toast (docs/spec.md §8 "Checkout update
 * failure: toast with the server's response message"), even if a field shows it too; with `quiet` the caller shows it.
 * With `isPreview`, the step stays usable during the request, because it sends the same choices again when it is
 * submitted.
 */
export function useSaveCheckout(): (
  body: CheckoutRequest,
  options?: SaveOptions & { quiet?: boolean },
) => Promise<SaveResult> {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  return useCallback(
    async (body, { quiet = false, isPreview = false } = {}) => {
      if (!isPreview) checkoutActions.setLoading(true);
      const result = await saveCheckout(queries, lang, body, { isPreview }).finally(() => {
        if (!isPreview) checkoutActions.setLoading(false);
      });
      if ('error' in result && result.error !== SUPERSEDED && !quiet)
        toast(result.error.message || t('ui.error_network'), { kind: 'error' });
      return result;
    },
    [queries, lang, t],
  );
}
