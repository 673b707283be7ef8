import { expect, test } from 'vitest';
import { computeNextCheckInTime, computeRewardDay, countCurrentStreak, countNextStreak } from './check-in.ts';

// 00:30 on 22 November in Kuala Lumpur.
const now = new Date('2026-11-21T16:30:00Z');

test.each([
  ['the first one', null, 1, 0],
  ['the day after', { day: '2026-11-21', streak: 3 }, 4, 3],
  ['after a missed day', { day: '2026-11-20', streak: 3 }, 1, 0],
])('counts days in a row: %s', (_, last, next, current) =>
  expect([countNextStreak(last, now), countCurrentStreak(last, now)]).toEqual([next, current]),
);

test('the eighth day in a row is day 1 again', () => expect([1, 7, 8, 15].map(computeRewardDay)).toEqual([1, 7, 1, 1]));

test('checks in again after midnight in Kuala Lumpur', () => {
  const today = { day: '2026-11-22', streak: 4 };
  expect(countCurrentStreak(today, now)).toBe(4);
  expect(computeNextCheckInTime(today, now).toISOString()).toBe('2026-11-22T16:00:00.000Z');
  expect(computeNextCheckInTime(null, now)).toEqual(now);
});
