import { expect, test } from 'vitest';
import { findNearDay, isDayFull, isSlotOpen, listDeliveryDays } from './delivery-days.ts';

const slot = (id: string, starts_at: string, places_left: number | null = null) => {
  const start = new Date(starts_at);
  return { id, starts_at: start, ends_at: new Date(start.getTime() + 7_200_000), fee: 0, places_left };
};

test('takes days in Kuala Lumpur (docs/readings.md#34)', () => {
  const now = new Date('2026-01-31T15:59:00Z');
  expect(findNearDay('2026-01-31T10:00:00Z', now)).toBe('today');
  expect(findNearDay('2026-01-31T16:00:00Z', now)).toBe('tomorrow');
  expect(findNearDay('2026-02-01T16:00:00Z', now)).toBeNull();
});

test('groups slots by day, in their order', () => {
  const slots = [
    slot('a', '2026-01-31T02:00:00Z'),
    slot('b', '2026-01-31T04:00:00Z'),
    slot('c', '2026-01-31T23:00:00Z'),
  ];
  expect(listDeliveryDays(slots, []).map((day) => [day.key, day.slots.map(({ id }) => id)])).toEqual([
    ['2026-01-31', ['a', 'b']],
    ['2026-02-01', ['c']],
  ]);
});

test('a holiday is a day without slots, in its place; one with slots has its reason', () => {
  const slots = [slot('a', '2026-12-24T02:00:00Z'), slot('b', '2026-12-26T02:00:00Z')];
  const holidays = [
    { date: '2026-12-26', name: 'Stocktaking' },
    { date: '2026-12-25', name: 'Christmas Day' },
  ];
  expect(listDeliveryDays(slots, holidays).map((day) => [day.key, day.slots.length, day.holiday])).toEqual([
    ['2026-12-24', 1, null],
    ['2026-12-25', 0, 'Christmas Day'],
    ['2026-12-26', 1, 'Stocktaking'],
  ]);
});

test('closes a slot without places, never one without a limit', () => {
  expect([0, 1, null].map((places) => isSlotOpen(slot('a', '2026-01-31T02:00:00Z', places)))).toEqual([
    false,
    true,
    true,
  ]);
});

test('a day is full without any open slot; a closed day is not', () => {
  const slots = [
    slot('a', '2026-12-24T02:00:00Z', 0),
    slot('b', '2026-12-24T04:00:00Z', 0),
    slot('c', '2026-12-26T02:00:00Z', 0),
    slot('d', '2026-12-26T04:00:00Z', 1),
  ];
  const days = listDeliveryDays(slots, [{ date: '2026-12-25', name: 'Christmas Day' }]);
  expect(days.map(isDayFull)).toEqual([true, false, false]);
});
