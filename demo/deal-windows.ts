/**
 * Keeps shocking deals running: writes the demo's windows of today and the next days as rows of `sales`
 * (docs/readings.md#41).
 */
import { DAY_MS, dayOf } from '@shop/core/time';
import { publishProducts } from '../server/catalog/listing/publish-products.ts';
import type { Db } from '../server/db/database.ts';
import { listDealWindows } from './data/deals.ts';
import { fillDeals } from './seed.sql.ts';

/** Days whose windows are written ahead: a week, so that the next daily and weekly deals can be announced. */
const DAYS_AHEAD = 7;

/**
 * Writes the missing deals of today and the next days, and publishes their products. Runs at startup and once a day;
 * running it twice changes nothing. A variable product's deal is on its cheapest option. Products that the shop does
 * not have are skipped. Returns how many products got a deal.
 */
export async function ensureDealWindows(db: Db, now: Date): Promise<number> {
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => new Date(now.getTime() + ahead * DAY_MS));
  const windows = days.flatMap((at) => listDealWindows(dayOf(at)));
  const unique = new Map(windows.map((window) => [`${window.product_slug} ${window.starts_at}`, window]));
  return db.transaction(async (tx) => {
    const added = await tx.rows(fillDeals, [JSON.stringify([...unique.values()])]);
    const ids = [...new Set(added.map((sale) => sale.product_id))];
    await publishProducts(tx, ids, now);
    return ids.length;
  });
}
