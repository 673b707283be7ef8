/** Formats opening hours, relative to the day of the response. */
import { formatDay, formatTime } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { isOpenAllDay, type OpenSpan } from '@shop/core/stores/opening';
import { dayOf } from '@shop/core/time';
import type { T } from '../i18n/MessagesProvider.tsx';
import type { StoreRow } from './stores-queries.ts';

/** Returns a date with this clock time in Malaysia; its day is arbitrary. */
const parseClock = (clock: string): Date => new Date(`2026-01-01T${clock}:00+08:00`);

const formatSpan = ({ opens, closes }: OpenSpan, lang: Lang): string =>
  lang === 'zh'
    ? `${opens}–${closes}`
    : `${formatTime(parseClock(opens), lang)} – ${formatTime(parseClock(closes), lang)}`;

/** Formats the hours of a day: `8:00 am – 10:00 pm`, `Open 24 hours` or `Closed`. */
export function formatOpeningHours(t: T, lang: Lang, spans: readonly OpenSpan[]): string {
  if (spans.length === 0) return t('stores.closed');
  return isOpenAllDay(spans)
    ? t('stores.all_day')
    : spans.map((span) => formatSpan(span, lang)).join(lang === 'zh' ? '、' : ', ');
}

/** Formats a store's state: `Open until 10:00 pm`, `Closed, opens at 8:00 am` or on another day. */
export function formatOpening(
  t: T,
  lang: Lang,
  {
    is_open,
    opens_at,
    closes_at,
    today,
    hours_today,
  }: Pick<StoreRow, 'is_open' | 'opens_at' | 'closes_at' | 'today' | 'hours_today'>,
): string {
  if (is_open) {
    if (closes_at === null || isOpenAllDay(hours_today)) return t('stores.all_day');
    return t('stores.open_until', { time: formatTime(closes_at, lang) });
  }
  if (opens_at === null) return t('stores.closed');
  const time = formatTime(opens_at, lang);
  if (dayOf(opens_at) === today) return t('stores.closed_opens', { time });
  return t('stores.closed_opens_on', { day: formatDay(opens_at, lang), time });
}
