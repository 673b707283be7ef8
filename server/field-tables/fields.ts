/**
 * Tables of fields: each line has a field's name in the file, its codec (how it is checked and written) and its default.
 * Schemas, documents, comparisons and SQL derive from them.
 */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type CheckedCodec, type Codec, codec, type DocumentNames, type FilePlace, text, writeText } from './codecs.ts';
import * as columns from './columns.ts';
import type { Document } from './documents.ts';

/** A document whose entries were checked by their schemas. */
export type CheckedDocument = Readonly<Record<string, unknown>>;

/** The values of a table's fields, by their names in the setup. */
export type SetupItem = Readonly<Record<string, unknown>>;

export type Field<Value> = {
  /** Schemas of the document's entries that contain the value; usually one. */
  entries: v.ObjectEntries;
  /** Returns undefined if the document lacks the field. */
  read(document: CheckedDocument, place: FilePlace): Value | undefined;
  write(value: Value, names: DocumentNames, entry: string, item: SetupItem): Document;
  /** Returns the default. */
  otherwise?(item: never, place: FilePlace): Value;
  column: columns.StoredColumn;
  /** Its line in the commented template. */
  doc?: string;
};

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

/** The item that a table of fields describes. */
export type ItemOf<Table extends FieldTable> = {
  -readonly [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never;
};

/** `isAlwaysWritten`: written even if it equals the default. */
type FieldOptions = { isAlwaysWritten?: boolean; doc?: string; column?: columns.StoredColumn };

/** Describes a field that every document has. */
export function required<Value>(name: string, codec: Codec<Value>, options: FieldOptions = {}): Field<Value> {
  return {
    entries: { [name]: codec.schema },
    read: (document, place) => (document[name] === undefined ? undefined : codec.read(document[name], place.at(name))),
    write: (value, names, entry) => ({ [name]: codec.write(value, names, entry) }),
    column: codec.column,
    ...options,
  };
}

/** Describes a field whose default follows from other fields. */
export function derived<Value, Others>(
  name: string,
  codec: Codec<Value>,
  derive: (item: Others, place: FilePlace) => Value,
  { isAlwaysWritten = false, ...options }: FieldOptions = {},
): Field<Value> {
  const { entries, read, write, column } = required(name, codec);
  const isDefault = (value: Value, item: SetupItem) =>
    isDeepStrictEqual(value, derive(item as Others, {} as FilePlace));
  return {
    entries: { [name]: v.optional(entries[name] as v.GenericSchema) },
    read,
    write: (value, names, entry, item) =>
      !isAlwaysWritten && isDefault(value, item) ? {} : write(value, names, entry, item),
    otherwise: derive,
    column,
    ...options,
  };
}

/** Describes a field with a default. */
export const withDefault = <Value>(name: string, codec: Codec<Value>, value: Value, options?: FieldOptions) =>
  derived(name, codec, (_: unknown) => value, options);

/** Describes a field that is null if left out. */
export const optional = <Value>(name: string, codec: Codec<Value>, options?: FieldOptions): Field<Value | null> =>
  derived<Value | null, unknown>(name, codec as Codec<Value | null>, () => null, options);

/** Describes a field with an entry's name, which is its code or slug; `toStored` converts the file's spelling. */
export const entryName = (toStored: (name: string) => string = String): Field<string> => ({
  entries: {},
  read: (_, { entry }) => toStored(entry),
  write: () => ({}),
  column: columns.plain,
});

/** Describes several fields in one entry. `otherwise`: their defaults; without it the entry is required. */
export function fieldsOfEntry<Values extends SetupItem>(
  name: string,
  entry: CheckedCodec<Values>,
  keys: readonly (keyof Values & string)[],
  otherwise?: Values,
): { [Key in keyof Values]: Field<Values[Key]> } {
  const schema = otherwise === undefined ? entry.schema : v.optional(entry.schema);
  const fields = keys.map((key, index): [string, Field<unknown>] => [
    key,
    {
      entries: index === 0 ? { [name]: schema } : {},
      read: (checked) => (checked[name] as Values | undefined)?.[key],
      write: (_value, names, entryName, item) =>
        index === 0 ? { [name]: entry.write(item as Values, names, entryName) } : {},
      column: columns.plain,
      ...(otherwise && { otherwise: () => otherwise[key] }),
    },
  ]);
  return Object.fromEntries(fields) as { [Key in keyof Values]: Field<Values[Key]> };
}

/** The fields of a name that is stored as two values, one for each language. */
export const nameByLanguage = fieldsOfEntry(
  'name',
  codec(
    v.pipe(
      text.schema,
      v.transform(({ en, zh }) => ({ name_en: en, name_zh: zh })),
    ),
    ({ name_en, name_zh }) => writeText({ en: name_en, zh: name_zh }),
  ),
  ['name_en', 'name_zh'],
);

/** Builds the schema of a document with these fields. */
export const documentSchema = (fields: FieldTable): v.GenericSchema =>
  v.strictObject(Object.assign({}, ...Object.values(fields).map(({ entries }) => entries)));

/** Reads the values of all fields, then derives those that the document leaves out. */
export function readItem(fields: FieldTable, document: CheckedDocument, place: FilePlace): SetupItem {
  const values = Object.entries(fields).map(([name, field]) => [name, field.read(document, place)] as const);
  const item = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  for (const [name, value] of values) {
    if (value === undefined) item[name] = fields[name]?.otherwise?.(item as never, place);
  }
  return item;
}

/** Writes an item as a document, in the order of the fields. */
export function writeItem(fields: FieldTable, item: SetupItem, names: DocumentNames, entry: string): Document {
  const documents = Object.entries(fields).map(([name, field]) => field.write(item[name], names, entry, item));
  return Object.assign({}, ...documents);
}

/** Makes the codec of a document within a field, such as `{ id: 2, name: Visa }`. */
export const document = <Table extends FieldTable>(fields: Table): Codec<ItemOf<Table>> => ({
  schema: documentSchema(fields),
  read: (checked, place) => readItem(fields, checked as CheckedDocument, place) as ItemOf<Table>,
  write: (item, names, entry) => writeItem(fields, item as SetupItem, names, entry),
  column: columns.plain,
});
