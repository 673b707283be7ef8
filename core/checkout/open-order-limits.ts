/**
 * How many orders may be open that are paid on delivery, and for how much. Stock is taken and a driver sent on a promise
 * alone, so a promise needs a phone that was proven once it is large or repeated (docs/security.md "Limits").
 */
import type { Sen } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** Orders and their value. */
export type OrderVolume = { orders: number; value: Sen };

/** The open orders that share something with the order to be placed. */
export type OpenOrders = Readonly<Record<'phone' | 'email' | 'address' | 'network' | 'customer', OrderVolume>>;

/** The most that may be open, the order to be placed included. */
export type OpenOrderLimits = {
  /** By phone, email and address each, as long as the phone is not proven. */
  unproven: OrderVolume;
  /** By network and day, orders of unproven phones alone. Generous: a mobile carrier puts thousands behind one address. */
  network: OrderVolume;
  /** By phone, email and address each, with the phone proven by a code. */
  proven: OrderVolume;
  /** By customer, with a proven phone in the account. */
  customer: OrderVolume;
};

/** Who orders: a customer with a proven phone, somebody who proved the order's phone, or neither. */
export type PhoneTrust = 'customer' | 'proven' | 'unproven';

const exceeds = (open: OrderVolume, total: Sen, limit: OrderVolume): boolean =>
  open.orders + 1 > limit.orders || open.value + total > limit.value;

/**
 * Checks one more order of `total`. Refuses `checkout.prove_phone` where a proven phone would allow it, and
 * `checkout.open_orders` where nothing does until an open order is delivered.
 */
export function checkOpenOrders(
  open: OpenOrders,
  total: Sen,
  orderer: PhoneTrust,
  limits: OpenOrderLimits,
): Refusal | null {
  if (orderer === 'customer') {
    return exceeds(open.customer, total, limits.customer) ? refusal('checkout.open_orders') : null;
  }
  const shared = [open.phone, open.email, open.address];
  if (shared.some((each) => exceeds(each, total, limits.proven))) return refusal('checkout.open_orders');
  if (orderer === 'proven') return null;
  const needsProof =
    shared.some((each) => exceeds(each, total, limits.unproven)) || exceeds(open.network, total, limits.network);
  return needsProof ? refusal('checkout.prove_phone') : null;
}
