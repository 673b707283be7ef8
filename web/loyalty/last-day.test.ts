import { expect, test } from 'vitest';
import { lastDayText } from './last-day.ts';

test('names the whole day before a midnight in Malaysia, else the day itself', () => {
  expect(lastDayText('2027-11-30T16:00:00Z', 'en')).toBe('30 Nov 2027');
  expect(lastDayText('2027-11-30T16:00:01Z', 'en')).toBe('1 Dec 2027');
});
