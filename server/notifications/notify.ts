/** Writes what a customer hears, in the transaction of its cause, and enqueues a job for each message of it. */
import { type Channel, NOTIFICATION_KINDS, type NotificationKind, TOPICS } from '@shop/core/notifications/kinds';
import { allowedFrom, COLLAPSE_MS, countsToLimit } from '@shop/core/notifications/quiet-hours';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { enqueue } from '../jobs/jobs.ts';
import { canSend, QUEUES } from './channels.ts';
import type { NotificationData } from './notification-data.ts';
import { insertNotifications } from './notifications.sql.ts';

/** What the order of a notification adds to its data. */
type FromOrder = 'order_number' | 'total';
type OmitFromEach<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/** The data of a kind that its caller gives. */
export type GivenData<Kind extends NotificationKind> = OmitFromEach<NotificationData<Kind>, FromOrder>;

export type NotificationOptions = {
  /** Names the event: a second notification with the same source writes nothing. */
  source: string;
  /** The order that it is about. Its customer is the recipient, or its email where a guest placed it. */
  order_id?: string;
  customer_id?: string;
  /** Where a tap leads, if the kind has no action: a path of the shop, or an absolute address. */
  action_url?: string;
  /** Hash of a picture. */
  image?: string;
  /** Channels other than those of the kind. */
  channels?: readonly Channel[];
  /** The mail is sent at this time, or another notification's mail reports the same. */
  mail?: Date | 'joined';
};

/** Returns when a channel may send; a push of a packed order waits for the next status. */
function dueAt(kind: NotificationKind, data: object, channel: Channel, now: Date): Date {
  const waits = channel === 'push' && kind === 'order-updated' && 'status' in data && data.status === 'packed';
  return allowedFrom(kind, channel, waits ? new Date(now.getTime() + COLLAPSE_MS) : now);
}

/**
 * Notifies the recipient of the order or customer by each channel of the kind that the shop can send, the recipient
 * can be reached by and has not switched off (docs/readings.md#60). Writes nothing if the source was notified before.
 */
export async function notify<Kind extends NotificationKind>(
  ctx: Ctx,
  kind: Kind,
  data: GivenData<Kind>,
  { source, order_id, customer_id, action_url, image, channels, mail }: NotificationOptions,
): Promise<void> {
  const { topic, channels: all } = NOTIFICATION_KINDS[kind];
  const id = uuidV7(ctx.now);
  const used = (channels ?? all).filter((channel) => canSend(ctx, channel, kind, data));
  const planned = used.map((channel) => ({
    channel,
    due_at: channel === 'email' && mail instanceof Date ? mail : dueAt(kind, data, channel, ctx.now),
    suppressed: channel === 'email' && mail === 'joined' ? 'joined' : null,
  }));
  const wanted = {
    ...{ id, kind, topic, locked: TOPICS[topic].locked, source, data },
    customer_id: customer_id ?? null,
    order_id: order_id ?? null,
    action_url: action_url ?? null,
    image: image ?? null,
    counts: countsToLimit(kind, order_id !== undefined),
    channels: planned,
  };
  const values = [JSON.stringify([wanted]), ctx.now];
  const messages = planned.filter(({ channel, suppressed }) => channel !== 'inbox' && suppressed === null);
  // Nothing waits for a mail alone: its job does nothing where the delivery is missing or suppressed.
  const isMailOnly = messages.every(({ channel }) => channel === 'email');
  if (isMailOnly) await ctx.db.write(insertNotifications, values);
  const queued = isMailOnly ? messages : await ctx.db.rows(insertNotifications, values);
  for (const { channel, due_at } of queued) {
    const queue = QUEUES[channel];
    const startAfter = due_at > ctx.now ? { startAfter: due_at } : undefined;
    if (queue !== undefined) await enqueue(ctx, queue, { about: 'notification', notification_id: id }, startAfter);
  }
}
