import { expect, test } from 'vitest';
import { isDay, listBirthdays, startOfDay, startOfMonth } from './time.ts';

const at = (text: string) => new Date(text);

test.each([
  ['2026-01-31T15:59:59.999Z', '2026-01-30T16:00:00.000Z'],
  ['2026-01-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
])('docs/readings.md#34: days are days in Kuala Lumpur: %s belongs to the day from %s', (moment, midnight) => {
  expect(startOfDay(at(moment))).toEqual(at(midnight));
});

test.each([
  ['2026-01-31T15:59:59.999Z', '2025-12-31T16:00:00.000Z'],
  ['2026-01-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
])('months are months in Kuala Lumpur: %s belongs to the month from %s', (moment, midnight) => {
  expect(startOfMonth(at(moment))).toEqual(at(midnight));
});

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['2026-2-1', false],
  ['21.11.2026', false],
  ['', false],
])('%j is a day of the calendar: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ['2026-11-21', ['11-21']],
  ['2026-02-28', ['02-28', '02-29']],
  ['2028-02-28', ['02-28']],
  ['2028-02-29', ['02-29']],
])('birthdays on %s: %j', (day, birthdays) => {
  expect(listBirthdays(day)).toEqual(birthdays);
});
