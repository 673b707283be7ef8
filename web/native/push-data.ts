/** Validates the data of a push notification, because any sender with a push token may have sent it. */
import type { NotificationTarget } from '@shop/core/notifications/open-notification';
import * as v from 'valibot';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const text = v.fallback(v.nullable(v.string()), null);

const pushData = v.object({
  /** Set in messages without a notification of their own, whose data Android passes on unchanged. */
  title: text,
  notification_id: v.fallback(v.nullable(v.pipe(v.string(), v.regex(UUID))), null),
  action: text,
  /** A JSON object (docs/partners.md#3 "Routing payload"). */
  action_data: v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))), null),
  action_url: text,
});

export type PushData = NotificationTarget & { title: string | null; notification_id: string | null };

const EMPTY_PUSH_DATA: PushData = {
  title: null,
  notification_id: null,
  action: null,
  action_data: null,
  action_url: null,
};

/** Reads the data; missing and malformed fields are null. */
export function readPushData(data: unknown): PushData {
  const result = v.safeParse(pushData, { ...EMPTY_PUSH_DATA, ...(typeof data === 'object' ? data : null) });
  return result.success ? result.output : EMPTY_PUSH_DATA;
}
