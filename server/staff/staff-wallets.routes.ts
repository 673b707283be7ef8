import type { staffWalletsEndpoints } from '@shop/contract/staff/staff-wallets';
import type { Handlers } from '../context.ts';
import { checkWallets, readLiability } from '../loyalty/wallets/check-wallets.ts';
import { adjustWallet, findWallets } from './staff-wallets.ts';

export const staffWalletsHandlers: Handlers<keyof typeof staffWalletsEndpoints> = {
  'staff.wallets': (ctx, { params }) => findWallets(ctx, params.customer),

  'staff.adjustWallet': (ctx, { params, body }) => adjustWallet(ctx, params.customer, body),

  'staff.walletLiability': (ctx) => readLiability(ctx),

  'staff.checkWallets': (ctx) => checkWallets(ctx),
};
