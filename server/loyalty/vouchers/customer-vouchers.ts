/** A customer's vouchers: merge, removal, export, and those that a guest's order issued. */
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { exportRows, exportStatement } from '../../db/customer-export.ts';
import { statement } from '../../db/database.ts';

const moveVouchers = statement(
  'vouchers.merge',
  v.object({}),
  'update own_vouchers set customer_id = $2 where customer_id = any($1::uuid[])',
);

/**
 * Voids the unused vouchers that several joined accounts of customer $1 got for the same reward, except one: a used
 * voucher is counted as that one, else the one that lasts longest. Their source is
 * `reward:<customer>:<reward>:<voucher>`.
 */
const voidRepeated = statement(
  'vouchers.voidRepeated',
  v.object({}),
  `update own_vouchers set state = 'void' where state = 'active' and id in (
     select id from (
       select id, row_number() over (
         partition by substr(source, length('reward:') + 36 + 1)
         order by state not in ('reserved', 'used'), state <> 'active', expires_at desc nulls first, id) as number
       from own_vouchers where customer_id = $1 and source like 'reward:%' and state <> 'void') rewards
     where number > 1)`,
);

const voidVouchers = statement(
  'vouchers.removeOfCustomer',
  v.object({}),
  `update own_vouchers set state = 'void' where customer_id = $1 and state in ('active', 'expired')`,
);

/** Gives customer $1 the vouchers issued by guest orders that now belong to the customer. */
const claimIssued = statement(
  'vouchers.claim',
  v.object({}),
  `update own_vouchers w set customer_id = $1 from orders o
   where w.issued_by_order = o.id and o.customer_id = $1 and w.customer_id is null`,
);

const exportedVouchers = exportStatement(
  'vouchers.export',
  `jsonb_build_object('code', o.code, 'name', v.name_en, 'state', o.state, 'issued_at', o.issued_at,
     'expires_at', o.expires_at, 'used_at', o.used_at)`,
  'from own_vouchers o join vouchers v on v.id = o.voucher_id where o.customer_id = $1 order by o.issued_at, o.id',
);

/** Moves the vouchers of the customers `from` to `into`; keeps one of those that several got for the same reward. */
export async function mergeVouchers(ctx: Ctx, from: readonly string[], into: string): Promise<void> {
  await ctx.db.write(moveVouchers, [from, into]);
  await ctx.db.write(voidRepeated, [into]);
}

/** Voids a customer's unused vouchers. */
export const removeVouchers = (ctx: Ctx, { customer_id }: { customer_id: string }): Promise<void> =>
  ctx.db.write(voidVouchers, [customer_id]);

/** Gives a customer the vouchers of guest orders that became the customer's. */
export const claimVouchers = (ctx: Ctx, customer_id: string): Promise<void> => ctx.db.write(claimIssued, [customer_id]);

export const exportVouchers = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => ({
  vouchers: await exportRows(ctx.db, exportedVouchers, customer_id),
});
