/** The shop's languages. The language of a page or response depends only on `?lang=` (docs/readings.md#1). */

export const LANGS = ['en', 'zh'] as const;
export type Lang = (typeof LANGS)[number];

/** docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en". Other values mean English. */
export function parseLang(value: unknown): Lang {
  return value === 'zh' ? 'zh' : 'en';
}

/**
 * The locale of a page: a language of the shop, or a right-to-left one whose texts are English until it has messages of
 * its own (docs/readings.md#1). `ar-XB` is the pseudo-locale of tests, by its name in Unicode's CLDR.
 */
export type PageLocale = Lang | 'ar' | 'he' | 'ar-XB';

const PAGE_LOCALES: ReadonlySet<unknown> = new Set<PageLocale>([...LANGS, 'ar', 'he', 'ar-XB']);

/** Returns the locale of a page by the value of its `?lang=`; any other value means English. */
export const parsePageLocale = (value: unknown): PageLocale => (PAGE_LOCALES.has(value) ? (value as PageLocale) : 'en');

/** docs/spec.md §1: "Layout is right-to-left only for locales ar and he", with or without a region. */
export function direction(locale: string): 'ltr' | 'rtl' {
  const language = locale.toLowerCase().split(/[-_]/)[0];
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** Returns the value of `<html lang>`; the Chinese texts are in simplified characters. */
export function toHtmlLang<Locale extends PageLocale>(locale: Locale): Exclude<Locale, 'zh'> | 'zh-Hans' {
  return locale === 'zh' ? 'zh-Hans' : (locale as Exclude<Locale, 'zh'>);
}

/** A text and the language it is in. */
export type LocalizedText = { text: string; lang: Lang };

/** Returns the text in the requested language, else the English (docs/readings.md#36). */
export function inLang(lang: Lang, en: string, zh: string | null): LocalizedText {
  return lang === 'zh' && zh !== null && zh !== '' ? { text: zh, lang: 'zh' } : { text: en, lang: 'en' };
}

/** Returns only the text of `inLang`, for places that do not mark its language. */
export const textIn = (lang: Lang, en: string, zh: string | null): string => inLang(lang, en, zh).text;
