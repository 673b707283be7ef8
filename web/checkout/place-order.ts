/**
 * Placing an order so that it happens once (docs/api.md#conventions Idempotency-Key, docs/readings.md#24, docs/readings.md#25): an attempt keeps its
 * key until it was answered, through time-outs and reloads; whatever changed since is confirmed anew.
 */
import type { RequestOf, ResponseOf } from '@shop/contract/client';
import type { CheckoutChanged } from '@shop/contract/orders';
import type { CheckoutState } from '@shop/core/checkout/checkout-state';
import type { Lang } from '@shop/core/lang';
import { senToText } from '@shop/core/money';
import { ApiError, api } from '../api.ts';
import { langQuery } from '../query-client.ts';
import type { Attempt } from './checkout-storage.ts';

export type OrderRequest = NonNullable<RequestOf<'orders.place'>['body']>;
export type PlacedOrder = ResponseOf<'orders.place'>;

/** What came of an attempt. */
export type Placing =
  | { kind: 'placed'; answer: PlacedOrder }
  /** 409: something that the shopper saw has changed; nothing was taken. */
  | { kind: 'changed'; answer: CheckoutChanged }
  /** Refused for good; what to mend is in `error`. The key is free again. */
  | { kind: 'refused'; error: ApiError }
  /** Nobody knows: no answer, or the server failed. The same attempt may be sent again without harm. */
  | { kind: 'unknown' };

/** A key that nobody can guess; works without a secure context as well. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is ordered: everything chosen, the total that the shopper saw, and the version of the cart it belongs to. */
export function orderRequest(
  state: CheckoutState,
  seen: { grand_total: number; version: number },
  phone_proof: string | null = null,
): OrderRequest {
  const { checkoutData, shipping_address, billing_address } = state;
  return {
    expected_total: senToText(seen.grand_total),
    cart_version: seen.version,
    shipping_address,
    billing_address,
    ship_to_bill_address: state.ship_to_bill_address,
    customer_email: state.customer_email,
    shipping_method: state.shipping_method,
    delivery_slot_id: checkoutData.delivery_slot_id ?? null,
    shipping_remarks: state.shipping_remarks,
    leave_at_door: checkoutData.leave_at_door ?? false,
    tip: senToText(checkoutData.tip ?? 0),
    coupon_code: state.coupon_code,
    payment_method: state.payment_method,
    ...(phone_proof !== null && { phone_proof }),
  };
}

/** A new attempt. It is kept until it was answered. */
export function attemptOf(request: OrderRequest): Attempt {
  return { key: newKey(), body: JSON.stringify(request) };
}

function isChanged(body: unknown): body is CheckoutChanged {
  return typeof body === 'object' && body !== null && 'changes' in body && 'cart' in body;
}

/** The phone that has to be proven before the order is placed; null where something else was refused. */
export function phoneToProve({ code, body }: ApiError): string | null {
  if (code !== 'checkout.prove_phone' || typeof body !== 'object' || body === null) return null;
  return 'contact_number' in body && typeof body.contact_number === 'string' ? body.contact_number : null;
}

/** Sends an attempt. Throws only where our own code is wrong. */
export async function placeOrder(attempt: Attempt, lang: Lang): Promise<Placing> {
  // Written by `attemptOf` of this version of the site, or of the one before the reload.
  const body: OrderRequest = JSON.parse(attempt.body);
  try {
    const ask = { body, query: langQuery(lang) };
    return { kind: 'placed', answer: await api('orders.place', ask, { idempotencyKey: attempt.key }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'checkout.changed' && isChanged(error.body)) return { kind: 'changed', answer: error.body };
    // The same key is being worked at right now, by the request that was given up.
    const inProgress = error.code === 'request.conflict';
    const unanswered = error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'unreadable';
    return inProgress || unanswered ? { kind: 'unknown' } : { kind: 'refused', error };
  }
}
