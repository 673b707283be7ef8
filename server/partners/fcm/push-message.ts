/** A push notification, and the message of FCM HTTP v1 that shows it (docs/partners.md#3). */
import { createHash } from 'node:crypto';

export type PushMessage = {
  /** Registration token of the phone. */
  token: string;
  /** `plain`: the phone's system shows it; `action`: only data, which the app shows and routes on tap. */
  kind: 'plain' | 'action';
  title: string;
  body: string;
  data: Readonly<Record<string, string>>;
  /** Replaces an earlier notification with the same key, on the phone and while it is offline. */
  collapse_key: string;
  ttl_seconds: number;
  /** Wakes the phone up; otherwise it may wait until the phone is in use. */
  urgent: boolean;
  /** Android's channel, which the app creates. */
  channel_id: string;
  /** iOS's category of actions. */
  category: string;
  /** Number on the app's icon; null leaves it as it is. */
  badge: number | null;
};

/** The message, or why it cannot be sent. */
type ComposedMessage = { message: object } | { reason: string };

/** FCM's limit for notification and data; counted here over the whole message except the token. */
const MAX_BYTES = 4_096;
/** FCM stores a message for at most four weeks. */
const MAX_TTL_SECONDS = 2_419_200;
/** Apple's limit for `apns-collapse-id`, in bytes. */
const MAX_COLLAPSE_ID_LENGTH = 64;

const countBytes = (text: string): number => Buffer.byteLength(text);

/** Returns whether a key is reserved: FCM refuses messages whose data has it. */
export const isReservedKey = (key: string): boolean =>
  ['from', 'message_type', 'collapse_key'].includes(key) || /^(google|gcm)/.test(key);

/** Returns a key that Apple accepts: the key itself, or its hash if it is too long. */
const toCollapseId = (key: string): string =>
  countBytes(key) <= MAX_COLLAPSE_ID_LENGTH ? key : createHash('sha256').update(key).digest('base64url');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Cuts a text between characters as readers see them, with an ellipsis, to the longest that fits; null if none does.
 */
function cutToFit(text: string, fits: (text: string) => boolean): string | null {
  if (fits(text)) return text;
  if (!fits('')) return null;
  // Each character takes a byte or more, so characters beyond this number cannot fit.
  const starts = [...graphemes.segment(text.slice(0, MAX_BYTES + 1))].map(({ index }) => index);
  const cut = (count: number) => `${text.slice(0, starts[count]).trimEnd()}…`;
  let [shortest, longest] = [0, starts.length - 1];
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (fits(cut(middle))) shortest = middle;
    else longest = middle - 1;
  }
  return shortest === 0 ? '' : cut(shortest);
}

/** Composes the parts of a message that depend on its kind. */
function composeContent(
  push: PushMessage,
  title: string,
  body: string,
): { notification?: object; data: object; shown?: object } {
  const { kind, data, collapse_key: tag, channel_id, badge } = push;
  if (kind === 'plain') {
    const shown = { tag, channel_id, ...(badge !== null && { notification_count: badge }) };
    return { notification: { title, body }, data, shown };
  }
  // A notification block, even of Android alone, would keep the message from the app.
  return { data: { ...data, title, body, tag, channel_id, ...(badge !== null && { badge: String(badge) }) } };
}

function toFcmMessage(push: PushMessage, title: string, body: string, now: Date): object {
  const { kind, collapse_key, urgent, category, badge } = push;
  const ttl = Math.min(Math.max(0, Math.floor(push.ttl_seconds)), MAX_TTL_SECONDS);
  const { notification, data, shown } = composeContent(push, title, body);
  return {
    ...(notification && { notification }),
    data,
    android: {
      priority: urgent ? 'HIGH' : 'NORMAL',
      ttl: `${ttl}s`,
      collapse_key,
      ...(shown && { notification: shown }),
    },
    apns: {
      headers: {
        'apns-priority': urgent ? '10' : '5',
        'apns-expiration': String(Math.floor(now.getTime() / 1_000) + ttl),
        'apns-collapse-id': toCollapseId(collapse_key),
      },
      payload: {
        aps: {
          // iOS shows nothing of a message of data alone while the app is closed.
          ...(kind === 'action' && { alert: { title, body } }),
          sound: 'default',
          category,
          ...(badge !== null && { badge }),
        },
      },
    },
  };
}

/** Composes the message, its body (then its title) cut to FCM's size. Returns a reason if that is impossible. */
export function composeFcmMessage(push: PushMessage, now: Date): ComposedMessage {
  const reserved = Object.keys(push.data).find(isReservedKey);
  if (reserved !== undefined) return { reason: `reserved key ${reserved} in data` };
  const fits = (title: string, body: string) =>
    countBytes(JSON.stringify(toFcmMessage(push, title, body, now))) <= MAX_BYTES;
  const title = cutToFit(push.title, (title) => fits(title, ''));
  if (title === null) return { reason: `data of more than ${MAX_BYTES} bytes` };
  const body = cutToFit(push.body, (body) => fits(title, body)) ?? '';
  return { message: { token: push.token, ...toFcmMessage(push, title, body, now) } };
}
