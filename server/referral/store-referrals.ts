/** Store referrals: an outlet's signed link, and the customers whom it brought (docs/readings.md#15). */
import type { OutletReferrals } from '@shop/contract/referral';
import type { Ctx } from '../context.ts';
import type { EventOf } from '../events.ts';
import { refuse } from '../refuse.ts';
import { isSameSecret, sign } from '../secrets/sign.ts';
import * as sql from './store-referrals.sql.ts';

const signOutlet = (secret: string, outlet: string): string => sign(secret, `store referral ${outlet}`);

/** Returns the link of an outlet by its code. Refuses `request.not_found`. */
export async function buildStoreReferralLink(ctx: Ctx, code: string): Promise<{ url: string }> {
  if ((await ctx.db.row(sql.outletByCode, [code])) === null) return refuse('request.not_found');
  const { publicUrl, secret } = ctx.shop;
  return {
    url: `${publicUrl}/?${new URLSearchParams({ ref: 'store', ref_id: code, ref_token: signOutlet(secret, code) })}`,
  };
}

/** Credits the outlet whose link brought a new customer. A wrong token or an unknown outlet credits no one. */
export async function creditOutlet(ctx: Ctx, { customer_id, store }: EventOf<'customer.registered'>): Promise<void> {
  if (store === null || !isSameSecret(store.token, signOutlet(ctx.shop.secret, store.outlet))) return;
  await ctx.db.write(sql.insertStoreReferral, [customer_id, store.outlet, ctx.now]);
}

/** Lists the outlets that brought customers, or `outlet` alone, with the number of customers, the highest first. */
export const countStoreReferrals = (ctx: Ctx, outlet: string | null): Promise<OutletReferrals[]> =>
  ctx.db.rows(sql.storeReferralCounts, [outlet]);
