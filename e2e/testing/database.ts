/** Runs SQL on the shared shop's database: reads data that no page shows, and moves stored times into the past. */
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from './embedded-database.ts';

let connection: Promise<pg.Client> | undefined;

/** Connects once; the connection ends with the worker. */
function connect(): Promise<pg.Client> {
  connection ??= openDatabase(inject('storeDataDir'));
  return connection;
}

/** Runs SQL with its values inserted as literals. */
export async function queryDatabase(sql: string, ...values: readonly string[]): Promise<Record<string, unknown>[]> {
  const text = sql.replace(/\$(\d+)/g, (_, at) => pg.escapeLiteral(values[Number(at) - 1] ?? ''));
  return (await (await connect()).query(text)).rows;
}

/** Lists the tables that have any of these texts in any row, those of jobs too. */
export async function listTablesWith(...texts: readonly string[]): Promise<string[]> {
  const tables = await queryDatabase(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const literals = texts.map((text) => pg.escapeLiteral(text.toLowerCase())).join(', ');
  const names: string[] = [];
  for (const { schema, name } of tables) {
    const table = `${pg.escapeIdentifier(String(schema))}.${pg.escapeIdentifier(String(name))}`;
    const [row] = await queryDatabase(
      `select exists (
         select from ${table} t, unnest(array[${literals}]) wanted where position(wanted in lower(t::text)) > 0
       ) as held`,
    );
    if (row?.held === true) names.push(String(name));
  }
  return names;
}

/** Moves the codes sent to a contact back in time by `minutes`. */
export const ageCodes = (contact: string, minutes: string) =>
  queryDatabase(
    `update codes set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where contact = $1`,
    contact,
    `${minutes} minutes`,
  );
