/** The shop's languages. The language of a page or response depends only on `?lang=` (docs/readings.md#1). */

export const LANGS = ['en', 'zh'] as const;
export type Lang = (typeof LANGS)[number];

/** docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en". Other values mean English. */
export function parseLang(value: unknown): Lang {
  return value === 'zh' ? 'zh' : 'en';
}

/** docs/spec.md §1: "Layout is right-to-left only for locales ar and he", with or without a region. */
export function direction(locale: string): 'ltr' | 'rtl' {
  const language = locale.toLowerCase().split(/[-_]/)[0];
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** Returns the value of `<html lang>`; the Chinese texts are in simplified characters. */
export function htmlLang(lang: Lang): 'en' | 'zh-Hans' {
  return lang === 'zh' ? 'zh-Hans' : 'en';
}

/** A text and the language it is in. */
export type LocalizedText = { text: string; lang: Lang };

/** Returns the text in the requested language, else the English (docs/readings.md#36). */
export function inLang(lang: Lang, en: string, zh: string | null): LocalizedText {
  return lang === 'zh' && zh !== null && zh !== '' ? { text: zh, lang: 'zh' } : { text: en, lang: 'en' };
}

/** As `inLang`, for texts whose language need not be marked. */
export const textIn = (lang: Lang, en: string, zh: string | null): string => inLang(lang, en, zh).text;
