/** The values of a folder's documents, and how amounts, durations and opening hours are written in them. */
import { Scalar } from 'yaml';

/** A value of a document; null and undefined are left out. */
export type YamlValue = string | number | boolean | Scalar<number> | null | undefined | readonly YamlValue[] | Document;
export type Document = { [key: string]: YamlValue };

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Scalar);

/** Removes values that are null or undefined, and documents without values. */
export function tidy(value: Document): Document {
  const tidied = Object.entries(value).map(([key, each]): [string, YamlValue] => [key, tidyValue(each)]);
  return Object.fromEntries(
    tidied.filter(([, each]) => {
      return each !== null && each !== undefined && !(isDocument(each) && Object.keys(each).length === 0);
    }),
  );
}

function tidyValue(value: YamlValue): YamlValue {
  if (Array.isArray(value)) return value.map(tidyValue);
  return isDocument(value) ? tidy(value) : value;
}

/** An amount in ringgit with two decimals, such as `8.00`. */
export function ringgit(sen: number): Scalar<number> {
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

/** Minutes after midnight. */
export type Span = { starts_minute: number; ends_minute: number };

/** Formats a span of a day as `10:00-12:00`. */
export const formatSpan = ({ starts_minute, ends_minute }: Span): string =>
  `${formatClock(starts_minute)}-${formatClock(ends_minute)}`;

/** Weekdays as the folder names them, from 0 for Sunday. */
export const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Day 0 is Sunday; `24:00` ends a day. */
export type OpeningHours = { day: number; spans: { opens: string; closes: string }[] };

/** Formats opening hours as `Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00`. */
export function formatHours(hours: OpeningHours[]): string {
  const runs: { first: number; last: number; spans: string }[] = [];
  for (const { day, spans } of hours.filter((each) => each.spans.length > 0)) {
    const text = spans.map(({ opens, closes }) => `${opens}-${closes}`).join(', ');
    const run = runs.at(-1);
    if (run !== undefined && run.spans === text && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day, spans: text });
  }
  return runs
    .map(({ first, last, spans }) => `${DAYS[first]}${last > first ? `-${DAYS[last]}` : ''} ${spans}`)
    .join('; ');
}

/** Parses the output of `formatHours`; null for any other text. */
export function parseHours(text: string): OpeningHours[] | null {
  const days: readonly string[] = DAYS;
  const hours = DAYS.map((_, day) => ({ day, spans: [] as { opens: string; closes: string }[] }));
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const match = /^\s*([A-Za-z]{3})(?:-([A-Za-z]{3}))?\s+(.+)$/.exec(part);
    const [first, last] = [match?.[1], match?.[2] ?? match?.[1]].map((name) => days.indexOf(name ?? ''));
    if (match === null || first === undefined || last === undefined || first < 0 || last < 0) return null;
    // Mon-Sun goes round the end of the week.
    const count = ((last - first + 7) % 7) + 1;
    for (const span of (match[3] ?? '').split(',')) {
      const times = /^\s*([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)\s*$/.exec(span);
      if (times === null) return null;
      const [opens = '', closes = ''] = span.trim().split('-');
      for (let next = 0; next < count; next++) hours[(first + next) % 7]?.spans.push({ opens, closes });
    }
  }
  return hours;
}
