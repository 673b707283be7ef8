/** Texts of prices and of their changes. */
import type { PriceDifference } from '@shop/contract/staff/staff-approvals';
import { formatDateTime } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import type { Text } from '../i18n/text.ts';

const formatOptionalPrice = (price: number | null, t: Text): string =>
  price === null ? t('prices.none') : formatMoney(price);

/** Formats a change in percent with its sign; empty if either price is missing. */
export function formatPercent(before: number | null, after: number | null): string {
  if (before === null || after === null || before === 0 || before === after) return '';
  const percent = Math.round(((after - before) * 1000) / before) / 10;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00A0%`;
}

/** Formats a price before and after: `Kaya, promotion: none → RM8.00, 1 Dec 2026, 10:00 am – open end`. */
export function describeDifference(difference: PriceDifference, t: Text, lang: Lang): string {
  const { of, title, group, starts_at, ends_at, price_before, price_after } = difference;
  const kind = of === 'group' ? t('prices.group', { group: group ?? '' }) : t(`prices.${of}`);
  const percent = formatPercent(price_before, price_after);
  const end = ends_at === null ? t('prices.open_end') : formatDateTime(ends_at, lang);
  return [
    `${[title, kind].filter((part) => part !== null).join(', ')}: `,
    `${formatOptionalPrice(price_before, t)} → ${formatOptionalPrice(price_after, t)}`,
    percent === '' ? '' : ` (${percent})`,
    starts_at === null ? '' : `, ${formatDateTime(starts_at, lang)} – ${end}`,
  ].join('');
}
