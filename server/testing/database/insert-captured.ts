/** Inserts many captured payments of one order, for tests of scale. */
import type { Db } from '../../db/database.ts';

/** Rows per statement, so that it stays within its time-out. */
const BATCH_SIZE = 5_000;

/** Inserts payments of RM12.90 that are captured now; returns their references. */
export async function insertCaptured(db: Db, order_id: string, count: number): Promise<string[]> {
  const references: string[] = [];
  for (let from = 1; from <= count; from += BATCH_SIZE) {
    const { rows } = await db.raw(
      `insert into payment_attempts (id, reference, order_id, gateway, payment_method, channel, amount, state, lang,
         created_at, updated_at, captured_at)
       select gen_random_uuid(), 'K' || lpad(n::text, 16, '0') || 'X', $1, 'ipay88', 'fpx', '16', 1290, 'paid_late',
         'en', now(), now(), now()
       from generate_series($2::int, $3::int) n returning reference`,
      [order_id, from, Math.min(from + BATCH_SIZE - 1, count)],
    );
    references.push(...rows.map(({ reference }) => String(reference)));
  }
  return references;
}
