/** Daily check-ins: days in a row, by the calendar of Kuala Lumpur. */
import { DAY_MS, dayOf, startOfDay } from '../time.ts';

/** Days with a reward of their own; after the last one, the rewards of a streak begin again at day 1. */
export const STREAK_DAYS = 7;

export type CheckIn = { day: string; streak: number };

/** Returns the streak that a check-in at `now` reaches after the check-in `last` of an earlier day; at least 1. */
export const countNextStreak = (last: CheckIn | null, now: Date): number =>
  last !== null && last.day === dayOf(new Date(now.getTime() - DAY_MS)) ? last.streak + 1 : 1;

/** Returns the days in a row up to `now`, whether or not today's check-in is done. */
export const countCurrentStreak = (last: CheckIn | null, now: Date): number =>
  last === null ? 0 : last.day === dayOf(now) ? last.streak : countNextStreak(last, now) - 1;

/** Returns the day of the streak, 1 to 7, that sets the reward. */
export const computeRewardDay = (streak: number): number => ((streak - 1) % STREAK_DAYS) + 1;

/** Returns when the next check-in is possible: now, or at the next midnight in Kuala Lumpur. */
export const computeNextCheckInTime = (last: CheckIn | null, now: Date): Date =>
  last?.day === dayOf(now) ? new Date(startOfDay(now).getTime() + DAY_MS) : now;
