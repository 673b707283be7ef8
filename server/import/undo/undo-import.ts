/**
 * Undoes the last import or daily file. Of an import, deletes new products (archives those in carts or bundles)
 * and restores changed fields. Leaves and reports products that were ordered since, and fields that changed again.
 */
import { publishProducts } from '../../catalog/listing/publish-products.ts';
import { type Db, lockRows } from '../../db/database.ts';
import type { MergedProduct, ShopProduct } from '../columns/product-file.ts';
import { isSame } from '../products/is-same.ts';
import { lockStock } from '../products/lock-stock.sql.ts';
import { shopProducts } from '../products/shop-products.sql.ts';
import { type ProductUpdate, saveProducts } from '../products/write-products.ts';
import type { RunKind } from './register-run.ts';
import { undoDailyFile } from './undo-daily-file.ts';
import * as sql from './undo-import.sql.ts';
import type { CatalogUndoOptions, RemainingChange } from './undo-options.ts';

const BATCH_SIZE = 200;

/** Counts of undone products (for a daily file: products and options) and of deleted labels. */
export type UndoReport = {
  kind: RunKind;
  file: string;
  started_at: string;
  /** New products that left the shop. */
  removed: number;
  /** Those of `removed` that are archived instead of deleted, since they are in carts or bundles. */
  archived: number;
  /** Changed products of which at least one field was restored. */
  restored: number;
  /** Products that are not undone, in whole or in part. */
  remaining: number;
  /** Brands, categories and tags that were removed. */
  labels: number;
};

type RecordedChange = {
  product_id: number;
  slug: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
type BatchResult = { removed: number; archived: number; restored: number; remaining: RemainingChange[] };

/** Builds the change that restores a product's fields, and lists the fields that were changed again since. */
function restoreChange(
  current: ShopProduct,
  { before, after }: RecordedChange,
): { change: ProductUpdate; changedAgain: string[] } {
  const currentValues = new Map(Object.entries(current));
  const fields = Object.keys(before ?? {});
  const changedAgain = fields.filter((field) => !isSame(currentValues.get(field), after?.[field]));
  const restored = fields.filter((field) => !changedAgain.includes(field));
  const values: Partial<ShopProduct> = Object.fromEntries(restored.map((field) => [field, before?.[field]]));
  const former = new Set(values.options?.map(({ id }) => id));
  const added = values.options === undefined ? [] : current.options.filter(({ id }) => !former.has(id));
  const product: MergedProduct = { ...current, ...values };
  // Options that the import added stay for old orders, but are not sold.
  const options = [...product.options, ...added.map((option) => ({ ...option, is_active: false }))];
  return {
    change: { before: current, after: { ...product, options: assignPositions(options) }, fields: new Set(restored) },
    changedAgain,
  };
}

/** Gives each option a position of its own. */
const assignPositions = (options: MergedProduct['options']): MergedProduct['options'] =>
  new Set(options.map(({ position }) => position)).size === options.length
    ? options
    : options.map((option, position) => ({ ...option, position }));

const ORDERED_REASON = 'it was ordered since';

/** Undoes one batch in the caller's transaction; a dry run only reads. */
async function undoBatch(
  tx: Db,
  run: { id: string; started_at: Date },
  changes: readonly RecordedChange[],
  { now, dryRun }: CatalogUndoOptions,
): Promise<BatchResult> {
  const ids = changes.map(({ product_id }) => product_id);
  // Orders take stock first, so none of these products is ordered from here on.
  if (!dryRun) await lockRows(tx, lockStock, [ids]);
  const ordered = new Set((await tx.rows(sql.orderedSince, [ids, run.started_at])).map((row) => row.product_id));
  const remaining = changes
    .filter(({ product_id }) => ordered.has(product_id))
    .map(({ slug }): RemainingChange => ({ handle: slug, reason: ORDERED_REASON }));
  const undoable = changes.filter(({ product_id }) => !ordered.has(product_id));
  const createdIds = undoable.filter(({ before }) => before === null).map(({ product_id }) => product_id);
  const inUse = new Set((await tx.rows(sql.productsInUse, [createdIds])).map((row) => row.product_id));

  const updated = undoable.filter(({ before }) => before !== null);
  const current = new Map((await tx.rows(shopProducts, [updated.map(({ slug }) => slug)])).map((row) => [row.id, row]));
  const restores = updated.flatMap((recorded) => {
    const product = current.get(recorded.product_id);
    if (product === undefined) return [];
    const { change, changedAgain } = restoreChange(product, recorded);
    if (changedAgain.length > 0)
      remaining.push({ handle: recorded.slug, reason: `it was changed again since: ${changedAgain.join(', ')}` });
    return change.fields.size > 0 ? [change] : [];
  });
  if (!dryRun) {
    await saveProducts(tx, restores, now, { isStockLocked: true });
    await removeProducts(tx, createdIds, inUse, now);
    await tx.rows(sql.forgetChanges, [run.id, [...createdIds, ...restores.map(({ before }) => before?.id ?? 0)]]);
  }
  return { removed: createdIds.length, archived: inUse.size, restored: restores.length, remaining };
}

/** Takes new products out of the shop: deletes them, or archives those in carts or bundles. */
async function removeProducts(tx: Db, ids: readonly number[], inUse: ReadonlySet<number>, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(sql.archiveProducts, [ids, now]);
  await publishProducts(tx, ids, now);
  const deleted = ids.filter((id) => !inUse.has(id));
  await tx.rows(sql.deleteBundleItems, [deleted]);
  await tx.rows(sql.deleteProducts, [deleted]);
}

/** Deletes the labels that the run made and that nothing uses now. */
async function deleteLabels(db: Db, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    let count = (await tx.rows(sql.deleteBrands, [id])).length + (await tx.rows(sql.deleteTags, [id])).length;
    for (;;) {
      const leaves = await tx.rows(sql.deleteLeafCategories, [id]);
      if (leaves.length === 0) break;
      count += leaves.length;
    }
    if (count > 0) await tx.write(sql.reportLabelChange);
    await tx.rows(sql.forgetRun, [id]);
    return count;
  });
}

/** Undoes the last import or daily file, batch by batch. Returns null if there is none. */
export async function undoLastImport(db: Db, options: CatalogUndoOptions): Promise<UndoReport | null> {
  const run = await db.row(sql.lastRun, [options.kind ?? null]);
  if (run === null) return null;
  const { id, kind, file } = run;
  const report = { kind, file, started_at: run.started_at.toISOString() };
  if (kind !== 'import') {
    const counts = await undoDailyFile(db, { id, kind }, options);
    if (!options.dryRun) await db.rows(sql.forgetRun, [id]);
    return { ...report, removed: 0, archived: 0, labels: 0, ...counts };
  }
  return { ...report, ...(await undoImport(db, run, options)) };
}

async function undoImport(db: Db, run: { id: string; started_at: Date }, options: CatalogUndoOptions) {
  const report = { removed: 0, archived: 0, restored: 0, remaining: 0, labels: 0 };
  let done = 0;
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const changes = await db.rows(sql.recordedChanges, [run.id, last, BATCH_SIZE]);
    if (changes.length === 0) break;
    last = changes.at(-1)?.product_id ?? 0;
    const result = await db.transaction((tx) => undoBatch(tx, run, changes, options));
    report.removed += result.removed;
    report.archived += result.archived;
    report.restored += result.restored;
    report.remaining += result.remaining.length;
    for (const each of result.remaining) options.onRemaining(each);
    done += changes.length;
    options.onProgress(done);
  }
  if (!options.dryRun) report.labels = await deleteLabels(db, run.id);
  return report;
}
