import { expect, test } from 'vitest';
import {
  buildTimeline,
  canChangeStatus,
  findNextStatus,
  formatOrderStatus,
  formatPaymentStatus,
  listOtherEntries,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  TIMELINE,
} from './status.ts';

test('docs/spec.md §3: "order statuses pending, processing, packed, delivery, complete, canceled"', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'packed', 'delivery', 'complete', 'canceled']);
});

test('every status has texts in both languages', () => {
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

test('the timeline has done, current and future steps', () => {
  expect(buildTimeline('processing', HISTORY)).toEqual([
    { status: 'pending', at: 1, state: 'done' },
    { status: 'processing', at: 2, state: 'current' },
    { status: 'packed', at: null, state: 'ahead' },
    { status: 'delivery', at: null, state: 'ahead' },
    { status: 'complete', at: null, state: 'ahead' },
  ]);
});

test('a skipped status is done without a time', () => {
  expect(buildTimeline('delivery', HISTORY)[2]).toEqual({ status: 'packed', at: null, state: 'done' });
});

test('an order that is delivered again has the time of its last packing', () => {
  const history = (['processing', 'packed', 'delivery', 'packed'] as const).map((status, index) => ({
    status,
    at: index,
  }));
  expect(buildTimeline('packed', history).slice(2)).toEqual([
    { status: 'packed', at: 3, state: 'current' },
    { status: 'delivery', at: null, state: 'ahead' },
    { status: 'complete', at: null, state: 'ahead' },
  ]);
});

test('canceled replaces the remaining steps', () => {
  expect(buildTimeline('canceled', [...HISTORY, { status: 'canceled', at: 9 }])).toEqual([
    { status: 'pending', at: 1, state: 'done' },
    { status: 'processing', at: 2, state: 'done' },
    { status: 'canceled', at: 9, state: 'current' },
  ]);
});

test('"pending → processing → packed → delivery → complete; canceled from pending or processing" (docs/api.md#orders)', () => {
  const transitions = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => canChangeStatus(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(transitions).toEqual([
    'pending → processing',
    'pending → canceled',
    'processing → packed',
    'processing → canceled',
    'packed → delivery',
    'delivery → complete',
  ]);
});

test('the next status follows the timeline and ends with its last', () => {
  expect(TIMELINE.map(findNextStatus)).toEqual([...TIMELINE.slice(1), null]);
  expect(findNextStatus('canceled')).toBeNull();
});

test('beside the timeline stand earlier arrivals, payments, and a delivery that failed and lies ahead again', () => {
  const statuses = ['pending', 'pending', 'processing', 'packed', 'delivery', 'packed'] as const;
  const history = statuses.map((status, at) => ({ status, at }));
  expect(listOtherEntries(history).map(({ at }) => at)).toEqual([1, 3, 4]);
  expect(listOtherEntries([...history, { status: 'delivery', at: 6 }]).map(({ at }) => at)).toEqual([1, 3, 4]);
  expect(
    listOtherEntries([
      { status: 'pending', at: 0 },
      { status: 'canceled', at: 1 },
    ]),
  ).toEqual([]);
});
