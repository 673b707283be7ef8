import type { Db } from '../../db/database.ts';
import { refreshListings } from './listing.sql.ts';

/**
 * Updates the listing after stock of these products changed, and of bundles that contain them, in one statement. Call
 * it once in the transaction, after the stock update. Records an `availability` change for products that went in or
 * out of stock, else a `stock` change.
 */
export async function refreshAvailability(tx: Db, productIds: readonly number[]): Promise<void> {
  await tx.write(refreshListings, [[...new Set(productIds)]]);
}
