/**
 * Admission to the checkout: while orders wait too long for their turn, a checkout is refused at its first step, so
 * that those that have begun can finish (docs/security.md#faults).
 */
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { refusal } from '@shop/core/refusal';
import { MINUTE_MS } from '@shop/core/time';
import { LRUCache } from 'lru-cache';
import type { Actor, Ctx } from '../../context.ts';
import { Refused } from '../../refuse.ts';
import type { Counters } from './counters.ts';
import { toNetwork, toWideNetwork } from './network.ts';

/** Wait of the first queued order at which no more checkouts are admitted: a twentieth of the longest possible wait. */
const BUSY_FROM_MS = 1_000;

/** Time for which a checkout is admitted, from its first step: longer than a hold on a slot. */
const ADMITTED_MS = 30 * MINUTE_MS;

/** Keys of checkouts, two each, that a process remembers itself, at most: some megabytes. */
const MAX_REMEMBERED = 20_000;

/** Of these keys at most so many are of one network, so that one client's checkouts displace no one else's. */
const MAX_REMEMBERED_OF_NETWORK = 1_000;

/** Retry time in seconds; spread, so that refused clients do not all return at once. */
const RETRY_FROM_S = 3;
const RETRY_SPREAD_S = 4;

/** Fields of `PUT /checkout` that pages outside the checkout send: the header's postcode, the cart's coupon. */
const FIELDS_OUTSIDE_CHECKOUT: ReadonlySet<string> = new Set(['zip', 'coupon_code']);

/** Returns whether a call is a step of the checkout. The order is the first step of a client that sends all with it. */
const isCheckoutStep = (name: EndpointName, body: unknown): boolean =>
  name === 'orders.place' ||
  (name === 'checkout.update' && Object.keys(body ?? {}).some((field) => !FIELDS_OUTSIDE_CHECKOUT.has(field)));

export type CheckoutAdmission = {
  /**
   * Returns the refusal `checkout.busy` of a checkout's first step while orders wait too long, else null. `body` is the
   * request body.
   */
  check(name: EndpointName, body: unknown, caller: Pick<Ctx, 'actor' | 'request'>): Promise<Refused | null>;
};

/** Names the caller's cart, null for a caller without one. */
function cartKeyOf(actor: Actor): string | null {
  if (actor.kind === 'guest') return `checkout guest ${actor.tokenHash}`;
  return actor.kind === 'customer' ? `checkout customer ${actor.id}` : null;
}

/**
 * Names the caller's checkout: by the cart, and by the session, which a guest who signs in during the checkout keeps.
 */
const listCheckoutKeys = ({ actor, request: { session } }: Pick<Ctx, 'actor' | 'request'>): string[] =>
  [cartKeyOf(actor), session && `checkout session ${session}`].filter((key) => key !== null);

type AdmittedKeys = { has(key: string): boolean; add(key: string, network: string, ttl: number): void };

/** Creates this process's memory of admitted checkouts. A key beyond its network's limit is not remembered. */
function createAdmittedKeys(): AdmittedKeys {
  const countByNetwork = new Map<string, number>();
  const count = (network: string, by: number) => {
    const keys = (countByNetwork.get(network) ?? 0) + by;
    if (keys > 0) countByNetwork.set(network, keys);
    else countByNetwork.delete(network);
  };
  const networkByKey = new LRUCache<string, string>({
    max: MAX_REMEMBERED,
    // A key that ends stops counting, also if nothing reads it.
    ttlAutopurge: true,
    dispose: (network) => count(network, -1),
  });
  return {
    has: (key) => networkByKey.get(key) !== undefined,
    add(key, network, ttl) {
      // A later step does not extend the 30 minutes.
      if (networkByKey.get(key) !== undefined || (countByNetwork.get(network) ?? 0) >= MAX_REMEMBERED_OF_NETWORK)
        return;
      // A `ttl` of 0 would never end.
      networkByKey.set(key, network, { ttl: Math.max(1, ttl) });
      count(network, 1);
    },
  };
}

/**
 * Creates this process's admission. Admitted checkouts are not limited in number, so no client can use the admission
 * up; only a slow queue closes it. The process also remembers what it has admitted, or found in the counters, since a
 * late Redis counts in Redis but is read locally (docs/security.md#faults).
 */
export function createCheckoutAdmission(counters: Counters, currentWaitMs: () => number): CheckoutAdmission {
  const admitted = createAdmittedKeys();
  /** Returns whether the counters have a checkout, and remembers it if so. */
  const recallCounted = async (key: string, network: string): Promise<boolean> => {
    const { current, ttl } = await counters.add(key, ADMITTED_MS, 0);
    if (current > 0) admitted.add(key, network, ttl);
    return current > 0;
  };
  return {
    async check(name, body, caller) {
      if (!isCheckoutStep(name, body)) return null;
      const keys = listCheckoutKeys(caller);
      const { address } = caller.request;
      const network = toWideNetwork(address) ?? toNetwork(address);
      if (currentWaitMs() < BUSY_FROM_MS) {
        for (const key of keys) {
          admitted.add(key, network, ADMITTED_MS);
          // Not awaited: the step does not depend on it.
          void counters.add(key, ADMITTED_MS);
        }
        return null;
      }
      if (keys.some(admitted.has)) return null;
      if ((await Promise.all(keys.map((key) => recallCounted(key, network)))).includes(true)) return null;
      return new Refused(refusal('checkout.busy'), {
        retryAfter: RETRY_FROM_S + Math.floor(Math.random() * RETRY_SPREAD_S),
      });
    },
  };
}
