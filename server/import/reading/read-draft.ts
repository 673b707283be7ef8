import { isBarcode } from '@shop/core/catalog/barcode';
import {
  count,
  InvalidCell,
  name,
  parseStockCount,
  readFlag,
  readHandle,
  readName,
  readPath,
  readPrice,
  readSize,
  readSku,
} from '../columns/cells.ts';
import { nameOf } from '../columns/product-columns.ts';
import {
  type DraftVariant,
  type ProductDraft,
  type RowCells,
  readTexts,
  readValues,
  readVariantValues,
} from '../columns/product-file.ts';
import type { RowProblem } from '../columns/product-values.ts';
import { readPicture } from '../pictures/picture-address.ts';
import { createProductCells, type ProductHeader, rejectCell } from './product-rows.ts';
import { readSales } from './read-sales.ts';
import type { FileRow } from './row-cells.ts';

function readStatus(cell: RowCells): ProductDraft['status'] {
  const status = cell.text('status').trim().toLowerCase();
  if (status === 'draft' || status === 'archived') return status;
  if (status !== '' && status !== 'active') rejectCell('status', `"${status}" is not active, draft or archived`);
  const isShown = cell.text('published').trim() === '' || cell.read('published', readFlag);
  return isShown ? 'published' : 'draft';
}

function readPolicy(text: string): boolean {
  const policy = text.trim().toLowerCase();
  if (policy === 'continue') return true;
  if (policy === 'deny' || policy === '') return false;
  return readFlag(policy);
}

/** Joins a variant's option values; null for a product without options. */
function joinOptionValues(cell: RowCells, isVariable: boolean): string | null {
  const values = (['option1', 'option2', 'option3'] as const)
    .map((column) => cell.read(column, readName))
    .filter(Boolean);
  if (isVariable && values.length > 0) return values.join(' / ');
  if (values.length === 0 || (values.length === 1 && values[0] === 'Default Title')) return null;
  return values.join(' / ');
}

/** Returns whether a row only adds a picture. */
function bringsPictureOnly(cell: RowCells): boolean {
  return cell.text('price').trim() === '' && cell.text('option1').trim() === '' && cell.text('sku').trim() === '';
}

function readPrices(cell: RowCells): { price: number; sale_price: number | null } {
  const price = cell.read('price', readPrice);
  const before = cell.text('compare_at').trim() === '' ? 0 : cell.read('compare_at', readPrice);
  return before > price ? { price: before, sale_price: price } : { price, sale_price: null };
}

function readVariant(cell: RowCells, line: number, isVariable: boolean): DraftVariant {
  // Exports leave the tracker blank if stock is not counted.
  const isCounted = !cell.has('tracker') || cell.text('tracker').trim() !== '';
  const isContinuous = !isCounted || cell.read('policy', readPolicy);
  const quantity = cell.text('quantity').trim() === '' ? null : cell.read('quantity', parseStockCount);
  return {
    line,
    sku: cell.read('sku', readSku),
    title: joinOptionValues(cell, isVariable),
    title_zh: cell.ifThere('option_zh', name.read),
    ...readPrices(cell),
    sales: readSales(cell),
    ...readVariantValues(cell),
    // Stock that another tool oversold is zero here.
    quantity: quantity === null || isContinuous ? quantity : Math.max(0, quantity),
    min_qty: cell.ifThere('min_qty', count(0).read),
    is_continuous_selling: cell.has('policy') || cell.has('tracker') ? isContinuous : undefined,
    size: cell.ifThere(cell.has('unit_size') ? 'unit_size' : 'size', readSize),
    image: cell.read('variant_image', readPicture),
  };
}

type CommonFields = Omit<ProductDraft, 'variants' | 'images' | 'has_alts' | 'is_partial' | 'has_options'>;

function readCommon(cell: RowCells, line: number): CommonFields {
  const title = cell.read('title', readName);
  if (title === '') rejectCell('title', 'is missing');
  if (cell.text('gift_card').trim() !== '' && cell.read('gift_card', readFlag))
    rejectCell('gift_card', 'is TRUE: gift cards are not imported');
  const kind = readKind(cell);
  const common: CommonFields = {
    line,
    handle: cell.read('handle', readHandle),
    title,
    ...readTexts(cell),
    ...readValues(cell),
    category: readCategoryPath(cell),
    status: readStatus(cell),
    is_voucher: kind === null ? undefined : kind === 'voucher',
    ...(cell.has('unit_size') && {
      size_text: cell.ifThere('size', name.read),
      size_text_zh: cell.ifThere('size_zh', name.read),
    }),
  };
  if (common.max_sale_qty && common.max_sale_qty < (common.min_sale_qty ?? 1)) {
    rejectCell('max_sale_qty', `is below ${nameOf('min_sale_qty')}`);
  }
  if (common.bundle_items?.some((part) => part.handle === common.handle))
    rejectCell('bundle_items', 'names the bundle itself');
  if (common.bundle_items?.length && (kind === 'variable' || kind === 'voucher')) {
    rejectCell('kind', `"${kind}" cannot be a bundle`);
  }
  return common;
}

