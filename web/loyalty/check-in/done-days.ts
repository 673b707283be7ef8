import type { CheckIns } from '@shop/contract/loyalty';

/** Returns the checked-in days of the current round; the check-in after the last day begins a new round. */
export function countDoneDays({ streak, checked_in_today, rewards }: CheckIns): number {
  if (rewards.length === 0) return 0;
  const rest = streak % rewards.length;
  return rest === 0 && streak > 0 && checked_in_today ? rewards.length : rest;
}

export type CheckInReward = CheckIns['rewards'][number];

/** Returns the reward of today's check-in; null before it, or if the day earns nothing. */
export function findTodaysReward(state: CheckIns): CheckInReward | null {
  const day = countDoneDays(state);
  return state.checked_in_today ? (state.rewards.find((reward) => reward.day === day) ?? null) : null;
}
