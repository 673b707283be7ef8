/** Notifies of products that are back or cost less (docs/readings.md#63). Part of the minutely job. */
import { productPath } from '@shop/core/links/paths';
import type { Ctx } from '../../context.ts';
import { runInBatches } from '../../db/run-in-batches.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { inTransaction } from '../../transaction.ts';
import { notify } from '../notify.ts';
import { markDue, takeDue, watchedProducts } from './alerts.sql.ts';
import { readLevels } from './levels.ts';

/** Maximum number of alerts per transaction. */
const BATCH_SIZE = 100;

/** Notifies of at most `BATCH_SIZE` due alerts; returns their number. */
function notifyOfDueAlerts(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const due = await ctx.db.rows(takeDue, [ctx.now, BATCH_SIZE]);
    const at = ctx.now.toISOString();
    for (const { id: alert_id, kind, customer_id, price, was, image_hash, slug, name_en, name_zh } of due) {
      if (customer_id === null) {
        await enqueue(ctx, 'mail', { about: 'alert.due', alert_id, at, price, was });
        continue;
      }
      const product = { alert_id, slug, name_en, name_zh };
      const source = `alert.${alert_id}.${ctx.now.getTime()}`;
      const options = { source, customer_id, action_url: productPath(slug), image: image_hash };
      await (kind === 'back-in-stock'
        ? notify(ctx, kind, product, options)
        : notify(ctx, kind, { ...product, price, was }, options));
    }
    return due.length;
  });
}

/** Reads stock and prices of the products with alerts, and notifies of those that are back or cost less. */
export async function notifyOfAlerts(ctx: Ctx): Promise<void> {
  const levels = await readLevels(ctx, await ctx.db.rows(watchedProducts));
  if (levels.length > 0) {
    const values = (['product_id', 'variation_option_id', 'available', 'price'] as const).map((column) =>
      levels.map((level) => level[column]),
    );
    await ctx.db.rows(markDue, [...values, ctx.now]);
  }
  await runInBatches(BATCH_SIZE, () => notifyOfDueAlerts(ctx));
}
