/** The rows of one handle become one product, or the reasons why not. Pure. */
import {
  addressCell,
  BadCell,
  countCell,
  flagCell,
  gramsCell,
  handleCell,
  lineCell,
  listCell,
  priceCell,
  sizeCell,
  tierCell,
} from './cells.ts';
import { type Column, type Header, nameOf } from './columns.ts';
import { cleanDescription } from './description.ts';
import type { DraftVariant, Problem, ProductDraft } from './draft.ts';

/** One record of the file and the line on which it begins. */
export type FileRow = { line: number; cells: readonly string[] };

/** A stock count far above any shelf. */
const MOST_STOCK = 100_000_000;

type Cell = {
  has(column: Column): boolean;
  text(column: Column): string;
  /** Reads a cell; a `BadCell` gets the column's name. */
  read<T>(column: Column, read: (text: string) => T): T;
  /** As `read`; undefined where the file has no such column. */
  ifThere<T>(column: Column, read: (text: string) => T): T | undefined;
};

function cellsOf(header: Header, row: FileRow): Cell {
  const text = (column: Column) => row.cells[header.get(column) ?? -1] ?? '';
  const read = <T>(column: Column, reader: (text: string) => T): T => {
    try {
      return reader(text(column));
    } catch (error) {
      throw error instanceof BadCell ? new BadCell(`${nameOf(column)} ${error.message}`) : error;
    }
  };
  const has = (column: Column) => header.has(column);
  return { has, text, read, ifThere: (column, reader) => (has(column) ? read(column, reader) : undefined) };
}

const lineOrNull = (text: string): string | null => lineCell(text) || null;

function statusOf(cell: Cell): ProductDraft['status'] {
  const status = cell.text('status').trim().toLowerCase();
  if (status === 'draft' || status === 'archived') return status;
  if (status !== '' && status !== 'active')
    throw new BadCell(`${nameOf('status')} "${status}" is not active, draft or archived`);
  const isShown = cell.text('published').trim() === '' || cell.read('published', flagCell);
  return isShown ? 'published' : 'draft';
}

function policyCell(text: string): boolean {
  const policy = text.trim().toLowerCase();
  if (policy === 'continue') return true;
  if (policy === 'deny' || policy === '') return false;
  return flagCell(policy);
}

/** The option values that say which variant it is, joined; null where the product has none. */
function optionTitle(cell: Cell): string | null {
  const values = (['option1', 'option2', 'option3'] as const)
    .map((column) => cell.read(column, lineCell))
    .filter(Boolean);
  if (values.length === 0 || (values.length === 1 && values[0] === 'Default Title')) return null;
  return values.join(' / ');
}

/** A row that only brings a further picture. */
function bringsPictureOnly(cell: Cell): boolean {
  return cell.text('price').trim() === '' && cell.text('option1').trim() === '' && cell.text('sku').trim() === '';
}

function pricesOf(cell: Cell): { price: number; sale_price: number | null } {
  const asked = cell.read('price', priceCell);
  const before = cell.text('compareAt').trim() === '' ? 0 : cell.read('compareAt', priceCell);
  return before > asked ? { price: before, sale_price: asked } : { price: asked, sale_price: null };
}

