/** Defines the values of a folder's documents; formats and parses amounts, durations and opening hours. */
import type { DayHours, HoursException, OpenSpan } from '@shop/core/stores/opening';
import { isDay } from '@shop/core/time';
import { Scalar } from 'yaml';

/** A value of a document; null and undefined are left out. */
export type YamlValue = string | number | boolean | Scalar<number> | null | undefined | readonly YamlValue[] | Document;
export type Document = { [key: string]: YamlValue };

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Scalar);

/** Removes values that are null or undefined, and documents without values. */
export function removeEmpty(value: Document): Document {
  const entries = Object.entries(value).map(([key, each]): [string, YamlValue] => [key, removeEmptyFromValue(each)]);
  return Object.fromEntries(
    entries.filter(([, each]) => {
      return each !== null && each !== undefined && !(isDocument(each) && Object.keys(each).length === 0);
    }),
  );
}

function removeEmptyFromValue(value: YamlValue): YamlValue {
  if (Array.isArray(value)) return value.map(removeEmptyFromValue);
  return isDocument(value) ? removeEmpty(value) : value;
}

/** Converts sen to an amount in ringgit with two decimals, such as `8.00`. */
export function toRinggit(sen: number): Scalar<number> {
  const amount = new Scalar(sen / 100);
  amount.minFractionDigits = 2;
  return amount;
}

/** Formats minutes as `2 h` or `45 min`. */
export const formatDuration = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;

/** Formats minutes after midnight, such as `08:30`. */
const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A span of a day, in minutes after midnight. */
export type MinuteSpan = { starts_minute: number; ends_minute: number };

/** Formats a span of a day as `10:00-12:00`. */
export const formatSpan = ({ starts_minute, ends_minute }: MinuteSpan): string =>
  `${formatClock(starts_minute)}-${formatClock(ends_minute)}`;

/** Weekdays as the folder names them, from 0 for Sunday. */
export const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

const formatSpans = (spans: readonly OpenSpan[]): string =>
  spans.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');

/** Parses the output of `formatSpans`; null for any other text. */
function parseSpans(text: string): OpenSpan[] | null {
  const spans: OpenSpan[] = [];
  for (const span of text.split(',').map((each) => each.trim())) {
    if (!/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(span)) return null;
    const [opens = '', closes = ''] = span.split('-');
    spans.push({ opens, closes });
  }
  return spans;
}

/** Formats opening hours as `Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00`. */
export function formatHours(hours: readonly DayHours[]): string {
  const runs: { first: number; last: number; spans: string }[] = [];
  for (const { day, spans } of hours.filter((each) => each.spans.length > 0)) {
    const text = formatSpans(spans);
    const run = runs.at(-1);
    if (run !== undefined && run.spans === text && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day, spans: text });
  }
  return runs
    .map(({ first, last, spans }) => `${DAYS[first]}${last > first ? `-${DAYS[last]}` : ''} ${spans}`)
    .join('; ');
}

/** Parses the output of `formatHours`; null for any other text. */
export function parseHours(text: string): DayHours[] | null {
  const days: readonly string[] = DAYS;
  const hours = DAYS.map((_, day) => ({ day, spans: [] as OpenSpan[] }));
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const match = /^\s*([A-Za-z]{3})(?:-([A-Za-z]{3}))?\s+(.+)$/.exec(part);
    const [first, last] = [match?.[1], match?.[2] ?? match?.[1]].map((name) => days.indexOf(name ?? ''));
    if (match === null || first === undefined || last === undefined || first < 0 || last < 0) return null;
    // Mon-Sun goes round the end of the week.
    const count = ((last - first + 7) % 7) + 1;
    const spans = parseSpans(match[3] ?? '');
    if (spans === null) return null;
    for (let next = 0; next < count; next++) hours[(first + next) % 7]?.spans.push(...spans);
  }
  return hours;
}

/** Formats exceptions as `2026-12-25 closed; 2026-12-31 08:00-18:00`. */
export const formatExceptions = (exceptions: readonly HoursException[]): string =>
  exceptions.map(({ date, spans }) => `${date} ${spans.length === 0 ? 'closed' : formatSpans(spans)}`).join('; ');

/** Parses the output of `formatExceptions`, in the order of the days; null for any other text, and for a day twice. */
export function parseExceptions(text: string): HoursException[] | null {
  const exceptions: HoursException[] = [];
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [, date = '', hours = ''] = /^\s*(\S+)\s+(.+?)\s*$/.exec(part) ?? [];
    const spans = hours === 'closed' ? [] : parseSpans(hours);
    if (!isDay(date) || spans === null || exceptions.some((each) => each.date === date)) return null;
    exceptions.push({ date, spans });
  }
  return exceptions.sort((a, b) => (a.date < b.date ? -1 : 1));
}
