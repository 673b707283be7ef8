/** Writes notifications in the transaction of their cause, and enqueues a job for each of their messages. */
import { type Channel, NOTIFICATION_KINDS, type NotificationKind, TOPICS } from '@shop/core/notifications/kinds';
import { COLLAPSE_MS, computeNextAllowedTime, countsToLimit } from '@shop/core/notifications/when-to-send';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { enqueueAll } from '../jobs/jobs.ts';
import { canSend, choosePriority, QUEUE_OF_CHANNEL } from './channels.ts';
import type { NotificationData } from './notification-data.ts';
import { insertNotifications } from './notifications.sql.ts';

/** The fields that a notification's data gets from its order. */
type OrderFields = 'order_number' | 'total';
type OmitFromEach<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/** The data of a kind that the caller passes. */
export type CallerData<Kind extends NotificationKind> = OmitFromEach<NotificationData<Kind>, OrderFields>;

export type NotificationOptions = {
  /** Names the event: a second notification with the same source writes nothing. */
  source: string;
  /** The order that it is about. Its customer is the recipient, or its email where a guest placed it. */
  order_id?: string;
  customer_id?: string;
  /** The target of a tap, if the kind has no action: a path of the shop, or an absolute address. */
  action_url?: string;
  /** Hash of a picture. */
  image?: string;
  /** Channels other than those of the kind. */
  channels?: readonly Channel[];
  /** The time at which the mail is sent; `joined`: another notification's mail reports the same. */
  mail?: Date | 'joined';
};

/**
 * Computes the time from which a channel may send; a message to a phone about a packed order waits for the next status.
 * `afterHold` is added, in milliseconds, to the end of quiet hours.
 */
function computeDueTime(kind: NotificationKind, data: object, channel: Channel, now: Date, afterHold = 0): Date {
  const isPacked = kind === 'order-updated' && 'status' in data && data.status === 'packed';
  const waits = isPacked && (channel === 'push' || channel === 'whatsapp');
  const due = waits ? new Date(now.getTime() + COLLAPSE_MS) : now;
  const from = computeNextAllowedTime(kind, channel, due);
  return from > due ? new Date(from.getTime() + afterHold) : from;
}

/**
 * Lists the channels by which the shop can send, with their times. `mail`: as in `NotificationOptions`; `afterHold`: as
 * in `CustomersOptions`.
 */
function planChannels(
  ctx: Ctx,
  kind: NotificationKind,
  data: object,
  channels: readonly Channel[],
  { mail, afterHold }: Pick<NotificationOptions, 'mail'> & Partial<Pick<CustomersOptions, 'afterHold'>>,
) {
  return channels
    .filter((channel) => canSend(ctx, channel, kind, data))
    .map((channel) => ({
      channel,
      due_at:
        channel === 'email' && mail instanceof Date ? mail : computeDueTime(kind, data, channel, ctx.now, afterHold),
      suppressed: channel === 'email' && mail === 'joined' ? 'joined' : null,
    }));
}

/** Enqueues a job for each delivery, with one statement per queue. */
async function enqueueDeliveries(
  ctx: Ctx,
  kind: NotificationKind,
  deliveries: readonly { notification_id: string; channel: Channel; due_at: Date }[],
): Promise<void> {
  const priority = choosePriority(kind);
  for (const [channel, all] of Map.groupBy(deliveries, ({ channel }) => channel)) {
    const queue = QUEUE_OF_CHANNEL[channel];
    if (queue === undefined) continue;
    const jobs = all.map(({ notification_id, due_at }) => ({
      data: { about: 'notification', notification_id } as const,
      ...(due_at > ctx.now && { startAfter: due_at }),
      ...(priority !== 0 && { priority }),
    }));
    await enqueueAll(ctx, queue, jobs);
  }
}

/**
 * Notifies the recipient of the order or customer by each channel of the kind that the shop can send, the recipient
 * can be reached by and has not switched off (docs/readings.md#60). Writes nothing if the source was notified before.
 */
export async function notify<Kind extends NotificationKind>(
  ctx: Ctx,
  kind: Kind,
  data: CallerData<Kind>,
  { source, order_id, customer_id, action_url, image, channels, mail }: NotificationOptions,
): Promise<void> {
  const { topic, channels: all } = NOTIFICATION_KINDS[kind];
  const notification_id = uuidV7(ctx.now);
  const planned = planChannels(ctx, kind, data, channels ?? all, { mail });
  const wanted = {
    ...{ id: notification_id, kind, topic, locked: TOPICS[topic].locked, source, data },
    customer_id: customer_id ?? null,
    order_id: order_id ?? null,
    action_url: action_url ?? null,
    image: image ?? null,
    counts: countsToLimit(kind, order_id !== undefined),
    channels: planned,
  };
  const values = [JSON.stringify([wanted]), ctx.now];
  const messages = planned.filter(({ channel, suppressed }) => channel !== 'inbox' && suppressed === null);
  // A mail alone needs no result of the statement: its job does nothing if the delivery is missing or suppressed.
  const isMailOnly = messages.every(({ channel }) => channel === 'email');
  if (isMailOnly) await ctx.db.write(insertNotifications, values);
  const queued = isMailOnly
    ? messages.map((message) => ({ ...message, notification_id }))
    : await ctx.db.rows(insertNotifications, values);
  await enqueueDeliveries(ctx, kind, queued);
}

type CustomersOptions = {
  /** Makes the source of a customer's notification. */
  source: (customer_id: string) => string;
  campaign_id: string;
  action_url: string | null;
  image: string | null;
  /** Milliseconds after the end of quiet hours at which messages that waited for it are sent. */
  afterHold: number;
};

/** Notifies many customers of the same facts, with one statement and one more per queue. */
export async function notifyCustomers<Kind extends NotificationKind>(
  ctx: Ctx,
  kind: Kind,
  data: CallerData<Kind>,
  customer_ids: readonly string[],
  { source, afterHold, ...shared }: CustomersOptions,
): Promise<void> {
  if (customer_ids.length === 0) return;
  const { topic, channels } = NOTIFICATION_KINDS[kind];
  const planned = planChannels(ctx, kind, data, channels, { afterHold });
  const wanted = customer_ids.map((customer_id) => ({
    ...{ id: uuidV7(ctx.now), kind, topic, locked: TOPICS[topic].locked, source: source(customer_id), data, ...shared },
    ...{ customer_id, order_id: null, counts: countsToLimit(kind, false), channels: planned },
  }));
  await enqueueDeliveries(ctx, kind, await ctx.db.rows(insertNotifications, [JSON.stringify(wanted), ctx.now]));
}
