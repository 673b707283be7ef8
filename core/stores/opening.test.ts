import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import {
  type DayHours,
  describeOpening,
  isOpenAllWeek,
  listSpans,
  type OpeningHours,
  type OpenSpan,
} from './opening.ts';

const span = (text: string): OpenSpan => ({ opens: text.slice(0, 5), closes: text.slice(6) });
const week = (...spans: string[]): DayHours[] =>
  Array.from({ length: 7 }, (_, day) => ({ day, spans: spans.map(span) }));
/** A Malaysian time; 25 December 2026 is a Friday. */
const at = (text: string) => new Date(`${text}:00+08:00`);

const daily = { hours: week('08:00-22:00'), exceptions: [] };
const night = { hours: week('18:00-02:00'), exceptions: [] };
const always = { hours: week('00:00-24:00'), exceptions: [] };
const withBreak = { hours: week('08:00-12:45', '14:30-22:00'), exceptions: [] };
const notOnFriday = {
  hours: daily.hours.map((each) => (each.day === 5 ? { day: 5, spans: [] } : each)),
  exceptions: [],
};
const christmas = {
  hours: daily.hours,
  exceptions: [
    { date: '2026-12-25', spans: [] },
    { date: '2026-12-26', spans: [span('10:00-14:00')] },
  ],
};

describe('an outlet is open by its hours in Malaysian time', () => {
  test.each<[string, OpeningHours, string, boolean, string | null]>([
    ['before it opens', daily, '2026-12-24T07:59', false, '2026-12-24T08:00'],
    ['from the minute it opens', daily, '2026-12-24T08:00', true, '2026-12-24T22:00'],
    ['until the minute it closes', daily, '2026-12-24T22:00', false, '2026-12-25T08:00'],
    ['in a break', withBreak, '2026-12-24T13:00', false, '2026-12-24T14:30'],
    ['before midnight of a span over midnight', night, '2026-12-24T23:00', true, '2026-12-25T02:00'],
    ['after midnight of a span over midnight', night, '2026-12-25T01:59', true, '2026-12-25T02:00'],
    ['after the end of a span over midnight', night, '2026-12-25T02:00', false, '2026-12-25T18:00'],
    ['24 hours a day', always, '2026-12-24T03:00', true, null],
    ['on a day of the week on which it is closed', notOnFriday, '2026-12-25T12:00', false, '2026-12-26T08:00'],
    ['on a holiday', christmas, '2026-12-25T12:00', false, '2026-12-26T10:00'],
    ['on a day with other hours', christmas, '2026-12-26T15:00', false, '2026-12-27T08:00'],
    [
      '24 hours a day until a holiday',
      { ...always, exceptions: christmas.exceptions },
      '2026-12-24T03:00',
      true,
      '2026-12-25T00:00',
    ],
    ['without any hours', { hours: [], exceptions: [] }, '2026-12-24T12:00', false, null],
  ])('%s', (_, opening, now, isOpen, changesAt) => {
    expect(describeOpening(opening, at(now))).toEqual({ isOpen, changesAt: changesAt === null ? null : at(changesAt) });
  });
});

test('an exception replaces the hours of its day', () => {
  expect(listSpans(christmas, '2026-12-24')).toEqual([span('08:00-22:00')]);
  expect(listSpans(christmas, '2026-12-25')).toEqual([]);
  expect(listSpans(christmas, '2026-12-26')).toEqual([span('10:00-14:00')]);
});

test('24 hours on every day is open all week', () => {
  expect([isOpenAllWeek(always.hours), isOpenAllWeek(daily.hours), isOpenAllWeek([])]).toEqual([true, false, false]);
});

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const anySpans = fc.array(fc.record({ opens: clock, closes: clock }), { maxLength: 2 });
const anyWeek = fc
  .array(anySpans, { minLength: 7, maxLength: 7 })
  .map((days) => days.map((spans, day) => ({ day, spans })));

test('it stays open or closed until the time of the next change, and no longer', () => {
  fc.assert(
    fc.property(anyWeek, fc.integer({ min: 0, max: 20 * 1440 }), (hours, minute) => {
      const opening = { hours, exceptions: [{ date: '2026-12-25', spans: [] }] };
      const now = new Date(at('2026-12-10T00:00').getTime() + minute * MINUTE_MS);
      const { isOpen, changesAt } = describeOpening(opening, now);
      const end = changesAt ?? new Date(now.getTime() + DAY_MS);
      const before = new Date(end.getTime() - MINUTE_MS);
      if (before >= now) expect(describeOpening(opening, before).isOpen).toBe(isOpen);
      if (changesAt !== null) expect(describeOpening(opening, changesAt).isOpen).toBe(!isOpen);
    }),
  );
});
