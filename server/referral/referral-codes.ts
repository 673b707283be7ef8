/** Referral codes: each customer has one, and a link that carries it to a friend's sign-up (docs/readings.md#15). */
import { friendSignUpPath, withLang } from '@shop/core/links/paths';
import { normalizeReferralCode } from '@shop/core/referral/referral-code';
import type { Ctx } from '../context.ts';
import { customerByReferralCode } from '../identity/identity.sql.ts';
import { loadMe } from '../identity/identity.ts';
import { noteOwnSession } from './referrals.ts';

/**
 * Returns the signed-in customer's code, and its link in the language of the request. Stores the session, in which a
 * sign-up with this code earns no reward.
 */
export async function readOwnReferralCode(ctx: Ctx): Promise<{ code: string; url: string }> {
  const { id, referral_code: code } = await loadMe(ctx);
  await noteOwnSession(ctx, id);
  return { code, url: `${ctx.shop.publicUrl}${withLang(friendSignUpPath(code), ctx.lang)}` };
}

/** Returns whether a code is a customer's, in any spelling. */
export async function isReferralCode(ctx: Ctx, typed: string): Promise<boolean> {
  const code = normalizeReferralCode(typed);
  return /^[0-9A-Z]{1,20}$/.test(code) && (await ctx.db.row(customerByReferralCode, [code])) !== null;
}
