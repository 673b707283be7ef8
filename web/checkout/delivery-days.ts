/** Delivery slots by day, in words. Days and hours are those of Kuala Lumpur (readings 34). */
import type { Slot } from '@shop/contract/delivery';
import type { Lang } from '@shop/core/lang';

const ZONE = 'Asia/Kuala_Lumpur';
const LOCALE = { en: 'en-MY', zh: 'zh-Hans-MY' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

const format = (lang: Lang, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE[lang], { timeZone: ZONE, ...options });

type Moment = Date | string;

/** The day of a moment as `2026-01-31`, to compare days by. */
export const dayKey = (moment: Moment): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(new Date(moment));

/** `Thu, 15 Jan`. */
export const shortDay = (moment: Moment, lang: Lang): string =>
  format(lang, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(moment));

/** `15 Jan 2026, 4:05 pm`. */
export const dayAndTime = (moment: Moment, lang: Lang): string =>
  format(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));

/** `4:00 pm – 6:00 pm`. */
export const hours = (starts_at: Moment, ends_at: Moment, lang: Lang): string =>
  format(lang, { hour: 'numeric', minute: '2-digit' }).formatRange(new Date(starts_at), new Date(ends_at));

/** Whether a moment is today, tomorrow, or further away. */
export function nearDay(moment: Moment, now: Date): 'today' | 'tomorrow' | null {
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
