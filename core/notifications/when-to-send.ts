/** Decides when a channel may send a notification (docs/readings.md#61). */
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../time.ts';
import { type Channel, NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

/** Quiet hours in Kuala Lumpur: from 22:00 to 08:00. */
const QUIET_FROM_HOUR = 22;
const QUIET_UNTIL_HOUR = 8;

/** Maximum messages a day to a customer about anything except orders and security. */
export const MAX_DAILY_MESSAGES = 3;

/** Delay of the push about a packed order: if the order is on its way by then, only the push about that is sent. */
export const COLLAPSE_MS = 5 * MINUTE_MS;

/**
 * Returns whether quiet hours delay a kind on a channel: never an urgent kind or the inbox, and of mails only
 * marketing.
 */
function respectsQuietHours(kind: NotificationKind, channel: Channel): boolean {
  const { urgent, topic } = NOTIFICATION_KINDS[kind];
  if (urgent || channel === 'inbox') return false;
  return channel !== 'email' || topic === 'marketing';
}

/** Returns the first time from `now` on at which the channel may send the kind. */
export function computeNextAllowedTime(kind: NotificationKind, channel: Channel, now: Date): Date {
  if (!respectsQuietHours(kind, channel)) return now;
  const midnight = startOfDay(now).getTime();
  const morning = midnight + QUIET_UNTIL_HOUR * HOUR_MS;
  if (now.getTime() < morning) return new Date(morning);
  return now.getTime() < midnight + QUIET_FROM_HOUR * HOUR_MS ? now : new Date(morning + DAY_MS);
}

/** Returns whether a kind counts to the daily limit; one about an order never does. */
export const countsToLimit = (kind: NotificationKind, isAboutOrder: boolean): boolean =>
  !isAboutOrder && NOTIFICATION_KINDS[kind].topic !== 'orders' && NOTIFICATION_KINDS[kind].topic !== 'security';
