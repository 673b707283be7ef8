/** Derives from the table of columns the types of drafts and products, their merge, and the SQL of their fields. */
import * as v from 'valibot';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import type { CellOf } from '../reading/row-cells.ts';
import type { FieldColumn, FileColumn, MergeContext, TextColumn, VariantFieldColumn } from './column-kinds.ts';
import { COLUMN_LIST, type COLUMNS, type ColumnKey } from './product-columns.ts';
import {
  type JointDraft,
  type JointOption,
  type JointProduct,
  type JointVariant,
  jointOptionEntries,
  jointProductEntries,
} from './product-values.ts';
import type { StoredField, StoredRows } from './stored-values.ts';

type ColumnTable = typeof COLUMNS;

/** The values of a draft, by the keys of their columns. A value without a column in the file is undefined. */
type ValuesOf<Kind extends FileColumn['kind']> = {
  -readonly [Key in keyof ColumnTable as ColumnTable[Key] extends { kind: Kind }
    ? Key
    : never]?: ColumnTable[Key] extends {
    read(text: string): infer Value;
  }
    ? Value
    : never;
};

/** The fields of a product or option. */
type FieldsOf<Kind extends FileColumn['kind']> = {
  -readonly [Key in keyof ColumnTable as ColumnTable[Key] extends { kind: Kind; field: infer Field extends string }
    ? Field
    : never]: ColumnTable[Key] extends { stored: StoredField<infer Value> } ? Value : never;
};

/** One variant of a product, as a file has it. */
export type DraftVariant = JointVariant & ValuesOf<'variant field'>;
/** A product as a file describes it, before it is compared with the shop. */
export type ProductDraft = JointDraft & ValuesOf<'value' | 'field'> & { variants: DraftVariant[] };

export type ShopOption = JointOption & FieldsOf<'variant field'>;
/** A product as the import compares it, with all its options in order. */
export type ShopProduct = JointProduct & FieldsOf<'field' | 'variant field'> & { options: ShopOption[] };

/** An option to write; a new one has no id. */
export type MergedOption = Omit<ShopOption, 'id'> & { id: number | null };
/** A product as it should become, merged from the file's values and the shop's. */
export type MergedProduct = Omit<ShopProduct, 'id' | 'options'> & { id: number | null; options: MergedOption[] };

type AnyField = FieldColumn<string, unknown, unknown>;
type AnyVariantField = VariantFieldColumn<string, unknown, unknown>;
type ColumnEntries<Of> = readonly (readonly [ColumnKey, Of])[];
type FieldValues = Readonly<Record<string, unknown>>;

const listColumnsOfKind = <Of extends FileColumn>(kind: Of['kind']): ColumnEntries<Of> =>
  COLUMN_LIST.filter(([, column]) => column.kind === kind) as unknown as ColumnEntries<Of>;

const FIELD_COLUMNS = listColumnsOfKind<AnyField>('field');
const VARIANT_FIELD_COLUMNS = listColumnsOfKind<AnyVariantField>('variant field');
const TEXT_COLUMNS = listColumnsOfKind<TextColumn>('text');

/** The cells of a row of a product CSV. */
export type RowCells = CellOf<ColumnKey>;

/** Reads the cells of all value and field columns, by the keys of their columns. */
export const readValues = (cell: RowCells): ValuesOf<'value' | 'field'> =>
  Object.fromEntries(
    COLUMN_LIST.flatMap(([key, column]) =>
      column.kind === 'value' || column.kind === 'field' ? [[key, cell.ifThere(key, column.read)]] : [],
    ),
  );

export const readVariantValues = (cell: RowCells): ValuesOf<'variant field'> =>
  Object.fromEntries(VARIANT_FIELD_COLUMNS.map(([key, column]) => [key, cell.ifThere(key, column.read)]));

/** Reads the longer texts in both languages. */
export function readTexts(cell: RowCells): { texts: ProductTexts; texts_zh: ProductTexts } {
  const inLanguage = (lang: TextColumn['lang']): ProductTexts =>
    Object.fromEntries(
      TEXT_COLUMNS.flatMap(([key, { text, read, lang: of }]) => (of === lang ? [[text, cell.ifThere(key, read)]] : [])),
    );
  return { texts: inLanguage('texts_en'), texts_zh: inLanguage('texts_zh') };
}

