/** Calls of wallets, tiers and check-ins (docs/api.md#loyalty). */
import type { checkInEndpoints, tierEndpoints, walletEndpoints } from '@shop/contract/loyalty';
import type { Handlers } from '../context.ts';
import { listTiersWithRules, readCurrentTier } from './membership/membership.ts';
import { checkIn, readCheckIns } from './rewards/check-ins.ts';
import { listRewardVouchers } from './rewards/reward-vouchers.ts';
import { listEntries, readEntry } from './wallets/entries.ts';

type LoyaltyEndpointName = keyof typeof walletEndpoints | keyof typeof tierEndpoints | keyof typeof checkInEndpoints;

export const loyaltyHandlers: Handlers<LoyaltyEndpointName> = {
  'loyalty.entries': (ctx, { query }) => listEntries(ctx, query),

  'loyalty.entry': (ctx, { params }) => readEntry(ctx, params.id),

  'loyalty.tiers': async (ctx) => ({
    data: await listTiersWithRules(ctx),
    vouchers: await listRewardVouchers(ctx),
    current: ctx.actor.kind === 'customer' ? await readCurrentTier(ctx, ctx.actor.id) : null,
  }),

  'loyalty.checkIns': (ctx) => readCheckIns(ctx),

  'loyalty.checkIn': (ctx) => checkIn(ctx),
};
