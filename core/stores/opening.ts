/**
 * Computes when an outlet is open: hours of the week, other hours on single days, and spans over midnight, in
 * Malaysian time.
 */
import { DAY_MS, dayOf, MINUTE_MS, midnightOf, startOfDay, weekdayOf } from '../time.ts';

/** `HH:MM`. `24:00` ends a day; a span that does not close after it opens closes on the next day. */
export type OpenSpan = { opens: string; closes: string };

/** Day 0 is Sunday. */
export type DayHours = { day: number; spans: readonly OpenSpan[] };

/** Other hours on one day, `YYYY-MM-DD`; without spans the outlet is closed. */
export type HoursException = { date: string; spans: readonly OpenSpan[] };

export type OpeningHours = { hours: readonly DayHours[]; exceptions: readonly HoursException[] };

/** `changesAt`: when the outlet closes or opens next; null: not within `HORIZON_DAYS`. */
export type Opening = { isOpen: boolean; changesAt: Date | null };

/** An outlet that does not open or close within this time counts as always open or closed. */
const HORIZON_DAYS = 31;

type Interval = { from: number; to: number };

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the spans of the Malaysian day `date`: those of its exception, else those of its weekday. */
export function listSpans({ hours, exceptions }: OpeningHours, date: string): readonly OpenSpan[] {
  const exception = exceptions.find((each) => each.date === date);
  if (exception !== undefined) return exception.spans;
  const weekday = weekdayOf(midnightOf(date));
  return hours.find(({ day }) => day === weekday)?.spans ?? [];
}

/** Returns the spans of the day that begins at `midnight`, as times. */
function toIntervals(opening: OpeningHours, midnight: number): Interval[] {
  return listSpans(opening, dayOf(new Date(midnight))).map(({ opens, closes }) => {
    const [from, to] = [parseMinutes(opens), parseMinutes(closes)];
    return { from: midnight + from * MINUTE_MS, to: midnight + to * MINUTE_MS + (to > from ? 0 : DAY_MS) };
  });
}

/** Lists the times of opening from one midnight to another; spans that touch are one, such as 24 hours a day. */
function* listIntervals(opening: OpeningHours, first: number, horizon: number): Generator<Interval> {
  let current: Interval | null = null;
  for (let midnight = first; midnight < horizon; midnight += DAY_MS) {
    for (const next of toIntervals(opening, midnight).sort((a, b) => a.from - b.from)) {
      if (current !== null && next.from <= current.to) {
        current.to = Math.max(current.to, next.to);
        continue;
      }
      if (current !== null) yield current;
      current = next;
    }
  }
  if (current !== null) yield current;
}

/** Returns whether an outlet is open at `now`, and when that changes. */
export function describeOpening(opening: OpeningHours, now: Date): Opening {
  const at = now.getTime();
  const today = startOfDay(now).getTime();
  const horizon = today + HORIZON_DAYS * DAY_MS;
  // A span of yesterday may end after midnight.
  for (const { from, to } of listIntervals(opening, today - DAY_MS, horizon)) {
    if (to <= at) continue;
    if (from > at) return { isOpen: false, changesAt: new Date(from) };
    return { isOpen: true, changesAt: to >= horizon ? null : new Date(to) };
  }
  return { isOpen: false, changesAt: null };
}

/** Returns whether an outlet with these spans is open all day. */
export const isOpenAllDay = (spans: readonly OpenSpan[]): boolean =>
  spans.some(({ opens, closes }) => opens === '00:00' && closes === '24:00');

/** Returns whether an outlet never closes in an ordinary week. */
export const isOpenAllWeek = (hours: readonly DayHours[]): boolean =>
  hours.length === 7 && hours.every(({ spans }) => isOpenAllDay(spans));

/** The days of the week, beginning on Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
