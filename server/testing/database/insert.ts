/** Inserts rows directly, for data that no service writes. */
import type { Db } from '../../db/database.ts';

type InsertedRow = Record<string, unknown>;

/** Inserts one row; columns without a value take their default. Returns the row as stored. */
export async function insert(db: Db, table: string, row: InsertedRow): Promise<InsertedRow> {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = entries.map(([column]) => column).join(', ');
  const places = entries.map((_, index) => `$${index + 1}`).join(', ');
  const values = entries.map(([, value]) => value);
  const { rows } = await db.raw(`insert into ${table} (${columns}) values (${places}) returning *`, values);
  const [storedRow] = rows;
  if (storedRow === undefined) throw new Error(`Nothing was inserted into ${table}`);
  return storedRow;
}
