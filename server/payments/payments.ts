/** Ways to pay. Cash on delivery is the one offered until online payment joins. */
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import { OFFERED_PAYMENTS, type OfferedPayment, offeredPayment } from './payments.sql.ts';

const methods = statement(
  'payments.methods',
  v.object({ methods: v.array(offeredPayment) }),
  `select ${OFFERED_PAYMENTS} as methods`,
);

/** Methods that are offered, in their order. */
export async function loadPayments(db: Db): Promise<OfferedPayment[]> {
  return (await db.row(methods))?.methods ?? [];
}

/**
 * The offered method that a shopper named by its code, or by the spec's other word for cash, `cashondelivery`
 * (readings 13); null where there is none.
 */
export function findPayment(offered: readonly OfferedPayment[], named: string): OfferedPayment | null {
  const code = named === 'cashondelivery' ? 'cod' : named;
  return offered.find((method) => method.code === code) ?? null;
}
