/** Keeps the listing's `in_stock` right when stock moves. */
import type { Db } from '../../db/database.ts';
import { refreshListings } from './listing.sql.ts';

/**
 * Tells the listing that stock of these products was taken or came back; to be called once in the transaction that
 * moves it, after the stock. One statement. Bundles that hold them are judged as well. What went in or out of stock is
 * noted as `availability`, everything else as `stock`.
 */
export async function refreshAvailability(tx: Db, productIds: readonly number[]): Promise<void> {
  await tx.write(refreshListings, [[...new Set(productIds)]]);
}
