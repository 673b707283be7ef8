/** Formats and counts to the last day on which points and vouchers can be used. */
import { formatDate } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { DAY_MS, dayOf } from '@shop/core/time';

/** Returns the last day before `end`: a voucher that ends at midnight can be used on the whole day before. */
export const formatLastDay = (end: Date | string, lang: Lang): string => formatDate(new Date(end).getTime() - 1, lang);

/** Returns the Malaysian days after today that are left until `end`: 0 on the last day. */
export function countDaysLeft(end: Date | string, now: number): number {
  const lastDay = dayOf(new Date(end).getTime() - 1);
  return Math.round((Date.parse(lastDay) - Date.parse(dayOf(now))) / DAY_MS);
}
