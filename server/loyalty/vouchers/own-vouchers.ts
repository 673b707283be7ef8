/** The vouchers of the signed-in customer. */
import type { ListQuery } from '@shop/contract/list-query';
import type { OwnVoucher } from '@shop/contract/vouchers';
import type { Refusal } from '@shop/core/refusal';
import type { Ctx } from '../../context.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { refuse } from '../../refuse.ts';
import { requireProgram } from '../loyalty-settings.ts';
import * as sql from './vouchers.sql.ts';
import { ownVoucherView } from './vouchers.view.ts';

/** Checks a voucher against the current cart; returns why the cart cannot use it, or null. */
export type CheckForCart = (voucher: sql.StoredVoucher) => Refusal | null;

const OWN_VOUCHER_FIELDS: ReferenceFields<OwnVoucher> = {
  search: { status: ({ status }) => status, code: ({ code }) => code, name: ({ name }) => name },
  sorts: {
    expires_at: ({ expires_at }) => expires_at?.getTime() ?? Number.MAX_SAFE_INTEGER,
    issued_at: ({ issued_at }) => issued_at.getTime(),
  },
  free: ['code', 'name'],
};

/** Compares vouchers so that active ones come first; the rows are sorted by expiry already. */
const byStatus = (a: OwnVoucher, b: OwnVoucher): number =>
  Number(a.status !== 'active') - Number(b.status !== 'active');

/** Lists the customer's vouchers. Refuses `request.not_found` while loyalty is off. */
export async function listOwnVouchers(ctx: Ctx, query: ListQuery, checkForCart: CheckForCart) {
  const { id } = requireCustomer(ctx);
  await requireProgram(ctx);
  const rows = await ctx.db.rows(sql.vouchersOfCustomer, [id]);
  const views = rows.map((row) => ownVoucherView(ctx, row, checkForCart)).toSorted(byStatus);
  return listRows(views, query, OWN_VOUCHER_FIELDS);
}

/**
 * Finds one of the customer's own vouchers. Refuses `voucher.not_found` for any other, and `request.not_found` while
 * loyalty is off.
 */
export async function readOwnVoucher(ctx: Ctx, id: string, checkForCart: CheckForCart): Promise<OwnVoucher> {
  const { id: customer_id } = requireCustomer(ctx);
  await requireProgram(ctx);
  const row = await ctx.db.row(sql.voucherOfCustomer, [customer_id, id]);
  return ownVoucherView(ctx, row ?? refuse('voucher.not_found'), checkForCart);
}
