/** A customer's alerts: merge, removal, export, and the removal of old ones. */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { exportRows, exportStatement } from '../../db/customer-export.ts';
import { statement } from '../../db/database.ts';
import { runInBatches } from '../../db/run-in-batches.ts';
import type { EventOf } from '../../events.ts';
import { CONFIRM_WITHIN_MS } from './alerts.ts';

/**
 * Moves the alerts of customers $1 to $2; of equal open alerts it keeps that of $2, else the oldest, and deletes the
 * others.
 */
const mergeInto = statement(
  'alerts.merge',
  v.object({}),
  `with ranked as (
     select id, row_number() over (partition by kind, product_id, variation_option_id
       order by (customer_id = $2::uuid) desc, created_at, id) as place
     from alerts where customer_id = any ($1::uuid[] || $2::uuid) and state <> 'ended'
   ), doubled as (
     delete from alerts where id in (select id from ranked where place > 1)
   )
   update alerts set customer_id = $2 where customer_id = any ($1::uuid[])
     and id not in (select id from ranked where place > 1)`,
);

const deleteAlerts = statement('alerts.removeOfCustomer', v.object({}), 'delete from alerts where customer_id = $1');

const exportedAlerts = exportStatement(
  'alerts.export',
  `jsonb_build_object('kind', a.kind, 'product', p.slug, 'variation_option_id', a.variation_option_id, 'state', a.state,
     'created_at', a.created_at, 'notified_at', a.notified_at, 'ended_at', a.ended_at)`,
  'from alerts a join products p on p.id = a.product_id where a.customer_id = $1 order by a.created_at, a.id',
);

/** Deletes $3 alerts that ended before $1, or were never confirmed and requested before $2. */
const removeOld = statement(
  'alerts.removeOld',
  v.object({ id: v.string() }),
  `delete from alerts where id in (
     select id from alerts where state = 'ended' and ended_at < $1
     union all select id from alerts where state = 'unconfirmed' and created_at < $2 limit $3) returning id`,
);

export const mergeAlerts = (ctx: Ctx, { from, into }: EventOf<'account.merged'>): Promise<void> =>
  ctx.db.write(mergeInto, [from, into]);

export const removeAlerts = (ctx: Ctx, { customer_id }: { customer_id: string }): Promise<void> =>
  ctx.db.write(deleteAlerts, [customer_id]);

export const exportAlerts = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => ({
  alerts: await exportRows(ctx.db, exportedAlerts, customer_id),
});

/** Retention of ended alerts (docs/security.md#limits). */
const RETENTION_MS = 180 * DAY_MS;
const BATCH_SIZE = 1_000;

/** Removes old alerts, a batch at a time. Part of the daily job. */
export async function removeOldAlerts(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms);
  const values = [before(RETENTION_MS), before(CONFIRM_WITHIN_MS), BATCH_SIZE];
  await runInBatches(BATCH_SIZE, async () => (await ctx.db.rows(removeOld, values)).length);
}
