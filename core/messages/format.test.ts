import { expect, test } from 'vitest';
import { formatMessage, type MessageParams } from './format.ts';

const ITEMS = '{n, plural, one {# item} other {# items}} for {name}';

test('fills placeholders anywhere in a text', () => {
  expect(formatMessage('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
});

test.each([
  [1, 'en', '1 item for Mei'],
  [0, 'en', '0 items for Mei'],
  [2, 'en', '2 items for Mei'],
])('a plural takes the branch of its language: %i in %s', (n, locale, text) => {
  expect(formatMessage(ITEMS, { n, name: 'Mei' }, locale)).toBe(text);
});

test('uses the `other` branch for every number in Chinese', () => {
  expect(formatMessage('{n, plural, other {# 件}}', { n: 1 }, 'zh')).toBe('1 件');
});

test.each([
  [1, 'en', '1 second'],
  [59, 'en', '59 seconds'],
  [60, 'en', '1 minute'],
  [61, 'en', '2 minutes'],
  [720, 'en', '12 minutes'],
  [720, 'zh', '12 分钟'],
  [3_600, 'en', '60 minutes'],
  [7_201, 'en', '3 hours'],
])('%i seconds in %s are "%s"', (seconds, locale, text) => {
  expect(formatMessage('in {seconds, duration}', { seconds }, locale)).toBe(`in ${text}`);
});

test('leaves a missing parameter visible, and never treats a value as a template', () => {
  expect(formatMessage('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  expect(formatMessage('{price}', { price: '$&' })).toBe('$&');
});

test('lists the parameters of a template', () => {
  const params: MessageParams<typeof ITEMS> = { n: 3, name: 'Arif' };
  expect(formatMessage(ITEMS, params)).toBe('3 items for Arif');
  // @ts-expect-error: the template names no such parameter
  const wrongParams: MessageParams<'{max}'> = { maximum: 3 };
  expect(formatMessage('{max}', wrongParams)).toBe('{max}');
});
