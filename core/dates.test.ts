import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDaySpan,
  formatMonthDay,
  formatTime,
  formatTimeSpan,
  formatWeekdays,
} from './dates.ts';
import { dayOf } from './time.ts';

test('days are days in Asia/Kuala_Lumpur, eight hours ahead (docs/readings.md#34)', () => {
  expect(dayOf('2026-01-30T15:59:59Z')).toBe('2026-01-30');
  expect(dayOf('2026-01-30T16:00:00Z')).toBe('2026-01-31');
});

test('formats the same moment in both languages', () => {
  const moment = '2026-01-31T08:00:00Z';
  expect(formatDateTime(moment, 'en')).toBe('31 Jan 2026, 4:00\u00a0pm');
  expect(formatDateTime(moment, 'zh')).toBe('2026年1月31日 下午4:00');
  expect(formatDay(moment, 'en')).toBe('Sat, 31 Jan');
  expect(formatDay(moment, 'zh')).toBe('1月31日 星期六');
  expect(formatDate(moment, 'en')).toBe('31 Jan 2026');
  expect(formatMonthDay(moment, 'en')).toBe('31\u00a0Jan');
  expect(formatMonthDay(moment, 'zh')).toBe('1月31日');
});

test('joins a day and its hours as each language does', () => {
  const span = ['2026-01-31T08:00:00Z', '2026-01-31T10:00:00Z'] as const;
  expect(formatDaySpan('today', ...span, 'en')).toBe('today, 4:00\u00a0pm – 6:00\u00a0pm');
  expect(formatDaySpan('今天', ...span, 'zh')).toBe('今天 下午4–6点');
});

test.each([
  ['2026-01-31T02:00:00Z', '2026-01-31T04:00:00Z', '上午10点–中午12点'],
  ['2026-01-31T04:00:00Z', '2026-01-31T06:00:00Z', '中午12点–下午2点'],
  ['2026-01-31T01:00:00Z', '2026-01-31T03:00:00Z', '上午9–11点'],
  ['2026-01-31T06:30:00Z', '2026-01-31T08:30:00Z', '下午2:30–4:30'],
  ['2026-01-31T02:30:00Z', '2026-01-31T05:00:00Z', '上午10:30–下午1:00'],
  ['2026-01-31T10:00:00Z', '2026-01-31T12:00:00Z', '下午6点–晚上8点'],
  ['2026-01-31T12:00:00Z', '2026-01-31T14:00:00Z', '晚上8–10点'],
])('Chinese spans of hours: %s to %s is %s', (from, to, text) => {
  expect(formatTimeSpan(from, to, 'zh')).toBe(text);
});

test('formats noon and midnight as twelve', () => {
  expect(formatTime('2026-01-31T04:00:00Z', 'en')).toBe('12:00\u00a0pm');
  expect(formatTime('2026-01-31T04:00:00Z', 'zh')).toBe('中午12:00');
  expect(formatTime('2026-01-31T16:05:00Z', 'zh')).toBe('凌晨12:05');
  expect(formatTimeSpan('2026-01-31T02:00:00Z', '2026-01-31T04:00:00Z', 'en')).toBe('10:00\u00a0am – 12:00\u00a0pm');
});

test('names the part of the day of every hour in Chinese', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => formatTime(Date.UTC(2026, 0, 30, 16 + hour), 'zh'));
  expect(hours).toEqual([
    ...['凌晨12:00', '凌晨1:00', '凌晨2:00', '凌晨3:00', '凌晨4:00'],
    ...['上午5:00', '上午6:00', '上午7:00', '上午8:00', '上午9:00', '上午10:00', '上午11:00'],
    '中午12:00',
    ...['下午1:00', '下午2:00', '下午3:00', '下午4:00', '下午5:00', '下午6:00'],
    ...['晚上7:00', '晚上8:00', '晚上9:00', '晚上10:00', '晚上11:00'],
  ]);
});

test('lists weekdays in both languages', () => {
  expect(formatWeekdays([5], 'en')).toBe('Fridays');
  expect(formatWeekdays([0, 6], 'en')).toBe('Sundays and Saturdays');
  expect(formatWeekdays([1, 3, 5], 'en')).toBe('Mondays, Wednesdays and Fridays');
  expect(formatWeekdays([1, 3, 5], 'zh')).toBe('星期一、星期三、星期五');
});
