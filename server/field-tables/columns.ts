/** How the values of fields are stored: the columns of each, and the SQL that reads and writes them. */
import { imageHash } from '../media/image-hash.ts';
import type { ImageSpec } from '../media/image-spec.ts';

export type StoredColumn = {
  /** Returns the contents of the field's columns, by column. */
  store(value: unknown, field: string): Record<string, unknown>;
  columns(field: string): string[];
  /** Returns the SQL expression of the value as JSON, from the row `t`. */
  select(field: string): string;
  /** Returns the SQL expression of the inserted value, from the record `r` or its JSON `e.item`. */
  insert?(field: string): string;
};

const storeAs = (column: string, value: unknown) => ({ [column]: value });

export const plain: StoredColumn = {
  store: (value, field) => storeAs(field, value),
  columns: (field) => [field],
  select: (field) => `t.${field}`,
};

/** Describes a column of another name than the field's. */
export const columnOfOtherName = (column: string): StoredColumn => ({
  store: (value) => storeAs(column, value),
  columns: () => [column],
  select: () => `t.${column}`,
});

/** Two columns, one for each language. */
export const text: StoredColumn = {
  store(value, field) {
    const { en, zh } = value as { en: string; zh: string | null };
    return { [`${field}_en`]: en, [`${field}_zh`]: zh };
  },
  columns: (field) => [`${field}_en`, `${field}_zh`],
  select: (field) => `json_build_object('en', t.${field}_en, 'zh', t.${field}_zh)`,
};

/** Two columns, one for each language, which are null if there is no text. */
export const textOrNull: StoredColumn = {
  ...text,
  store(value, field) {
    const { en, zh } = value as { en: string; zh: string | null };
    return { [`${field}_en`]: en || null, [`${field}_zh`]: zh };
  },
  select: (field) => `json_build_object('en', coalesce(t.${field}_en, ''), 'zh', t.${field}_zh)`,
};

export const moment: StoredColumn = {
  ...plain,
  select: (field) => `to_char(t.${field} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** Describes a column with a Malaysian day, stored as its first moment. */
export const dayColumn = (column: string): StoredColumn => ({
  store: (value) => storeAs(column, `${value}T00:00:00+08:00`),
  columns: () => [column],
  select: () => `to_char(t.${column} at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD')`,
});

/** An image by its hash; null: none. */
export const picture: StoredColumn = {
  store: (value, field) => storeAs(`${field}_hash`, value && imageHash(value as ImageSpec)),
  columns: (field) => [`${field}_hash`],
  select: (field) => `(select spec from images where hash = t.${field}_hash)`,
};

/** Describes a column with the id of a row of `table`, which the folder names by its code. */
export const idColumn = (table: string, column: string): StoredColumn => ({
  store: (value, field) => storeAs(field, value),
  columns: () => [column],
  select: () => `(select o.code from ${table} o where o.id = t.${column})`,
  insert: (field) => `(select o.id from ${table} o where o.code = e.item ->> '${field}')`,
});

/** Describes values in rows of other tables: `select` reads them, and a step of the list's part writes them. */
export const elsewhere = (select: string): StoredColumn => ({
  store: () => ({}),
  columns: () => [],
  select: () => select,
});
