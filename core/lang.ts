/** The two languages of the shop. Which one a page or an answer is in comes from `?lang=` alone (docs/readings.md#1). */

export const LANGS = ['en', 'zh'] as const;
export type Lang = (typeof LANGS)[number];

/** docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en". Whatever else was sent means English. */
export function parseLang(value: unknown): Lang {
  return value === 'zh' ? 'zh' : 'en';
}

/** docs/spec.md §1: "Layout is right-to-left only for locales ar and he", with or without a region. */
export function direction(locale: string): 'ltr' | 'rtl' {
  const language = locale.toLowerCase().split(/[-_]/)[0];
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** What stands in `<html lang>`: our Chinese is written in simplified characters. */
export function htmlLang(lang: Lang): 'en' | 'zh-Hans' {
  return lang === 'zh' ? 'zh-Hans' : 'en';
}
