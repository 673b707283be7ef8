/**
 * Places an order exactly once (docs/api.md#conventions Idempotency-Key, docs/readings.md#24, docs/readings.md#25): an
 * attempt reuses its key until it gets a response, across time-outs and reloads. The shopper confirms any changes in
 * between again.
 */

import { ApiError } from '@shop/contract/api/api-error';
import type { RequestOf, ResponseOf } from '@shop/contract/api/client';
import type { Cart } from '@shop/contract/cart';
import type { CheckoutChanged } from '@shop/contract/orders';
import type { CheckoutState } from '@shop/core/checkout/checkout-state';
import type { Lang } from '@shop/core/lang';
import { senToText } from '@shop/core/money';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { createRandomId } from '../../random-id.ts';
import type { OrderAttempt } from '../checkout-storage.ts';
import { retryWhileBusy } from '../retry-while-busy.ts';

export type OrderRequest = NonNullable<RequestOf<'orders.place'>['body']>;
export type PlacedOrder = ResponseOf<'orders.place'>;

export type PlacingResult =
  | { kind: 'placed'; response: PlacedOrder }
  /** 409: something in the shown cart has changed; no order was placed. */
  | { kind: 'changed'; response: CheckoutChanged }
  /** Rejected; `error` says what to fix. The next attempt gets a new key. */
  | { kind: 'refused'; error: ApiError }
  /** Outcome unknown: no response, or a server error. Sending the same attempt again is safe. */
  | { kind: 'unknown' };

/**
 * Builds the request body: the choices, the total, delivery fee and discount that the shopper saw, and the version of
 * their cart. Leaves out the coupon, which the cart has: the server refuses an order with a coupon that does not apply.
 */
export function buildOrderRequest(
  state: CheckoutState,
  visibleCart: Pick<Cart, 'grand_total' | 'version' | 'delivery_fee' | 'discount' | 'coupon_discount'>,
  phone_proof: string | null = null,
): OrderRequest {
  const { checkoutData, shipping_address, billing_address } = state;
  return {
    expected_total: senToText(visibleCart.grand_total),
    expected_delivery_fee: senToText(visibleCart.delivery_fee),
    expected_discount: senToText(visibleCart.discount + visibleCart.coupon_discount),
    cart_version: visibleCart.version,
    shipping_address,
    billing_address,
    ship_to_bill_address: state.ship_to_bill_address,
    customer_email: state.customer_email,
    shipping_method: state.shipping_method,
    delivery_slot_id: checkoutData.delivery_slot_id ?? null,
    shipping_remarks: state.shipping_remarks,
    leave_at_door: checkoutData.leave_at_door ?? false,
    tip: senToText(checkoutData.tip ?? 0),
    payment_method: state.payment_method,
    payment_id: checkoutData.payment_id ?? null,
    ...(phone_proof !== null && { phone_proof }),
  };
}

/** Creates an attempt with a new key; the caller stores it until it gets a response. */
export function createOrderAttempt(request: OrderRequest): OrderAttempt {
  return { key: createRandomId(), body: JSON.stringify(request) };
}

function isCheckoutChanged(body: unknown): body is CheckoutChanged {
  return typeof body === 'object' && body !== null && 'changes' in body && 'cart' in body;
}

/** Returns the phone to prove before ordering, or null for any other refusal. */
export function findPhoneToProve({ code, body }: ApiError): string | null {
  if (code !== 'checkout.prove_phone' || typeof body !== 'object' || body === null) return null;
  return 'contact_number' in body && typeof body.contact_number === 'string' ? body.contact_number : null;
}

/** Sends an attempt, and sends it again while the checkout is busy, until `signal` aborts. Throws only on bugs. */
export async function placeOrder(attempt: OrderAttempt, lang: Lang, signal: AbortSignal): Promise<PlacingResult> {
  // Written by `createOrderAttempt`, in this version of the site or in the one before the reload.
  const body: OrderRequest = JSON.parse(attempt.body);
  try {
    const request = { body, query: langQuery(lang) };
    const send = () => api('orders.place', request, { idempotencyKey: attempt.key });
    return { kind: 'placed', response: await retryWhileBusy(send, signal) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'checkout.changed' && isCheckoutChanged(error.body))
      return { kind: 'changed', response: error.body };
    // The server is still processing the earlier request with this key.
    const isInProgress = error.code === 'request.conflict';
    const isUnanswered =
      error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'unreadable';
    return isInProgress || isUnanswered ? { kind: 'unknown' } : { kind: 'refused', error };
  }
}
