/**
 * Formats dates and times in Asia/Kuala_Lumpur (docs/readings.md#34), always eight hours ahead of UTC. Does not use
 * Intl, whose output differs between server and browser and would break hydration.
 */
import type { Lang } from './lang.ts';
import { KUALA_LUMPUR_MS, type Moment } from './time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS: Readonly<Record<Lang, readonly string[]>> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
};

/** Shifts a time so that the UTC fields of the Date hold Malaysian time. */
const shiftToShopTime = (moment: Moment): Date => new Date(new Date(moment).getTime() + KUALA_LUMPUR_MS);

/** Formats a day: `31 Jan 2026` or `2026年1月31日`. */
export function formatDate(moment: Moment, lang: Lang): string {
  const at = shiftToShopTime(moment);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return lang === 'zh' ? `${year}年${month + 1}月${day}日` : `${day} ${MONTHS[month]} ${year}`;
}

/** Formats a day with its weekday: `Sat, 31 Jan` or `1月31日 星期六`. */
export function formatDay(moment: Moment, lang: Lang): string {
  const at = shiftToShopTime(moment);
  const weekday = WEEKDAYS[lang][at.getUTCDay()] ?? '';
  const [month, day] = [at.getUTCMonth(), at.getUTCDate()];
  return lang === 'zh' ? `${month + 1}月${day}日 ${weekday}` : `${weekday}, ${day} ${MONTHS[month]}`;
}

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Lists weekdays, 0 for Sunday: `Fridays`, `Fridays and Saturdays`, `星期五、星期六`. */
export function formatWeekdays(weekdays: readonly number[], lang: Lang): string {
  if (lang === 'zh') return weekdays.map((day) => WEEKDAYS.zh[day]).join('、');
  const names = weekdays.map((day) => `${WEEKDAY_NAMES[day]}s`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Names the part of a Malaysian day in Chinese: 凌晨 until 4:59, 晚上 from 19:00. */
function namePartOfDay(hours: number): string {
  if (hours < 5) return '凌晨';
  if (hours < 12) return '上午';
  if (hours === 12) return '中午';
  return hours < 19 ? '下午' : '晚上';
}

const toTwelveHours = (hours: number): number => (hours % 12 === 0 ? 12 : hours % 12);

/** Formats a day without its year: `31 Jan`, with a no-break space, or `1月31日`. */
export function formatMonthDay(moment: Moment, lang: Lang): string {
  const at = shiftToShopTime(moment);
  const [month, day] = [at.getUTCMonth(), at.getUTCDate()];
  return lang === 'zh' ? `${month + 1}月${day}日` : `${day}\u00a0${MONTHS[month]}`;
}

/** Formats a time of day: `4:00 pm`, with a no-break space, or `下午4:00`. */
export function formatTime(moment: Moment, lang: Lang): string {
  const at = shiftToShopTime(moment);
  const hours = at.getUTCHours();
  const hoursAndMinutes = `${toTwelveHours(hours)}:${String(at.getUTCMinutes()).padStart(2, '0')}`;
  return lang === 'zh'
    ? `${namePartOfDay(hours)}${hoursAndMinutes}`
    : `${hoursAndMinutes}\u00a0${hours < 12 ? 'am' : 'pm'}`;
}

/** Formats a day and time: `31 Jan 2026, 4:00 pm` or `2026年1月31日 下午4:00`. */
export function formatDateTime(moment: Moment, lang: Lang): string {
  return `${formatDate(moment, lang)}${lang === 'zh' ? ' ' : ', '}${formatTime(moment, lang)}`;
}

/** Formats a span within a day in Chinese, which names a shared part of the day once, and full hours as `点`. */
function formatChineseSpan(from: Moment, to: Moment): string {
  const [start, end] = [shiftToShopTime(from), shiftToShopTime(to)];
  const isFullHours = start.getUTCMinutes() === 0 && end.getUTCMinutes() === 0;
  const part = namePartOfDay(end.getUTCHours());
  const isOnePart = part === namePartOfDay(start.getUTCHours());
  if (!isFullHours) return `${formatTime(from, 'zh')}–${formatTime(to, 'zh').slice(isOnePart ? part.length : 0)}`;
  const hour = (at: Date) => toTwelveHours(at.getUTCHours());
  return isOnePart
    ? `${part}${hour(start)}–${hour(end)}点`
    : `${namePartOfDay(start.getUTCHours())}${hour(start)}点–${part}${hour(end)}点`;
}

/** Formats a span within a day: `4:00 pm – 6:00 pm` or `下午4–6点`. */
export function formatTimeSpan(from: Moment, to: Moment, lang: Lang): string {
  return lang === 'zh' ? formatChineseSpan(from, to) : `${formatTime(from, lang)} – ${formatTime(to, lang)}`;
}

/** Joins a formatted day and its hours: `today, 4:00 pm – 6:00 pm` or `今天 下午4–6点`. */
export const formatDayHours = (day: string, hours: string, lang: Lang): string =>
  `${day}${lang === 'zh' ? ' ' : ', '}${hours}`;

/** Appends the hours to a formatted day. */
export const formatDaySpan = (day: string, from: Moment, to: Moment, lang: Lang): string =>
  formatDayHours(day, formatTimeSpan(from, to, lang), lang);

/** Formats a delivery slot: `Sat, 31 Jan, 4:00 pm – 6:00 pm` or `1月31日 星期六 下午4–6点`. */
export function formatSlot({ starts_at, ends_at }: { starts_at: Moment; ends_at: Moment }, lang: Lang): string {
  return formatDaySpan(formatDay(starts_at, lang), starts_at, ends_at, lang);
}
