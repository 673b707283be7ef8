/** Counts the days of the current round of check-ins. */
import type { CheckIns } from '@shop/contract/loyalty';

/** After the last day's reward a new round begins, with the next check-in. */
export function doneDays({ streak, checked_in_today, rewards }: CheckIns): number {
  if (rewards.length === 0) return 0;
  const rest = streak % rewards.length;
  return rest === 0 && streak > 0 && checked_in_today ? rewards.length : rest;
}
