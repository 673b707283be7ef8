/**
 * Imports a product CSV. Rows are parsed and staged first, then products are published in short batches, so that
 * memory stays bounded and shoppers never wait behind a long transaction (docs/readings.md#43). Bundles come last,
 * after their items.
 */
import { analyzeCatalogue, isAnalysisDue } from '../../catalog/listing/analyze-tables.ts';
import { type Db, lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import type { ProductDraft, ShopProduct } from '../columns/product-file.ts';
import { createDefinitions } from '../labels/definitions.ts';
import {
  addReferences,
  hasNewReferences,
  listNewReferences,
  listUndefinedReferences,
  loadReferences,
  type NewReferences,
  planCategories,
  type References,
  simulateReferences,
} from '../labels/references.ts';
import { findPictures, resolveLocalPictures } from '../pictures/find-pictures.ts';
import { recordAddedLabels, recordSaved } from '../undo/record-import.ts';
import { listLostItems, loadItemProducts, resolveBundleItems } from './bundle-items.ts';
import { type ImportOptions, type ImportReport, type ImportRun, rejectRow } from './import-run.ts';
import { listChangedFields, mergeDraft } from './merge.ts';
import { knownProducts, shopProducts, skuOwners } from './shop-products.sql.ts';
import { stageFile } from './stage-drafts.ts';
import { clearStaged, lockStagedStock, stagedDrafts, stagedPaths } from './staged-drafts.sql.ts';
import { type ProductUpdate, saveProducts } from './write-products.ts';

/** Products per batch: memory and locks stay small. */
const BATCH_SIZE = 200;
/** Concurrent batches: one is prepared while the database writes another. */
const MAX_CONCURRENT_BATCHES = 2;
/** Age after which the staged rows of a crashed import are deleted. */
const STALE_MS = 86_400_000;

/** Rejects variants whose SKU belongs to another product of the shop. */
async function rejectTakenSkus(run: ImportRun, db: Db, drafts: readonly ProductDraft[]): Promise<ProductDraft[]> {
  const skus = drafts.flatMap((draft) => draft.variants.flatMap((variant) => variant.sku ?? []));
  const owners = new Map((await db.rows(skuOwners, [skus])).map((owner) => [owner.sku, owner.slug]));
  return drafts.flatMap((draft) => {
    const variants = draft.variants.filter((variant) => {
      const owner = variant.sku === null ? undefined : owners.get(variant.sku);
      if (owner === undefined || owner === draft.handle) return true;
      const reason = `SKU "${variant.sku}" belongs to "${owner}"`;
      rejectRow(run, { line: variant.line, handle: draft.handle, column: 'Variant SKU', reason });
      return false;
    });
    if (variants.length === draft.variants.length) return [draft];
    if (variants.length > 0) return [{ ...draft, variants, is_partial: true }];
    run.report.skipped += 1;
    return [];
  });
}

/** Adds the pictures next to the file to their products. */
const addImageFiles = ({ images }: ImportRun, drafts: ProductDraft[]): ProductDraft[] =>
  images === null ? drafts : drafts.map(images.addImages);

type DraftComparison = { references: References; pictures: ReadonlyMap<string, string>; isWritten: boolean };

function mergeWithBundleItems(
  draft: ProductDraft,
  before: ShopProduct | null,
  itemProducts: Awaited<ReturnType<typeof loadItemProducts>>,
  { references, pictures, now }: DraftComparison & { now: string },
) {
  const items =
    draft.bundle_items === undefined ? (before?.parts ?? []) : resolveBundleItems(draft.bundle_items, itemProducts);
  if ('reason' in items) return { column: 'Bundle Items', ...items };
  return mergeDraft(draft, before, { references, pictures, bundleItems: items, now });
}

/** Warns of bundles of the shop that name what these updates no longer sell. */
async function warnOfLostItems(
  run: ImportRun,
  db: Db,
  drafts: readonly ProductDraft[],
  updates: readonly ProductUpdate[],
): Promise<void> {
  const lines = new Map(drafts.map(({ handle, line }) => [handle, line]));
  for (const { handle, reason } of await listLostItems(db, run.id, updates))
    rejectRow(run, { line: lines.get(handle) ?? 0, handle, reason, isWarning: true });
}

/** Compares one batch with the shop and returns the changes to write. */
async function compareBatch(
  run: ImportRun,
  db: Db,
  drafts: readonly ProductDraft[],
  by: DraftComparison,
): Promise<ProductUpdate[]> {
  const products = await db.rows(shopProducts, [drafts.map((draft) => draft.handle)]);
  const shop = new Map(products.map((product) => [product.slug, product]));
  const itemProducts = await loadItemProducts(db, drafts, by.isWritten ? null : run.id);
  const now = run.now.toISOString();
  const updates = drafts.flatMap((draft): ProductUpdate[] => {
    const before = shop.get(draft.handle) ?? null;
    const merged = mergeWithBundleItems(draft, before, itemProducts, { ...by, now });
    if ('reason' in merged) {
      run.report.skipped += 1;
      rejectRow(run, { line: draft.line, handle: draft.handle, ...merged });
      return [];
    }
    const fields = before === null ? [] : listChangedFields(merged.after, before);
    if (before !== null && fields.length === 0) {
      run.report.unchanged += 1;
      return [];
    }
    const kind = before === null ? 'created' : 'updated';
    run.report[kind] += 1;
    run.onChange({ handle: draft.handle, kind, fields });
    return [{ after: merged.after, before, fields: new Set(fields) }];
  });
  await warnOfLostItems(run, db, drafts, updates);
  return updates;
}

/** Yields the staged drafts in batches. */
async function* yieldBatches(run: ImportRun, db: Db): AsyncGenerator<ProductDraft[]> {
  for (let position = 0; ; ) {
    const staged = await db.rows(stagedDrafts, [run.id, position, BATCH_SIZE]);
    const last = staged.at(-1);
    if (last === undefined) return;
    position = last.position;
    // The first bundles may need items from the same page.
    const bundles = staged.filter((row) => row.draft.bundle_items?.length);
    const others = staged.filter((row) => !row.draft.bundle_items?.length);
    for (const rows of [others, bundles]) if (rows.length > 0) yield rows.map((row) => row.draft);
  }
}

const readStagedPaths = async (run: ImportRun, db: Db) =>
  (await db.rows(stagedPaths, [run.id])).map(({ path }) => path);

/** Reads the handles of the drafts that have no category in the file and are products of the shop. */
async function readKnownHandles(db: Db, drafts: readonly ProductDraft[]): Promise<ReadonlySet<string>> {
  const handles = drafts.flatMap(({ handle, category }) => (category === undefined ? [handle] : []));
  if (handles.length === 0) return new Set();
  return new Set((await db.rows(knownProducts, [handles])).map(({ slug }) => slug));
}

/** Adds to the report the categories that a batch creates, and the Chinese names that it gives to known brands. */
function reportNewLabels({ report }: ImportRun, { categories, brands, brandNames }: NewReferences): void {
  for (const { name_en, parent } of categories) {
    report.new_categories.push(parent === null ? name_en : `${name_en}, below ${parent}`);
  }
  const made = new Set(brands.map(({ slug }) => slug));
  for (const { slug, name_zh } of brandNames) if (!made.has(slug)) report.brand_names.push(`${slug}: ${name_zh}`);
}

/** Compares everything and writes nothing. */
async function compareAll(run: ImportRun): Promise<void> {
  let references = await loadReferences(run.db);
  references = simulateReferences(references, listUndefinedReferences(references, run.definitions));
  references = planCategories(references, await readStagedPaths(run, run.db));
  let done = 0;
  for await (const batch of yieldBatches(run, run.db)) {
    const drafts = addImageFiles(run, await rejectTakenSkus(run, run.db, batch));
    const added = listNewReferences(references, drafts, await readKnownHandles(run.db, drafts));
    reportNewLabels(run, added);
    references = simulateReferences(references, added);
    const pictures = await resolveLocalPictures(run, drafts);
    await compareBatch(run, run.db, drafts, { references, pictures, isWritten: false });
    done += batch.length;
    run.onProgress('comparing', done);
  }
}

/** Writes one batch in one transaction. A retried batch is counted once. */
async function writeBatch(
  run: ImportRun,
  db: Db,
  drafts: readonly ProductDraft[],
  by: Omit<DraftComparison, 'isWritten'>,
) {
  const counts = await db.transaction(async (tx) => {
    const batchRun: ImportRun = {
      ...run,
      report: { ...run.report, created: 0, updated: 0, unchanged: 0, skipped: 0, rows_refused: 0, warnings: 0 },
    };
    const changes = await compareBatch(batchRun, tx, drafts, { ...by, isWritten: true });
    const ids = await saveProducts(tx, changes, run.now, { isStockLocked: db.isTransaction });
    const savedProducts = changes.map(({ after: { slug }, before, fields }) => {
      return { slug, product_id: ids.get(slug) ?? 0, before, fields };
    });
    await recordSaved(tx, run, savedProducts);
    return batchRun.report;
  });
  for (const name of ['created', 'updated', 'unchanged', 'skipped', 'rows_refused', 'warnings'] as const)
    run.report[name] += counts[name];
}

/**
 * Writes all staged drafts, `maxConcurrent` batches at a time. Creates the labels of a batch before it starts, one batch at a
 * time, so that batches never wait for each other.
 */
async function writeAll(run: ImportRun, db: Db, maxConcurrent: number): Promise<void> {
  let references = await loadReferences(db);
  const addLabels = async (added: NewReferences) => {
    if (hasNewReferences(added))
      references = await addReferences(db, references, added, (tx) => recordAddedLabels(tx, run, added));
  };
  await addLabels(listUndefinedReferences(references, run.definitions));
  references = planCategories(references, await readStagedPaths(run, db));
  const runningBatches = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  let done = 0;
  let batchCount = 0;
  for await (const batch of yieldBatches(run, db)) {
    const drafts = addImageFiles(run, await rejectTakenSkus(run, db, batch));
    const added = listNewReferences(references, drafts, await readKnownHandles(db, drafts));
    reportNewLabels(run, added);
    await addLabels(added);
    // Fetches pictures before the transaction: they come over the network.
    const pictures = await findPictures(run, db, drafts);
    // Waits for the items of bundles: every product before the first bundle is written by then.
    if (drafts.some((draft) => draft.bundle_items?.length)) await Promise.all(runningBatches);
    const work = writeBatch(run, db, drafts, { references, pictures })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        runningBatches.delete(work);
        done += batch.length;
        run.onProgress('writing', done);
      });
    runningBatches.add(work);
    if (runningBatches.size >= maxConcurrent) await Promise.race(runningBatches);
    if (failure !== null) break;
    if (isAnalysisDue(++batchCount)) await analyzeCatalogue(db);
  }
  await Promise.all(runningBatches);
  if (failure !== null) throw (failure as { error: unknown }).error;
}

