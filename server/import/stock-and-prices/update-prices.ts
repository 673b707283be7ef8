/** Sets the prices of a daily file: regular prices, and sales with their times. */
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { formatPrice, InvalidCell, readMoment, readPrice } from '../columns/cells.ts';
import type { CellOf } from '../reading/row-cells.ts';
import { recordVariantChanges, type VariantChange } from '../undo/record-daily-file.ts';
import { findVariants, type MatchedRow } from './find-variants.ts';
import * as sql from './update-prices.sql.ts';
import { startUpdate, type UpdateOptions, type UpdateReport, writeInBatches } from './update-run.ts';
import { readVariantRows } from './variant-rows.ts';

const PRICE_COLUMNS = {
  price: ['Price', 'Variant Price', 'Regular price'],
  salePrice: ['Sale Price', 'Special Price'],
  from: ['From', 'Sale Starts At', 'Date sale price starts'],
  to: ['To', 'Sale Ends At', 'Date sale price ends'],
} as const;
type PriceColumn = keyof typeof PRICE_COLUMNS;

const BATCH_SIZE = 500;

type FileSale = { sale_price: number; starts_at: string | null; ends_at: string | null };
/** The values of a row; null leaves the shop's value unchanged. */
type PriceValues = { price: number | null; sale: FileSale | 'none' | null };

function readPriceValues(cell: CellOf<PriceColumn>): PriceValues {
  const price = cell.text('price').trim() === '' ? null : cell.read('price', readPrice);
  if (!cell.has('salePrice')) return requireAny({ price, sale: null });
  const starts_at = cell.read('from', readMoment);
  const ends_at = cell.read('to', readMoment);
  if (starts_at !== null && ends_at !== null && starts_at >= ends_at) throw new InvalidCell('To is not after From');
  if (cell.text('salePrice').trim() === '') {
    if (starts_at !== null || ends_at !== null) throw new InvalidCell('has a time but no Sale Price');
    return { price, sale: 'none' };
  }
  return { price, sale: { sale_price: cell.read('salePrice', readPrice), starts_at, ends_at } };
}

function requireAny(values: PriceValues): PriceValues {
  if (values.price === null) throw new InvalidCell('Price is missing');
  return values;
}

/** Times are ISO 8601. */
export type SalePeriod = { sale_price: number; starts_at: string; ends_at: string | null };

export type PriceChange = {
  product_id: number;
  option_id: number | null;
  /** Null leaves the price unchanged. */
  price: number | null;
  /** Replaces all sales except deals; null leaves them unchanged. */
  sales: readonly SalePeriod[] | null;
  /** Replaces all shocking deals; left out, they stay. */
  deals?: readonly SalePeriod[] | undefined;
};
type FilePriceChange = PriceChange & VariantChange & { text: string };

/** Gives a sale its start: that of the shop's equal sale, otherwise now. */
function toStartedSale(sale: FileSale, shop: MatchedRow<PriceValues>['variant']['sales'], now: string) {
  const equal = shop.find((each) => each.sale_price === sale.sale_price && each.ends_at === sale.ends_at);
  return { ...sale, starts_at: sale.starts_at ?? equal?.starts_at ?? now };
}

const saleText = (sales: readonly { sale_price: number; ends_at: string | null }[]): string =>
  sales.map((sale) => `RM${formatPrice(sale.sale_price)}`).join(', ') || 'none';

/** Compares a row with the shop. Returns the reason if it is wrong, null if it changes nothing. */
function planChange({ values, variant, code }: MatchedRow<PriceValues>, now: string): FilePriceChange | string | null {
  const price = values.price === variant.price ? null : values.price;
  const priceAfter = values.price ?? variant.price;
  const wanted =
    values.sale === null ? null : values.sale === 'none' ? [] : [toStartedSale(values.sale, variant.sales, now)];
  const [sale] = wanted ?? [];
  if (sale !== undefined && sale.sale_price >= priceAfter)
    return `Sale Price RM${formatPrice(sale.sale_price)} is not below the price RM${formatPrice(priceAfter)}`;
  const sales = wanted === null || JSON.stringify(wanted) === JSON.stringify(variant.sales) ? null : wanted;
  if (price === null && sales === null) return null;
  const texts = [
    price === null ? null : `RM${formatPrice(variant.price)} → RM${formatPrice(price)}`,
    sales === null ? null : `sale ${saleText(variant.sales)} → ${saleText(sales)}`,
  ];
  const text = texts.filter((each) => each !== null).join(', ');
  const { product_id, option_id } = variant;
  const before = { ...(price !== null && { price: variant.price }), ...(sales !== null && { sales: variant.sales }) };
  const after = { ...(price !== null && { price }), ...(sales !== null && { sales }) };
  return { product_id, option_id, price, sales, before, after, code, text };
}

/** Writes a batch of changes in the caller's transaction and publishes their products. */
export async function writePriceChanges(tx: Db, batch: readonly PriceChange[], now: Date): Promise<void> {
  const ids = [...new Set(batch.map(({ product_id }) => product_id))];
  const priced = batch.filter(({ price }) => price !== null);
  if (priced.length > 0) await tx.rows(sql.writePrices, [JSON.stringify(priced), now]);
  const onSale = batch.filter(({ sales }) => sales !== null);
  if (onSale.length > 0) await tx.rows(sql.replaceSales, [JSON.stringify(onSale), false]);
  const inDeals = batch.flatMap((each) => (each.deals === undefined ? [] : [{ ...each, sales: each.deals }]));
  if (inDeals.length > 0) await tx.rows(sql.replaceSales, [JSON.stringify(inDeals), true]);
  await publishProducts(tx, ids, now);
}

/**
 * Updates prices from a file of SKU or barcode, price, sale price and its times. Reports rows that it cannot use and
 * goes on. Throws `UnreadableFile`.
 */
export async function updatePrices(db: Db, path: string, options: UpdateOptions): Promise<UpdateReport> {
  const { report, problem, note, onWritten, finish } = startUpdate(options);
  const now = options.now.toISOString();
  const run = { id: uuidV7(options.now), file: path, now: options.now, kind: 'prices' as const };
  const columns = { columns: PRICE_COLUMNS, anyOf: ['price', 'salePrice'] as const };
  const read = await readVariantRows(path, columns, { problem, note }, readPriceValues);
  report.rows_read = read.count;
  const changes = (await findVariants(db, read.rows, problem)).flatMap((row) => {
    const change = planChange(row, now);
    if (change === null) report.unchanged += 1;
    else if (typeof change === 'string') problem({ line: row.line, handle: row.code, reason: change });
    else return [change];
    return [];
  });
  for (const { code, text } of changes) options.onChange({ code, text });
  if (options.dryRun) report.updated = changes.length;
  else
    await writeInBatches(
      db,
      changes,
      BATCH_SIZE,
      async (tx, batch) => {
        await writePriceChanges(tx, batch, options.now);
        await recordVariantChanges(tx, run, batch);
      },
      onWritten,
    );
  return finish();
}
