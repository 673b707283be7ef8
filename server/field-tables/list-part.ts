/** Lists of a setup, such as banners: one description of a list gives its schema, its documents and its statements. */
import * as v from 'valibot';
import { type Db, type Statement, statement } from '../db/database.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import { type DocumentNames, entriesByName, type FilePlace } from './codecs.ts';
import * as columns from './columns.ts';
import type { Document, YamlValue } from './documents.ts';
import {
  type CheckedDocument,
  documentSchema,
  type FieldTable,
  type ItemOf,
  readItem,
  type SetupItem,
  writeItem,
} from './fields.ts';

/**
 * A change of a list: the items that are new or differ, and all items after it (`wanted`) and before it (`current`).
 */
export type ListChange<Entry> = {
  changed: readonly Entry[];
  wanted: readonly Entry[];
  current: readonly Entry[];
  /** Keys that the shop no longer has. */
  lost: readonly string[];
  now: Date;
};

/** A codec written by hand, for a list that is not entries with fields. */
type ListCodec<Entry> = {
  schema: v.GenericSchema;
  read(checked: never, place: FilePlace): Entry[];
  write(items: readonly Entry[]): YamlValue;
};

/** Data for `check` besides the items: the schema's output, and the shop's entries that the file does not name. */
type ListedEntries<Entry> = { checked: Readonly<Record<string, CheckedDocument>>; others: readonly Entry[] };

export type ListDefinition<Entry> = {
  /** The list's name in the setup; also in its file, if that has more than the list. */
  name: string;
  table: string;
  /** The field with an entry's name; null: entries have no name. */
  key: string | null;
  /** Converts a stored key to the file's spelling. */
  writeKey?(key: string): string;
  codec?: ListCodec<Entry>;
  sort?(a: Entry, b: Entry): number;
  /** Reports contradictions within the list, or with parts that were read before it. */
  check?(items: readonly Entry[], place: FilePlace, listed: ListedEntries<Entry>): void;
  /** First value of the `position` column, if shoppers see the order. */
  position?: 0 | 1;
  /** SQL of a stored item as JSON; by default of its fields. */
  select?: string;
  /** SQL condition on the rows `t` that are read; by default all. */
  where?: string;
  /** SQL that sorts the rows; by default the position, else the key. */
  order?: string;
  /**
   * The file always has the whole list: entries that it leaves out are removed even without `--prune`. `replaced`:
   * all rows are deleted and inserted again.
   */
  whole?: 'updated' | 'replaced';
  /** Returns whether an entry is never removed, because the shop links to it. */
  isPermanent?(name: string): boolean;
  /** SQL condition: an order or a customer refers to the row `t`. Such a row is deactivated instead of removed. */
  isUsed?: string;
  /** Changes of a used entry when it is deactivated, besides its being inactive. */
  retire?(item: Entry, setup: never): Partial<Entry>;
  /** Returns the stored values of an item that has no fields. */
  row?(item: Entry): object;
  /** Columns that follow from an item and the rest of the setup. */
  computed?: { columns: readonly string[]; compute(item: Entry, setup: never): Record<string, unknown> };
  before?(tx: Db, change: ListChange<Entry>): Promise<void>;
  after?(tx: Db, change: ListChange<Entry>): Promise<void>;
  /** Removes the rows that refer to those about to be removed. */
  beforeRemoval?(tx: Db, keys: readonly string[]): Promise<void>;
};

type WriteStatement = Statement<Record<string, never>>;

/** A list part with its types. `items` has no value: it is only the type of the list in a setup. */
export type ListOf<Name extends string, Entry> = ListPart & { name: Name; items?: Entry[] };

export type ListPart = ListDefinition<SetupItem> & {
  fields: FieldTable;
  upsert: WriteStatement;
  remove: WriteStatement;
  clear: WriteStatement | null;
};

export const writeStatement = (name: string, sql: string): WriteStatement =>
  statement(`shopFolder.${name}`, v.strictObject({}), sql);

export async function sendRows(tx: Db, command: WriteStatement, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await tx.rows(command, [JSON.stringify(rows)]);
}

export async function sendKeys(tx: Db, command: WriteStatement, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.rows(command, [keys]);
}

/** Columns of a table, each with the SQL expression of its inserted value. */
type InsertColumns = readonly (readonly [column: string, sql: string])[];

const toInsertColumns = (fields: FieldTable): InsertColumns =>
  Object.entries(fields).flatMap(([name, { column }]) =>
    column.columns(name).map((each) => [each, column.insert?.(name) ?? `r.${each}`] as const),
  );

/**
 * Builds SQL that inserts rows in their order, or updates a row with the same values of the columns `conflict`. Values:
 * rows as JSON array.
 */