/** Thrown to roll back an all-or-nothing import in which a row was rejected while writing. */
class RowsRefused extends Error {}

/** Writes everything in one transaction. Rolls back and returns false if a row was rejected. */
async function writeWhole(run: ImportRun): Promise<boolean> {
  const staged = { ...run.report };
  try {
    await run.db.transaction(async (tx) => {
      Object.assign(run.report, staged, { new_categories: [], brand_names: [] });
      // Locks all rows at once, because the batches share one transaction.
      await lockRows(tx, lockStagedStock, [run.id]);
      // The comparison has reported the warnings.
      const onProblem: ImportRun['onProblem'] = (problem) => {
        if (!problem.isWarning) run.onProblem(problem);
      };
      await writeAll({ ...run, onProblem }, tx, 1);
      if (run.report.rows_refused > 0) throw new RowsRefused();
    });
    return true;
  } catch (error) {
    if (error instanceof RowsRefused) return false;
    throw error;
  }
}

/** Writes the staged drafts. Returns whether anything was, or in a dry run would be, written. */
async function applyDrafts(run: ImportRun): Promise<boolean> {
  if (run.allOrNothing || run.dryRun) {
    const staged = { ...run.report };
    await compareAll(run);
    const isGood = !run.allOrNothing || run.report.rows_refused === 0;
    if (run.dryRun || !isGood) return isGood;
    Object.assign(run.report, staged, { new_categories: [], brand_names: [] });
    return writeWhole(run);
  }
  await writeAll(run, run.db, MAX_CONCURRENT_BATCHES);
  return true;
}

