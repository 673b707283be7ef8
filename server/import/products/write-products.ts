/**
 * Writes a batch of merged products in the caller's transaction. The number of statements does not grow with the batch.
 */
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { type Db, lockRows, type Statement } from '../../db/database.ts';
import { DETAIL_FIELDS, type MergedProduct, type ShopProduct } from '../columns/product-file.ts';
import type { StoredStock } from '../columns/product-values.ts';
import { isSame } from './is-same.ts';
import { lockStock } from './lock-stock.sql.ts';
import * as sql from './write-products.sql.ts';

/** A merged product, the shop's version of it, and the fields that differ (all of them for a new product). */
export type ProductUpdate = { after: MergedProduct; before: ShopProduct | null; fields: ReadonlySet<string> };

type StoredUpdate = ProductUpdate & { product_id: number };

const toJson = (rows: readonly object[]) => JSON.stringify(rows);

/** Builds a stock row, with the difference from the count that the import compared. */
function buildStockRow(
  product_id: number,
  option_id: number | null,
  stock: StoredStock | null,
  before: StoredStock | null | undefined,
) {
  if (stock === null || isSame(stock, before ?? null)) return [];
  return [{ product_id, option_id, ...stock, difference: stock.quantity - (before?.quantity ?? 0) }];
}

function toStockRows(updates: readonly StoredUpdate[], optionIds: ReadonlyMap<string, number>) {
  return updates.flatMap(({ after, before, product_id }) => {
    const stockBefore = new Map(before?.options.map((option) => [option.id, option.stock]));
    return [
      ...buildStockRow(product_id, null, after.stock, before?.stock),
      ...after.options.flatMap(({ id, position, stock }) =>
        buildStockRow(product_id, optionIds.get(`${product_id} ${position}`) ?? null, stock, stockBefore.get(id ?? 0)),
      ),
    ];
  });
}

/** Writes options and returns their ids by product and position. */
async function saveOptions(tx: Db, updates: readonly StoredUpdate[]): Promise<Map<string, number>> {
  const options = updates.flatMap(({ after, product_id }) =>
    after.options.map((option) => ({ ...option, product_id })),
  );
  const rows = options.length > 0 ? await tx.rows(sql.writeOptions, [toJson(options)]) : [];
  return new Map(rows.map((row) => [`${row.product_id} ${row.position}`, row.id]));
}

/** Replaces the rows of one field for the products in which it differs. */
async function saveRows<Field extends keyof MergedProduct>(
  tx: Db,
  of: Statement<Record<string, never>>,
  updates: readonly StoredUpdate[],
  field: Field,
  rowsOf: (value: MergedProduct[Field], change: StoredUpdate) => readonly object[],
): Promise<void> {
  const isWritten = ({ before, fields, after }: StoredUpdate) =>
    before === null ? (after[field] as readonly unknown[]).length > 0 : fields.has(field);
  const touched = updates.filter(isWritten);
  if (touched.length === 0) return;
  const rows = touched.flatMap((change) =>
    rowsOf(change.after[field], change).map((row) => ({ product_id: change.product_id, ...row })),
  );
  await tx.rows(of, [touched.map(({ product_id }) => product_id), toJson(rows)]);
}

const toSales = (change: StoredUpdate, optionIds: ReadonlyMap<string, number>) => [
  ...change.after.sales.map((sale) => ({ ...sale, option_id: null })),
  ...change.after.options.flatMap(({ position, sales }) =>
    sales.map((sale) => ({ ...sale, option_id: optionIds.get(`${change.product_id} ${position}`) ?? null })),
  ),
];

/** Replaces all of a product's sales if those of the product or of an option differ. */
async function saveSales(
  tx: Db,
  updates: readonly StoredUpdate[],
  optionIds: ReadonlyMap<string, number>,
): Promise<void> {
  const touched = updates.filter(({ before, fields, after }) => {
    if (before !== null) return fields.has('sales') || fields.has('options');
    return after.sales.length > 0 || after.options.some((option) => option.sales.length > 0);
  });
  if (touched.length === 0) return;
  const rows = touched.flatMap((change) =>
    toSales(change, optionIds).map((sale) => ({ ...sale, product_id: change.product_id })),
  );
  await tx.rows(sql.writeSales, [touched.map(({ product_id }) => product_id), toJson(rows)]);
}

/**
 * Writes these changes and publishes the products; returns their ids by slug. Locks their stock, unless the transaction
 * has locked it already.
 */
export async function saveProducts(
  tx: Db,
  changes: readonly ProductUpdate[],
  now: Date,
  { isStockLocked }: { isStockLocked: boolean },
): Promise<ReadonlyMap<string, number>> {
  if (changes.length === 0) return new Map();
  // Locks the stock in lock order, because orders take it.
  const restocked = changes.filter(({ before, fields }) => {
    return before !== null && ['stock', 'options', 'parts', 'type'].some((field) => fields.has(field));
  });
  if (restocked.length > 0 && !isStockLocked)
    await lockRows(tx, lockStock, [restocked.flatMap(({ before }) => before?.id ?? [])]);

  const written = await tx.rows(sql.writeProducts, [toJson(changes.map(({ after: { id: _, ...row } }) => row)), now]);
  const idBySlug = new Map(written.map((row) => [row.slug, row.id]));
  const updates = changes.map((change) => ({ ...change, product_id: idBySlug.get(change.after.slug) ?? 0 }));
  const ids = updates.map(({ product_id }) => product_id);

  const optionIds = await saveOptions(
    tx,
    updates.filter(({ before, fields }) => before === null || fields.has('options')),
  );
  const stockRows = toStockRows(updates, optionIds);
  if (stockRows.length > 0) await tx.rows(sql.writeStock, [toJson(stockRows)]);
  await saveSales(tx, updates, optionIds);
  for (const { field, toRows, replace } of sql.WRITTEN_ROWS) await saveRows(tx, replace, updates, field, toRows);
  await saveRows(tx, sql.writePlaces, updates, 'places', (places) => places);
  await saveRows(tx, sql.writeBundleItems, updates, 'parts', (items, { product_id }) =>
    items.map((item, position) => ({ ...item, position, bundle_id: product_id })),
  );

  const restockedIds = restocked.flatMap(({ before }) => before?.id ?? []);
  await publishProducts(tx, ids, now);
  const detailed = updates.filter(
    ({ before, fields }) => before !== null && DETAIL_FIELDS.some((field) => fields.has(field)),
  );
  if (detailed.length > 0) await tx.write(sql.reportDetails, [detailed.map(({ product_id }) => product_id)]);
  // New products were refreshed when they were published.
  if (restockedIds.length > 0) await refreshAvailability(tx, restockedIds);
  return idBySlug;
}
