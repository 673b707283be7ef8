/**
 * Turns the product CSV that WooCommerce exports into rows of the columns that the import reads. Its variations stand
 * anywhere in the file and name their product, so the whole file is read into memory. Pure.
 */

import { escapePart, joinParts } from '../columns/list-cells.ts';
import type { RowProblem } from '../columns/product-values.ts';
import { type ProductRows, readHeader } from './product-rows.ts';
import type { FileRow } from './row-cells.ts';

/** A row of the file, read by the column's name. */
type WooRow = { line: number; text(column: string): string };

/** Texts of a product's first row, and of each of its variants; both by the import's column names. */
type WooCells = Record<string, string>;

const normalizeName = (name: string): string => name.trim().toLowerCase();

/** Returns whether a file's first line is that of a WooCommerce export in English. */
export function isWooCommerce(names: readonly string[]): boolean {
  const columns = new Set(names.map(normalizeName));
  return ['type', 'name', 'regular price'].every((name) => columns.has(name)) && !columns.has('handle');
}

/** Splits a list at commas that no backslash precedes. */
const splitList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean);

/** Reads category paths; leaves out the parents of other paths, which the export repeats. */
function readCategoryPaths(text: string): string[] {
  const paths = splitList(text).map((path) =>
    path
      .split('>')
      .map((step) => step.trim())
      .join(' > '),
  );
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path} > `)));
}

/** Turns a name into a handle, in any script. */
const toHandle = (name: string): string =>
  normalizeName(name)
    .normalize('NFC')
    .replace(/&(?:amp;)?/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);

const GRAMS_PER_UNIT: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 };

/** Finds the weight column, such as `Weight (kg)`, and the grams of its unit; the unit is a setting of WooCommerce. */
function findWeightColumn(names: readonly string[]): { name: string; grams: number } | null {
  for (const name of names) {
    const unit = /^weight \((kg|g|lbs|oz)\)$/.exec(normalizeName(name))?.[1];
    if (unit !== undefined) return { name, grams: GRAMS_PER_UNIT[unit] ?? 1 };
  }
  return null;
}

/** Converts a weight to grams; returns a text that is not a number unchanged, for the import to report. */
function toGrams(weight: string, factor: number): string {
  const amount = Number(weight.trim());
  return weight.trim() === '' || Number.isNaN(amount) ? weight : String(Math.round(amount * factor));
}

/** Joins the names or values of a variation's attributes: `Large / Red`. */
function joinAttributes(row: WooRow, part: 'name' | 'value(s)', count: number): string {
  const places = Array.from({ length: count }, (_, index) => index + 1);
  return places
    .filter((place) => row.text(`Attribute ${place} value(s)`).trim() !== '')
    .map((place) => row.text(`Attribute ${place} ${part}`).trim())
    .join(' / ');
}

/** Adds the time to an end date, because a sale lasts until the end of that day. */
const toEndOfDay = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day.trim()) ? `${day.trim()} 23:59:59` : day);

/** Columns that are copied unchanged: of the product, and of each variant. */
const PRODUCT_COLUMNS = [
  'Meta: _yoast_wpseo_title',
  'Meta: _yoast_wpseo_metadesc',
  'Meta: rank_math_title',
  'Meta: rank_math_description',
];
const VARIANT_COLUMNS = { SKU: 'Variant SKU', 'GTIN, UPC, EAN, or ISBN': 'Variant Barcode' } as const;

/** All columns that are read, except those of weight and attributes, whose names vary. */
const READ_COLUMNS = [
  ...['ID', 'Type', 'Name', 'Published', 'Visibility in catalog', 'Description', 'Short description', 'Parent'],
  ...['Regular price', 'Sale price', 'Date sale price starts', 'Date sale price ends', 'Categories', 'Tags', 'Images'],
  ...['Stock', 'In stock?', 'Backorders allowed?', 'Tax class', 'Brands', 'Position', 'Meta: _wc_cog_cost'],
  ...PRODUCT_COLUMNS,
  ...Object.keys(VARIANT_COLUMNS),
].map(normalizeName);

type WooFile = {
  has(column: string): boolean;
  weight: ReturnType<typeof findWeightColumn>;
  /** Highest number of an attribute's columns. */
  attributes: number;
};

function isShown(row: WooRow): boolean {
  return row.text('Published').trim() === '1' && normalizeName(row.text('Visibility in catalog')) !== 'hidden';
}

/** Builds the cells of a product; leaves out columns that the file lacks, so that the shop's values stay. */
function buildProductCells(row: WooRow, handle: string, isVariable: boolean, file: WooFile): WooCells {
  const cells: WooCells = { Handle: handle, Title: row.text('Name'), Kind: isVariable ? 'variable' : 'simple' };
  if (file.has('Description') || file.has('Short description')) {
    const body = row.text('Description').trim() || row.text('Short description');
    cells['Body (HTML)'] = body.replaceAll('\\n', '\n');
  }
  if (file.has('Published')) cells.Published = isShown(row) ? 'TRUE' : 'FALSE';
  if (file.has('Brands')) cells.Vendor = splitList(row.text('Brands'))[0] ?? '';
  if (file.has('Tags')) cells.Tags = splitList(row.text('Tags')).join(',');
  if (file.has('Tax class')) cells['Tax Class'] = row.text('Tax class');
  if (isVariable && file.has('SKU')) cells['Product SKU'] = row.text('SKU');
  if (file.has('Categories')) {
    const [path = '', ...further] = readCategoryPaths(row.text('Categories'));
    cells['Product Category'] = path;
    cells['Further Types'] = joinParts(further.map(escapePart));
  }
  for (const column of PRODUCT_COLUMNS) if (file.has(column)) cells[column] = row.text(column);
  return cells;
}

/** Builds the cells of a simple product's only variant, or of a variation; `product` is the variation's product. */
function buildVariantCells(row: WooRow, product: WooRow, file: WooFile): WooCells {
  const cells: WooCells = { 'Variant Price': row.text('Regular price') };
  for (const [column, name] of Object.entries(VARIANT_COLUMNS)) if (file.has(column)) cells[name] = row.text(column);
  if (file.has('Sale price')) {
    cells['Sale Price'] = row.text('Sale price');
    if (row.text('Sale price').trim() !== '') {
      cells['Sale Starts At'] = row.text('Date sale price starts');
      cells['Sale Ends At'] = toEndOfDay(row.text('Date sale price ends'));
    }
  }
  if (file.weight !== null) {
    const weight = row.text(file.weight.name).trim() || product.text(file.weight.name);
    cells['Variant Grams'] = toGrams(weight, file.weight.grams);
  }
  if (file.has('Stock')) {
    const stock = normalizeName(row.text('Stock')) === 'parent' ? product.text('Stock') : row.text('Stock');
    const isCounted = stock.trim() !== '' || row.text('In stock?').trim() === '0';
    cells['Variant Inventory Tracker'] = isCounted ? 'woocommerce' : '';
    cells['Variant Inventory Qty'] = isCounted ? stock.trim() || '0' : '';
  }
  if (file.has('Backorders allowed?')) {
    const backorders = normalizeName(row.text('Backorders allowed?'));
    cells['Variant Inventory Policy'] = backorders === '1' || backorders === 'notify' ? 'continue' : 'deny';
  }
  if (file.has('Meta: _wc_cog_cost')) cells['Cost per item'] = row.text('Meta: _wc_cog_cost');
  return cells;
}

type WooProduct = { row: WooRow; variations: WooRow[] };
type WooReport = (problem: RowProblem) => void;

/** Finds each variation's product by its SKU or `id:…`; reports rows that the shop cannot sell. */
function groupProducts(rows: readonly WooRow[], report: WooReport): WooProduct[] {
  const products: WooProduct[] = [];
  const byName = new Map<string, WooProduct>();
  const variations: WooRow[] = [];
  for (const row of rows) {
    const types = splitList(normalizeName(row.text('Type')));
    const foreign = types.find((type) => !['simple', 'variable', 'variation'].includes(type));
    const handle = row.text('Name').trim();
    if (foreign !== undefined || types.length === 0) {
      const reason = `Type "${row.text('Type').trim()}" is not sold here: only simple and variable products are`;
      report({ line: row.line, handle, column: 'Type', reason });
    } else if (types.includes('variation')) variations.push(row);
    else {
      const product: WooProduct = { row, variations: [] };
      products.push(product);
      byName.set(`id:${row.text('ID').trim()}`, product);
      if (row.text('SKU').trim() !== '') byName.set(row.text('SKU').trim(), product);
    }
  }
  for (const row of variations) {
    const parent = row
      .text('Parent')
      .trim()
      .replace(/^id: */i, 'id:');
    const product = byName.get(parent);
    if (product === undefined)
      report({
        line: row.line,
        handle: row.text('Name').trim(),
        column: 'Parent',
        reason: `Parent "${parent}" is no product of this file`,
      });
    // A variation that is not published is not sold.
    else if (row.text('Published').trim() !== '0') product.variations.push(row);
  }
  for (const { variations } of products)
    variations.sort((a, b) => Number(a.text('Position')) - Number(b.text('Position')));
  return products;
}

/** Builds the rows of one product: its variants, then its further pictures. */
function toRows({ row, variations }: WooProduct, handle: string, file: WooFile, report: WooReport): WooCells[] {
  const isVariable = normalizeName(row.text('Type')).includes('variable');
  const product = buildProductCells(row, handle, isVariable, file);
  const lines: WooCells[] = [];
  if (!isVariable) lines.push(buildVariantCells(row, row, file));
  for (const variation of isVariable ? variations : []) {
    if (normalizeName(variation.text('Stock')) === 'parent')
      report({
        line: variation.line,
        handle,
        column: 'Stock',
        reason: 'Stock is counted with the product there; here each option gets the whole count',
        isWarning: true,
      });
    lines.push({
      ...buildVariantCells(variation, row, file),
      'Option1 Name': joinAttributes(variation, 'name', file.attributes),
      'Option1 Value': joinAttributes(variation, 'value(s)', file.attributes),
      ...(file.has('Images') && { 'Variant Image': splitList(variation.text('Images'))[0] ?? '' }),
    });
  }
  if (lines.length === 0) return [];
  const [first, ...further] = lines;
  const pictures = splitList(row.text('Images'));
  return [
    { ...product, ...first, ...(file.has('Images') && { 'Image Src': pictures[0] ?? '' }) },
    ...further.map((cells) => ({ Handle: handle, ...cells })),
    ...pictures.slice(1).map((address) => ({ Handle: handle, 'Image Src': address })),
  ];
}

/** Turns the file's rows into products. Reports rows and fields that it leaves out. */
export function* groupWooCommerceRows(
  names: readonly string[],
  fileRows: readonly FileRow[],
  report: WooReport,
): Generator<ProductRows> {
  const places = new Map(names.map((name, place) => [normalizeName(name), place]));
  const has = (column: string) => places.has(normalizeName(column));
  const rows = fileRows.map(({ line, cells }): WooRow => {
    return { line, text: (column) => cells[places.get(normalizeName(column)) ?? -1] ?? '' };
  });
  const attributes = names.map((name) =>
    Number(/^attribute (\d{1,3}) value\(s\)$/.exec(normalizeName(name))?.[1] ?? 0),
  );
  const file: WooFile = { has, weight: findWeightColumn(names), attributes: Math.max(0, ...attributes) };
  const handles = new Set<string>();
  for (const product of groupProducts(rows, report)) {
    const { row, variations } = product;
    const name = toHandle(row.text('Name'));
    const handle = handles.has(name) ? `${name}-${toHandle(row.text('SKU')) || row.text('ID').trim()}` : name;
    handles.add(handle);
    const all = toRows(product, handle, file, report);
    if (all.length === 0) {
      report({ line: row.line, handle, reason: 'has no variation that is sold' });
      continue;
    }
    const columns = [...new Set(all.flatMap((cells) => Object.keys(cells)))];
    const read = readHeader(columns);
    if ('problem' in read) throw new Error(read.problem);
    yield {
      header: read.header,
      rows: all.map((cells, index) => ({
        line: variations[index]?.line ?? row.line,
        cells: columns.map((column) => cells[column] ?? ''),
      })),
    };
  }
}

/** Lists the columns of the file that the import does not read. */
export const listIgnoredByWooCommerce = (names: readonly string[]): string[] =>
  names.filter(
    (name) => !READ_COLUMNS.includes(normalizeName(name)) && !/^(attribute \d+ |weight \()/.test(normalizeName(name)),
  );