/**
 * Imports a file. Reports rows that cannot be imported and imports the others, or nothing with `allOrNothing`.
 * Importing a file twice changes nothing the second time. Throws `UnreadableFile`.
 */
export async function importCatalogue(db: Db, path: string, options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now();
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rows_refused: 0, rows_read: 0, warnings: 0 };
  const lists = { ignored_columns: [], new_categories: [], brand_names: [], notes: [], unmatched_images: [] };
  const report: ImportReport = { ...counts, ...lists, is_applied: false, seconds: 0, rows_per_second: 0 };
  const run: ImportRun = {
    ...options,
    db,
    id: uuidV7(options.now),
    file: path,
    report,
    definitions: createDefinitions(),
    images: null,
  };
  const stale = new Date(options.now.getTime() - STALE_MS);
  try {
    await stageFile(run, path);
    const is_applied = await applyDrafts(run);
    report.unmatched_images = run.images?.listUnmatched() ?? [];
    const seconds = (performance.now() - startedAt) / 1000;
    const rows_per_second = Math.round(report.rows_read / Math.max(seconds, 0.001));
    return { ...report, is_applied, seconds: Math.round(seconds * 100) / 100, rows_per_second };
  } finally {
    await db.rows(clearStaged, [run.id, stale]);
  }
}
