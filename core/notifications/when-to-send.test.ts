import { describe, expect, test } from 'vitest';
import type { Channel, NotificationKind } from './kinds.ts';
import { computeNextAllowedTime, countsToLimit } from './when-to-send.ts';

/** A time of 20 November 2026 in Kuala Lumpur. */
const at = (time: string) => new Date(`2026-11-20T${time}+08:00`);
const MORNING = at('08:00:00');
const NEXT_MORNING = new Date('2026-11-21T08:00:00+08:00');

describe('quiet hours from 22:00 to 08:00 (docs/readings.md#61)', () => {
  test.each<[string, Date]>([
    ['00:00:00', MORNING],
    ['07:59:59', MORNING],
    ['08:00:00', at('08:00:00')],
    ['21:59:59', at('21:59:59')],
    ['22:00:00', NEXT_MORNING],
    ['23:59:59', NEXT_MORNING],
  ])('a marketing push of %s is sent at %s', (time, sendTime) => {
    expect(computeNextAllowedTime('marketing', 'push', at(time))).toEqual(sendTime);
  });

  test.each<[NotificationKind, Channel, boolean]>([
    ['marketing', 'inbox', false],
    ['marketing', 'push', true],
    ['marketing', 'email', true],
    ['marketing', 'whatsapp', true],
    ['points-expiring', 'push', true],
    ['points-expiring', 'email', false],
    ['refund', 'push', true],
    ['refund', 'email', false],
    ['order-updated', 'push', false],
    ['security', 'whatsapp', false],
  ])('%s by %s is held: %s', (kind, channel, isHeld) => {
    const night = at('23:00:00');
    expect(computeNextAllowedTime(kind, channel, night)).toEqual(isHeld ? NEXT_MORNING : night);
  });
});

test.each<[NotificationKind, boolean, boolean]>([
  ['points-expiring', false, true],
  ['marketing', false, true],
  ['voucher', false, true],
  ['voucher', true, false],
  ['order-placed', true, false],
  ['security', false, false],
])('%s (about an order: %s) counts to the daily limit: %s', (kind, isAboutOrder, counts) => {
  expect(countsToLimit(kind, isAboutOrder)).toBe(counts);
});
