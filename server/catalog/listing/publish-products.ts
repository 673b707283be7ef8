/**
 * Publishing: writes all that lists need of a product into one row, `product_listing`, in the transaction of the
 * change. Any code that changes a product's texts, prices, labels or status calls `publishProducts`.
 */
import { saveImages } from '../../content/images.ts';
import type { Db } from '../../db/database.ts';
import {
  categoryTree,
  listBundleIds,
  listBundlesOfOlderVersions,
  listingSource,
  lockProducts,
  writeListings,
} from './listing.sql.ts';
import type { CategoryNodes } from './listing-row.ts';
import { listLabelledPacks } from './pack-pictures.ts';

/** Products per statement: a compromise between speed, memory and lock time. */
const BATCH_SIZE = 500;

/** Counts of listing rows written and removed. */
export type PublishCounts = { written: number; removed: number };

async function publishBatch(db: Db, ids: readonly number[], tree: CategoryNodes, now: Date): Promise<PublishCounts> {
  return db.transaction(async (tx) => {
    const locked = await tx.rows(lockProducts, [ids]);
    // The bundles among them follow their items' prices and sales.
    const changed = [...new Set([...ids, ...locked.map(({ id }) => id)])];
    const sources = await tx.rows(listingSource, [changed, now]);
    // Imported lazily: the pinyin dictionary takes 20 MB, which processes that only serve do not need.
    const { buildListingRow, readPackKind } = await import('./listing-row.ts');
    const rows = JSON.stringify(sources.map((source) => buildListingRow(source, tree)));
    await saveImages(
      tx,
      sources.flatMap((source) => listLabelledPacks(source, readPackKind(source, tree))),
    );
    return (await tx.row(writeListings, [changed, rows, now])) ?? { written: 0, removed: 0 };
  });
}

/**
 * Rewrites the listing rows of these products, and of bundles that contain them, from the source tables, and removes
 * those no longer published. Four statements per batch. Unchanged rows are neither written nor recorded. Joins an open
 * transaction; on the pool each batch of 500 has its own.
 */
export async function publishProducts(db: Db, ids: readonly number[], now: Date): Promise<PublishCounts> {
  const total: PublishCounts = { written: 0, removed: 0 };
  if (ids.length === 0) return total;
  const tree = new Map((await db.rows(categoryTree)).map((category) => [category.id, category]));
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
    const batch = await publishBatch(db, sorted.slice(start, start + BATCH_SIZE), tree, now);
    total.written += batch.written;
    total.removed += batch.removed;
  }
  return total;
}

/** Rewrites the listing rows of all bundles, after a change of the share that they save or of the frozen categories. */
export async function publishBundles(db: Db, now: Date): Promise<void> {
  const bundles = await db.rows(listBundleIds);
  await publishProducts(
    db,
    bundles.map(({ id }) => id),
    now,
  );
}

/**
 * Rewrites the listing rows of bundles that the version before published during an upgrade: they lack the frozen
 * categories of their items. Returns their number.
 */
export async function publishBundlesOfOlderVersions({ db, now }: { db: Db; now: Date }): Promise<number> {
  const bundles = await db.rows(listBundlesOfOlderVersions);
  await publishProducts(
    db,
    bundles.map(({ id }) => id),
    now,
  );
  return bundles.length;
}
