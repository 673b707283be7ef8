/** What happens by itself as time passes: sales start and end, and products that were scheduled come into the lists. */
import type { Db } from '../../db/database.ts';
import { advanceListings, someDue, takeDue } from '../listing/listing.sql.ts';
import { publishProducts } from '../listing/publish-products.ts';

/** Rows of one statement; a day's deals are dozens. */
const BATCH = 1000;
/** Products that are published in one transaction. */
const DUE_BATCH = 200;

/**
 * Prices every listed product anew that a sale's start or end has passed since it was last priced, and notes it as
 * `price`. Cheap where there is none (one look into an index), so that it can be asked every half second by every
 * process: rows that another process holds are left to it. Returns how many were priced.
 */
export async function advanceSales(db: Db, now: Date): Promise<number> {
  let advanced = 0;
  for (;;) {
    const changed = await db.rows(advanceListings, [now, BATCH]);
    advanced += changed.length;
    if (changed.length < BATCH) return advanced;
  }
}

/**
 * Lists the products whose time of publication has come since they were written. As cheap, and as often asked, as
 * `advanceSales`. Returns how many came.
 */
export async function publishDue(db: Db, now: Date): Promise<number> {
  let published = 0;
  for (;;) {
    if (!(await db.row(someDue, [now]))?.some_due) return published;
    const due = await db.transaction(async (tx) => {
      const taken = await tx.rows(takeDue, [now, DUE_BATCH]);
      await publishProducts(
        tx,
        taken.map((product) => product.id),
        now,
      );
      return taken.length;
    });
    published += due;
    // Less than a batch: the rest is in the hands of another process.
    if (due < DUE_BATCH) return published;
  }
}
