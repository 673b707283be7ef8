/**
 * Publishing: what a list needs of a product is written into one row, `product_listing`, in the transaction of the
 * change. Whoever changes a product's texts, prices, labels or status calls `publishProducts` for it.
 */
import type { Db } from '../../db/database.ts';
import { categoryTree, listingSource, lockProducts, writeListings } from './listing.sql.ts';
import type { Tree } from './listing-row.ts';

/** Products per statement: enough to be quick, few enough to keep memory and locks small. */
const BATCH = 500;

/** How many products a publishing changed: rows written, rows removed. */
export type Published = { written: number; removed: number };

async function publishBatch(db: Db, ids: readonly number[], tree: Tree, now: Date): Promise<Published> {
  return db.transaction(async (tx) => {
    await tx.rows(lockProducts, [ids]);
    const sources = await tx.rows(listingSource, [ids, now]);
    // The sounds of Chinese weigh 20 MB: a process that only serves never loads them.
    const { listingRowOf } = await import('./listing-row.ts');
    const rows = JSON.stringify(sources.map((source) => listingRowOf(source, tree)));
    return (await tx.row(writeListings, [ids, rows, now])) ?? { written: 0, removed: 0 };
  });
}

/**
 * Writes the listing rows of these products anew from the tables, and removes those that are no longer published. Four
 * statements a batch, however many products. Rows that would say the same again stay untouched and unnoted. Joins an
 * open transaction; on the pool each batch of 500 is one.
 */
export async function publishProducts(db: Db, ids: readonly number[], now: Date): Promise<Published> {
  const total: Published = { written: 0, removed: 0 };
  if (ids.length === 0) return total;
  const tree = new Map((await db.rows(categoryTree)).map((category) => [category.id, category]));
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let start = 0; start < sorted.length; start += BATCH) {
    const batch = await publishBatch(db, sorted.slice(start, start + BATCH), tree, now);
    total.written += batch.written;
    total.removed += batch.removed;
  }
  return total;
}
