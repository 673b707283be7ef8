/** Applies scheduled changes: starts and ends of sales, and publications of products. */
import type { Db } from '../../db/database.ts';
import { claimScheduledProducts, hasScheduledProducts, refreshDuePrices } from '../listing/listing.sql.ts';
import { publishProducts } from '../listing/publish-products.ts';

/** Prices per statement; few sales change at the same time. */
const PRICES_PER_BATCH = 1000;
/** Products published in one transaction. */
const PRODUCTS_PER_BATCH = 200;

/**
 * Updates prices of listed products whose sale has started or ended, and records a `price` change. Takes one index
 * look-up if there is nothing to do, so that every process can run it twice a second; skips rows that another process
 * has locked. Returns the number of updated products.
 */
export async function advanceSales(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await db.rows(refreshDuePrices, [now, PRICES_PER_BATCH]);
    total += changed.length;
    if (changed.length < PRICES_PER_BATCH) return total;
  }
}

/**
 * Publishes products whose scheduled time has passed. As cheap as `advanceSales`, and run as often. Returns the number
 * of published products.
 */
export async function publishDueProducts(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    if (!(await db.row(hasScheduledProducts, [now]))?.some_due) return total;
    const count = await db.transaction(async (tx) => {
      const products = await tx.rows(claimScheduledProducts, [now, PRODUCTS_PER_BATCH]);
      await publishProducts(
        tx,
        products.map((product) => product.id),
        now,
      );
      return products.length;
    });
    total += count;
    // Less than a batch: another process has locked the rest.
    if (count < PRODUCTS_PER_BATCH) return total;
  }
}
