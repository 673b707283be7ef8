/** Referral codes: each customer has one, and a link that carries it to a friend's sign-up (docs/readings.md#15). */
import type { Ctx } from '../context.ts';
import { customerByReferralCode } from '../identity/identity.sql.ts';
import { loadMe } from '../identity/identity.ts';

/** The code of the customer who is signed in, and its link. */
export async function ownReferralCode(ctx: Ctx): Promise<{ code: string; link: string }> {
  const { referral_code: code } = await loadMe(ctx);
  return { code, link: `${ctx.shop.publicUrl}/signup?referral_code=${encodeURIComponent(code)}` };
}

/** Whether a code is somebody's, however it was typed. */
export async function isReferralCode(ctx: Ctx, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-Z]{1,20}$/.test(code) && (await ctx.db.row(customerByReferralCode, [code])) !== null;
}