function insertSql(table: string, columns: InsertColumns, conflict: readonly string[]): string {
  const updated = columns.map(([name]) => name).filter((name) => !conflict.includes(name));
  const update = `on conflict (${conflict.join(', ')}) do update
    set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return `insert into ${table} (${columns.map(([name]) => name).join(', ')})
    select ${columns.map(([, sql]) => sql).join(', ')}
    from jsonb_array_elements($1::jsonb) with ordinality as e (item, at),
      jsonb_populate_record(null::${table}, e.item) as r
    order by e.at ${conflict.length === 0 ? '' : update}`;
}

/** Builds the SQL expression of a row as JSON. */
const selectFields = (fields: FieldTable): string => {
  const values = Object.entries(fields).map(([name, { column }]) => `'${name}', ${column.select(name)}`);
  return `json_build_object(${values.join(', ')})`;
};

const storeItem = (fields: FieldTable, item: SetupItem): object[] =>
  Object.entries(fields).map(([name, { column }]) => column.store(item[name], name));

/**
 * Describes rows that the entries of a list have in a table of their own, such as the fees of a delivery method.
 * `column` has the id of the entry, a row of `parent`.
 */
export function childRows(definition: {
  name: string;
  table: string;
  parent: string;
  column: string;
  fields: FieldTable;
  order: string;
  where?: string;
  conflict?: readonly string[];
}) {
  const { name, table, parent, column, fields, order, where = 'true', conflict = [] } = definition;
  const own = [column, `(select o.id from ${parent} o where o.code = e.item ->> 'parent')`] as const;
  const insert = writeStatement(name, insertSql(table, [own, ...toInsertColumns(fields)], conflict));
  return {
    column: columns.elsewhere(`(select coalesce(json_agg(${selectFields(fields)} order by ${order}), '[]')
      from (select t.id) as parent (id) join ${table} t on t.${column} = parent.id where ${where})`),
    insert: (tx: Db, rows: readonly (readonly [parent: string, item: SetupItem])[]) =>
      sendRows(
        tx,
        insert,
        rows.map(([code, item]) => Object.assign({ parent: code }, ...storeItem(fields, item))),
      ),
  };
}

/** Describes a list of the setup, and declares its statements. */
export function listPart<const Name extends string, Table extends FieldTable, Entry = ItemOf<Table>>(
  definition: ListDefinition<NoInfer<Entry>> & { name: Name; fields: Table },
): ListOf<Name, Entry> {
  const part = definition as unknown as ListDefinition<SetupItem> & { name: Name; fields: FieldTable };
  const { name, table, key, whole, fields, position, computed } = part;
  const others = [...(position === undefined ? [] : ['position']), ...(computed?.columns ?? [])];
  const inserted = [...toInsertColumns(fields), ...others.map((each) => [each, `r.${each}`] as const)];
  return {
    ...part,
    upsert: writeStatement(name, insertSql(table, inserted, whole === 'replaced' || key === null ? [] : [key])),
    remove: writeStatement(`remove_${table}`, `delete from ${table} where ${key ?? 'id::text'} = any ($1::text[])`),
    clear: whole === 'replaced' ? writeStatement(`clear_${table}`, `delete from ${table}`) : null,
  };
}

/** Builds the SQL that returns a list as JSON. */
export function selectList({ fields, table, key, select, where, order, position }: ListPart): string {
  const item = select ?? selectFields(fields);
  const inOrder = order ?? (position === undefined ? `t.${key}` : 't.position, t.id');
  return `(select coalesce(json_agg(${item} order by ${inOrder}), '[]') from ${table} t ${where ? `where ${where}` : ''})`;
}

/** Values of computed columns as stored, by list and key. */
export type ComputedColumns = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Builds the SQL that returns the computed columns of a list by key; none for a list without them. */
export function selectComputed({ name, table, key, computed }: ListPart): string[] {
  if (computed === undefined) return [];
  const values = computed.columns.map((column) => `'${column}', t.${column}`).join(', ');
  return [
    `'${name}', (select coalesce(json_object_agg(t.${key}, json_build_object(${values})), '{}') from ${table} t)`,
  ];
}

/** Builds the row that the upsert of a list writes. */
export function toRow(part: ListPart, item: SetupItem, { index, setup }: { index: number; setup: never }): object {
  if (part.row !== undefined) return part.row(item);
  const position = part.position === undefined ? {} : { position: index + part.position };
  return Object.assign(position, ...storeItem(part.fields, item), part.computed?.compute(item, setup));
}

/** Returns the schema of a list in its file. */
export const listSchema = ({ codec, fields }: ListPart): v.GenericSchema =>
  codec?.schema ?? entriesByName(documentSchema(fields));

export const itemKey = ({ key }: ListPart, item: SetupItem): string => String(item[key ?? '']);

/** Returns the name of an item in its file. */
export const itemName = (part: ListPart, item: SetupItem): string => (part.writeKey ?? String)(itemKey(part, item));

/**
 * Reads the entries of a list at `place`, and adds those of `current`, the shop's, that are never removed. With
 * `prune`, `check` gets no other entries than those of the file.
 */
export function readList(
  part: ListPart,
  checked: unknown,
  place: FilePlace,
  { current, prune }: { current: readonly SetupItem[]; prune: boolean },
): SetupItem[] {
  const before = new Map(current.map((item) => [itemName(part, item), item]));
  const items =
    part.codec?.read(checked as never, place) ??
    Object.entries(checked as Record<string, CheckedDocument>).map(([entry, document]) =>
      readItem(part.fields, document, place.enter(entry, before.get(entry))),
    );
  const names = new Set(items.map((item) => itemName(part, item)));
  const others = current.filter((item) => !names.has(itemName(part, item)));
  const sorted = part.sort === undefined ? items : items.toSorted(part.sort);
  part.check?.(sorted, place, { checked: checked as Record<string, CheckedDocument>, others: prune ? [] : others });
  return [...sorted, ...others.filter((item) => part.isPermanent?.(itemName(part, item)))];
}

/** Lists the images that items of a list name. */
export function listPictures({ fields }: ListPart, items: readonly SetupItem[]): ImageSpec[] {
  const pictures = Object.keys(fields).filter((name) => fields[name]?.column === columns.picture);
  return items.flatMap((item) => pictures.flatMap((name) => (item[name] as ImageSpec | null) ?? []));
}

/** Writes a list as it is in its file: its entries by name. */
export function writeList(part: ListPart, items: readonly SetupItem[], names: DocumentNames): YamlValue {
  if (part.codec !== undefined) return part.codec.write(items);
  return Object.fromEntries(
    items.map((item): [string, Document] => {
      const name = itemName(part, item);
      return [name, writeItem(part.fields, item, names, name)];
    }),
  );
}
