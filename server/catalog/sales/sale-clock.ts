/** Scheduled changes: sales start and end, and scheduled products are published. */
import type { Db } from '../../db/database.ts';
import { claimScheduledProducts, hasScheduledProducts, refreshDuePrices } from '../listing/listing.sql.ts';
import { publishProducts } from '../listing/publish-products.ts';

/** Rows per statement; a day has dozens of deals. */
const BATCH_SIZE = 1000;
const DUE_BATCH_SIZE = 200;

/**
 * Updates prices of listed products whose sale has started or ended since, and records a `price` change. One index
 * look-up if there is nothing to do, so every process can poll it twice a second; rows locked by another process are
 * skipped. Returns how many were updated.
 */
export async function advanceSales(db: Db, now: Date): Promise<number> {
  let advanced = 0;
  for (;;) {
    const changed = await db.rows(refreshDuePrices, [now, BATCH_SIZE]);
    advanced += changed.length;
    if (changed.length < BATCH_SIZE) return advanced;
  }
}

/**
 * Publishes products whose scheduled time has passed. As cheap, and polled as often, as `advanceSales`. Returns how
 * many were published.
 */
export async function publishDueProducts(db: Db, now: Date): Promise<number> {
  let published = 0;
  for (;;) {
    if (!(await db.row(hasScheduledProducts, [now]))?.some_due) return published;
    const due = await db.transaction(async (tx) => {
      const taken = await tx.rows(claimScheduledProducts, [now, DUE_BATCH_SIZE]);
      await publishProducts(
        tx,
        taken.map((product) => product.id),
        now,
      );
      return taken.length;
    });
    published += due;
    // Less than a batch: another process has locked the rest.
    if (due < DUE_BATCH_SIZE) return published;
  }
}
