/**
 * Writes a product as rows: its own cells in the first row, then a row for each variant, then for each further
 * picture. Pure.
 */
import { csvCell, formatName } from '../columns/cells.ts';
import type { ExportContext, ExportPicture, FileColumn, SoldItem } from '../columns/column-kinds.ts';
import { COLUMN_LIST, type ColumnKey } from '../columns/product-columns.ts';
import type { ShopOption, ShopProduct } from '../columns/product-file.ts';

const WRITTEN_COLUMNS = COLUMN_LIST.filter(([, column]) => column.write !== undefined);

/** The columns of an export, in their order. */
export const EXPORT_COLUMNS: readonly ColumnKey[] = WRITTEN_COLUMNS.map(([key]) => key);

type ProductCells = Partial<Record<ColumnKey, string>>;

const writeCells = (write: (column: FileColumn) => string | undefined): ProductCells =>
  Object.fromEntries(
    WRITTEN_COLUMNS.flatMap(([key, column]) => {
      const text = write(column);
      return text === undefined ? [] : [[key, text]];
    }),
  );

const pickField = (fields: object, field: string): unknown => fields[field as keyof typeof fields];

const formatProductCells = (product: ShopProduct, context: ExportContext): ProductCells =>
  writeCells((column) => {
    if (column.kind === 'product' || column.kind === 'value') return column.write?.(product, context);
    if (column.kind === 'field') return column.write(pickField(product, column.field), context);
    if (column.kind === 'text') return column.write(pickField(product[column.lang] ?? {}, column.text));
    return undefined;
  });

const formatVariantCells = (sold: SoldItem, context: ExportContext): ProductCells =>
  writeCells((column) => {
    if (column.kind === 'variant') return column.write?.(sold, context);
    return column.kind === 'variant field' ? column.write(pickField(sold.item, column.field)) : undefined;
  });

const formatPictureCells = (picture: ExportPicture): ProductCells =>
  writeCells((column) => (column.kind === 'picture' ? column.write(picture) : undefined));

function listPictures(product: ShopProduct, context: ExportContext): ExportPicture[] {
  const pictures = [product.image_hash, ...product.images].map((hash, index) => ({
    address: context.picture(hash),
    alt: formatName(product.image_alts[index]?.en),
    alt_zh: formatName(product.image_alts[index]?.zh),
  }));
  return pictures
    .filter(({ address, alt, alt_zh }) => address || alt || alt_zh)
    .map((picture, index) => ({ ...picture, place: index + 1 }));
}

export function formatProductRows(product: ShopProduct, context: ExportContext): string {
  const options: (ShopOption | null)[] =
    product.type === 'variable' ? product.options.filter(({ is_active }) => is_active) : [];
  const rows = (options.length > 0 ? options : [null]).map((option) =>
    formatVariantCells({ product, option, item: option ?? product }, context),
  );
  rows[0] = { ...formatProductCells(product, context), ...rows[0] };
  for (const [index, picture] of listPictures(product, context).entries())
    rows[index] = { ...rows[index], ...formatPictureCells(picture) };
  return rows
    .map((row) => {
      const cells = EXPORT_COLUMNS.map((column) => csvCell(column === 'handle' ? product.slug : (row[column] ?? '')));
      return `${cells.join(',')}\n`;
    })
    .join('');
}
