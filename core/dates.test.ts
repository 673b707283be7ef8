import { expect, test } from 'vitest';
import { dateText, dateTimeText, dayKey, daySpanText, dayText, monthDayText, timeSpanText, timeText } from './dates.ts';

test('days are days in Asia/Kuala_Lumpur, eight hours ahead (docs/readings.md#34)', () => {
  expect(dayKey('2026-01-30T15:59:59Z')).toBe('2026-01-30');
  expect(dayKey('2026-01-30T16:00:00Z')).toBe('2026-01-31');
});

test('formats the same moment in both languages', () => {
  const moment = '2026-01-31T08:00:00Z';
  expect(dateTimeText(moment, 'en')).toBe('31 Jan 2026, 4:00\u00a0pm');
  expect(dateTimeText(moment, 'zh')).toBe('2026年1月31日 下午4:00');
  expect(dayText(moment, 'en')).toBe('Sat, 31 Jan');
  expect(dayText(moment, 'zh')).toBe('1月31日 星期六');
  expect(dateText(moment, 'en')).toBe('31 Jan 2026');
  expect(monthDayText(moment, 'en')).toBe('31\u00a0Jan');
  expect(monthDayText(moment, 'zh')).toBe('1月31日');
});

test('joins a day and its hours as each language does', () => {
  const span = ['2026-01-31T08:00:00Z', '2026-01-31T10:00:00Z'] as const;
  expect(daySpanText('today', ...span, 'en')).toBe('today, 4:00\u00a0pm – 6:00\u00a0pm');
  expect(daySpanText('今天', ...span, 'zh')).toBe('今天 下午4–6点');
});

test.each([
  ['2026-01-31T02:00:00Z', '2026-01-31T04:00:00Z', '上午10点–中午12点'],
  ['2026-01-31T04:00:00Z', '2026-01-31T06:00:00Z', '中午12点–下午2点'],
  ['2026-01-31T01:00:00Z', '2026-01-31T03:00:00Z', '上午9–11点'],
  ['2026-01-31T06:30:00Z', '2026-01-31T08:30:00Z', '下午2:30–4:30'],
  ['2026-01-31T02:30:00Z', '2026-01-31T05:00:00Z', '上午10:30–下午1:00'],
])('Chinese spans of hours: %s to %s is %s', (from, to, text) => {
  expect(timeSpanText(from, to, 'zh')).toBe(text);
});

test('formats noon and midnight as twelve', () => {
  expect(timeText('2026-01-31T04:00:00Z', 'en')).toBe('12:00\u00a0pm');
  expect(timeText('2026-01-31T04:00:00Z', 'zh')).toBe('中午12:00');
  expect(timeText('2026-01-31T16:05:00Z', 'zh')).toBe('上午12:05');
  expect(timeSpanText('2026-01-31T02:00:00Z', '2026-01-31T04:00:00Z', 'en')).toBe('10:00\u00a0am – 12:00\u00a0pm');
});
