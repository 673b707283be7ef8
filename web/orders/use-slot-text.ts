/** Formats an order's delivery slot in the page's language. */
import type { TrackedOrder } from '@shop/contract/orders';
import { formatDay, formatDayHours, formatTimeSpan } from '@shop/core/dates';
import { findNearDay } from '../checkout/delivery/delivery-days.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';

type SlotTimes = Pick<TrackedOrder['delivery'], 'starts_at' | 'ends_at'>;

/** Returns "today", "tomorrow" or the date, and "4:00 pm – 6:00 pm"; null without a slot. */
export function useSlotParts({ starts_at, ends_at }: SlotTimes): { day: string; hours: string } | null {
  const t = useT();
  const lang = useLang();
  if (starts_at === null || ends_at === null) return null;
  const nearDay = findNearDay(starts_at, new Date());
  const day =
    nearDay === null ? formatDay(starts_at, lang) : t(nearDay === 'today' ? 'orders.today' : 'orders.tomorrow');
  return { day, hours: formatTimeSpan(starts_at, ends_at, lang) };
}

/** Returns a text such as "today, 4:00 pm – 6:00 pm"; null without a slot. */
export function useSlotText(slot: SlotTimes): string | null {
  const lang = useLang();
  const parts = useSlotParts(slot);
  return parts && formatDayHours(parts.day, parts.hours, lang);
}
