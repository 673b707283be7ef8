/** Groups delivery slots by day, in Kuala Lumpur time (docs/readings.md#34). */

import type { Shipping, Slot } from '@shop/contract/delivery';
import { DAY_MS, dayOf } from '@shop/core/time';

/** Returns whether a time is today or tomorrow; null for any other day. */
export function findNearDay(moment: Date | string, now: Date): 'today' | 'tomorrow' | null {
  if (dayOf(moment) === dayOf(now)) return 'today';
  return dayOf(moment) === dayOf(new Date(now.getTime() + DAY_MS)) ? 'tomorrow' : null;
}

/** A day with its slots in order, none on a closed day; `holiday` is the name of the holiday that closes slots. */
export type DeliveryDay = { key: string; slots: Slot[]; holiday: string | null };

/** Groups slots by day, adds holidays that have no slots, and returns the days in order. */
export function listDeliveryDays(slots: readonly Slot[], holidays: Shipping['holidays']): DeliveryDay[] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = dayOf(slot.starts_at);
    days.set(key, [...(days.get(key) ?? []), slot]);
  }
  const holidayNames = new Map(holidays.map(({ date, name }) => [date, name]));
  return [...new Set([...days.keys(), ...holidayNames.keys()])]
    .sort()
    .map((key) => ({ key, slots: days.get(key) ?? [], holiday: holidayNames.get(key) ?? null }));
}

/** Returns whether all slots of a day are full; a closed day has none. */
export const isDayFull = ({ slots }: DeliveryDay): boolean => slots.length > 0 && !slots.some(isSlotOpen);

export const isSlotOpen = (slot: Slot): boolean => slot.places_left === null || slot.places_left > 0;
