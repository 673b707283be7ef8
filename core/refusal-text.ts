/** What a refusal says to the shopper. The words of all of them come with this file. */
import type { Lang } from './lang.ts';
import * as en from './messages/en.ts';
import { formatMessage } from './messages/format.ts';
import * as zh from './messages/zh.ts';
import type { Refusal, RefusalCode } from './refusal.ts';

const REFUSALS: Readonly<Record<Lang, Readonly<Record<RefusalCode, string>>>> = {
  en: en.refusals,
  zh: zh.refusals,
};

/** A refusal in the shopper's language. */
export function refusalText(refused: Refusal, lang: Lang): string {
  return formatMessage(REFUSALS[lang][refused.code], refused.params, lang);
}
