/** Sends notifications to customers' phones (docs/partners.md#3). */
import type { Lang } from '@shop/core/lang';
import { NOTIFICATION_KINDS, type Topic } from '@shop/core/notifications/kinds';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { listPushTokens, removePushToken } from '../identity/push-tokens.ts';
import type { JobData } from '../jobs/jobs.ts';
import { type PushResult, type PushSender, PushUnavailable } from '../partners/fcm/fcm.ts';
import type { PushMessage } from '../partners/fcm/push-message.ts';
import { type DeliveryOutcome, deliver, NO_LONGER_NEEDED, SENT_OUTCOME } from './deliveries.ts';
import { countUnread } from './inbox.ts';
import { describeNotification } from './inbox-texts.ts';
import type { NotificationDelivery } from './notifications.sql.ts';

/** Age up to which a notification is pushed to a phone that was off; older ones are in the inbox only. */
const PUSH_LIFE_MS: Readonly<Record<Topic, number>> = {
  orders: DAY_MS,
  rewards: 3 * DAY_MS,
  alerts: DAY_MS,
  security: 3 * DAY_MS,
  marketing: DAY_MS,
};

/** Returns the time, in milliseconds, from which a notification is too old for a phone. */
const computePushEnd = ({ kind, created_at }: NotificationDelivery): number =>
  created_at.getTime() + PUSH_LIFE_MS[NOTIFICATION_KINDS[kind].topic];

/**
 * Returns the collapse key: the steps of an order replace each other on the phone, and a repeated message replaces
 * itself.
 */
const chooseCollapseKey = ({ id, order_id }: NotificationDelivery): string =>
  order_id === null ? id : `order.${order_id}`;

/**
 * Lists the facts that the app needs to open the notification, as texts (docs/spec.md §2 "Push-notification routing").
 */
function listTapData({ id, kind, order_id, action_url }: NotificationDelivery): Record<string, string> {
  const { action } = NOTIFICATION_KINDS[kind];
  return {
    notification_id: id,
    ...(action !== null && { action }),
    ...(order_id !== null && { action_data: JSON.stringify({ order_id }) }),
    ...(action_url !== null && { action_url }),
  };
}

function composePush(
  delivery: NotificationDelivery,
  { token, lang }: { token: string; lang: Lang },
  badge: number,
  now: Date,
): PushMessage {
  const { topic, urgent, action } = NOTIFICATION_KINDS[delivery.kind];
  return {
    // A notification with an action is sent as data only: the app shows it, and routes the tap.
    ...{ token, kind: action === null ? 'plain' : 'action', ...describeNotification(delivery, lang) },
    data: listTapData(delivery),
    collapse_key: chooseCollapseKey(delivery),
    ttl_seconds: Math.ceil((computePushEnd(delivery) - now.getTime()) / 1_000),
    ...{ urgent, channel_id: topic, category: topic, badge },
  };
}

/** Logs bugs of the shop; its details contain no token and no text of a message. */
export type PushLog = { error(details: object, message: string): void };

/** The sender and log of a batch. */
type PushContext = { push: PushSender; log: PushLog };

/** Sends to one phone. Removes a token that is no longer registered, and logs a message that FCM rejects. */
async function sendToPhone(
  ctx: Ctx,
  { push, log }: PushContext,
  { id, kind }: NotificationDelivery,
  token_id: string,
  message: PushMessage,
): Promise<PushResult> {
  const result = await push.send(message);
  if (result.state === 'gone') await removePushToken(ctx, token_id);
  if (result.state === 'rejected') {
    log.error({ notification: id, kind, reason: result.reason }, 'FCM rejected a push notification');
  }
  return result;
}

/**
 * Sends to all phones of the customer. If FCM is unavailable for one of them, the whole notification is sent again
 * later; a phone that got it before still shows it once, because of its collapse key.
 */
async function sendToPhones(ctx: Ctx, sending: PushContext, delivery: NotificationDelivery): Promise<DeliveryOutcome> {
  const { customer_id } = delivery;
  if (customer_id === null || computePushEnd(delivery) <= ctx.now.getTime()) return NO_LONGER_NEEDED;
  const [phones, badge] = await Promise.all([listPushTokens(ctx, customer_id), countUnread(ctx, customer_id)]);
  const tries = await Promise.allSettled(
    phones.map((phone) => sendToPhone(ctx, sending, delivery, phone.id, composePush(delivery, phone, badge, ctx.now))),
  );
  for (const each of tries) {
    if (each.status === 'rejected') return postponeOrThrow(ctx, each.reason);
  }
  const results = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const rejected = results.find((each) => each.state === 'rejected');
  const isSent = results.some(({ state }) => state === 'sent');
  if (rejected === undefined) return isSent ? SENT_OUTCOME : NO_LONGER_NEEDED;
  return { state: isSent ? 'sent' : 'failed', reason: `rejected: ${rejected.reason}` };
}

/**
 * Postpones to the time at which FCM accepts messages again, if the error has one; throws other errors, which are
 * retried.
 */
function postponeOrThrow(ctx: Ctx, error: unknown): DeliveryOutcome {
  if (!(error instanceof PushUnavailable) || error.retry_after_seconds === null) throw error;
  return { state: 'postponed', until: new Date(ctx.now.getTime() + error.retry_after_seconds * 1_000) };
}

/**
 * Sends a batch of notifications to phones; a promise per job. Notifications that replace each other are sent one after
 * another, so that the phone ends with the newest.
 */
export function sendPushes(ctx: Ctx, log: PushLog, jobs: readonly JobData['push'][]): Promise<void>[] {
  const { push } = ctx.shop.partners;
  const ids = jobs.map(({ notification_id }) => notification_id);
  const last = new Map<string, Promise<unknown>>();
  return deliver(ctx, 'push', ids, {
    prepare: async () => push,
    async send(delivery, push) {
      if (push === null) return NO_LONGER_NEEDED;
      const key = chooseCollapseKey(delivery);
      const before = last.get(key) ?? Promise.resolve();
      const sending = before.then(() => sendToPhones(ctx, { push, log }, delivery));
      // A failed message does not stop the next ones.
      last.set(
        key,
        sending.catch(() => {}),
      );
      return sending;
    },
  });
}
