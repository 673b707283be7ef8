/** Translates the rules' texts; `refusal-text.ts` has the refusals. */
import type { Lang } from '../lang.ts';
import { formatMessage, type MessageArguments } from './format.ts';
import * as en from './rule-texts-en.ts';
import * as zh from './rule-texts-zh.ts';

export type WordKey = keyof typeof en.words;

const RULE_TEXTS: Readonly<Record<Lang, Readonly<Record<WordKey, string>>>> = { en: en.words, zh: zh.words };

/** Formats a text in a language. */
export function word<Key extends WordKey>(
  lang: Lang,
  key: Key,
  ...[params]: MessageArguments<(typeof en.words)[Key]>
): string {
  return formatMessage(RULE_TEXTS[lang][key], params, lang);
}
