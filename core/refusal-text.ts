/** Translates refusals. This file loads all their messages. */
import type { Lang } from './lang.ts';
import { formatMessage } from './messages/format.ts';
import * as en from './messages/refusals-en.ts';
import * as zh from './messages/refusals-zh.ts';
import type { Refusal, RefusalCode } from './refusal.ts';

const REFUSAL_TEXTS: Readonly<Record<Lang, Readonly<Record<RefusalCode, string>>>> = {
  en: en.refusals,
  zh: zh.refusals,
};

export function formatRefusal(refused: Refusal, lang: Lang): string {
  return formatMessage(REFUSAL_TEXTS[lang][refused.code], refused.params, lang);
}