function variantOf(cell: Cell, line: number): DraftVariant {
  // An export leaves the tracker blank where stock is not counted.
  const isCounted = !cell.has('tracker') || cell.text('tracker').trim() !== '';
  const isContinuous = !isCounted || cell.read('policy', policyCell);
  const counted =
    cell.text('quantity').trim() === ''
      ? null
      : cell.read('quantity', (text) => countCell(text, -MOST_STOCK, MOST_STOCK));
  return {
    line,
    // Exports protect figures from spreadsheets by an apostrophe in front.
    sku: cell.read('sku', (text) => lineOrNull(text.replace(/^'/, ''))),
    title: optionTitle(cell),
    title_zh: cell.ifThere('optionZh', lineOrNull),
    ...pricesOf(cell),
    grams: cell.ifThere('grams', (text) => (text.trim() === '' ? 0 : gramsCell(text))),
    // A shelf that was oversold elsewhere is empty here.
    quantity: counted === null || isContinuous ? counted : Math.max(0, counted),
    min_qty: cell.ifThere('minQty', (text) => (text.trim() === '' ? 0 : countCell(text, 0))),
    is_continuous_selling: cell.has('policy') || cell.has('tracker') ? isContinuous : undefined,
    bulky: cell.ifThere('bulky', flagCell),
    size: cell.ifThere('size', sizeCell),
    image: cell.read('variantImage', addressCell),
  };
}

type Common = Omit<ProductDraft, 'variants' | 'images' | 'is_partial' | 'has_options'>;

function commonOf(cell: Cell, line: number): Common {
  const title = cell.read('title', lineCell);
  if (title === '') throw new BadCell(`${nameOf('title')} is missing`);
  if (cell.text('giftCard').trim() !== '' && cell.read('giftCard', flagCell))
    throw new BadCell('gift cards are not imported');
  const common: Common = {
    line,
    handle: cell.read('handle', handleCell),
    title,
    title_zh: cell.ifThere('titleZh', lineOrNull),
    body: cell.ifThere('body', cleanDescription),
    body_zh: cell.ifThere('bodyZh', (text) => cleanDescription(text) || null),
    vendor: cell.ifThere('vendor', lineOrNull),
    category: categoryOf(cell),
    tags: cell.ifThere('tags', listCell),
    dietary: cell.ifThere('dietary', listCell),
    status: statusOf(cell),
    min_sale_qty: cell.ifThere('minSaleQty', (text) => (text.trim() === '' ? 1 : countCell(text, 1))),
    max_sale_qty: cell.ifThere('maxSaleQty', (text) => (text.trim() === '' ? 0 : countCell(text, 0))),
    tier_prices: cell.ifThere('tierPrices', tierCell),
  };
  if (common.max_sale_qty && common.max_sale_qty < (common.min_sale_qty ?? 1)) {
    throw new BadCell(`${nameOf('maxSaleQty')} is below ${nameOf('minSaleQty')}`);
  }
  return common;
}

/** The type, else the last step of the product category (`Food > Snacks > Chips`). */
function categoryOf(cell: Cell): string | null | undefined {
  const type = cell.ifThere('type', lineOrNull);
  if (type) return type;
  const steps = cell.ifThere('category', lineCell)?.split('>') ?? [];
  return steps.at(-1)?.trim() || type;
}

/** Runs a reader; what it refuses is told of the row. */
function attempt<T>(problems: Problem[], line: number, handle: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    problems.push({ line, handle, reason: error.message });
    return null;
  }
}

/**
 * Reads the rows of one handle, first to last. The product's own cells stand on its first row; a variant that cannot
 * be read is left out and told, a product whose own cells cannot be read is left out whole.
 */
export function readDraft(
  header: Header,
  rows: readonly FileRow[],
): { draft: ProductDraft | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const [first] = rows;
  if (first === undefined) return { draft: null, problems };
  const handle = cellsOf(header, first).text('handle').trim().slice(0, 80);
  const common = attempt(problems, first.line, handle, () => commonOf(cellsOf(header, first), first.line));
  if (common === null) {
    const rest = rows
      .slice(1)
      .map(({ line }) => ({ line, handle, reason: `left out with its product (line ${first.line})` }));
    return { draft: null, problems: [...problems, ...rest] };
  }

  const variants: DraftVariant[] = [];
  const images: { address: string; place: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const cell = cellsOf(header, row);
    const image = attempt(problems, row.line, handle, () => cell.read('image', addressCell));
    const place = Number(cell.text('imagePosition').trim() || index + 1);
    if (image !== null) images.push({ address: image, place: Number.isFinite(place) ? place : index + 1 });
    if (index > 0 && bringsPictureOnly(cell)) continue;
    const variant = attempt(problems, row.line, handle, () => variantOf(cell, row.line));
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
  const pictures = images.sort((a, b) => a.place - b.place).map(({ address }) => address);
  return {
    draft: { ...common, has_options, variants, images: [...new Set(pictures)], is_partial: problems.length > 0 },
    problems,
  };
}
