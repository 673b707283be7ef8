/** Sales start and end by themselves: the columns that lists sort and filter by follow the clock. */
import type { Db } from '../db/database.ts';
import { advanceListings } from './listing.sql.ts';

/** Rows of one statement; a day's deals are dozens. */
const BATCH = 1000;

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
