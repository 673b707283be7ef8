/** Sends the messages of notifications: each once, by the process that claims it, within the daily limit. */
import type { Channel } from '@shop/core/notifications/kinds';
import { computeNextAllowedTime } from '@shop/core/notifications/when-to-send';
import { dayOf, MINUTE_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { toLoggedError } from '../http/logged-error.ts';
import { enqueue, MAX_RETRIES } from '../jobs/jobs.ts';
import { inTransaction } from '../transaction.ts';
import { choosePriority, QUEUE_OF_CHANNEL, type QueuedChannel } from './channels.ts';
import {
  claimCounted,
  claimDeliveries,
  finishDelivery,
  lockRecipient,
  type NotificationDelivery,
  queuedDeliveries,
  releaseDelivery,
} from './notifications.sql.ts';

/** Time for one try to send; a process that died has lost its claim when its job is retried. */
const CLAIM_MS = MINUTE_MS / 3;

export type SuppressionReason =
  /** The customer has had the maximum of messages of the day. */
  | 'daily_limit'
  /**
   * The message is outdated or has no recipient: the order was paid, the points were used, the account has no address
   * left.
   */
  | 'no_longer_needed'
  /** The order has moved on. */
  | 'superseded'
  /** The customer withdrew consent, or staff canceled the campaign, while the message waited. */
  | 'switched_off'
  | 'canceled';

/** The result of a try to send; an error is retried. */
export type DeliveryOutcome =
  /** `reason`: why one of several phones was not reached. */
  | { state: 'sent'; reason?: string }
  | { state: 'suppressed'; reason: SuppressionReason }
  | { state: 'failed'; reason: string }
  /** The partner requested a later try. */
  | { state: 'postponed'; until: Date };

export const SENT_OUTCOME: DeliveryOutcome = { state: 'sent' };
export const NO_LONGER_NEEDED: DeliveryOutcome = { state: 'suppressed', reason: 'no_longer_needed' };

/** The member of the data with the previous contact that a channel writes to. */
const SEALED_CONTACT_FIELDS: Readonly<Partial<Record<Channel, string>>> = {
  email: 'sealed_email',
  whatsapp: 'sealed_phone',
};

type EndedDelivery = Exclude<DeliveryOutcome, { state: 'postponed' }>;

const finishClaimedDelivery = (ctx: Ctx, channel: Channel, id: string, outcome: EndedDelivery): Promise<void> =>
  ctx.db.write(finishDelivery, [
    ...[id, channel, outcome.state, ('reason' in outcome ? outcome.reason : null) ?? null, ctx.now],
    SEALED_CONTACT_FIELDS[channel] ?? null,
  ]);

/** Claims a delivery that counts towards the daily limit, and suppresses it if the limit is reached. */
function claimWithinLimit(
  ctx: Ctx,
  channel: Channel,
  { id, customer_id }: { id: string; customer_id: string | null },
): Promise<NotificationDelivery | null> {
  return inTransaction(ctx, async (ctx) => {
    await lockRows(ctx.db, lockRecipient, [customer_id]);
    const until = new Date(ctx.now.getTime() + CLAIM_MS);
    const claimed = await ctx.db.row(claimCounted, [id, channel, ctx.now, until, dayOf(ctx.now)]);
    if (claimed !== null) return claimed;
    const [queued] = await ctx.db.rows(queuedDeliveries, [[id], channel, ctx.now]);
    if (queued?.is_claimed === true) throw new Error('Another process sends this notification');
    if (queued !== undefined)
      await finishClaimedDelivery(ctx, channel, id, { state: 'suppressed', reason: 'daily_limit' });
    return null;
  });
}

type DeliveryClaim = NotificationDelivery | 'elsewhere' | { counts: string | null };

/**
 * Claims a batch in one statement, except deliveries that count towards the daily limit: `claimWithinLimit` claims
 * those one by one, under the customer's lock.
 */
async function claimBatch(
  ctx: Ctx,
  channel: Channel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryClaim>> {
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  const claimed = await ctx.db.rows(claimDeliveries, [ids, channel, ctx.now, until]);
  const claims = new Map<string, DeliveryClaim>(claimed.map((delivery) => [delivery.id, delivery]));
  const others = ids.filter((id) => !claims.has(id));
  if (others.length === 0) return claims;
  for (const { id, customer_id, counts_to_limit } of await ctx.db.rows(queuedDeliveries, [others, channel, ctx.now])) {
    claims.set(id, counts_to_limit ? { counts: customer_id } : 'elsewhere');
  }
  return claims;
}

/** Returns whether a message to a phone reports a status that the order no longer has. */
const isSuperseded = (channel: Channel, { kind, data, order_status }: NotificationDelivery): boolean =>
  channel !== 'email' && kind === 'order-updated' && order_status !== null && order_status !== data.status;

/** Returns the reason not to send a claimed message; null if it is to be sent. */
function findSuppressionReason(channel: Channel, delivery: NotificationDelivery): SuppressionReason | null {
  return delivery.withdrawn ?? (isSuperseded(channel, delivery) ? 'superseded' : null);
}

/** Postpones a message to the end of quiet hours, such as a retry at night, or to the time that a partner requested. */
function postponeDelivery(
  ctx: Ctx,
  channel: QueuedChannel,
  { id, kind }: NotificationDelivery,
  until: Date,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.write(releaseDelivery, [id, channel, until]);
    const queue = QUEUE_OF_CHANNEL[channel];
    if (queue !== undefined) {
      const options = { startAfter: until, priority: choosePriority(kind) };
      await enqueue(ctx, queue, { about: 'notification', notification_id: id }, options);
    }
  });
}

