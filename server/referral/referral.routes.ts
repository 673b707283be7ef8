/** Calls of referral codes, referred friends and store referrals. */
import type { referralEndpoints, staffReferralEndpoints } from '@shop/contract/referral';
import type { Handlers } from '../context.ts';
import { requireEntry } from '../lists/require-entry.ts';
import { refuse } from '../refuse.ts';
import { requireStaff } from '../staff/require-staff.ts';
import { isReferralCode, readOwnReferralCode } from './referral-codes.ts';
import { listReferrals } from './referrals.ts';
import { buildStoreReferralLink, countStoreReferrals } from './store-referrals.ts';

type ReferralEndpointName = keyof typeof referralEndpoints | keyof typeof staffReferralEndpoints;

export const referralHandlers: Handlers<ReferralEndpointName> = {
  'referral.code': (ctx) => readOwnReferralCode(ctx),

  'referral.check': async (ctx, { body }) => ({ valid: await isReferralCode(ctx, body.code) }),

  'referral.list': (ctx, { query }) => listReferrals(ctx, query),

  'referral.one': (ctx, { params }) => requireEntry(params.id, (query) => listReferrals(ctx, query)),

  'staff.referralLink': (ctx, { params }) => {
    const { outlet } = requireStaff(ctx);
    return outlet === null || outlet === params.code
      ? buildStoreReferralLink(ctx, params.code)
      : refuse('request.not_found');
  },

  'staff.storeReferrals': async (ctx) => ({ data: await countStoreReferrals(ctx, requireStaff(ctx).outlet) }),
};
