import { expect, test } from 'vitest';
import { buildTimeline, formatOrderStatus, formatPaymentStatus, ORDER_STATUSES, PAYMENT_STATUSES } from './status.ts';

test('docs/spec.md §3: "order statuses pending, processing, packed, delivery, complete, canceled"', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'packed', 'delivery', 'complete', 'canceled']);
});

test('every status has words in both languages', () => {
  for (const lang of ['en', 'zh'] as const) {
    expect(new Set(ORDER_STATUSES.map((status) => formatOrderStatus(status, lang))).size).toBe(ORDER_STATUSES.length);
    expect(new Set(PAYMENT_STATUSES.map((status) => formatPaymentStatus(status, lang))).size).toBe(
      PAYMENT_STATUSES.length,
    );
  }
});

const HISTORY = [
  { status: 'pending', at: 1 },
  { status: 'processing', at: 2 },
  { status: 'processing', at: 3 },
] as const;

test('the timeline shows what was passed, where the order is, and what lies ahead', () => {
  expect(buildTimeline('processing', HISTORY)).toEqual([
    { status: 'pending', at: 1, state: 'done' },
    { status: 'processing', at: 2, state: 'current' },
    { status: 'packed', at: null, state: 'ahead' },
    { status: 'delivery', at: null, state: 'ahead' },
    { status: 'complete', at: null, state: 'ahead' },
  ]);
});

test('a status that was skipped is done without a time', () => {
  expect(buildTimeline('delivery', HISTORY)[2]).toEqual({ status: 'packed', at: null, state: 'done' });
});

test('canceled takes the place of the rest', () => {
  expect(buildTimeline('canceled', [...HISTORY, { status: 'canceled', at: 9 }])).toEqual([
    { status: 'pending', at: 1, state: 'done' },
    { status: 'processing', at: 2, state: 'done' },
    { status: 'canceled', at: 9, state: 'current' },
  ]);
});