const PRODUCT_KINDS = ['simple', 'variable', 'bundle', 'voucher'] as const;

function readKind(cell: RowCells): (typeof PRODUCT_KINDS)[number] | null {
  const word = cell.text('kind').trim().toLowerCase();
  const kind = PRODUCT_KINDS.find((each) => each === word);
  if (word !== '' && kind === undefined)
    rejectCell('kind', `"${word.slice(0, 40)}" is not ${PRODUCT_KINDS.join(', ')}`);
  return kind ?? null;
}

/**
 * Reads the category's path: `Aisle Path`, else `Product Category`, such as `Food > Snacks`, with the type as its leaf.
 */
function readCategoryPath(cell: RowCells): string[] | null | undefined {
  const type = cell.ifThere('type', name.read);
  const [path = []] = (['aisle_path', 'category'] as const)
    .map((column) => cell.ifThere(column, readPath) ?? [])
    .filter(({ length }) => length > 0);
  const isLeaf = type && type.toLowerCase() !== path.at(-1)?.toLowerCase();
  if (isLeaf) path.push(type);
  if (path.length > 0) return path;
  return type === undefined ? undefined : null;
}

const readAlt = (cell: RowCells) => ({
  en: cell.read('image_alt', name.read),
  zh: cell.read('image_alt_zh', name.read),
});

/** Warns of barcodes that no scanner reads: a wrong length or check digit. */
function warnOfBarcodes({ handle, variants }: ProductDraft): RowProblem[] {
  return variants.flatMap(({ line, barcode }): RowProblem[] => {
    if (!barcode || isBarcode(barcode)) return [];
    const reason = `${nameOf('barcode')} "${barcode}" is no EAN or UPC: its length or check digit is wrong`;
    return [{ line, handle, column: nameOf('barcode'), reason, isWarning: true }];
  });
}

/** Runs a reader and reports the row if it throws `InvalidCell`. */
function readOrReport<T>(problems: RowProblem[], line: number, handle: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error;
    problems.push({ line, handle, ...(error.column && { column: error.column }), reason: error.message });
    return null;
  }
}

type DraftRead = { draft: ProductDraft | null; problems: RowProblem[] };

/**
 * Parses the rows of one handle. The first row has the product's own cells; if one of them is bad, the product is left
 * out. A bad variant is left out alone. Each is reported.
 */
export function readDraft(header: ProductHeader, rows: readonly FileRow[]): DraftRead {
  const problems: RowProblem[] = [];
  const [first] = rows;
  if (first === undefined) return { draft: null, problems };
  const handle = createProductCells(header, first).text('handle').trim().slice(0, 80);
  const common = readOrReport(problems, first.line, handle, () =>
    readCommon(createProductCells(header, first), first.line),
  );
  if (common === null) {
    const rest = rows
      .slice(1)
      .map(({ line }) => ({ line, handle, reason: `left out with its product (line ${first.line})` }));
    return { draft: null, problems: [...problems, ...rest] };
  }

  const isVariable = createProductCells(header, first).text('kind').trim().toLowerCase() === 'variable';
  const variants: DraftVariant[] = [];
  const images: (ProductDraft['images'][number] & { place: number })[] = [];
  for (const [index, row] of rows.entries()) {
    const cell = createProductCells(header, row);
    const image = readOrReport(problems, row.line, handle, () => cell.read('image', readPicture));
    const place = Number(cell.text('image_position').trim() || index + 1);
    const alt = readOrReport(problems, row.line, handle, () => readAlt(cell));
    if (image !== null || alt?.en || alt?.zh) {
      const at = Number.isFinite(place) ? place : index + 1;
      images.push({ picture: image, alt: alt ?? { en: null, zh: null }, place: at });
    }
    if (index > 0 && bringsPictureOnly(cell)) continue;
    const variant = readOrReport(problems, row.line, handle, () => readVariant(cell, row.line, isVariable));
    if (variant === null) continue;
    const twin = variants.find((other) => other.title === variant.title);
    if (twin) {
      const reason =
        variant.title === null
          ? `has no option that tells it from line ${twin.line}`
          : `repeats the option "${variant.title}" of line ${twin.line}`;
      problems.push({ line: row.line, handle, reason });
    } else variants.push(variant);
  }
  if (variants.length === 0) return { draft: null, problems };
  const has_options = variants.some((variant) => variant.title !== null);
  if (has_options && common.bundle_items?.length) {
    problems.push({ line: first.line, handle, column: nameOf('bundle_items'), reason: 'A bundle has no options' });
    return { draft: null, problems };
  }
  const ordered = images.sort((a, b) => a.place - b.place);
  const pictures = new Map(
    ordered.map(({ picture, alt }, index) => [picture?.address ?? index, { picture, alt }] as const),
  );
  const has_alts = header.has('image_alt') || header.has('image_alt_zh');
  const is_partial = problems.length > 0;
  const draft = { ...common, has_options, variants, images: [...pictures.values()], has_alts, is_partial };
  return { draft, problems: [...problems, ...warnOfBarcodes(draft)] };
}
