/** The codes of vouchers at a till: as printed, or as scanned with digits that change every minute. */
import { checkVoucher } from '@shop/core/loyalty/voucher';
import type { Ctx } from '../context.ts';
import { requireCustomer } from '../identity/identity.ts';
import { requireProgram } from '../loyalty/loyalty-settings.ts';
import { Refused, refuse } from '../refuse.ts';
import { type CodeKind, computeRotatingCode, readRotatingCode } from '../secrets/rotating-code.ts';
import * as sql from './till.sql.ts';

const VOUCHER_CODE: CodeKind = { subject: 'voucher', fixedLength: 12 };

/** Refuses a voucher that cannot be used in an outlet now, with the reason. */
export function requireUsableInStore(ctx: Ctx, voucher: sql.VoucherAtTill): void {
  const refusal = checkVoucher(voucher, ctx.now);
  if (refusal !== null) throw new Refused(refusal);
  if (!voucher.in_store) refuse('voucher.not_in_store');
}

/**
 * Returns the signed-in customer's code of an own voucher. Refuses `voucher.not_found`, a voucher that cannot be used
 * in an outlet now, and any with `request.not_found` while loyalty is off.
 */
export async function loadVoucherStoreCode(ctx: Ctx, id: string) {
  const customer = requireCustomer(ctx);
  await requireProgram(ctx);
  const voucher = (await ctx.db.row(sql.voucherForStore, [customer.id, id])) ?? refuse('voucher.not_found');
  requireUsableInStore(ctx, voucher);
  return computeRotatingCode(ctx.shop.secret, VOUCHER_CODE, voucher.code, ctx.now);
}

/**
 * Reads a voucher's code as printed or mailed (docs/security.md#tills), or as scanned with digits that change every
 * minute; null if these are not of this minute, the one before or the one after. The digits of a repeated request may
 * be older: `recorded` is the code with which the receipt was redeemed before.
 */
export function readVoucherCode(ctx: Ctx, scanned: string, recorded: string | null): string | null {
  const code = scanned.replace(/[\s-]/g, '').toUpperCase();
  if (recorded !== null && code.startsWith(recorded)) return recorded;
  return code.length === VOUCHER_CODE.fixedLength
    ? code
    : readRotatingCode(ctx.shop.secret, VOUCHER_CODE, code, ctx.now);
}
