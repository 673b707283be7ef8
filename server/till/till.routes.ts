/** Calls of tills, of the member card, and of the tills' keys (docs/api.md#till). */
import type { memberCardEndpoints } from '@shop/contract/loyalty';
import type { staffTillEndpoints, tillEndpoints } from '@shop/contract/till';
import type { Handlers } from '../context.ts';
import { loadMemberCard } from './member-card.ts';
import { award, readMember, redeemVoucher, redeemWallet, reverse } from './till.ts';
import { addTillKey, disableTillKey, listTillKeys } from './till-keys.ts';
import { loadVoucherStoreCode } from './voucher-code.ts';

type TillEndpointName = keyof typeof tillEndpoints | keyof typeof staffTillEndpoints | keyof typeof memberCardEndpoints;

export const tillHandlers: Handlers<TillEndpointName | 'vouchers.storeCode'> = {
  'loyalty.memberCard': (ctx) => loadMemberCard(ctx),

  'vouchers.storeCode': (ctx, { params }) => loadVoucherStoreCode(ctx, params.id),

  'till.member': async (ctx, { body }) => ({ member: await readMember(ctx, body) }),

  'till.award': (ctx, { body }) => award(ctx, body),

  'till.redeem': (ctx, { body }) => ('kind' in body ? redeemWallet(ctx, body) : redeemVoucher(ctx, body)),

  'till.reverse': (ctx, { body }) => reverse(ctx, body.receipt),

  'staff.tillKeys': async (ctx) => ({ data: await listTillKeys(ctx) }),

  'staff.addTillKey': (ctx, { body }) => addTillKey(ctx, body.outlet),

  'staff.disableTillKey': async (ctx, { params }) => {
    await disableTillKey(ctx, params.id);
    return { success: true };
  },
};
