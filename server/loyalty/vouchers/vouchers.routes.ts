/** Calls of vouchers (docs/api.md#loyalty). */
import type { voucherEndpoints } from '@shop/contract/vouchers';
import { readCart } from '../../cart/cart.ts';
import { createVoucherCheck } from '../../cart/pricing.ts';
import type { Ctx, Handlers } from '../../context.ts';
import { type CheckForCart, listOwnVouchers, readOwnVoucher } from './own-vouchers.ts';
import { buyVoucher, listVouchers, requireVoucher } from './vouchers.ts';

/** Reads the cart, and creates the check of own vouchers against it. */
async function createCartCheck(ctx: Ctx): Promise<CheckForCart> {
  const cart = await readCart(ctx);
  return createVoucherCheck(ctx, cart);
}

export const voucherHandlers: Handlers<Exclude<keyof typeof voucherEndpoints, 'vouchers.storeCode'>> = {
  'vouchers.list': (ctx, { query }) => listVouchers(ctx, query),

  'vouchers.one': (ctx, { params }) => requireVoucher(ctx, params.id),

  'vouchers.own': async (ctx, { query }) => listOwnVouchers(ctx, query, await createCartCheck(ctx)),

  'vouchers.ownOne': async (ctx, { params }) => readOwnVoucher(ctx, params.id, await createCartCheck(ctx)),

  'vouchers.buy': async (ctx, { body }) => {
    const id = await buyVoucher(ctx, body.voucher_id);
    return { voucher: await readOwnVoucher(ctx, id, await createCartCheck(ctx)) };
  },
};
