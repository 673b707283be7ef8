/** Stores an outlet's referral (docs/spec.md §2 "ref=store", §3 Store referral; docs/readings.md#15) for 24 hours. */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import { dataKey } from '../../storage.ts';

/** docs/spec.md §9 "Deferred link and store referral expiry 24 h". */
const REFERRAL_LIFETIME_MS = DAY_MS;

const storeReferral = v.object({
  ref: v.pipe(v.string(), v.maxLength(40)),
  ref_id: v.pipe(v.string(), v.maxLength(60)),
  ref_token: v.pipe(v.string(), v.maxLength(200)),
  timestamp: v.number(),
});
export type StoreReferral = v.InferOutput<typeof storeReferral>;

const storedReferral = dataKey('store_referral', 1, storeReferral);

/** Stores the referral in the query. Returns false if it is absent or incomplete. */
export function saveStoreReferral(params: URLSearchParams, now: number): boolean {
  const query = { ref: params.get('ref'), ref_id: params.get('ref_id'), ref_token: params.get('ref_token') };
  if (query.ref !== 'store' || !query.ref_id || !query.ref_token) return false;
  const parsed = v.safeParse(storeReferral, { ...query, timestamp: now });
  if (!parsed.success) return false;
  storedReferral.write(parsed.output);
  return true;
}

/** Returns the referral until it expires. */
export function readStoreReferral(now: number): StoreReferral | null {
  const referral = storedReferral.read();
  if (referral === null) return null;
  if (Math.abs(now - referral.timestamp) < REFERRAL_LIFETIME_MS) return referral;
  storedReferral.remove();
  return null;
}

/** Removes the referral, after a registration has sent it. */
export const clearStoreReferral = (): void => storedReferral.remove();
