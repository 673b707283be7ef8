/** Lengths of time in milliseconds, and days in Kuala Lumpur (docs/readings.md#34). */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** UTC+8 all year, without summer time. */
const KUALA_LUMPUR_MS = 8 * HOUR_MS;

/** Returns the last midnight in Kuala Lumpur. */
export function startOfDay(moment: Date): Date {
  return new Date(Math.floor((moment.getTime() + KUALA_LUMPUR_MS) / DAY_MS) * DAY_MS - KUALA_LUMPUR_MS);
}

/** Returns the day in Kuala Lumpur as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + KUALA_LUMPUR_MS).toISOString().slice(0, 10);
}

/** Returns the weekday in Kuala Lumpur, 0 for Sunday. */
export function weekdayOf(moment: Date): number {
  return new Date(moment.getTime() + KUALA_LUMPUR_MS).getUTCDay();
}
