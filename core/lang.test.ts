import { expect, test } from 'vitest';
import { direction, parseLang, parsePageLocale, toHtmlLang } from './lang.ts';

test.each([
  ['zh', 'zh'],
  ['en', 'en'],
  [undefined, 'en'],
  [null, 'en'],
  ['', 'en'],
  ['ms', 'en'],
  ['ZH', 'en'],
  ['zh-CN', 'en'],
  [['zh'], 'en'],
  [{ zh: true }, 'en'],
])('docs/spec.md §1: "en or zh, default en": %j means %s', (value, lang) => {
  expect(parseLang(value)).toBe(lang);
});

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['ar-EG', 'rtl'],
  ['en', 'ltr'],
  ['zh', 'ltr'],
  ['fa', 'ltr'],
  ['arn', 'ltr'],
])('docs/spec.md §1: "Layout is right-to-left only for locales ar and he": %s is %s', (locale, dir) => {
  expect(direction(locale)).toBe(dir);
});

test.each([
  ['ar', 'ar', 'en'],
  ['he', 'he', 'en'],
  ['zh', 'zh', 'zh'],
  ['fr', 'en', 'en'],
  [null, 'en', 'en'],
])('docs/readings.md#1: ?lang=%s is the page locale %s with texts in %s', (value, locale, lang) => {
  expect([parsePageLocale(value), parseLang(value)]).toEqual([locale, lang]);
});

test('the lang attribute of Chinese pages names simplified characters', () => {
  expect([toHtmlLang('en'), toHtmlLang('zh')]).toEqual(['en', 'zh-Hans']);
});
