import { expect, test } from 'vitest';
import { countDaysLeft, formatLastDay } from './last-day.ts';

test('names the whole day before a midnight in Malaysia, else the day itself', () => {
  expect(formatLastDay('2027-11-30T16:00:00Z', 'en')).toBe('30 Nov 2027');
  expect(formatLastDay('2027-11-30T16:00:01Z', 'en')).toBe('1 Dec 2027');
});

test.each([
  ['2027-11-30T15:59:00Z', 0],
  ['2027-11-29T16:00:00Z', 0],
  ['2027-11-29T15:59:59Z', 1],
  ['2027-11-01T00:00:00Z', 29],
])('counts the days left until 30 November at %s, after today: %i', (now, days) => {
  expect(countDaysLeft('2027-11-30T16:00:00Z', Date.parse(now))).toBe(days);
});
