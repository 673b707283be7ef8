/** Notifies the customers of a campaign, a batch at a time (docs/readings.md#64). */
import type { Ctx } from '../../context.ts';
import { enqueue, type JobData } from '../../jobs/jobs.ts';
import { inTransaction } from '../../transaction.ts';
import { notifyCustomers } from '../notify.ts';
import { beginBatch, endBatch, nextRecipients } from './campaigns.sql.ts';

/** Maximum customers who are notified in one batch, and who are checked for it, so that its statements stay short. */
const BATCH_SIZE = 100;
const MAX_CHECKED = 1_000;
/** Pause between batches: the mails and pushes of one are sent before the next, and shoppers hardly notice. */
const PAUSE_MS = 2_000;

/** The id before that of every customer. */
export const BEFORE_ALL_CUSTOMERS = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies the next customers and enqueues the following batch, in one transaction: a repeated job finds its batch
 * written, and does nothing.
 */
export function notifyNextCustomers(ctx: Ctx, { campaign_id, after }: JobData['campaign']): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await ctx.db.row(beginBatch, [campaign_id, after, ctx.now]);
    if (campaign === null) return;
    const recipients = await ctx.db.row(nextRecipients, [campaign_id, after, MAX_CHECKED, BATCH_SIZE]);
    const { customer_ids = [], next_after = null } = recipients ?? {};
    const { action_url, image, started_at, ...data } = campaign;
    await notifyCustomers(ctx, 'marketing', data, customer_ids, {
      ...{ campaign_id, action_url, image },
      source: (customer_id) => `campaign.${campaign_id}.${customer_id}`,
      // Messages that wait for the end of quiet hours are sent at the same pace then.
      afterHold: ctx.now.getTime() - started_at.getTime(),
    });
    await ctx.db.write(endBatch, [campaign_id, customer_ids.length, next_after, ctx.now]);
    if (next_after === null) return;
    const startAfter = new Date(ctx.now.getTime() + PAUSE_MS);
    await enqueue(ctx, 'campaign', { campaign_id, after: next_after }, { startAfter });
  });
}
