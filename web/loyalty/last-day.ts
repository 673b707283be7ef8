/** Formats the last day on which points and vouchers can be used. */
import { dateText } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';

/** Returns the last day before `end`: a voucher that ends at midnight can be used on the whole day before. */
export const lastDayText = (end: Date | string, lang: Lang): string => dateText(new Date(end).getTime() - 1, lang);