/** Merges the fields that have a column each. */
export const mergeFields = (draft: FieldValues, shop: FieldValues | null, context: MergeContext): FieldsOf<'field'> =>
  Object.fromEntries(
    FIELD_COLUMNS.map(([key, { field, merge }]) => [field, merge(draft[key], shop?.[field], context)]),
  ) as FieldsOf<'field'>;

/**
 * Merges a variant's fields like `mergeFields`; `shop` is the stored option, or the stored product if it has no
 * options.
 */
export const mergeVariantFields = (
  variant: FieldValues,
  shop: FieldValues | null | undefined,
): FieldsOf<'variant field'> =>
  Object.fromEntries(
    VARIANT_FIELD_COLUMNS.map(([key, { field, merge }]) => [field, merge(variant[key], shop?.[field])]),
  ) as FieldsOf<'variant field'>;

/** Derives the variant fields of a product with options from its options `sold` now and those sold `before`. */
export const deriveFields = (
  sold: readonly FieldValues[],
  before: readonly FieldValues[],
  shop: FieldValues | null,
): FieldsOf<'variant field'> =>
  Object.fromEntries(
    VARIANT_FIELD_COLUMNS.map(([, { field, merge, ofOptions }]) => {
      const listValues = (options: readonly FieldValues[]) => options.map((option) => option[field]);
      if (ofOptions === undefined) return [field, merge(undefined, shop?.[field])];
      return [field, ofOptions(listValues(sold), listValues(before), shop?.[field])];
    }),
  ) as FieldsOf<'variant field'>;

/** Fields that product pages show and the listing does not contain. */
export const DETAIL_FIELDS: readonly string[] = [
  ...['sku', 'texts_en', 'texts_zh', 'images', 'image_alts'],
  ...[...FIELD_COLUMNS, ...VARIANT_FIELD_COLUMNS].flatMap(([, { field, isDetail }]) => (isDetail ? field : [])),
];

const schemaEntries = (columns: ColumnEntries<AnyField | AnyVariantField>) =>
  Object.fromEntries(columns.map(([, { field, stored }]) => [field, stored.schema]));

const optionSchema = v.object({ ...jointOptionEntries, ...schemaEntries(VARIANT_FIELD_COLUMNS) });

export const shopProductSchema = v.object({
  ...jointProductEntries,
  ...schemaEntries([...FIELD_COLUMNS, ...VARIANT_FIELD_COLUMNS]),
  options: v.array(optionSchema),
}) as unknown as v.GenericSchema<unknown, ShopProduct>;

/** SQL expressions: the fields of the product `p` that have a column each. */
export const PRODUCT_FIELDS_SQL = [...FIELD_COLUMNS, ...VARIANT_FIELD_COLUMNS]
  .map(([, { field, stored }]) => `${stored.select('p', field)} as ${field}`)
  .join(', ');

/** SQL expressions: entries of a JSON object for the fields of the option `o` that have a column each. */
export const OPTION_FIELDS_SQL = VARIANT_FIELD_COLUMNS.map(
  ([, { field, stored }]) => `'${field}', ${stored.select('o', field)}`,
).join(', ');

/** Names of the fields that are columns of `products`. */
export const PRODUCT_FIELD_NAMES = [...FIELD_COLUMNS, ...VARIANT_FIELD_COLUMNS].flatMap(([, { field, stored }]) =>
  stored.rows === undefined ? field : [],
);
/** Names of the fields that are columns of `variation_options`. */
export const OPTION_FIELD_NAMES = VARIANT_FIELD_COLUMNS.map(([, { field }]) => field);

/** Fields whose values are rows of other tables. */
export const ROW_FIELDS = FIELD_COLUMNS.flatMap(([, { field, stored }]) =>
  stored.rows === undefined ? [] : [{ field: field as keyof MergedProduct, rows: stored.rows as StoredRows<unknown> }],
);
