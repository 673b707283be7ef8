/** The rules' words in the shopper's language; refusals have `refusalText` in `refusal.ts`. */
import type { Lang } from '../lang.ts';
import { formatMessage, type MessageArguments } from './format.ts';
import * as en from './words-en.ts';
import * as zh from './words-zh.ts';

export type WordKey = keyof typeof en.words;

const WORDS: Readonly<Record<Lang, Readonly<Record<WordKey, string>>>> = { en: en.words, zh: zh.words };

/** One of the rules' words, its parameters filled in. */
export function word<Key extends WordKey>(
  lang: Lang,
  key: Key,
  ...[params]: MessageArguments<(typeof en.words)[Key]>
): string {
  return formatMessage(WORDS[lang][key], params, lang);
}
