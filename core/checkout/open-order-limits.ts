/**
 * Limits open cash-on-delivery orders. They reserve stock and a driver on a promise, so large or repeated ones need a
 * proven phone (docs/security.md "Limits").
 */
import type { Sen } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** A number of orders and their total value. */
export type OrderVolume = { orders: number; value: Sen };

/** Open orders with the same contact, address, network or customer as the new one. */
export type OpenOrders = Readonly<Record<'phone' | 'email' | 'address' | 'network' | 'customer', OrderVolume>>;

/** Maximum open orders, including the new one. */
export type OpenOrderLimits = {
  /** For each phone, email and address, without a proven phone. */
  unproven: OrderVolume;
  /**
   * For each network and day, orders without a proven phone. Generous: a mobile carrier puts thousands behind one
   * address.
   */
  network: OrderVolume;
  /** For each phone, email and address, with a proven phone. */
  proven: OrderVolume;
  /** For each customer with a proven phone. */
  customer: OrderVolume;
};

/** How far the phone is trusted: `customer` for a proven phone of the account, `proven` by a code for this order. */
export type PhoneTrust = 'customer' | 'proven' | 'unproven';

const exceedsLimit = (open: OrderVolume, total: Sen, limit: OrderVolume): boolean =>
  open.orders + 1 > limit.orders || open.value + total > limit.value;

/**
 * Checks a new order of `total`. Refuses `checkout.prove_phone` if a proven phone would allow it, else
 * `checkout.open_orders`.
 */
export function checkOpenOrders(
  open: OpenOrders,
  total: Sen,
  trust: PhoneTrust,
  limits: OpenOrderLimits,
): Refusal | null {
  if (trust === 'customer') {
    return exceedsLimit(open.customer, total, limits.customer) ? refusal('checkout.open_orders') : null;
  }
  const shared = [open.phone, open.email, open.address];
  if (shared.some((each) => exceedsLimit(each, total, limits.proven))) return refusal('checkout.open_orders');
  if (trust === 'proven') return null;
  const needsProof =
    shared.some((each) => exceedsLimit(each, total, limits.unproven)) ||
    exceedsLimit(open.network, total, limits.network);
  return needsProof ? refusal('checkout.prove_phone') : null;
}
