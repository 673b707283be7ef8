/** Delivery slots by day. Days are those of Kuala Lumpur (docs/readings.md#34). */

import type { Slot } from '@shop/contract/delivery';
import { DAY_MS } from '@shop/core/time';
import { dayKey } from '../i18n/dates.ts';

/** Whether a moment is today, tomorrow, or further away. */
export function nearDay(moment: Date | string, now: Date): 'today' | 'tomorrow' | null {
  if (dayKey(moment) === dayKey(now)) return 'today';
  return dayKey(moment) === dayKey(new Date(now.getTime() + DAY_MS)) ? 'tomorrow' : null;
}

export type DeliveryDay = { key: string; slots: Slot[] };

/** Slots gathered by day, in their order. */
export function deliveryDays(slots: readonly Slot[]): DeliveryDay[] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = dayKey(slot.starts_at);
    days.set(key, [...(days.get(key) ?? []), slot]);
  }
  return [...days].map(([key, ofDay]) => ({ key, slots: ofDay }));
}

/** Whether there is room in a slot. */
export const isOpen = (slot: Slot): boolean => slot.places_left === null || slot.places_left > 0;
