/**
 * Texts in the asked language: where the Chinese one is missing, the English stands and says so (docs/readings.md#36).
 */
import type { Lang } from '@shop/core/lang';

/** A text and the language it is in. */
export type Said = { text: string; lang: Lang };

/** The text in the asked language, else the English. */
export function inLang(lang: Lang, en: string, zh: string | null): Said {
  return lang === 'zh' && zh !== null && zh !== '' ? { text: zh, lang: 'zh' } : { text: en, lang: 'en' };
}

/** As `inLang`, for texts whose language need not be marked. */
export const textIn = (lang: Lang, en: string, zh: string | null): string => inLang(lang, en, zh).text;
