/** Payment methods. Only cash on delivery is offered until online payment is added. */
import { refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { type Db, statement } from '../db/database.ts';
import { requireCustomer } from '../identity/identity.ts';
import { refuseFields } from '../refuse.ts';
import {
  OFFERED_PAYMENTS,
  type OfferedPayment,
  offeredPayment,
  preferredPayment,
  setPreferredPayment,
} from './payments.sql.ts';

const methods = statement(
  'payments.methods',
  v.object({ methods: v.array(offeredPayment) }),
  `select ${OFFERED_PAYMENTS} as methods`,
);

export async function loadPayments(db: Db): Promise<OfferedPayment[]> {
  return (await db.row(methods))?.methods ?? [];
}

/** Reads the customer's preferred payment method; null if none is set or it is no longer offered. */
export async function loadPreferred(ctx: Ctx): Promise<OfferedPayment | null> {
  const row = await ctx.db.row(preferredPayment, [requireCustomer(ctx).id]);
  return row?.payment_method == null ? null : findPayment(row.methods, row.payment_method);
}

/** Sets the preferred payment method; null clears it. Refuses a method that is not offered. */
export async function preferPayment(ctx: Ctx, named: string | null): Promise<OfferedPayment | null> {
  const { id } = requireCustomer(ctx);
  const method = named === null ? null : findPayment(await loadPayments(ctx.db), named);
  if (named !== null && method === null) refuseFields({ payment_method: [refusal('checkout.no_payment_method')] });
  await ctx.db.rows(setPreferredPayment, [id, method?.code ?? null, ctx.now]);
  return method;
}

/**
 * Finds an offered method by its code, or by the spec's other word for cash, `cashondelivery` (docs/readings.md#13);
 * null if there is none.
 */
export function findPayment(offered: readonly OfferedPayment[], named: string): OfferedPayment | null {
  const code = named === 'cashondelivery' ? 'cod' : named;
  return offered.find((method) => method.code === code) ?? null;
}
