import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeFcmMessage, type PushMessage } from './push-message.ts';

const NOW = new Date('2026-11-20T02:00:00Z');
const PUSH: PushMessage = {
  token: 'phone',
  kind: 'plain',
  title: 'Your order is on its way',
  body: 'Order 1234 arrives today.',
  data: { action: 'order-updated', action_data: '{"order_id":"1"}' },
  collapse_key: 'order.1',
  ttl_seconds: 3_600,
  urgent: true,
  channel_id: 'orders',
  category: 'ORDER',
  badge: 3,
};

// biome-ignore lint/suspicious/noExplicitAny: the message's type is FCM's
function compose(change: Partial<PushMessage> = {}): any {
  const message = composeFcmMessage({ ...PUSH, ...change }, NOW);
  if ('reason' in message) throw new Error(message.reason);
  return message.message;
}

test('docs/spec.md §3 "plain": a notification that the phone’s system shows', () => {
  expect(compose()).toEqual({
    token: 'phone',
    notification: { title: PUSH.title, body: PUSH.body },
    data: PUSH.data,
    android: {
      priority: 'HIGH',
      ttl: '3600s',
      collapse_key: 'order.1',
      notification: { tag: 'order.1', channel_id: 'orders', notification_count: 3 },
    },
    apns: {
      headers: {
        'apns-priority': '10',
        'apns-expiration': String(NOW.getTime() / 1_000 + 3_600),
        'apns-collapse-id': 'order.1',
      },
      payload: { aps: { sound: 'default', category: 'ORDER', badge: 3 } },
    },
  });
});

test('docs/spec.md §3 "action": data alone, with all that the app needs to show it; iOS shows it itself', () => {
  const { notification, data, android, apns } = compose({ kind: 'action', urgent: false, badge: null });
  expect([notification, android.notification, android.priority, apns.headers['apns-priority']]).toEqual([
    undefined,
    undefined,
    'NORMAL',
    '5',
  ]);
  expect(data).toEqual({
    ...PUSH.data,
    title: PUSH.title,
    body: PUSH.body,
    tag: 'order.1',
    channel_id: 'orders',
  });
  expect(apns.payload.aps).toEqual({
    alert: { title: PUSH.title, body: PUSH.body },
    sound: 'default',
    category: 'ORDER',
  });
});

test.each(['from', 'message_type', 'collapse_key', 'google', 'google.c.a', 'gcm', 'gcm.notification.e'])(
  'refuses data with the reserved key %s',
  (key) => {
    expect(composeFcmMessage({ ...PUSH, data: { [key]: '1' } }, NOW)).toEqual({
      reason: `reserved key ${key} in data`,
    });
  },
);

test.each([
  [-5, '0s'],
  [90.7, '90s'],
  [99_999_999, '2419200s'],
])('a lifetime of %d s is written as %s', (ttl_seconds, ttl) => {
  expect(compose({ ttl_seconds }).android.ttl).toBe(ttl);
});

test('a collapse key that Apple would refuse becomes a short one of its own', () => {
  const ids = ['甲', '乙'].map((end) => {
    const { android, apns } = compose({ collapse_key: `${'k'.repeat(62)}${end}` });
    expect(android.collapse_key.endsWith(end)).toBe(true);
    return apns.headers['apns-collapse-id'];
  });
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(Buffer.byteLength(id)).toBeLessThanOrEqual(64);
});

describe('docs/partners.md#3 "Limit 4096 bytes"', () => {
  const measureMessage = ({ token, ...message }: { token: string }) => Buffer.byteLength(JSON.stringify(message));
  const FAMILY = '👨‍👩‍👧‍👦';
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

  test.each([
    ['English', 'Rice '],
    ['Chinese', '米'],
    ['a family of four people', FAMILY],
    ['a flag', '🇲🇾'],
    ['a letter with a combining mark', 'é'],
    ['quotation marks, which JSON escapes', '"'],
  ])('cuts the body between characters, with an ellipsis: %s', (_, character) => {
    for (const kind of ['plain', 'action'] as const) {
      const message = compose({ kind, body: character.repeat(5_000) });
      const { body } = kind === 'plain' ? message.notification : message.data;
      const [ellipsis, ...shown] = graphemes(body).reverse();
      expect(ellipsis).toBe('…');
      expect(character.repeat(5_000).startsWith(shown.reverse().join(''))).toBe(true);
      expect(graphemes(character)).toContain(shown.at(-1));
      // One more character would not fit, in either of the two places of an action's body.
      const room = 4_096 - measureMessage(message);
      expect(room).toBeGreaterThanOrEqual(0);
      expect(room).toBeLessThan(2 * (Buffer.byteLength(JSON.stringify(character)) + 4));
    }
  });

  test('counts the token apart: one of 4,096 characters leaves the text as it is', () => {
    const message = compose({ token: 't'.repeat(4_096) });
    expect(message.notification.body).toBe(PUSH.body);
  });

  test('cuts the title only if no body fits', () => {
    const { notification } = compose({ title: '标'.repeat(3_000) });
    expect(notification.title).toMatch(/^标+…$/);
    expect(notification.body).toBe('');
  });

  test('refuses data that leaves no room', () => {
    expect(composeFcmMessage({ ...PUSH, data: { action_data: 'x'.repeat(4_096) } }, NOW)).toEqual({
      reason: 'data of more than 4096 bytes',
    });
  });

  test('every text of whole characters makes a message of whole characters that fits', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 3_000, size: 'max' });
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('plain', 'action'), (title, body, kind) => {
        const message = compose({ title, body, kind });
        expect(measureMessage(message)).toBeLessThanOrEqual(4_096);
        expect(JSON.stringify(message).includes('\\ud')).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});
