/** Formats an order's delivery slot in the page's language. */
import type { TrackedOrder } from '@shop/contract/orders';
import { daySpanText, dayText } from '@shop/core/dates';
import { nearDay } from '../checkout/delivery/delivery-days.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';

/** Returns "today, 4:00 pm – 6:00 pm", or the date; nothing without a slot. */
export function useSlotText(delivery: Pick<TrackedOrder['delivery'], 'starts_at' | 'ends_at'>): string | null {
  const t = useT();
  const lang = useLang();
  const { starts_at, ends_at } = delivery;
  if (starts_at === null || ends_at === null) return null;
  const near = nearDay(starts_at, new Date());
  const day = near === null ? dayText(starts_at, lang) : t(near === 'today' ? 'orders.today' : 'orders.tomorrow');
  return daySpanText(day, starts_at, ends_at, lang);
}
