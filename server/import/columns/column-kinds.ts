/**
 * The kinds of columns of the product file. An entry of the table says how a cell is read and written, which field of
 * the product it fills, how the file's value merges with the shop's, and what docs/import.md says about it.
 */
import * as v from 'valibot';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import type { ExportLabels } from '../export/export-labels.ts';
import type { References } from '../labels/references.ts';
import type { CellCodec } from './cells.ts';
import type { DraftBundleItem, JointOption, JointProduct } from './product-values.ts';
import type { StoredField } from './stored-values.ts';

/** `isOurs`: Shopify has no such column. */
type ColumnBase = {
  /** Its names in files, compared without case; messages and exports use the first. */
  names: readonly [string, ...string[]];
  example: string;
  meaning: string;
  /** The value of a new product if the file lacks the column; `none` if left out. */
  without?: string;
  isOurs?: true;
};

/** `isDetail`: product pages show the field and the listing does not contain it. */
type DetailColumn = { isDetail?: true };

export type MergeContext = {
  references: References;
  /** Image hashes by the URL of the picture. */
  pictures: ReadonlyMap<string, string>;
  /** Empty for a product that is not a bundle. */
  bundleItems: JointProduct['parts'];
  /** ISO 8601. */
  now: string;
};

export type ExportContext = {
  labels: ExportLabels;
  bundleItem(product_id: number, option_id: number | null): Omit<DraftBundleItem, 'quantity'>;
  /** The address of a picture; empty for a placeholder. */
  picture(hash: string): string;
};

/** The item of a variant's row: an option, or the product itself if it has no options. */
export type SoldItem = { product: JointProduct; option: JointOption | null; item: JointProduct | JointOption };

/** A picture's cells, with its place from 1. */
export type ExportPicture = { address: string; alt: string; alt_zh: string; place: number };

/** A column of the product's first row that forms a value only together with other columns. */
export type ProductColumn = ColumnBase & {
  kind: 'product';
  write?(product: JointProduct, context: ExportContext): string;
};

/** A column of the product's first row whose value the draft has under the column's key. */
export type ValueColumn<Value> = ColumnBase & {
  kind: 'value';
  read(text: string): Value;
  write?(product: JointProduct, context: ExportContext): string;
};

/** A column of the product's first row that fills a field of its own; the draft has its value, too. */
export type FieldColumn<Field extends string, Value, Saved> = ColumnBase &
  DetailColumn & {
    kind: 'field';
    field: Field;
    stored: StoredField<Saved>;
    read(text: string): Value;
    write(value: Saved, context: ExportContext): string;
    /** Returns what to store, from the file's value (undefined without the column) and the shop's. */
    merge(value: Value | undefined, shop: Saved | undefined, context: MergeContext): Saved;
  };

/** A column of one of the product's longer texts. */
export type TextColumn = ColumnBase & {
  kind: 'text';
  text: keyof ProductTexts;
  lang: 'texts_en' | 'texts_zh';
  read(text: string): unknown;
  write(value: unknown): string;
};

/** A column of each variant's row that forms a value only together with other columns. */
export type VariantColumn = ColumnBase & { kind: 'variant'; write?(sold: SoldItem, context: ExportContext): string };

/** A column of each variant's row that fills a field of its own: of the option, or of a product without options. */
export type VariantFieldColumn<Field extends string, Value, Saved> = ColumnBase &
  DetailColumn & {
    kind: 'variant field';
    field: Field;
    stored: StoredField<Saved>;
    read(text: string): Value;
    write(value: Saved): string;
    merge(value: Value | undefined, shop: Saved | undefined): Saved;
    /**
     * Derives the field of a product with options from the values of its options `sold` now and sold `before`, and from
     * the product's value in the shop. Without this function the product keeps the shop's value.
     */
    ofOptions?(sold: readonly Saved[], before: readonly Saved[], shop: Saved | undefined): Saved;
  };

/** A column of each picture's row. */
export type PictureColumn = ColumnBase & { kind: 'picture'; write(picture: ExportPicture): string };

