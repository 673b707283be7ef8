/** Saves the postcode that decides fee, free shipping, methods and slots until the cart has an address. */
import { ApiError } from '@shop/contract/api/api-error';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { tokenScope } from '../api/tokens.ts';
import { cartQuery, readServerCart } from '../cart/sync/cart-store.ts';
import { isSavingAddress, saveCheckout } from '../checkout/checkout-queries.ts';
import { checkoutActions, restoreCheckout } from '../checkout/checkout-store.ts';
import { deliveryTown, deliveryZip } from '../storage.ts';
import { toast } from '../ui/toasts/toast.ts';
import { type DeliveryTerms, toDeliveryTerms } from './use-delivery-place.ts';

/**
 * Sends a postcode to the cart and returns its delivery terms. Clears the cart's addresses if they have another
 * postcode. Throws `ApiError`, such as for an unknown postcode.
 */
async function sendDeliveryZip(queries: QueryClient, lang: Lang, zip: string): Promise<DeliveryTerms> {
  // Loading the first cart also creates a guest's token.
  const { destination } = readServerCart(queries, lang) ?? (await queries.fetchQuery(cartQuery(lang, tokenScope())));
  const replacesAddress = destination?.source === 'address' && destination.zip !== zip;
  const result = await saveCheckout(queries, lang, {
    zip,
    ...(replacesAddress && { shipping_address: null, billing_address: null, ship_to_bill_address: true }),
  });
  if ('error' in result) throw result.error;
  if (replacesAddress) {
    await restoreCheckout();
    checkoutActions.clearAddresses();
  }
  return toDeliveryTerms(result.cart) ?? { place: zip, fee: null, freeFrom: null };
}

/** Sends a postcode for a cart that has no destination, unless the shopper's address is on its way. */
export async function sendStoredZip(queries: QueryClient, lang: Lang, zip: string): Promise<void> {
  const destination = readServerCart(queries, lang)?.destination ?? null;
  if (destination === null && !isSavingAddress()) await sendDeliveryZip(queries, lang, zip);
}

/**
 * Sends a postcode that the shopper has typed, and stores it for later visits. Shows an error as a toast (docs/spec.md
 * §8 "Checkout update failure") and throws it.
 */
export async function saveDeliveryZip(queries: QueryClient, lang: Lang, zip: string): Promise<DeliveryTerms> {
  let terms: DeliveryTerms;
  try {
    terms = await sendDeliveryZip(queries, lang, zip);
  } catch (error) {
    if (error instanceof ApiError && error.message !== '') toast(error.message, { kind: 'error' });
    throw error;
  }
  deliveryZip.write(zip);
  deliveryTown.write(terms.place);
  return terms;
}
