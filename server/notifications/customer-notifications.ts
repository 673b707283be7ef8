/** A customer's notifications and choices: merge, removal, export, and deletion after 180 days. */
import { DAY_MS } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { declareCleanUp } from '../db/clean-up.ts';
import { exportRows, exportStatement } from '../db/customer-export.ts';
import { statement } from '../db/database.ts';
import { runInBatches } from '../db/run-in-batches.ts';
import type { EventOf } from '../events.ts';
import { endLostDeliveries } from './notifications.sql.ts';

/** Moves the notifications of customers $1 to $2, and their choices for which $2 has none. */
const mergeInto = statement(
  'notifications.merge',
  v.object({}),
  `with moved as (
     update notifications set customer_id = $2 where customer_id = any($1::uuid[])
   ), delivered as (
     update notification_deliveries set customer_id = $2
     where notification_id in (select id from notifications where customer_id = any($1::uuid[]))
   ), chosen as (
     delete from notification_choices where customer_id = any($1::uuid[]) returning topic, channel, enabled
   )
   insert into notification_choices (customer_id, topic, channel, enabled)
   select $2::uuid, topic, channel, bool_and(enabled) from chosen group by topic, channel
   on conflict (customer_id, topic, channel) do nothing`,
);

const deleteNotifications = statement(
  'notifications.removeOfCustomer',
  v.object({}),
  `with chosen as (delete from notification_choices where customer_id = $1)
   delete from notifications where customer_id = $1`,
);

const exportedNotifications = exportStatement(
  'notifications.export',
  `jsonb_build_object('kind', n.kind, 'data', n.data - 'sealed_email' - 'sealed_phone', 'created_at', n.created_at,
     'read_at', n.read_at, 'removed_at', n.removed_at, 'deliveries', (
       select jsonb_agg(jsonb_build_object('channel', d.channel, 'state', d.state, 'at', d.finished_at) order by d.channel)
       from notification_deliveries d where d.notification_id = n.id))`,
  'from notifications n where n.customer_id = $1 order by n.created_at, n.id',
);

const exportedChoices = exportStatement(
  'notifications.exportChoices',
  `to_jsonb(c) - 'customer_id'`,
  'from notification_choices c where customer_id = $1 order by topic, channel',
);

const removeOld = declareCleanUp(
  'notifications.removeOld',
  'delete from notifications',
  'from notifications where created_at < $1 order by created_at',
);

export const mergeNotifications = (ctx: Ctx, { from, into }: EventOf<'account.merged'>): Promise<void> =>
  ctx.db.write(mergeInto, [from, into]);

/** Deletes the choices and notifications of a removed account, also those of its orders, with their deliveries. */
export const eraseNotifications = (ctx: Ctx, { customer_id }: EventOf<'account.removed'>): Promise<void> =>
  ctx.db.write(deleteNotifications, [customer_id]);

export const exportNotifications = async (ctx: Ctx, customer_id: string): Promise<Record<string, unknown>> => {
  const [notifications, notification_choices] = await Promise.all([
    exportRows(ctx.db, exportedNotifications, customer_id),
    exportRows(ctx.db, exportedChoices, customer_id),
  ]);
  return { notifications, notification_choices };
};

/** Rows per statement. */
const BATCH_SIZE = 1_000;

/** Jobs are retried for about a day, so that a delivery that is queued after two has lost its job. */
const LOST_AFTER_MS = 2 * DAY_MS;

/** Ends deliveries whose jobs are gone, so that staff do not wait for them. Part of the daily job. */
export async function failLostDeliveries(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - LOST_AFTER_MS);
  const values = [before, BATCH_SIZE, ctx.now];
  await runInBatches(BATCH_SIZE, async () => (await ctx.db.rows(endLostDeliveries, values)).length);
}

/** Retention of notifications (docs/security.md#limits). */
const RETENTION_MS = 180 * DAY_MS;

/** Removes old notifications. Part of the daily job. */
export async function removeOldNotifications(ctx: Ctx): Promise<void> {
  await removeOld(ctx.db, new Date(ctx.now.getTime() - RETENTION_MS));
}
