/** A shop that sent the shopper (docs/spec.md §2 "ref=store", §3 Store referral; docs/readings.md#15): kept for 24 hours. */
import * as v from 'valibot';
import { dataKey } from '../storage.ts';

/** docs/spec.md §9 "Deferred link and store referral expiry 24 h". */
const LIFE_MS = 24 * 60 * 60 * 1_000;

const storeReferral = v.object({
  ref: v.pipe(v.string(), v.maxLength(40)),
  ref_id: v.pipe(v.string(), v.maxLength(60)),
  ref_token: v.pipe(v.string(), v.maxLength(200)),
  timestamp: v.number(),
});
export type StoreReferral = v.InferOutput<typeof storeReferral>;

const storedReferral = dataKey('store_referral', 1, storeReferral);

/** Keeps what an address says of a shop. False where it says nothing, or nothing whole. */
export function saveStoreReferral(params: URLSearchParams, now: number): boolean {
  const found = { ref: params.get('ref'), ref_id: params.get('ref_id'), ref_token: params.get('ref_token') };
  if (found.ref !== 'store' || !found.ref_id || !found.ref_token) return false;
  const parsed = v.safeParse(storeReferral, { ...found, timestamp: now });
  if (!parsed.success) return false;
  storedReferral.write(parsed.output);
  return true;
}

/** The shop that sent the shopper, while that counts. */
export function readStoreReferral(now: number): StoreReferral | null {
  const found = storedReferral.read();
  if (found === null) return null;
  if (Math.abs(now - found.timestamp) < LIFE_MS) return found;
  storedReferral.remove();
  return null;
}

/** It went along with the registration. */
export const clearStoreReferral = (): void => storedReferral.remove();