/** A column of the product file. */
export type FileColumn =
  | ProductColumn
  | ValueColumn<unknown>
  | FieldColumn<string, unknown, unknown>
  | TextColumn
  | VariantColumn
  | VariantFieldColumn<string, unknown, unknown>
  | PictureColumn;

type WithoutKind<Kind> = Omit<Kind, 'kind'>;

export const ofProduct = (column: WithoutKind<ProductColumn>): ProductColumn => ({ kind: 'product', ...column });
export const ofVariant = (column: WithoutKind<VariantColumn>): VariantColumn => ({ kind: 'variant', ...column });
export const ofPicture = (column: WithoutKind<PictureColumn>): PictureColumn => ({ kind: 'picture', ...column });

export const value = <Value>(column: WithoutKind<ValueColumn<Value>>): ValueColumn<Value> => ({
  kind: 'value',
  ...column,
});

/** Makes a column of a field with a merge function of its own. */
export const ownField = <const Field extends string, Value, Saved>(
  column: WithoutKind<FieldColumn<Field, Value, Saved>>,
): FieldColumn<Field, Value, Saved> => ({ kind: 'field', ...column });

const toNullable = <Saved>({ schema, select }: StoredField<Saved>): StoredField<Saved | null> => ({
  schema: v.nullable(schema),
  select,
});

/** Returns the file's value, which may be null; the shop's if the file lacks the column. */
const fileOrShop = <Value>(file: Value | null | undefined, shop: Value | null | undefined): Value | null =>
  file === undefined ? (shop ?? null) : file;

/** Makes a column of a field that an empty cell clears. */
export const optional = <const Field extends string, Value>(
  field: Field,
  codec: CellCodec<Value | null>,
  stored: StoredField<Value>,
  column: ColumnBase & DetailColumn,
): FieldColumn<Field, Value | null, Value | null> => ({
  kind: 'field',
  field,
  ...codec,
  stored: toNullable(stored),
  merge: fileOrShop,
  ...column,
});

/** Makes a column of a field with a default for new products; an empty cell keeps the shop's value. */
export const withDefault = <const Field extends string, Value>(
  field: Field,
  codec: CellCodec<Value | null>,
  stored: StoredField<Value>,
  otherwise: (context: MergeContext) => Value,
  column: ColumnBase & DetailColumn,
): FieldColumn<Field, Value | null, Value> => ({
  kind: 'field',
  field,
  ...codec,
  stored,
  merge: (file, shop, context) => file ?? shop ?? otherwise(context),
  ...column,
});

/** Makes a column of a variant's field that an empty cell clears. */
export const optionalOfVariant = <const Field extends string, Value>(
  field: Field,
  codec: CellCodec<Value | null>,
  stored: StoredField<Value>,
  column: ColumnBase & DetailColumn,
): VariantFieldColumn<Field, Value | null, Value | null> => ({
  kind: 'variant field',
  field,
  ...codec,
  stored: toNullable(stored),
  merge: fileOrShop,
  ...column,
});

/** Makes a column of a variant's field with a default for new variants. */
export const withDefaultOfVariant = <const Field extends string, Value>(
  field: Field,
  codec: CellCodec<Value>,
  stored: StoredField<Value>,
  otherwise: Value,
  column: ColumnBase & DetailColumn & Pick<VariantFieldColumn<Field, Value, Value>, 'ofOptions'>,
): VariantFieldColumn<Field, Value, Value> => ({
  kind: 'variant field',
  field,
  ...codec,
  stored,
  merge: (file, shop) => file ?? shop ?? otherwise,
  ...column,
});

/** Makes a column of one of the longer texts of a product page, which an empty cell removes. */
export const longText = <Key extends keyof ProductTexts>(
  text: Key,
  lang: TextColumn['lang'],
  codec: CellCodec<NonNullable<ProductTexts[Key]>>,
  column: ColumnBase,
): TextColumn => ({
  kind: 'text',
  text,
  lang,
  read: codec.read,
  write: (words) => (words === undefined ? '' : codec.write(words as NonNullable<ProductTexts[Key]>)),
  ...column,
});
