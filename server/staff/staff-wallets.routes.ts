import type { staffWalletsEndpoints } from '@shop/contract/staff/staff-wallets';
import type { Handlers } from '../context.ts';
import { checkWallets, readLiability } from '../loyalty/wallets/check-wallets.ts';
import { readCustomerNotifications } from '../notifications/staff-notifications.ts';
import { recordCustomerLook } from './customers/customers.ts';
import { adjustWallet, readWallets } from './staff-wallets.ts';

export const staffWalletsHandlers: Handlers<keyof typeof staffWalletsEndpoints> = {
  'staff.wallets': async (ctx, { params }) => {
    const wallets = await readWallets(ctx, params.customer);
    await recordCustomerLook(ctx, wallets.customer.id);
    return { ...wallets, notifications: await readCustomerNotifications(ctx, wallets.customer.id) };
  },

  'staff.adjustWallet': (ctx, { params, body }) => adjustWallet(ctx, params.customer, body),

  'staff.walletLiability': (ctx) => readLiability(ctx),

  'staff.checkWallets': (ctx) => checkWallets(ctx),
};