/** Records a failed try; another one follows until the last job has run. */
async function recordFailure(
  ctx: Ctx,
  channel: Channel,
  { id, attempts }: NotificationDelivery,
  error: unknown,
): Promise<void> {
  if (attempts <= MAX_RETRIES) await ctx.db.write(releaseDelivery, [id, channel, null]);
  else await finishClaimedDelivery(ctx, channel, id, { state: 'failed', reason: toLoggedError(error).message });
}

/**
 * Sends the messages of notifications by a channel: `prepare` reads once what `send` needs for the batch. Returns a
 * promise per notification; one that rejects is retried. A delivery that was sent or suppressed before, also by a job
 * that ran twice, does nothing.
 */
export function deliver<Batch>(
  ctx: Ctx,
  channel: QueuedChannel,
  ids: readonly string[],
  {
    prepare,
    send,
  }: {
    prepare(deliveries: readonly NotificationDelivery[]): Promise<Batch>;
    send(delivery: NotificationDelivery, batch: Batch): Promise<DeliveryOutcome>;
  },
): Promise<void>[] {
  const claims = claimBatch(ctx, channel, ids);
  const claimed = claims.then(async (all) => {
    const deliveries = new Map<string, NotificationDelivery>();
    const failures = new Map<string, unknown>();
    for (const [id, each] of all) {
      if (each === 'elsewhere') failures.set(id, new Error('Another process sends this notification'));
      else if ('id' in each) deliveries.set(id, each);
      else {
        const own = await claimWithinLimit(ctx, channel, { id, customer_id: each.counts }).catch((error: unknown) => {
          failures.set(id, error);
          return null;
        });
        if (own !== null) deliveries.set(id, own);
      }
    }
    return { deliveries, failures };
  });
  const batch = claimed.then(({ deliveries }) => prepare([...deliveries.values()]));
  // Awaited by each message that is sent, if there is any.
  batch.catch(() => {});
  async function deliverOne(id: string): Promise<void> {
    const { deliveries, failures } = await claimed;
    if (failures.has(id)) throw failures.get(id);
    const delivery = deliveries.get(id);
    if (delivery === undefined) return;
    const from = computeNextAllowedTime(delivery.kind, channel, ctx.now);
    const because = findSuppressionReason(channel, delivery);
    if (because === null && from > ctx.now) return postponeDelivery(ctx, channel, delivery, from);
    try {
      const outcome: DeliveryOutcome =
        because === null ? await send(delivery, await batch) : { state: 'suppressed', reason: because };
      if (outcome.state === 'postponed') await postponeDelivery(ctx, channel, delivery, outcome.until);
      else await finishClaimedDelivery(ctx, channel, id, outcome);
    } catch (error) {
      await recordFailure(ctx, channel, delivery, error);
      throw error;
    }
  }
  // Two jobs of one message share the try.
  const tries = new Map([...new Set(ids)].map((id) => [id, deliverOne(id)]));
  return ids.map((id) => tries.get(id) ?? Promise.resolve());
}
