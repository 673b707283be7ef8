/** Declares and runs the statements by which modules export a customer's personal data as JSON rows. */
import * as v from 'valibot';
import { type Db, statement } from './database.ts';

const exportRow = v.object({ record: v.record(v.string(), v.unknown()) });

/** Declares a statement that exports rows of customer `$1`; `columns` is a JSON expression. */
export const exportStatement = (name: string, columns: string, rest: string) =>
  statement(name, exportRow, `select ${columns} as record ${rest}`);

/** Runs an export statement for a customer. */
export async function exportRows(
  db: Db,
  of: ReturnType<typeof exportStatement>,
  customer_id: string,
): Promise<Record<string, unknown>[]> {
  return (await db.rows(of, [customer_id])).map((row) => row.record);
}
