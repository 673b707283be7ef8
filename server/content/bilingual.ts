/** Picks texts by language: English, marked as such, where the Chinese is missing (docs/readings.md#36). */
import type { Lang } from '@shop/core/lang';

/** A text and the language it is in. */
export type LocalizedText = { text: string; lang: Lang };

/** Returns the text in the requested language, else the English. */
export function inLang(lang: Lang, en: string, zh: string | null): LocalizedText {
  return lang === 'zh' && zh !== null && zh !== '' ? { text: zh, lang: 'zh' } : { text: en, lang: 'en' };
}

/** As `inLang`, for texts whose language need not be marked. */
export const textIn = (lang: Lang, en: string, zh: string | null): string => inLang(lang, en, zh).text;
