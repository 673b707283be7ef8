/** Groups delivery slots by day, in Kuala Lumpur time (docs/readings.md#34). */

import type { Slot } from '@shop/contract/delivery';
import { dayKey } from '@shop/core/dates';
import { DAY_MS } from '@shop/core/time';

/** Returns whether a time is today or tomorrow; null for any other day. */
export function nearDay(moment: Date | string, now: Date): 'today' | 'tomorrow' | null {
  if (dayKey(moment) === dayKey(now)) return 'today';
  return dayKey(moment) === dayKey(new Date(now.getTime() + DAY_MS)) ? 'tomorrow' : null;
}

export type DeliveryDay = { key: string; slots: Slot[] };

/** Groups slots by day and keeps their order. */
export function deliveryDays(slots: readonly Slot[]): DeliveryDay[] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = dayKey(slot.starts_at);
    days.set(key, [...(days.get(key) ?? []), slot]);
  }
  return [...days].map(([key, ofDay]) => ({ key, slots: ofDay }));
}

export const isOpen = (slot: Slot): boolean => slot.places_left === null || slot.places_left > 0;
