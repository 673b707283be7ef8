import { expect, test } from 'vitest';
import { countDoneDays, findTodaysReward } from './done-days.ts';

const rewards = [1, 1, 2, 2, 3, 3, 10].map((amount, index) => ({
  day: index + 1,
  kind: 'store_credit' as const,
  amount,
}));

test.each([
  { streak: 0, checked_in_today: false, done: 0 },
  { streak: 1, checked_in_today: true, done: 1 },
  { streak: 6, checked_in_today: false, done: 6 },
  { streak: 7, checked_in_today: true, done: 7 },
  { streak: 7, checked_in_today: false, done: 0 },
  { streak: 8, checked_in_today: true, done: 1 },
])('a streak of $streak (today: $checked_in_today) has $done days done', ({ done, ...state }) => {
  expect(countDoneDays({ ...state, rewards, next_at: new Date(Date.UTC(2026, 10, 22, 16)) })).toBe(done);
});

test('today’s reward is that of the streak’s last day, once checked in', () => {
  const next_at = new Date(Date.UTC(2026, 10, 22, 16));
  expect(findTodaysReward({ streak: 3, checked_in_today: true, rewards, next_at })?.amount).toBe(2);
  expect(findTodaysReward({ streak: 7, checked_in_today: true, rewards, next_at })?.amount).toBe(10);
  expect(findTodaysReward({ streak: 3, checked_in_today: false, rewards, next_at })).toBeNull();
});
