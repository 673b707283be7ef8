/** Calls of referral codes. */
import type { Handlers } from '../context.ts';
import { isReferralCode, ownReferralCode } from './referral.ts';

export const referralHandlers: Handlers<'referral.code' | 'referral.check'> = {
  'referral.code': (ctx) => ownReferralCode(ctx),

  'referral.check': async (ctx, { body }) => ({ valid: await isReferralCode(ctx, body.code) }),
};
