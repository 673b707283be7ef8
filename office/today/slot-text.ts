import type { Today } from '@shop/contract/staff/staff-today';

export type TodaySlot = NonNullable<Today['slots']>[number];

/** Share of a slot's places from which it counts as nearly full. */
const NEARLY_FULL = 0.9;

/** Rates how full a slot is; a slot that has begun, which takes no more orders, is rated `free`. */
export function rateFullness({ taken, capacity, starts_at }: TodaySlot, now: Date | string): 'free' | 'soon' | 'full' {
  if (new Date(starts_at) <= new Date(now)) return 'free';
  if (taken >= capacity) return 'full';
  return taken >= capacity * NEARLY_FULL ? 'soon' : 'free';
}
