/** Calls of vouchers (docs/api.md#loyalty). */
import type { voucherEndpoints } from '@shop/contract/vouchers';
import { readCart } from '../../cart/cart.ts';
import { voucherCheck } from '../../cart/pricing.ts';
import type { Ctx, Handlers } from '../../context.ts';
import { type CheckInCart, findOwnVoucher, listOwnVouchers } from './own-vouchers.ts';
import { buyVoucher, findVoucher, listVouchers } from './vouchers.ts';

/** Reads the cart that own vouchers are checked against. */
async function cartCheck(ctx: Ctx): Promise<CheckInCart> {
  const cart = await readCart(ctx);
  return voucherCheck(ctx, cart);
}

export const voucherHandlers: Handlers<Exclude<keyof typeof voucherEndpoints, 'vouchers.storeCode'>> = {
  'vouchers.list': (ctx, { query }) => listVouchers(ctx, query),

  'vouchers.one': (ctx, { params }) => findVoucher(ctx, params.id),

  'vouchers.own': async (ctx, { query }) => listOwnVouchers(ctx, query, await cartCheck(ctx)),

  'vouchers.ownOne': async (ctx, { params }) => findOwnVoucher(ctx, params.id, await cartCheck(ctx)),

  'vouchers.buy': async (ctx, { body }) => {
    const id = await buyVoucher(ctx, body.voucher_id);
    return { voucher: await findOwnVoucher(ctx, id, await cartCheck(ctx)) };
  },
};
