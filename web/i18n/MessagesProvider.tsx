/** Provides the page's language and messages: `const t = useT()` and `t('layout.cart_label', { count: 6, amount })`. */
import type { Lang } from '@shop/core/lang';
import { formatMessage, type MessageArguments } from '@shop/core/messages/format';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { en } from './en/bundles/all.ts';
import type { MessageKey, Messages } from './messages.ts';

/** Messages without parameters. */
export type PlainKey = {
  [Key in MessageKey]: MessageArguments<(typeof en)[Key]> extends [] ? Key : never;
}[MessageKey];

/** Formats a message in the page's language; the English text defines its parameters. */
export type T = <Key extends MessageKey>(key: Key, ...params: MessageArguments<(typeof en)[Key]>) => string;

type Words = { lang: Lang; origin: string; t: T };

const WordsContext = createContext<Words | null>(null);

export function createT(lang: Lang, messages: Messages): T {
  return (key, ...[params]) => formatMessage(messages[key], params, lang);
}

/** Provides language, messages and the shop's public origin (`https://shop.example`) for absolute links. */
export function ShopWords({
  lang,
  messages,
  origin,
  children,
}: {
  lang: Lang;
  messages: Messages;
  origin: string;
  children: ReactNode;
}) {
  const words = useMemo(() => ({ lang, origin, t: createT(lang, messages) }), [lang, messages, origin]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('The page has no words: it is not inside <ShopWords>');
  return words;
}

export const useT = (): T => useWords().t;
export const useLang = (): Lang => useWords().lang;
export const useOrigin = (): string => useWords().origin;
