/** Searches the whole database for a text. */
import type { Db } from '../../db/database.ts';

/** Finds rows by a condition on their JSON text (`row`, values from $1), by table. */
async function findRows(db: Db, condition: string, values: unknown[]): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.raw(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' or (schemaname = 'pgboss' and tablename = 'job') order by 1`,
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.raw(
      `select row from (select to_jsonb(t)::text as row from ${name} t) rows where ${condition} order by 1`,
      values,
    );
    if (rows.length > 0) rowsByTable[String(name)] = rows.map(({ row }) => String(row));
  }
  return rowsByTable;
}

/** Finds every row that contains one of the texts. */
export const findRowsWithText = (db: Db, texts: readonly string[]): Promise<Record<string, string[]>> =>
  findRows(db, 'exists (select from unnest($1::text[]) text where strpos(row, text) > 0)', [texts]);

/** Finds every row that matches a PostgreSQL regular expression, ignoring case. */
export const findMatchingRows = (db: Db, pattern: string): Promise<Record<string, string[]>> =>
  findRows(db, 'row ~* $1', [pattern]);
