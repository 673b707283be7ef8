/**
 * Defines the order in which transactions lock rows (docs/design.md#how-it-stays-small 7), so that no two wait for
 * each other. A statement declares what it locks; running one out of order throws, in tests and in production.
 */
import type { GenericSchema } from 'valibot';
import { type Db, type SqlValue, type Statement, type StatementOptions, statement } from './database.ts';

/** Kinds of rows in lock order. One statement locks all rows of a kind, in the order of their ids. */
export const LOCK_ORDER = [
  'idempotency_key',
  'customer',
  'cart',
  'open_orders',
  'order',
  'attempt',
  'stock',
  'slot',
  'coupon',
  'voucher',
  'wallet',
] as const;
export type Lock = (typeof LOCK_ORDER)[number];

/** A statement that locks rows of one kind until its transaction ends. */
export type LockingStatement<Row> = Statement<Row> & { locks: Lock };

/** Declares a statement that locks. */
export function lockingStatement<Row>(
  locks: Lock,
  name: string,
  row: GenericSchema<unknown, Row>,
  text: string,
  options?: StatementOptions,
): LockingStatement<Row> {
  return Object.assign(statement(name, row, text, options), { locks });
}

/** The last lock of each open transaction, as an index into `LOCK_ORDER`. */
const reached = new WeakMap<Db, number>();

/**
 * Runs a statement that locks. Throws outside a transaction, and if the transaction holds a lock of the same or a
 * later kind.
 */
export async function lockRows<Row>(tx: Db, of: LockingStatement<Row>, values: readonly SqlValue[]): Promise<Row[]> {
  if (!tx.isTransaction) throw new Error(`${of.name} locks rows and was run outside a transaction`);
  const rank = LOCK_ORDER.indexOf(of.locks);
  const last = reached.get(tx) ?? -1;
  if (rank <= last) throw new Error(`${of.name} locks ${of.locks} after ${LOCK_ORDER[last]}, against the one order`);
  reached.set(tx, rank);
  return tx.rows(of, values);
}
