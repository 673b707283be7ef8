/** Storage of a field's value: its schema, the SQL that reads it, and the rows of another table that contain it. */
import * as v from 'valibot';

export type StoredField<Value> = {
  schema: v.GenericSchema<unknown, Value>;
  /** Returns the SQL expression of the value, from the row of a product or option. */
  select(row: 'p' | 'o', field: string): string;
  /** The rows that contain the value; without them it is a column of the product's own row. */
  rows?: StoredRows<Value>;
};

/** Rows of another table that belong to a product. `key` is the column that is unique among them. */
export type StoredRows<Value> = {
  table: string;
  /** The type of each column. */
  columns: Readonly<Record<string, string>>;
  key: string;
  toRows(value: Value): readonly object[];
};

const columnSql = (row: 'p' | 'o', field: string): string => `${row}.${field}`;

export const text: StoredField<string> = { schema: v.string(), select: columnSql };
export const number: StoredField<number> = { schema: v.number(), select: columnSql };
export const optionalNumber: StoredField<number | null> = { schema: v.nullable(v.number()), select: columnSql };
export const flag: StoredField<boolean> = { schema: v.boolean(), select: columnSql };

/** Returns the SQL expression of a time as ISO 8601 text. */
export const isoSql = (sql: string): string => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const moment: StoredField<string> = {
  schema: v.string(),
  select: (row, field) => isoSql(columnSql(row, field)),
};

/** Returns the SQL expression of a list as JSON. */
export const listSql = (of: string, order: string, from: string): string =>
  `coalesce((select jsonb_agg(${of} order by ${order}) from ${from}), '[]')`;

const listOfRows = (table: string, of: string, order: string) => (row: string) =>
  listSql(of, order, `${table} t where t.product_id = ${row}.id`);

/** Makes the storage of label ids: rows of `table`, each with one `id`. */
export const ids = (table: string, id: string): StoredField<number[]> => ({
  schema: v.array(v.number()),
  select: listOfRows(table, `t.${id}`, `t.${id}`),
  rows: { table, columns: { [id]: 'bigint' }, key: id, toRows: (all) => all.map((each) => ({ [id]: each })) },
});

/** Makes the storage of records of numbers as rows of `table`; the first column is their key and order. */
export const records = <const Name extends string>(
  table: string,
  columns: Readonly<Record<Name, 'bigint' | 'integer'>>,
): StoredField<Record<Name, number>[]> => {
  const names = Object.keys(columns) as Name[];
  const [key = ''] = names;
  const record = `jsonb_build_object(${names.map((name) => `'${name}', t.${name}`).join(', ')})`;
  const entries = Object.fromEntries(names.map((name) => [name, v.number()]));
  return {
    schema: v.array(v.object(entries)) as v.GenericSchema as v.GenericSchema<unknown, Record<Name, number>[]>,
    select: listOfRows(table, record, `t.${key}`),
    rows: { table, columns, key, toRows: (all) => all },
  };
};
