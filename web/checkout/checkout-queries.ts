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

/** Ends when every save so far has ended: one at a time, so that none overwrites the choices of a later one. */
let lastSave: Promise<unknown> = Promise.resolve();
let lastPreview = new AbortController();

type SaveOptions = {
  /** The step sends these choices again when it is submitted, so a later save ends the retries of this one. */
  isPreview?: boolean;
};

/** Sends `PUT /checkout` after the earlier saves, and stores its cart. */
export function saveCheckout(
  queries: QueryClient,
  lang: Lang,
  body: CheckoutRequest,
  { isPreview = false }: SaveOptions = {},
): Promise<SaveResult> {
  lastPreview.abort();
  const stop = new AbortController();
  if (isPreview) lastPreview = stop;
  const save = lastSave.then(() => sendChoices(queries, lang, body, stop.signal));
  lastSave = save.catch(() => {});
  return save;
}

async function sendChoices(
  queries: QueryClient,
  lang: Lang,
  body: CheckoutRequest,
  signal: AbortSignal,
): Promise<SaveResult> {
  try {
    // The server has to price the same cart that the shopper sees.
    await shopperCart.send();
    const { cart } = await retryWhileBusy(() => api('checkout.update', { body, query: langQuery(lang) }), signal);
    await replaceServerCart(queries, lang, cart);
    loseChangedSlot(cart.lines_changed);
    return { cart };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Another shopper took the slot's last place meanwhile.
    if (error.errors.delivery_slot_id && body.delivery_slot_id) checkoutActions.loseSlot(body.delivery_slot_id);
    return { error };
  } finally {
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
      if ('error' in result && !quiet) toast(result.error.message || t('ui.error_network'), { kind: 'error' });
      return result;
    },
    [queries, lang, t],
  );
}
