/** Lengths of time in milliseconds, and days in Kuala Lumpur (docs/readings.md#34). */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** UTC+8 all year, without summer time. */
export const KUALA_LUMPUR_MS = 8 * HOUR_MS;

/** Returns the midnight that begins a moment's day in Kuala Lumpur. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + KUALA_LUMPUR_MS) / DAY_MS) * DAY_MS - KUALA_LUMPUR_MS);
}

/** A time: an ISO 8601 string, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

/** Returns the day in Kuala Lumpur as `YYYY-MM-DD`. */
export function dayOf(moment: Moment): string {
  return new Date(new Date(moment).getTime() + KUALA_LUMPUR_MS).toISOString().slice(0, 10);
}

/** Returns the midnight at which a day, `YYYY-MM-DD`, begins in Kuala Lumpur. */
export const midnightOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

/** Returns the start of the month in Kuala Lumpur. */
export function startOfMonth(moment: Date): Date {
  const local = new Date(moment.getTime() + KUALA_LUMPUR_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - KUALA_LUMPUR_MS);
}

/** Returns the weekday in Kuala Lumpur, 0 for Sunday. */
export function weekdayOf(moment: Date): number {
  return new Date(moment.getTime() + KUALA_LUMPUR_MS).getUTCDay();
}

const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a text is a day of the calendar as `YYYY-MM-DD`; 31 February is not a day. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return DAY_TEXT.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/**
 * Lists the birthdays, as `MM-DD`, that are celebrated on a day: on 28 February also 29 February in a year without it
 * (docs/readings.md#58).
 */
export function listBirthdays(day: string): string[] {
  const birthday = day.slice(5);
  return birthday === '02-28' && !isDay(`${day.slice(0, 4)}-02-29`) ? [birthday, '02-29'] : [birthday];
}
